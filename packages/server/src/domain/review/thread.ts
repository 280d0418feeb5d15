import {
  type AddComment,
  type ChangeThread,
  type Comment,
  DebriefError,
  type ListThreads,
  limits,
  type OpenThread,
  type Thread,
  type ThreadAnswer,
  type ThreadPage,
} from '@debrief/contract';
import { sessionNotFound } from '../access/session.ts';
import type { MemberActor } from '../actor.ts';
import { recordDeed } from '../audit.ts';
import type { Context } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { isId, newId } from '../id.ts';
import { iso, isoOrNone, present } from '../present.ts';
import type { SessionRecord } from '../records.ts';
import { checkPlace, readAnchor } from './anchor.ts';
import { isReplay, replayOf, reviewKey } from './key.ts';
import { mentionsIn } from './mention.ts';
import type { CommentRecord, DiscussedThread } from './records.ts';
import { refuseSecrets } from './secret-words.ts';
import { about, discussedSession, ringReview } from './session.ts';

export const presentComment = ({
  createdAt,
  editedAt,
  deletedAt,
  byAgent,
  ...comment
}: CommentRecord): Comment =>
  present({
    ...comment,
    mentions: [...comment.mentions],
    createdAt: iso(createdAt),
    editedAt: isoOrNone(editedAt),
    deletedAt: isoOrNone(deletedAt),
    ...(byAgent && { byAgent }),
  });

export const presentThread = ({ comments, organizationId: _, ...thread }: DiscussedThread): Thread =>
  present({
    ...thread,
    createdAt: iso(thread.createdAt),
    updatedAt: iso(thread.updatedAt),
    resolvedAt: isoOrNone(thread.resolvedAt),
    comments: comments.map(presentComment),
  });

export const threadNotFound = () => new DebriefError('thread_not_found', 'No such thread in this session.');

const full = (what: string) => new DebriefError('limit_reached', what);

export async function listThreads(
  context: Context,
  actor: MemberActor,
  input: ListThreads & { sessionId: string },
): Promise<ThreadPage> {
  const { sessionId } = await discussedSession(context, actor, input.sessionId);
  const { max, default: usual, bytes } = limits.threadsPage;
  const after = input.cursor === undefined ? 0 : (decodeCursor(input.cursor, ['number'])[0] as number);
  // Before the threads: what is said meanwhile comes once more with the stream, and not too late.
  const version = (await context.store.review.standing(sessionId))?.version ?? 0;
  const { threads, more } = await context.store.thread.list(sessionId, {
    after,
    limit: Math.min(input.limit ?? usual, max),
    bytes,
    state: input.state,
  });
  const last = threads.at(-1);
  return {
    threads: threads.map(presentThread),
    nextCursor: more && last ? encodeCursor([last.number]) : null,
    version,
  };
}

/** The author's own thread, and one that begins with FYI, waits for nobody. */
const wantsAnswer = (body: string, actor: MemberActor, session: SessionRecord): boolean =>
  session.authorUserId !== actor.userId && !/^FYI\b/i.test(body);

export async function openThread(
  context: Context,
  actor: MemberActor,
  input: OpenThread & { sessionId: string; idempotencyKey?: string },
): Promise<ThreadAnswer & { replayed: boolean }> {
  const session = await discussedSession(context, actor, input.sessionId);
  const { body } = input;
  const anchor = readAnchor(input.anchor, session);
  await checkPlace(context, actor, session, anchor);
  refuseSecrets(context, input);
  const mentions = await mentionsIn(context, actor.organizationId, body);
  const at = context.clock();
  const thread = {
    threadId: newId('thr'),
    sessionId: session.sessionId,
    organizationId: actor.organizationId,
    anchor,
    state: 'open' as const,
    needsAnswer: input.needsAnswer ?? wantsAnswer(body, actor, session),
    openedBy: actor.userId,
    resolvedBy: null,
    resolvedAt: null,
    commentCount: 1,
    createdAt: at,
    updatedAt: at,
  };
  const comment = newComment(actor, thread.threadId, body, mentions, at);
  const key = reviewKey(actor, 'thread', input.idempotencyKey, [session.sessionId, input.anchor, body]);
  const outcome = await context.store.thread.open(
    about(context, session, at),
    thread,
    comment,
    { threads: limits.threadsPerSession },
    key,
  );
  if (outcome === 'gone') throw sessionNotFound();
  if (outcome === 'limit') {
    throw full(`A session may have at most ${limits.threadsPerSession} threads.`);
  }
  if (isReplay(outcome)) return { ...(await replayed(context, session, replayOf(outcome))), replayed: true };
  ringReview(context, session, outcome.told);
  await recordDeed(context, actor, 'thread_opened', thread.threadId);
  return { thread: presentThread(outcome.thread), replayed: false };
}

