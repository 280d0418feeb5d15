import { type Kysely, sql } from 'kysely';
import { markBytes, saltBytes } from '../../domain/chain/mark.ts';
import type { ChainHead, ChainStore, NextEntry, UnsealedSession } from '../../domain/chain/ports.ts';
import { Undo, undoable } from '../connection/transaction.ts';
import type { Database, Engine, OpenDatabase } from '../database.ts';

export const chainStore = (
  { db, engine }: OpenDatabase,
  sealEvents: ChainStore['sealEvents'],
): ChainStore => ({
  sealEvents,

  head: () => headOf(db),

  find: (number) =>
    db
      .selectFrom('chainEntries')
      .select(['number', 'digest', 'at'])
      .where('number', '=', number)
      .executeTakeFirst(),

  async beginning() {
    const { rows } = await sql<{ last: number | null }>`select max(session_pk) as last from sessions`.execute(
      db,
    );
    const redactions = await db.selectFrom('redactions').select('redactionId').execute();
    return {
      lastSession: rows[0]?.last ?? 0,
      redactions: redactions.map(({ redactionId }) => redactionId),
    };
  },

  append: (next) =>
    db.transaction().execute(async (transaction) => {
      await takeTurn(transaction, engine);
      return append(transaction, next);
    }),

  unsealed: async (sessionIds) =>
    sessionIds.length === 0
      ? []
      : unsealedOf(
          await sessionsWhere(db, engine, sql`where s.session_id in (${sql.join([...sessionIds])})`),
        ),

  async unsealedBelow(sessionPk, limit) {
    const rows = await sessionsWhere(
      db,
      engine,
      sql`where s.session_pk < ${sessionPk} order by s.session_pk desc limit ${limit}`,
    );
    return { found: unsealedOf(rows), next: rows.length < limit ? undefined : rows.at(-1)?.sessionPk };
  },

  seal: (sessions, next) =>
    undoable(db, async (transaction) => {
      await takeTurn(transaction, engine);
      const kept = new Set<string>();
      for (const { session, seals } of sessions) {
        if (!(await isAsItWas(transaction, engine, session))) continue;
        kept.add(session.sessionId);
        for (const { first, count, digest, marks } of seals)
          await transaction
            .insertInto('seals')
            .values({ sessionPk: session.sessionPk, firstSequence: first, count, digest, marks })
            .execute();
      }
      if (kept.size === 0) throw new Undo(0);
      await append(transaction, next(kept));
      return kept.size;
    }),

  redact: ({ sessionPk }, events, next) =>
    undoable(db, async (transaction) => {
      await takeTurn(transaction, engine);
      const sorted = events.toSorted((a, b) => a.sequence - b.sequence);
      const sealed: (typeof events)[number][] = [];
      let seal: Database['seals'] | undefined;
      let isChanged = false;
      const save = async () => {
        if (seal && isChanged)
          await transaction
            .updateTable('seals')
            .set({ marks: seal.marks })
            .where('sessionPk', '=', sessionPk)
            .where('firstSequence', '=', seal.firstSequence)
            .execute();
        isChanged = false;
      };
      for (const event of sorted) {
        if (!seal || event.sequence >= seal.firstSequence + seal.count) {
          await save();
          seal = await sealOf(transaction, sessionPk, event.sequence);
        }
        if (!seal || event.sequence < seal.firstSequence) continue;
        const at = event.sequence - seal.firstSequence;
        if (at >= seal.count) continue;
        seal.marks.set(event.salt.subarray(0, saltBytes), at * markBytes);
        isChanged = true;
        sealed.push(event);
      }
      await save();
      if (sealed.length === 0) throw new Undo(undefined);
      await append(transaction, next(sealed));
    }),
});

const headOf = (db: Kysely<Database>): Promise<ChainHead | undefined> =>
  db
    .selectFrom('chainEntries')
    .select(['number', 'digest', 'at'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();

/** One at a time, also of several servers: each entry names the one before it. */
async function takeTurn(transaction: Kysely<Database>, engine: Engine): Promise<void> {
  if (engine === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended('debrief chain', 0))`.execute(transaction);
}

async function append(transaction: Kysely<Database>, next: NextEntry): Promise<ChainHead> {
  const entry = next(await headOf(transaction));
  await transaction.insertInto('chainEntries').values(entry).execute();
  return entry;
}

async function sealOf(
  transaction: Kysely<Database>,
  sessionPk: number,
  sequence: number,
): Promise<Database['seals'] | undefined> {
  const seal = await transaction
    .selectFrom('seals')
    .selectAll()
    .where('sessionPk', '=', sessionPk)
    .where('firstSequence', '<=', sequence)
    .orderBy('firstSequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return seal && { ...seal, marks: Buffer.from(seal.marks) };
}

interface Row extends Omit<UnsealedSession, 'sealedTo' | 'head'> {
  sealedTo: number | null;
  head: string | null;
  isRewritten: number;
}

async function sessionsWhere(
  db: Kysely<Database>,
  engine: Engine,
  where: ReturnType<typeof sql>,
): Promise<Row[]> {
  const bucket = sql.raw(engine === 'postgres' ? 's.bucket' : 'null');
  const { rows } = await sql<Row>`
    select s.session_id, s.organization_id, s.session_pk, ${bucket} as bucket, s.event_count, s.redactions,
      (select l.first_sequence + l.count - 1 from seals l where l.session_pk = s.session_pk
        order by l.first_sequence desc limit 1) as sealed_to,
      (select l.digest from seals l where l.session_pk = s.session_pk
        order by l.first_sequence desc limit 1) as head,
      case when s.redactions > 0 and exists (select 1 from redactions r
        where r.session_id = s.session_id and r.rewritten_at is null) then 1 else 0 end as is_rewritten
    from sessions s ${where}`.execute(db);
  return rows;
}

/** While words are taken out of a session nothing of it is sealed. */
const unsealedOf = (rows: readonly Row[]): UnsealedSession[] =>
  rows
    .filter(({ eventCount, sealedTo, isRewritten }) => !isRewritten && eventCount > (sealedTo ?? 0))
    .map(({ isRewritten: _, sealedTo, head, ...row }) => ({
      ...row,
      sealedTo: sealedTo ?? 0,
      head: head ?? '',
    }));

/** On PostgreSQL whoever deletes it or takes words out of it then waits; whoever appends does not. */
async function isAsItWas(
  transaction: Kysely<Database>,
  engine: Engine,
  { sessionPk, sessionId, redactions, sealedTo }: UnsealedSession,
): Promise<boolean> {
  const record = transaction.selectFrom('sessions').select('redactions').where('sessionId', '=', sessionId);
  const found = await (engine === 'postgres' ? record.forKeyShare() : record).executeTakeFirst();
  if (found?.redactions !== redactions) return false;
  const last = await transaction
    .selectFrom('seals')
    .select(['firstSequence', 'count'])
    .where('sessionPk', '=', sessionPk)
    .orderBy('firstSequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (last ? last.firstSequence + last.count - 1 : 0) === sealedTo;
}
