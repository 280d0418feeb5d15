import { sql } from 'kysely';
import { keptSql } from '../../domain/legal-hold/kept.ts';
import type {
  DataRequestRecord,
  DataRequestStore,
  GrantedRequest,
} from '../../domain/own-data/request-ports.ts';
import type { SessionRecord } from '../../domain/records.ts';
import type { OpenDatabase } from '../database.ts';
import { noteKeptOnce } from '../legal-hold/legal-hold.ts';
import { sessionColumns } from '../session-row.ts';

/** The sessions `s` that a request is about: those of the member that were there when it was granted. */
const isAbout = (
  { organizationId, userId }: Pick<GrantedRequest, 'organizationId' | 'userId'>,
  until: number,
) =>
  sql<boolean>`s.organization_id = ${organizationId} and s.author_user_id = ${userId} and s.created_at <= ${until}`;

export const dataRequestStore = ({ db }: OpenDatabase): DataRequestStore => ({
  ask: (request, audited) =>
    db.transaction().execute(async (transaction) => {
      const added = await transaction
        .insertInto('dataRequests')
        .values(request)
        .onConflict((conflict) => conflict.doNothing())
        .returning('requestId')
        .executeTakeFirst();
      if (added) {
        await transaction.insertInto('auditLog').values(audited).execute();
        return { request, isNew: true };
      }
      const waits = await transaction
        .selectFrom('dataRequests')
        .selectAll()
        .where('userId', '=', request.userId)
        .where('state', '=', 'asked')
        .executeTakeFirstOrThrow();
      return { request: waits, isNew: false };
    }),

  find: (organizationId, requestId) =>
    db
      .selectFrom('dataRequests')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('requestId', '=', requestId)
      .executeTakeFirst(),

  list: (organizationId, userId, limit) => {
    const all = db.selectFrom('dataRequests').selectAll().where('organizationId', '=', organizationId);
    return (userId === undefined ? all : all.where('userId', '=', userId))
      .orderBy('askedAt', 'desc')
      .orderBy('requestId', 'desc')
      .limit(limit)
      .execute();
  },

  decide: (requestId, decision, audited) =>
    db.transaction().execute(async (transaction) => {
      const decided = await transaction
        .updateTable('dataRequests')
        .set(decision)
        .where('requestId', '=', requestId)
        .where('state', '=', 'asked')
        .returningAll()
        .executeTakeFirst();
      if (decided) await transaction.insertInto('auditLog').values(audited).execute();
      return decided;
    }),

  open: async (limit) =>
    (await db
      .selectFrom('dataRequests')
      .selectAll()
      .where('state', '=', 'granted')
      .orderBy('decidedAt')
      .limit(limit)
      .execute()) as (DataRequestRecord & GrantedRequest)[],

  next: async (request, at, limit) =>
    (await db
      .selectFrom('sessions as s')
      .select(sessionColumns)
      .where(isAbout(request, request.decidedAt))
      .where(sql<boolean>`not ${sql.raw(keptSql(String(at)))}`)
      .orderBy('s.sessionId')
      .limit(limit)
      .execute()) as SessionRecord[],

  async left(request, until) {
    const { count } = await db
      .selectFrom('sessions as s')
      .select(({ fn }) => fn.countAll().as('count'))
      .where(isAbout(request, until))
      .executeTakeFirstOrThrow();
    return Number(count);
  },

  comments: ({ organizationId, userId, decidedAt }, after, limit) =>
    db
      .selectFrom('comments as c')
      .innerJoin('sessions as s', 's.sessionId', 'c.sessionId')
      .select(['c.commentId', 'c.sessionId'])
      .where('s.organizationId', '=', organizationId)
      .where('c.writtenBy', '=', userId)
      .where('c.deletedAt', 'is', null)
      .where('c.createdAt', '<=', decidedAt)
      .where('c.commentId', '>', after)
      .orderBy('c.commentId')
      .limit(limit)
      .execute(),

  async advance(requestId, { sessions = 0, comments = 0, kept }) {
    await db
      .updateTable('dataRequests')
      .set((row) => ({
        sessions: row('sessions', '+', sessions),
        comments: row('comments', '+', comments),
        ...(kept !== undefined && { kept }),
      }))
      .where('requestId', '=', requestId)
      .execute();
  },

  noteKept: (request, at, limit, audited) =>
    noteKeptOnce(db, isAbout(request, request.decidedAt), { at, limit, audited }),

  async finish(requestId, at) {
    await db
      .updateTable('dataRequests')
      .set({ state: 'done', endedAt: at })
      .where('requestId', '=', requestId)
      .where('state', '=', 'granted')
      .execute();
  },
});
