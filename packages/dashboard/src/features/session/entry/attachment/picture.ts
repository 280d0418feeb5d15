import type { Attachment } from '@debrief/transcript';

/** SVG is a document, not a picture: it stays out. */
const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const largest = 8 * 1024 * 1024;

/** A `data:` address for a picture that is inside the record; undefined for everything that would be fetched. */
export function pictureUrl(attachment: Attachment): string | undefined {
  const { data } = attachment;
  if (attachment.kind !== 'image' || !data || data.length > largest) return undefined;
  const inline = /^data:([a-z]+\/[a-z0-9.+-]+);base64,/i.exec(data);
  const type = (inline?.[1] ?? attachment.mediaType ?? '').toLowerCase();
  const body = inline ? data.slice(inline[0].length) : data;
  if (!pictures.has(type) || !/^[A-Za-z0-9+/\s]+(?![A-Za-z0-9+/\s])={0,2}\s*$/.test(body)) return undefined;
  return `data:${type};base64,${body}`;
}
