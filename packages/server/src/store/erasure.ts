import { type Kysely, sql, type Transaction } from 'kysely';
import { droppedSql } from '../domain/legal-hold/kept.ts';
import type { ErasureStore } from '../domain/session/ports.ts';
import { Undo, undoable } from './connection/transaction.ts';
import { waitFor } from './connection/wait.ts';
import type { Database, Engine, OpenDatabase } from './database.ts';
import { keptUntil } from './legal-hold/legal-hold.ts';
import { deleteReports } from './link/report.ts';

export const erasureStore = ({ db, engine }: OpenDatabase, scrub: ErasureStore['scrub']): ErasureStore => ({
  scrub,
  remains: engine === 'postgres' ? ['backups', 'database_files'] : ['backups'],

  begin: (wanted, audited) =>
    undoable(db, async (transaction) => {
      const { sessionId, organizationId } = wanted;
      const kept = await keptUntil(transaction, engine, wanted, wanted.requestedAt);
      const isGone =
        kept !== undefined &&
        wanted.reason === 'retention' &&
        (await isDropped(transaction, engine, sessionId));
      if (kept !== undefined && !isGone) throw new Undo({ keptUntil: kept });
      // By the record alone they would wait for each other: who says something holds it and may then have to change it,
      // which a deletion that waits for it does not allow.
      await waitFor(transaction, engine, sessionId, 'end');
      const session = await placeOf(transaction, engine, organizationId, sessionId);
      if (!session) throw new Undo(undefined);
      const erasure = { ...wanted, ...session, removedAt: null, erasedAt: null };
      await transaction.insertInto('erasures').values(erasure).execute();
      const told = await deleteSaid(transaction, sessionId);
      await transaction.deleteFrom('seals').where('sessionPk', '=', session.sessionPk).execute();
      // Every append looks for this row in the transaction that stores: from here on it finds none.
      await transaction.deleteFrom('sessions').where('sessionId', '=', sessionId).execute();
      if (audited) await transaction.insertInto('auditLog').values(audited).execute();
      return { erasure, told };
    }),

  find: (organizationId, sessionId) =>
    db
      .selectFrom('erasures')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('sessionId', '=', sessionId)
      .executeTakeFirst(),

  pending: (limit) =>
    db
      .selectFrom('erasures')
      .selectAll()
      .where('erasedAt', 'is', null)
      .orderBy('requestedAt')
      .limit(limit)
      .execute(),

  async setRemoved(sessionId, at) {
    await db.updateTable('erasures').set({ removedAt: at }).where('sessionId', '=', sessionId).execute();
  },

  async setErased(sessionIds, at) {
    if (sessionIds.length === 0) return;
    await db.transaction().execute(async (transaction) => {
      // Nobody asked for these, so nobody asks what became of them.
      await transaction
        .deleteFrom('erasures')
        .where('sessionId', 'in', sessionIds)
        .where('reason', '=', 'retention')
        .execute();
      await transaction
        .updateTable('erasures')
        .set({ erasedAt: at })
        .where('sessionId', 'in', sessionIds)
        .execute();
    });
  },
});

/** Whether retention has dropped its month before somebody wanted it kept: then there is nothing to keep any more. */
async function isDropped(transaction: Kysely<Database>, engine: Engine, sessionId: string): Promise<boolean> {
  if (engine !== 'postgres') return false;
  const { rows } = await sql`
    select 1 from sessions s where s.session_id = ${sessionId} and ${sql.raw(droppedSql)}`.execute(
    transaction,
  );
  return rows.length > 0;
}

/** Locks the record, unless told otherwise, and tells where its events lie. */
export async function placeOf(
  transaction: Kysely<Database>,
  engine: Engine,
  organizationId: string,
  sessionId: string,
  { isLocked } = { isLocked: true },
): Promise<{ sessionPk: number; bucket: number | null; eventCount: number } | undefined> {
  const bucket = sql.raw(engine === 'postgres' ? 'bucket' : 'null');
  const lock = sql.raw(engine === 'postgres' && isLocked ? 'for update' : '');
  const { rows } = await sql<{ sessionPk: number; bucket: number | null; eventCount: number }>`
    select session_pk, ${bucket} as bucket, event_count from sessions
    where session_id = ${sessionId} and organization_id = ${organizationId} ${lock}`.execute(transaction);
  return rows[0];
}

/** What was said and told about a session in tables that do not hang on its record; returns who was told. */
async function deleteSaid(transaction: Transaction<Database>, sessionId: string): Promise<string[]> {
  const told = await transaction
    .deleteFrom('notifications')
    .where('sessionId', '=', sessionId)
    .returning('userId')
    .execute();
  await deleteReports(transaction, sessionId);
  await transaction.deleteFrom('sessionOpenings').where('sessionId', '=', sessionId).execute();
  await transaction.deleteFrom('sessionTitles').where('sessionId', '=', sessionId).execute();
  await transaction.deleteFrom('findingDispositions').where('sessionId', '=', sessionId).execute();
  await transaction.deleteFrom('findingsRevisions').where('subjectId', '=', sessionId).execute();
  return [...new Set(told.map(({ userId }) => userId))];
}

/**
 * Whether a session is there; on PostgreSQL it stays until the end of the transaction. Whoever deletes it waits, and
 * then takes along what the transaction writes about it.
 */
export async function lockSession(
  transaction: Kysely<Database>,
  engine: Engine,
  sessionId: string,
  organizationId?: string,
): Promise<boolean> {
  await waitFor(transaction, engine, sessionId, 'say');
  let exists = transaction.selectFrom('sessions').select('sessionId').where('sessionId', '=', sessionId);
  if (organizationId !== undefined) exists = exists.where('organizationId', '=', organizationId);
  const found = await (engine === 'postgres' ? exists.forKeyShare() : exists).executeTakeFirst();
  return found !== undefined;
}
