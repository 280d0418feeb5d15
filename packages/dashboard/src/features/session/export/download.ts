import type { Session } from '@debrief/contract';
import { pageLoader } from '../../../api/event.ts';
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

export const downloadText = (session: Session, text: string): void => save([text], fileName(session, 'md'));

/** Every event as it was sent, one per line; read page by page. */
export async function downloadEvents(session: Session): Promise<void> {
  const load = pageLoader(session.sessionId);
  const { signal } = new AbortController();
  const lines: string[] = [];
  for (let after = 0; ; ) {
    const page = await load(after, 200, signal);
    const last = page.at(-1);
    if (!last) break;
    for (const event of page) lines.push(`${JSON.stringify(event)}\n`);
    after = last.sequence;
  }
  save(lines, fileName(session, 'jsonl'));
}