const newComment = (
  actor: MemberActor,
  threadId: string,
  body: string,
  mentions: readonly string[],
  at: number,
): CommentRecord => ({
  commentId: newId('cmt'),
  threadId,
  writtenBy: actor.userId,
  body,
  mentions,
  createdAt: at,
  editedAt: null,
  deletedAt: null,
  byAgent: actor.program !== undefined,
});

async function replayed(context: Context, { sessionId }: SessionRecord, threadId: string) {
  const thread = await context.store.thread.find(sessionId, threadId);
  if (!thread) throw threadNotFound();
  return { thread: presentThread(thread) };
}

/** Replies, and resolves or reopens in the same step. */
export async function addComment(
  context: Context,
  actor: MemberActor,
  input: AddComment & { sessionId: string; threadId: string; idempotencyKey?: string },
): Promise<ThreadAnswer & { replayed: boolean }> {
  const session = await discussedSession(context, actor, input.sessionId);
  const { threadId, body, state } = input;
  if (!isId('thr', threadId)) throw threadNotFound();
  if (actor.program && state !== undefined) {
    throw new DebriefError('insufficient_scope', 'A program replies; people resolve and reopen threads.');
  }
  refuseSecrets(context, input);
  const mentions = await mentionsIn(context, actor.organizationId, body);
  const at = context.clock();
  const key = reviewKey(actor, 'comment', input.idempotencyKey, [threadId, body, state]);
  const comment = newComment(actor, threadId, body, mentions, at);
  const outcome = await context.store.thread.reply(
    about(context, session, at),
    threadId,
    comment,
    { state },
    { comments: limits.commentsPerThread },
    key,
  );
  if (outcome === undefined) throw threadNotFound();
  if (outcome === 'gone') throw sessionNotFound();
  if (outcome === 'limit') {
    throw full(`A thread may have at most ${limits.commentsPerThread} comments.`);
  }
  if (isReplay(outcome)) {
    replayOf(outcome);
    return { ...(await replayed(context, session, threadId)), replayed: true };
  }
  ringReview(context, session, outcome.told);
  if (outcome.before.state === 'open' && state === 'resolved') {
    await recordDeed(context, actor, 'thread_resolved', threadId);
  }
  return { thread: presentThread(outcome.thread), replayed: false };
}

export async function changeThread(
  context: Context,
  actor: MemberActor,
  input: ChangeThread & { sessionId: string; threadId: string },
): Promise<ThreadAnswer> {
  const session = await discussedSession(context, actor, input.sessionId);
  const { threadId, state, needsAnswer } = input;
  if (!isId('thr', threadId)) throw threadNotFound();
  const change = { state, needsAnswer };
  const outcome = await context.store.thread.change(about(context, session), threadId, change, actor.userId);
  if (outcome === undefined) throw threadNotFound();
  if (outcome === 'gone') throw sessionNotFound();
  ringReview(context, session, outcome.told);
  if (outcome.before.state === 'open' && state === 'resolved') {
    await recordDeed(context, actor, 'thread_resolved', threadId);
  }
  return { thread: presentThread(outcome.thread) };
}
