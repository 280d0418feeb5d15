import { sql } from 'kysely';
import { droppedSql, keptSql } from '../domain/legal-hold/kept.ts';
import type { PendingStart, SessionRecord } from '../domain/records.ts';
import type { SessionStore } from '../domain/session/ports.ts';
import { Undo, undoable } from './connection/transaction.ts';
import type { Engine, OpenDatabase } from './database.ts';
import { raise } from './findings/finding.ts';
import { inScope } from './retention/scope.ts';
import { sessionList } from './session-list/session-list.ts';
import { selectedSession, sessionColumns } from './session-row.ts';

/** `start_repair` of a session whose start is right and whose derived data is not yet; 1 before that. */
const startIsSet = 2;

const selectSession = `select ${selectedSession} from sessions s where s.organization_id = $1 and s.session_id = $2`;

/** What a legal hold keeps stays, but for events that were dropped before somebody wanted them kept. */
const notKept = (engine: Engine, at: number) =>
  sql<boolean>`${sql.raw(`(not ${keptSql(String(at))}${engine === 'postgres' ? ` or ${droppedSql}` : ''})`)}`;

export const sessionStore = ({ db, rows, lookUp, engine }: OpenDatabase): SessionStore => ({
  open: (session, key) =>
    undoable(db, async (transaction) => {
      if (key) {
        const row = { ...key, organizationId: session.organizationId, sessionId: session.sessionId };
        const claimed = await transaction
          .insertInto('sessionOpenings')
          .values(row)
          .onConflict((conflict) => conflict.columns(['organizationId', 'keyHash']).doNothing())
          .returning('sessionId')
          .executeTakeFirst();
        if (!claimed) {
          const first = await transaction
            .selectFrom('sessionOpenings')
            .select(['sessionId', 'fingerprint'])
            .where('organizationId', '=', session.organizationId)
            .where('keyHash', '=', key.keyHash)
            .executeTakeFirstOrThrow();
          throw new Undo(first);
        }
      }
      await transaction
        .insertInto('sessions')
        .values((row) => ({
          ...session,
          // In the step that stores: the machine may have got its key since somebody looked.
          isKeyed: row
            .selectFrom('environments')
            .select(sql<number>`case when keyed_at is null then 0 else 1 end`.as('isKeyed'))
            .where('environmentId', '=', session.environmentId),
        }))
        .execute();
      return 'opened' as const;
    }),

  findOpening: (organizationId, keyHash) =>
    db
      .selectFrom('sessionOpenings')
      .select(['sessionId', 'fingerprint'])
      .where('organizationId', '=', organizationId)
      .where('keyHash', '=', keyHash)
      .executeTakeFirst(),

  ...sessionList({ rows, engine }),

  repositories: (organizationId, limit) =>
    rows(
      `select r.repo_root as "repoRoot", r.sessions, coalesce(s.repository, r.repo_root) as repository,
          s.started_at as "lastStartedAt",
          (select max(e.repo_remote) from environments e
            where e.organization_id = $1 and e.repo_root = r.repo_root) as "repoRemote"
        from repository_roots r join sessions s on s.session_pk = (
          select n.session_pk from sessions n where n.organization_id = $1 and n.repo_root = r.repo_root
            order by n.started_at desc, n.session_id desc limit 1)
        where r.organization_id = $1 order by s.started_at desc, r.repo_root limit $2`,
      [organizationId, limit],
    ),

  find: (organizationId, sessionId) => lookUp<SessionRecord>(selectSession, [organizationId, sessionId]),

  async findAll(organizationId, sessionIds) {
    if (sessionIds.length === 0) return new Map();
    const found = await db
      .selectFrom('sessions')
      .select(sessionColumns)
      .where('organizationId', '=', organizationId)
      .where('sessionId', 'in', sessionIds)
      .execute();
    return new Map(found.map((session) => [session.sessionId, session]));
  },

  endedBefore: (before, at, limit, scope) =>
    db
      .selectFrom('sessions as s')
      .select(sessionColumns)
      .where('endedAt', '<', before)
      .where('updatedAt', '<', before)
      .where('status', '!=', 'active')
      .where(notKept(engine, at))
      .where(inScope(scope))
      .orderBy('endedAt')
      .limit(limit)
      .execute(),

  silentSince: (at, limit, scope) =>
    db
      .selectFrom('sessions as s')
      .select(sessionColumns)
      .where('status', '=', 'active')
      .where('updatedAt', '<', at)
      .where(inScope(scope))
      .orderBy('updatedAt')
      .limit(limit)
      .execute(),

  async pendingStarts(after, limit) {
    const found = await rows<Omit<PendingStart, 'isSet'> & { startRepair: number }>(
      `select s.session_pk as "sessionPk", s.session_id as "sessionId", s.created_at as "createdAt",
        s.start_repair as "startRepair" from sessions s
        where s.start_repair is not null and s.session_pk > $1 order by s.session_pk limit $2`,
      [after, limit],
    );
    return found.map(({ startRepair, ...session }) => ({ ...session, isSet: startRepair === startIsSet }));
  },

  async setStart(sessionId, startedAt) {
    await db
      .updateTable('sessions')
      .set({ startedAt, startedAtSource: 'record', startRepair: startIsSet })
      .where('sessionId', '=', sessionId)
      .execute();
  },

  async endStartRepair(sessionId) {
    await db.updateTable('sessions').set({ startRepair: null }).where('sessionId', '=', sessionId).execute();
  },

  rename: ({ organizationId, sessionId }, given, before, most) =>
    db.transaction().execute(async (transaction) => {
      const renamed = await transaction
        .updateTable('sessions')
        .set({ title: given.title })
        .where('organizationId', '=', organizationId)
        .where('sessionId', '=', sessionId)
        .returning('sessionId')
        .executeTakeFirst();
      if (!renamed) return false;
      const { number } = await transaction
        .selectFrom('sessionTitles')
        .select(sql<number>`coalesce(max(number), 0)`.as('number'))
        .where('sessionId', '=', sessionId)
        .executeTakeFirstOrThrow();
      const last = Number(number);
      const rows = last === 0 ? [before, given] : [given];
      await transaction
        .insertInto('sessionTitles')
        .values(rows.map((row, at) => ({ ...row, organizationId, sessionId, number: last + at + 1 })))
        .execute();
      await transaction
        .deleteFrom('sessionTitles')
        .where('sessionId', '=', sessionId)
        .where('number', '>', 1)
        .where('number', '<=', last + rows.length - (most - 1))
        .execute();
      await raise(transaction, sessionId);
      return true;
    }),

  titles: (sessionId) =>
    db
      .selectFrom('sessionTitles')
      .select(['title', 'givenBy', 'givenAt'])
      .where('sessionId', '=', sessionId)
      .orderBy('number')
      .execute(),

  async giveAuthor(sessionId, userId) {
    await db
      .updateTable('sessions')
      .set({ authorUserId: userId })
      .where('sessionId', '=', sessionId)
      .where('authorUserId', 'is', null)
      .execute();
  },
});
