import type { Attention } from '@debrief/review';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import type { SessionRecord } from '../records.ts';
import { notify } from './notification.ts';
import type { CommentRecord, DiscussedThread } from './review-records.ts';

/** What is told of as soon as somebody is expected to act because of it; what is said in threads is told below. */
const told = ['assigned', 'follow_up', 'answered', 'outgrown'] as const;

export async function tellAsked(
  context: Context,
  { organizationId, sessionId }: Pick<SessionRecord, 'organizationId' | 'sessionId'>,
  asked: readonly Attention[],
  by?: string,
): Promise<void> {
  for (const { userId, reason } of asked) {
    const known = told.find((one) => one === reason);
    if (known) await notify(context, { organizationId, userId, reason: known, sessionId, by });
  }
}

/** Those it mentions, then those who wrote in the thread, and the author where an answer is wanted. */
export async function tellOfComment(
  context: Context,
  actor: MemberActor,
  session: SessionRecord,
  thread: DiscussedThread,
  { commentId, mentions }: CommentRecord,
): Promise<void> {
  const { organizationId, sessionId, authorUserId } = session;
  const news = { organizationId, sessionId, threadId: thread.threadId, commentId, by: actor.userId };
  const mentioned = new Set(mentions);
  const others = new Set(thread.comments.map(({ writtenBy }) => writtenBy));
  if (thread.needsAnswer && authorUserId !== null) others.add(authorUserId);
  for (const userId of mentioned) await notify(context, { ...news, userId, reason: 'mentioned' });
  for (const userId of others) {
    if (!mentioned.has(userId)) await notify(context, { ...news, userId, reason: 'replied' });
  }
}
