import type { ThreadStore } from '../../domain/review/ports.ts';
import type { CommentRecord, DiscussedThread, ThreadRecord } from '../../domain/review/records.ts';
import type { OpenDatabase } from '../database.ts';
import type { ReviewDatabase } from './database.ts';
import { deed, type Step, undo } from './deed.ts';
import { commentOf, readComments, threadOf } from './discussion.ts';
import { claimKey } from './key.ts';

type ThreadRow = ReviewDatabase['threads'];

export const threadStore = (
  database: OpenDatabase,
): Pick<ThreadStore, 'open' | 'reply' | 'change' | 'edit'> => ({
  open: (about, { anchor, needsAnswer, ...thread }, comment, limits, key) =>
    deed(database, about, async (step) => {
      const { transaction, sessionId, version } = step;
      await claimKey(step, key, thread.threadId);
      const { lastThread } = await transaction
        .updateTable('reviewStandings')
        .set((row) => ({ lastThread: row('lastThread', '+', 1) }))
        .where('sessionId', '=', sessionId)
        .returning('lastThread')
        .executeTakeFirstOrThrow();
      if (lastThread > limits.threads) undo('limit');
      const record: ThreadRecord = { ...thread, anchor, needsAnswer, number: lastThread };
      await transaction
        .insertInto('threads')
        .values({
          ...record,
          anchor: JSON.stringify(anchor),
          needsAnswer: needsAnswer ? 1 : 0,
          lastCommentBy: comment.writtenBy,
          lastCommentAt: comment.createdAt,
          version,
        })
        .execute();
      await addComment(step, comment, 1);
      return { thread: { ...record, comments: [comment] } };
    }),

  reply: (about, threadId, written, { state }, limits, key) =>
    deed(database, about, async (step) => {
      const { transaction, sessionId, version, at } = step;
      const found = await findRow(step, threadId);
      const comment = { ...written, threadId };
      await claimKey(step, key, comment.commentId);
      const count = found.commentCount + 1;
      if (count > limits.comments) undo('limit');
      await addComment(step, comment, count);
      const row = await transaction
        .updateTable('threads')
        .set({
          commentCount: count,
          lastCommentBy: comment.writtenBy,
          lastCommentAt: comment.createdAt,
          updatedAt: at,
          version,
          ...stateChange(found, state, comment.writtenBy, at),
        })
        .where('threadId', '=', threadId)
        .where('sessionId', '=', sessionId)
        .returningAll()
        .executeTakeFirstOrThrow();
      return { before: threadOf(found), thread: { ...threadOf(row), comments: [comment] } };
    }).then((answer) => withAllComments(database, answer)),

  change: (about, threadId, { state, needsAnswer }, by) =>
    deed(database, about, async (step) => {
      const { transaction, version, at } = step;
      const found = await findRow(step, threadId);
      const row = await transaction
        .updateTable('threads')
        .set({
          updatedAt: at,
          version,
          ...stateChange(found, state, by, at),
          ...(needsAnswer !== undefined && { needsAnswer: needsAnswer ? 1 : 0 }),
        })
        .where('threadId', '=', threadId)
        .returningAll()
        .executeTakeFirstOrThrow();
      return { before: threadOf(found), thread: { ...threadOf(row), comments: [] as CommentRecord[] } };
    }).then((answer) => withAllComments(database, answer)),

  edit: (about, commentId, change) =>
    deed(database, about, async (step) => {
      const { transaction, sessionId, version, at } = step;
      const found = await transaction
        .selectFrom('comments')
        .selectAll()
        .where('commentId', '=', commentId)
        .where('sessionId', '=', sessionId)
        .executeTakeFirst();
      if (!found) return undo(undefined);
      if (found.deletedAt !== null) return undo({ comment: commentOf(found), changed: false, told: [] });
      const row = await transaction
        .updateTable('comments')
        .set({
          version,
          ...(change
            ? { body: change.body, mentions: JSON.stringify(change.mentions), editedAt: at }
            : { body: '', mentions: '[]', deletedAt: at }),
        })
        .where('commentId', '=', commentId)
        .returningAll()
        .executeTakeFirstOrThrow();
      await forgetMentions(step, commentId, change?.mentions ?? []);
      if (change) await addMentions(step, commentOf(row), { isEdit: true });
      await touchThread(step, found.threadId);
      return { comment: commentOf(row), changed: true };
    }),
});

