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
    return await db.transaction().execute(work);
  } catch (error) {
    if (error instanceof Undo) return error.result as Result;
    throw error;
  }
}
