import type { Context } from '../context.ts';
import type { NotificationRecord } from '../review/records.ts';
import type { Words } from './text.ts';

/** Mail leaves the house: words of sessions and comments go along only where the organization has said so (W12). */
export async function wordsFor(context: Context, line: NotificationRecord): Promise<Words | undefined> {
  const { organizationId, sessionId, threadId, commentId } = line;
  if (sessionId === null) return undefined;
  const { mailWords } = await context.store.review.policy(organizationId);
  if (!mailWords) return undefined;
  const session = await context.store.session.find(organizationId, sessionId);
  const comment =
    threadId !== null && commentId !== null
      ? await context.store.thread.findComment(sessionId, threadId, commentId)
      : undefined;
  return { title: session?.title ?? undefined, comment: comment?.body ?? undefined };
}
