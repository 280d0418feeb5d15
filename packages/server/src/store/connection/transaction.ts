import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../database.ts';

/** Thrown inside a transaction to take it back and answer `result`. */
export class Undo<Result> extends Error {
  readonly result: Result;

  constructor(result: Result) {
    super('undone');
    this.result = result;
  }
}

export async function undoable<Result>(
  db: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  try {
    return await unlocked(() => db.transaction().execute(work));
  } catch (error) {
    if (error instanceof Undo) return error.result as Result;
    throw error;
  }
}

const mostTries = 3;

/** PostgreSQL takes back one of those who wait for each other; that one begins anew. */
export async function unlocked<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: unknown }).code !== '40P01' || tries === mostTries) throw error;
    }
  }
}
