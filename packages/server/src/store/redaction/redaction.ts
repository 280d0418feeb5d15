import type { Kysely } from 'kysely';
import type { RedactionRecord, RedactionStore } from '../../domain/redaction/ports.ts';
import { Undo, undoable } from '../connection/transaction.ts';
import { waitFor } from '../connection/wait.ts';
import type { Database, OpenDatabase } from '../database.ts';
import { lockSession, placeOf } from '../erasure.ts';
import { raise } from '../findings/finding.ts';
import { keptUntil } from '../legal-hold/legal-hold.ts';
import { remember, rememberedWords } from './remembered.ts';
import { strikeSaid } from './said.ts';

type Row = Database['redactions'];

const recordOf = ({ sequences, ...row }: Row): RedactionRecord => ({
  ...row,
  sequences: JSON.parse(sequences) as number[],
});

export const redactionStore = (
  { db, engine }: OpenDatabase,
  aside: Pick<RedactionStore, 'change' | 'secrets'>,
): RedactionStore => ({
  ...aside,

  async place(organizationId, sessionId) {
    const place = await placeOf(db, engine, organizationId, sessionId, { isLocked: false });
    return place && { organizationId, sessionId, sessionPk: place.sessionPk, bucket: place.bucket };
  },

  begin: (wanted, audited, words) =>
    undoable(db, async (transaction) => {
      const { sessionId, organizationId } = wanted;
      const kept = await keptUntil(transaction, engine, wanted, wanted.requestedAt);
      if (kept !== undefined) throw new Undo({ keptUntil: kept });
      await waitFor(transaction, engine, sessionId, 'end');
      // On PostgreSQL a fold that is being saved has the record: this waits for it, and removes later what it wrote.
      const session = await placeOf(transaction, engine, organizationId, sessionId);
      if (!session) throw new Undo(undefined);
      const { sessionPk, bucket } = session;
      const redaction = { ...wanted, sessionPk, bucket, rewrittenAt: null, erasedAt: null };
      const added = await transaction
        .insertInto('redactions')
        .values({ ...redaction, sequences: JSON.stringify(wanted.sequences) })
        .onConflict((conflict) => conflict.columns(['jobId', 'sessionId']).doNothing())
        .returning('redactionId')
        .executeTakeFirst();
      if (!added) throw new Undo('known' as const);
      await transaction
        .updateTable('sessions')
        .set((row) => ({ redactions: row('redactions', '+', 1) }))
        .where('sessionId', '=', sessionId)
        .execute();
      await remember(transaction, wanted, words);
      await transaction.insertInto('auditLog').values(audited).execute();
      return redaction;
    }),

  ...rememberedWords(db),

  list: async (organizationId, sessionId, limit) =>
    (
      await db
        .selectFrom('redactions')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .where('sessionId', '=', sessionId)
        .orderBy('requestedAt', 'desc')
        .orderBy('redactionId', 'desc')
        .limit(limit)
        .execute()
    ).map(recordOf),

  listAll: async (organizationId, limit) =>
    (
      await db
        .selectFrom('redactions')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .orderBy('requestedAt', 'desc')
        .orderBy('redactionId', 'desc')
        .limit(limit)
        .execute()
    ).map(recordOf),

  pending: async (limit) =>
    (
      await db
        .selectFrom('redactions')
        .selectAll()
        .where('erasedAt', 'is', null)
        .orderBy('requestedAt')
        .limit(limit)
        .execute()
    ).map(recordOf),

  setRewritten: (redaction, strike, at) =>
    undoable(db, async (transaction) => {
      const { redactionId, sessionId, organizationId, count, sequences } = redaction;
      if (!(await lockSession(transaction, engine, sessionId, organizationId))) throw new Undo(false);
      await strikeTitles(transaction, sessionId, strike);
      await strikeSaid(transaction, { sessionId, organizationId }, strike, new Set(sequences));
      // What is derived is judged anew, also where somebody else has begun to fold it.
      await raise(transaction, sessionId);
      const done = await transaction
        .updateTable('redactions')
        .set({ rewrittenAt: at, sealed: null, count, sequences: JSON.stringify(sequences) })
        .where('redactionId', '=', redactionId)
        .executeTakeFirst();
      return Number(done.numUpdatedRows) === 1;
    }),

  async setErased(redactionIds, at) {
    if (redactionIds.length === 0) return;
    await db
      .updateTable('redactions')
      .set({ erasedAt: at })
      .where('redactionId', 'in', redactionIds)
      .where('rewrittenAt', 'is not', null)
      .execute();
  },
});

/** A title may have been taken from the words; of those it was given before, each. */
async function strikeTitles(
  transaction: Kysely<Database>,
  sessionId: string,
  strike: (text: string) => string,
): Promise<void> {
  const session = await transaction
    .selectFrom('sessions')
    .select('title')
    .where('sessionId', '=', sessionId)
    .executeTakeFirst();
  const title = session?.title ?? null;
  if (title !== null && strike(title) !== title)
    await transaction
      .updateTable('sessions')
      .set({ title: strike(title) })
      .where('sessionId', '=', sessionId)
      .execute();
  const titles = await transaction
    .selectFrom('sessionTitles')
    .select(['number', 'title'])
    .where('sessionId', '=', sessionId)
    .execute();
  for (const given of titles)
    if (strike(given.title) !== given.title)
      await transaction
        .updateTable('sessionTitles')
        .set({ title: strike(given.title) })
        .where('sessionId', '=', sessionId)
        .where('number', '=', given.number)
        .execute();
}
