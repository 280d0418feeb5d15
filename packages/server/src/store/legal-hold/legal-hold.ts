import { type Kysely, type RawBuilder, sql } from 'kysely';
import { inForceSql, keepingSql, keptSql } from '../../domain/legal-hold/kept.ts';
import type { LegalHoldStore } from '../../domain/legal-hold/ports.ts';
import type { AuditRecord } from '../../domain/records.ts';
import { Undo, undoable } from '../connection/transaction.ts';
import { waitFor } from '../connection/wait.ts';
import type { Database, Engine, OpenDatabase } from '../database.ts';
import { inScope } from '../retention/scope.ts';

const lockOf = (organizationId: string): string => `legal hold ${organizationId}`;

/**
 * Until when a session is kept; asked in the transaction that begins to delete or change it. A hold that is being set
 * waits until that is over, and what comes later waits for the hold.
 */
export async function keptUntil(
  transaction: Kysely<Database>,
  engine: Engine,
  { organizationId, sessionId }: { organizationId: string; sessionId: string },
  at: number,
): Promise<number | undefined> {
  await waitFor(transaction, engine, lockOf(organizationId), 'say');
  return keepingNow(transaction, { organizationId, sessionId }, at);
}

const numberOrNone = (rows: { until: unknown }[]): number | undefined =>
  rows[0]?.until == null ? undefined : Number(rows[0].until);

async function keepingNow(
  db: Kysely<Database>,
  { organizationId, sessionId }: { organizationId: string; sessionId: string },
  at: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ until: unknown }>`
    select (select max(h.until) from ${sql.raw(keepingSql(String(at)))}) as until from sessions s
    where s.session_id = ${sessionId} and s.organization_id = ${organizationId}`.execute(db);
  return numberOrNone(rows);
}

export const legalHoldStore = ({ db, engine }: OpenDatabase): LegalHoldStore => ({
  set: (hold, most, audited) =>
    undoable(db, async (transaction) => {
      await waitFor(transaction, engine, lockOf(hold.organizationId), 'end');
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from legal_holds h where h.organization_id = ${hold.organizationId}
          and ${sql.raw(inForceSql(String(hold.setAt)))}`.execute(transaction);
      if (Number(rows[0]?.count) >= most) throw new Undo(false);
      await transaction.insertInto('legalHolds').values(hold).execute();
      await transaction.insertInto('auditLog').values(audited).execute();
      return true;
    }),

  find: (organizationId, legalHoldId) =>
    db
      .selectFrom('legalHolds')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('legalHoldId', '=', legalHoldId)
      .executeTakeFirst(),

  async list(organizationId, at, limit) {
    const isInForce = sql.raw(`case when ${inForceSql(String(at))} then 1 else 0 end`);
    const found = await db
      .selectFrom('legalHolds as h')
      .selectAll('h')
      .select(
        sql<number>`(select count(*) from sessions s where s.organization_id = ${organizationId} and ${isInForce} = 1
          and ((h.kind = 'session' and s.session_id = h.subject) or (h.kind = 'repository' and s.repository = h.subject)
            or (h.kind = 'member' and s.author_user_id = h.subject)))`.as('sessions'),
      )
      .where('h.organizationId', '=', organizationId)
      .orderBy(isInForce, 'desc')
      .orderBy('h.setAt', 'desc')
      .orderBy('h.legalHoldId', 'desc')
      .limit(limit)
      .execute();
    return found.map((hold) => ({ ...hold, sessions: Number(hold.sessions) }));
  },

  keeps: (organizationId, sessionId, at) => keepingNow(db, { organizationId, sessionId }, at),

  async keepsMember(userId, at) {
    const { rows } = await sql<{ organizationId: string; until: unknown }>`
      select h.organization_id as "organizationId", h.until from legal_holds h where h.kind = 'member'
        and h.subject = ${userId} and ${sql.raw(inForceSql(String(at)))} order by h.until desc limit 1`.execute(
      db,
    );
    const until = numberOrNone(rows);
    return rows[0] && until !== undefined ? { organizationId: rows[0].organizationId, until } : undefined;
  },

  async keepsAnything(organizationId, at) {
    const { rows } = await sql<{ until: unknown }>`
      select max(h.until) as until from legal_holds h where h.organization_id = ${organizationId}
        and ${sql.raw(inForceSql(String(at)))}`.execute(db);
    return numberOrNone(rows);
  },

  async count(organizationId, userId, at) {
    const { rows } = await sql<{ inForce: unknown; mine: unknown }>`
      select count(*) as "inForce", count(case when h.kind = 'member' and h.subject = ${userId} then 1 end) as mine
      from legal_holds h where h.organization_id = ${organizationId} and ${sql.raw(inForceSql(String(at)))}`.execute(
      db,
    );
    return { inForce: Number(rows[0]?.inForce ?? 0), mine: Number(rows[0]?.mine ?? 0) };
  },

  change: (before, after, audited) =>
    undoable(db, async (transaction) => {
      const changed = await transaction
        .updateTable('legalHolds')
        .set(after)
        .where('legalHoldId', '=', before.legalHoldId)
        .where('liftedAt', 'is', null)
        .where('liftAskedBy', 'is not distinct from', before.liftAskedBy)
        .where('liftAskedAt', 'is not distinct from', before.liftAskedAt)
        .executeTakeFirst();
      if (Number(changed.numUpdatedRows) === 0) throw new Undo(false);
      await transaction.insertInto('auditLog').values(audited).execute();
      return true;
    }),

  noteKept: (before, at, limit, audited, scope) =>
    noteKeptOnce(
      db,
      sql<boolean>`s.ended_at < ${before} and s.updated_at < ${before} and s.status <> 'active'
        and ${inScope(scope)}`,
      { at, limit, audited },
    ),
});

/** Sessions `s` that would be deleted and that a legal hold keeps, each told once: the audit log is written with it. */
export const noteKeptOnce = (
  db: Kysely<Database>,
  condition: RawBuilder<boolean>,
  {
    at,
    limit,
    audited,
  }: {
    at: number;
    limit: number;
    audited: (session: { organizationId: string; sessionId: string }) => AuditRecord;
  },
): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ organizationId: string; sessionId: string }>`
      select s.organization_id as "organizationId", s.session_id as "sessionId" from sessions s
      where ${condition} and ${sql.raw(keptSql(String(at)))}
        and not exists (select 1 from legal_hold_kept k where k.session_id = s.session_id)
      limit ${limit}`.execute(transaction);
    let noted = 0;
    for (const session of rows) {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('legalHoldKept')
        .values({ sessionId: session.sessionId, keptAt: at })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows !== 1n) continue;
      await transaction.insertInto('auditLog').values(audited(session)).execute();
      noted++;
    }
    return noted;
  });

/** A hold on a folder goes on with the remote that it turns out to be of. */
export async function adoptHolds(
  transaction: Kysely<Database>,
  organizationId: string,
  from: string,
  to: string,
): Promise<void> {
  await transaction
    .updateTable('legalHolds')
    .set({ subject: to })
    .where('organizationId', '=', organizationId)
    .where('kind', '=', 'repository')
    .where('subject', '=', from)
    .execute();
}
