import { type Kysely, sql } from 'kysely';
import type { RedactionJobRecord, RedactionJobStore } from '../../domain/redaction/job-ports.ts';
import { Undo, undoable } from '../connection/transaction.ts';
import { waitFor } from '../connection/wait.ts';
import type { Database, OpenDatabase } from '../database.ts';
import { sessionColumns } from '../session-row.ts';

const recordOf = ({ found, ...row }: Database['redactionJobs']): RedactionJobRecord => ({
  ...row,
  found: JSON.parse(found) as RedactionJobRecord['found'],
});

type Scope = Pick<RedactionJobRecord, 'organizationId' | 'isAdmin' | 'requestedBy'>;

/** Its sessions: all of the organization, or those of whoever asked. */
const sessionsOf = (db: Kysely<Database>, { organizationId, isAdmin, requestedBy }: Scope) => {
  const all = db.selectFrom('sessions').where('organizationId', '=', organizationId);
  return isAdmin === 1 ? all : all.where('authorUserId', '=', requestedBy);
};

export const redactionJobStore = ({ db, engine }: OpenDatabase): RedactionJobStore => ({
  begin: (wanted) =>
    db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('redactionJobs')
        .set({ state: 'cancelled', sealed: null, finishedAt: wanted.requestedAt })
        .where('organizationId', '=', wanted.organizationId)
        .where('requestedBy', '=', wanted.requestedBy)
        .where('state', 'in', ['looking', 'looked'])
        .execute();
      const { count } = await sessionsOf(transaction, wanted)
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow();
      const job = { ...wanted, total: Number(count) };
      await transaction
        .insertInto('redactionJobs')
        .values({ ...job, found: JSON.stringify(job.found) })
        .execute();
      return job;
    }),

  async find(organizationId, jobId) {
    const row = await db
      .selectFrom('redactionJobs')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('jobId', '=', jobId)
      .executeTakeFirst();
    return row && recordOf(row);
  },

  async list(organizationId, requestedBy, limit) {
    let jobs = db.selectFrom('redactionJobs').selectAll().where('organizationId', '=', organizationId);
    if (requestedBy !== undefined) jobs = jobs.where('requestedBy', '=', requestedBy);
    const rows = await jobs.orderBy('requestedAt', 'desc').orderBy('jobId', 'desc').limit(limit).execute();
    return rows.map(recordOf);
  },

  open: async (limit) =>
    (
      await db
        .selectFrom('redactionJobs')
        .selectAll()
        .where('finishedAt', 'is', null)
        .where('isThrough', '=', 0)
        .where('state', 'in', ['looking', 'redacting'])
        .orderBy('requestedAt')
        .limit(limit)
        .execute()
    ).map(recordOf),

  confirm: (job, reason, most) =>
    undoable<RedactionJobRecord | 'limit' | undefined>(db, async (transaction) => {
      const { organizationId, jobId } = job;
      await waitFor(transaction, engine, `redactions of ${organizationId}`, 'end');
      const { count } = await transaction
        .selectFrom('redactionJobs')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('organizationId', '=', organizationId)
        .where('state', '=', 'redacting')
        .executeTakeFirstOrThrow();
      if (Number(count) >= most) throw new Undo('limit' as const);
      const total = await sessionsOf(transaction, job)
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow();
      const row = await transaction
        .updateTable('redactionJobs')
        .set({
          ...{ state: 'redacting', reason, total: Number(total.count) },
          ...{ cursor: 0, isThrough: 0, looked: 0, sessions: 0, places: 0, held: 0, kept: 0, found: '[]' },
        })
        .where('jobId', '=', jobId)
        .where('state', '=', 'looked')
        .returningAll()
        .executeTakeFirst();
      return row && recordOf(row);
    }),

  async cancel(jobId, at) {
    const { numUpdatedRows } = await db
      .updateTable('redactionJobs')
      .set({ state: 'cancelled', sealed: null, finishedAt: at })
      .where('jobId', '=', jobId)
      .where('state', 'in', ['looking', 'looked'])
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  },

  next: (job, limit) =>
    sessionsOf(db, job)
      .select(sessionColumns)
      .select(sql<number>`session_pk`.as('sessionPk'))
      .where(sql<boolean>`session_pk > ${job.cursor}`)
      .orderBy('sessionPk')
      .limit(limit)
      .execute(),

  async advance(job, { state, cursor, isThrough, looked, sessions, places, held, kept, found }) {
    const { numUpdatedRows } = await db
      .updateTable('redactionJobs')
      .set({
        ...{ state, cursor, isThrough, looked, sessions, places, held, kept },
        found: JSON.stringify(found),
      })
      .where('jobId', '=', job.jobId)
      .where('state', '=', job.state)
      .where('cursor', '=', job.cursor)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  },

  async said(sessionId) {
    const { rows } = await sql<{ said: string | null }>`
      select title as said from sessions where session_id = ${sessionId}
      union all select title from session_titles where session_id = ${sessionId}
      union all select anchor from threads where session_id = ${sessionId}
      union all select body from comments where session_id = ${sessionId}
      union all select body from reviews where session_id = ${sessionId}
      union all select dismissed_reason from reviews where session_id = ${sessionId}
      union all select note from finding_dispositions where session_id = ${sessionId}
      union all select note from assignments where session_id = ${sessionId}
      union all select subject from ticks where session_id = ${sessionId}
      union all select label from session_labels where session_id = ${sessionId}`.execute(db);
    return rows.flatMap(({ said }) => said ?? []);
  },

  async settle(at, unconfirmedSince) {
    await db
      .updateTable('redactionJobs')
      .set({ state: 'redacted', sealed: null, finishedAt: at })
      .where('state', '=', 'redacting')
      .where('isThrough', '=', 1)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('redactions')
              .select('redactionId')
              .whereRef('redactions.jobId', '=', 'redactionJobs.jobId')
              .where('erasedAt', 'is', null),
          ),
        ),
      )
      .execute();
    await db
      .updateTable('redactionJobs')
      .set({ state: 'cancelled', sealed: null, finishedAt: at })
      .where('state', '=', 'looked')
      .where('requestedAt', '<', unconfirmedSince)
      .execute();
  },
});
