import { sql } from 'kysely';
import type { SessionStore } from '../domain/ports.ts';
import type { SessionRecord } from '../domain/session.ts';
import type { OpenDatabase } from './database.ts';
import { Undo, undoable } from './transaction.ts';

export const sessionColumns = [
  'sessionId',
  'organizationId',
  'environmentId',
  'installationId',
  'agentId',
  'status',
  'secretEnvironment',
  'title',
  'repoRoot',
  'gitBranch',
  'externalId',
  'continuesSessionId',
  'startedAt',
  'endedAt',
  'eventCount',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof SessionRecord)[];

/** `%` and `_` in what somebody searches for mean themselves. */
const likePart = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

export const sessionStore = ({ db }: OpenDatabase): SessionStore => ({
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
      await transaction.insertInto('sessions').values(session).execute();
      return 'opened' as const;
    }),

  findOpening: (organizationId, keyHash) =>
    db
      .selectFrom('sessionOpenings')
      .select(['sessionId', 'fingerprint'])
      .where('organizationId', '=', organizationId)
      .where('keyHash', '=', keyHash)
      .executeTakeFirst(),

  list(organizationId, filter) {
    let query = db.selectFrom('sessions').select(sessionColumns).where('organizationId', '=', organizationId);
    if (filter.status !== undefined) query = query.where('status', '=', filter.status);
    if (filter.agentId !== undefined) query = query.where('agentId', '=', filter.agentId);
    if (filter.environmentId !== undefined) query = query.where('environmentId', '=', filter.environmentId);
    if (filter.installationId !== undefined)
      query = query.where('installationId', '=', filter.installationId);
    if (filter.secretEnvironment !== undefined) {
      query = query.where('secretEnvironment', '=', filter.secretEnvironment);
    }
    if (filter.repoRoot !== undefined) query = query.where('repoRoot', '=', filter.repoRoot);
    if (filter.startedAfter !== undefined) query = query.where('startedAt', '>', filter.startedAfter);
    if (filter.startedBefore !== undefined) query = query.where('startedAt', '<', filter.startedBefore);
    if (filter.titlePart !== undefined) {
      // The database lowers both: in its C locale PostgreSQL knows only ASCII, and one side alone would never match.
      query = query.where(sql<boolean>`lower(title) like lower(${likePart(filter.titlePart)}) escape '\\'`);
    }
    const { before } = filter;
    if (before) {
      query = query.where((row) =>
        row(row.refTuple('startedAt', 'sessionId'), '<', row.tuple(before.startedAt, before.sessionId)),
      );
    }
    return query.orderBy('startedAt', 'desc').orderBy('sessionId', 'desc').limit(filter.limit).execute();
  },

  find: (organizationId, sessionId) =>
    db
      .selectFrom('sessions')
      .select(sessionColumns)
      .where('organizationId', '=', organizationId)
      .where('sessionId', '=', sessionId)
      .executeTakeFirst(),

  endedBefore: (at, limit) =>
    db
      .selectFrom('sessions')
      .select(sessionColumns)
      .where('endedAt', '<', at)
      .where('status', '!=', 'active')
      .orderBy('endedAt')
      .limit(limit)
      .execute(),

  async delete(sessionId) {
    await db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('sessionOpenings').where('sessionId', '=', sessionId).execute();
      await transaction.deleteFrom('sessions').where('sessionId', '=', sessionId).execute();
    });
  },
});
