import type { Session } from '@debrief/contract';
import { client } from '../../../api/client.ts';
import { allEvents } from '../../../api/event.ts';
import { loadThreads } from '../../../api/review/thread.ts';
import { save } from '../../../ui/text/save-file.ts';
import { fileName } from './file-name.ts';

export const downloadPatch = (session: Session, patch: string): void =>
  save([patch], fileName(session, 'patch'));

/** The whole transcript as Markdown, behind its brief, with what was said about it. Made from all events, so that nothing in it is cut. */
export async function downloadMarkdown(session: Session, nameOf: (userId: string) => string): Promise<void> {
  const [{ createReader }, { toMarkdown }, { reviewToMarkdown }, { briefLines }] = await Promise.all([
    import('@debrief/transcript'),
    import('./export.ts'),
    import('./review-markdown.ts'),
    import('./brief-lines.ts'),
  ]);
  const said = await loadReview(session.sessionId);
  const reader = createReader(session.agentId);
  for await (const page of allEvents(session.sessionId, new AbortController().signal)) reader.feed(page);
  if (session.status !== 'active') reader.finish();
  const words = reviewToMarkdown(said.review, said.threads, nameOf);
  const text = toMarkdown(session, reader.entries, said.brief && briefLines(said.brief));
  save([text, '\n', words], fileName(session, 'md'));
}

const loadReview = async (sessionId: string) => ({
  brief: (await client.getBrief({ sessionId })).brief,
  review: (await client.getReview({ sessionId })).review,
  threads: (await loadThreads(sessionId)).threads,
});

/** The brief, the review and the threads with their comments, as the server has them. */
export async function downloadReview(session: Session): Promise<void> {
  const said = await loadReview(session.sessionId);
  save([`${JSON.stringify(said, null, 2)}\n`], fileName(session, 'review.json'));
}

/** Every event as it was sent, one per line; read page by page. */
export async function downloadEvents(session: Session): Promise<void> {
  const parts: string[] = [];
  for await (const page of allEvents(session.sessionId, new AbortController().signal))
    parts.push(page.map((event) => `${JSON.stringify(event)}\n`).join(''));
  save(parts, fileName(session, 'jsonl'));
}
