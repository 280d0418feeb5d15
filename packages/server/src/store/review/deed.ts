import type { Attention } from '@debrief/review';
import type { Kysely, Transaction } from 'kysely';
import type { About } from '../../domain/review/ports.ts';
import { Undo, undoable } from '../connection/transaction.ts';
import type { Database, OpenDatabase } from '../database.ts';
import { attentionRows, refreshStanding } from './refresh.ts';

/** What a deed works with. */
export interface Step {
  transaction: Transaction<Database>;
  /** The version of the session's review that this deed makes. */
  version: number;
  sessionId: string;
  organizationId: string;
  at: number;
}

/**
 * One deed about a session: what it writes, and what all facts come to then, in one step. Deeds about one session wait
 * for each other, so versions are seen in their order. `gone`: the session was deleted.
 */
export function deed<Result extends object>(
  { db, engine }: Pick<OpenDatabase, 'db' | 'engine'>,
  { session: { sessionId, organizationId }, at }: About,
  work: (step: Step) => Promise<Result>,
): Promise<(Result & { asked: Attention[] }) | 'gone'> {
  return undoable<(Result & { asked: Attention[] }) | 'gone'>(db, async (transaction) => {
    const exists = transaction
      .selectFrom('sessions')
      .select('sessionId')
      .where('sessionId', '=', sessionId)
      .where('organizationId', '=', organizationId);
    // Whoever deletes the session waits, and then takes along what is written here.
    const found = await (engine === 'postgres' ? exists.forKeyShare() : exists).executeTakeFirst();
    if (!found) throw new Undo('gone' as const);
    const version = await nextVersion(transaction, sessionId, organizationId);
    const before = await attentionRows(transaction, sessionId);
    const result = await work({ transaction, version, sessionId, organizationId, at });
    const after = await refreshStanding(transaction, sessionId, at);
    const known = new Set(before.map(({ userId, reason }) => `${userId} ${reason}`));
    return { ...result, asked: after.filter(({ userId, reason }) => !known.has(`${userId} ${reason}`)) };
  });
}

/** Takes the deed back and answers this instead. */
export const undo = (result: unknown): never => {
  throw new Undo(result);
};

/** Every change of what is said about a session has a version of its own, from which its streams go on. */
export async function nextVersion(
  transaction: Kysely<Database>,
  sessionId: string,
  organizationId: string,
): Promise<number> {
  const { version } = await transaction
    .insertInto('reviewStandings')
    .values({
      sessionId,
      organizationId,
      version: 1,
      authorUserId: null,
      threads: 0,
      openThreads: 0,
      lastThread: 0,
      followUps: 0,
      ownFollowUp: 0,
      accepted: '[]',
      acceptedWithOwn: '[]',
      isBegun: 0,
      reservedBy: null,
      reservedUntil: null,
      lookedTo: 0,
      lookAt: null,
      askedByPolicy: 0,
    })
    .onConflict((conflict) =>
      conflict
        .column('sessionId')
        .doUpdateSet((row) => ({ version: row('reviewStandings.version', '+', 1) })),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}