/** A thread is answered whole; its other comments are read when the deed is done. */
async function withAllComments<Answer>({ db }: OpenDatabase, answer: Answer): Promise<Answer> {
  if (typeof answer !== 'object' || answer === null || !('thread' in answer)) return answer;
  const { thread } = answer as { thread: DiscussedThread };
  thread.comments = await readComments(db, thread.threadId);
  return answer;
}

async function findRow({ transaction, sessionId }: Step, threadId: string): Promise<ThreadRow> {
  const row = await transaction
    .selectFrom('threads')
    .selectAll()
    .where('sessionId', '=', sessionId)
    .where('threadId', '=', threadId)
    .executeTakeFirst();
  return row ?? undo(undefined);
}

const stateChange = (found: ThreadRow, state: ThreadRow['state'] | undefined, by: string, at: number) => {
  if (state === undefined || state === found.state) return {};
  return state === 'resolved'
    ? { state, resolvedBy: by, resolvedAt: at }
    : { state, resolvedBy: null, resolvedAt: null };
};

async function addComment(step: Step, comment: CommentRecord, number: number): Promise<void> {
  const { transaction, sessionId, version } = step;
  await transaction
    .insertInto('comments')
    .values({
      ...{ ...comment, mentions: JSON.stringify(comment.mentions), byAgent: Number(comment.byAgent) },
      ...{ sessionId, number, version },
    })
    .execute();
  await transaction
    .updateTable('threadMentions')
    .set({ isAnswered: 1 })
    .where('threadId', '=', comment.threadId)
    .where('userId', '=', comment.writtenBy)
    .execute();
  await addMentions(step, comment);
}

async function forgetMentions(
  { transaction }: Step,
  commentId: string,
  but: readonly string[],
): Promise<void> {
  let gone = transaction.deleteFrom('threadMentions').where('commentId', '=', commentId);
  if (but.length > 0) gone = gone.where('userId', 'not in', but);
  await gone.execute();
}

/** Nobody waits for themselves. An edit mentions only who was not mentioned in the thread. */
async function addMentions(
  { transaction, sessionId, at }: Step,
  comment: CommentRecord,
  { isEdit = false } = {},
): Promise<void> {
  const { threadId, commentId, writtenBy } = comment;
  const users = comment.mentions.filter((userId) => userId !== writtenBy);
  if (users.length === 0) return;
  await transaction
    .insertInto('threadMentions')
    .values(users.map((userId) => ({ threadId, userId, sessionId, commentId, at, isAnswered: 0 })))
    .onConflict((conflict) => {
      const known = conflict.columns(['threadId', 'userId']);
      return isEdit ? known.doNothing() : known.doUpdateSet({ commentId, at, isAnswered: 0 });
    })
    .execute();
}

/** After a comment was changed: who wrote last of those whose words are still there. */
async function touchThread({ transaction, version, at }: Step, threadId: string): Promise<void> {
  const last = await transaction
    .selectFrom('comments')
    .select(['writtenBy', 'createdAt'])
    .where('threadId', '=', threadId)
    .where('deletedAt', 'is', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  await transaction
    .updateTable('threads')
    .set((row) => ({
      version,
      updatedAt: at,
      lastCommentBy: last?.writtenBy ?? row.ref('openedBy'),
      lastCommentAt: last?.createdAt ?? row.ref('createdAt'),
    }))
    .where('threadId', '=', threadId)
    .execute();
}
