import type { Session } from '@debrief/contract';
import { allEvents } from '../../../api/event.ts';
import { fileName } from './export.ts';

function save(parts: BlobPart[], name: string): void {
  // Never a type a browser would open: what is saved came from somebody's transcript.
  const url = URL.createObjectURL(new Blob(parts, { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export const downloadPatch = (session: Session, patch: string): void =>
  save([patch], fileName(session, 'patch'));

/** The whole transcript as Markdown. Made from all events, so that nothing in it is cut. */
export async function downloadMarkdown(session: Session): Promise<void> {
  const [{ createReader }, { toMarkdown }] = await Promise.all([
    import('@debrief/transcript'),
    import('./export.ts'),
  ]);
  const reader = createReader(session.agentId);
  for await (const page of allEvents(session.sessionId, new AbortController().signal)) reader.feed(page);
  if (session.status !== 'active') reader.finish();
  save([toMarkdown(session, reader.entries)], fileName(session, 'md'));
}

/** Every event as it was sent, one per line; read page by page. */
export async function downloadEvents(session: Session): Promise<void> {
  const parts: string[] = [];
  for await (const page of allEvents(session.sessionId, new AbortController().signal))
    parts.push(page.map((event) => `${JSON.stringify(event)}\n`).join(''));
  save(parts, fileName(session, 'jsonl'));
}
