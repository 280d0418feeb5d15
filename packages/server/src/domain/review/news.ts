import type { Attention } from '@debrief/review';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import type { SessionRecord } from '../records.ts';
import { notify } from './notification.ts';
import type { CommentRecord, DiscussedThread } from './records.ts';

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

const newsOf = (
  { userId: by }: MemberActor,
  { organizationId, sessionId }: SessionRecord,
  { threadId, commentId }: CommentRecord,
) => ({ organizationId, sessionId, threadId, commentId, by });

/** Whoever a comment mentions and was not `known` to mention before. */
export async function tellMentioned(
  context: Context,
  actor: MemberActor,
  session: SessionRecord,
  comment: CommentRecord,
  known: readonly string[] = [],
): Promise<void> {
  for (const userId of comment.mentions) {
    if (known.includes(userId)) continue;
    await notify(context, { ...newsOf(actor, session, comment), userId, reason: 'mentioned' });
  }
}

/** Those it mentions, then those who wrote in the thread, and the author where an answer is wanted. */
export async function tellOfComment(
  context: Context,
  actor: MemberActor,
  session: SessionRecord,
  thread: DiscussedThread,
  comment: CommentRecord,
): Promise<void> {
  const { authorUserId } = session;
  const mentioned = new Set(comment.mentions);
  const others = new Set(thread.comments.map(({ writtenBy }) => writtenBy));
  if (thread.needsAnswer && authorUserId !== null) others.add(authorUserId);
  await tellMentioned(context, actor, session, comment);
  for (const userId of others) {
    if (mentioned.has(userId)) continue;
    await notify(context, { ...newsOf(actor, session, comment), userId, reason: 'replied' });
  }
}
