import type { Kysely } from 'kysely';
import type { ThreadStore } from '../../domain/review/ports.ts';
import type { CommentRecord, DiscussedThread, ThreadRecord } from '../../domain/review/records.ts';
import type { Database, OpenDatabase } from '../database.ts';
import { fromJson, type ReviewDatabase } from './database.ts';

type ThreadRow = ReviewDatabase['threads'];
type CommentRow = ReviewDatabase['comments'];

export const threadOf = ({ anchor, needsAnswer, ...row }: ThreadRow): ThreadRecord => {
  const { version: _, lastCommentBy: __, lastCommentAt: ___, ...thread } = row;
  return { ...thread, anchor: fromJson<ThreadRecord['anchor']>(anchor), needsAnswer: needsAnswer === 1 };
};

export const commentOf = ({
  mentions,
  sessionId: _,
  number: __,
  version: ___,
  byAgent,
  ...row
}: CommentRow): CommentRecord => ({
  ...row,
  byAgent: byAgent === 1,
  mentions: fromJson<string[]>(mentions),
});

/** Comments of a thread that are newer than a version, or changed since; oldest first. */
export async function readComments(
  db: Kysely<Database>,
  threadId: string,
  after = 0,
): Promise<CommentRecord[]> {
  const rows = await db
    .selectFrom('comments')
    .selectAll()
    .where('threadId', '=', threadId)
    .where('version', '>', after)
    .orderBy('number')
    .execute();
  return rows.map(commentOf);
}

/** Reading threads. */
export const discussionStore = ({
  db,
}: OpenDatabase): Pick<ThreadStore, 'find' | 'findComment' | 'list' | 'changedAfter' | 'commentsAfter'> => ({
  async find(sessionId, threadId) {
    const row = await db
      .selectFrom('threads')
      .selectAll()
      .where('sessionId', '=', sessionId)
      .where('threadId', '=', threadId)
      .executeTakeFirst();
    return row && { ...threadOf(row), comments: await readComments(db, threadId) };
  },

  async findComment(sessionId, threadId, commentId) {
    const row = await db
      .selectFrom('comments')
      .selectAll()
      .where('commentId', '=', commentId)
      .where('sessionId', '=', sessionId)
      .where('threadId', '=', threadId)
      .executeTakeFirst();
    return row && commentOf(row);
  },

  async list(sessionId, { after, limit, bytes, state }) {
    let query = db
      .selectFrom('threads')
      .selectAll()
      .where('sessionId', '=', sessionId)
      .where('number', '>', after);
    if (state) query = query.where('state', '=', state);
    const rows = await query
      .orderBy('number')
      .limit(limit + 1)
      .execute();
    const threads: DiscussedThread[] = [];
    let size = 0;
    for (const row of rows.slice(0, limit)) {
      const comments = await readComments(db, row.threadId);
      size += comments.reduce((sum, { body }) => sum + body.length, 200);
      if (threads.length > 0 && size > bytes) return { threads, more: true };
      threads.push({ ...threadOf(row), comments });
    }
    return { threads, more: rows.length > limit };
  },

  async changedAfter(sessionId, version) {
    const rows = await db
      .selectFrom('threads')
      .selectAll()
      .where('sessionId', '=', sessionId)
      .where('version', '>', version)
      .orderBy('version')
      .execute();
    return rows.map(threadOf);
  },

  commentsAfter: (threadId, version) => readComments(db, threadId, version),
});
