import type { Kysely, Transaction } from 'kysely';
import type { About, Told } from '../../domain/review/ports.ts';
import { Undo, undoable } from '../connection/transaction.ts';
import { waitFor } from '../connection/wait.ts';
import type { Database, OpenDatabase } from '../database.ts';
import { lockSession } from '../erasure.ts';
import { refreshStanding } from './refresh.ts';

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
 * One deed about a session: what it writes, what all facts come to then, and the lines of everybody's inbox, in one
 * step. Deeds about one session wait for each other, so versions are seen in their order. `gone`: the session was
 * deleted.
 */
export function deed<Result extends object>(
  { db, engine }: Pick<OpenDatabase, 'db' | 'engine'>,
  { session: { sessionId, organizationId }, at, channels }: About,
  work: (step: Step) => Promise<Result>,
): Promise<(Result & Told) | 'gone'> {
  return undoable<(Result & Told) | 'gone'>(db, async (transaction) => {
    // Nobody leaves meanwhile: what is told is told to members.
    await waitFor(transaction, engine, organizationId, 'say');
    if (!(await lockSession(transaction, engine, sessionId, organizationId))) throw new Undo('gone' as const);
    const version = await nextVersion(transaction, sessionId, organizationId);
    const result = await work({ transaction, version, sessionId, organizationId, at });
    const told = await refreshStanding(transaction, sessionId, { at, channels });
    return { ...result, told };
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
      toldFrom: 0,
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
