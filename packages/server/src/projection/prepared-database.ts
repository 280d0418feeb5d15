import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { knownWrites } from '../worker/known-writes.ts';

type Row = Record<string, SQLInputValue>;

/** A database of SQLite whose statements are prepared once. */
export class PreparedDatabase {
  readonly #native: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string, pragmas: string) {
    this.#native = new DatabaseSync(path);
    this.#native.exec(pragmas);
  }

  one(text: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#prepare(text).get(...values) as Row | undefined;
  }

  all(text: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepare(text).all(...values) as Row[];
  }

  /** How many rows it has changed. */
  run(text: string, ...values: SQLInputValue[]): number {
    return Number(this.#prepare(text).run(...values).changes);
  }

  transaction<Result>(work: () => Result): Result {
    this.#native.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#native.exec('COMMIT');
      // For who reads in the same thread; another one hears of it by a message.
      knownWrites.count++;
      return result;
    } catch (error) {
      if (this.#native.isTransaction) this.#native.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#native.close();
  }

  #prepare(text: string): StatementSync {
    const statement = this.#statements.get(text) ?? this.#native.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }
}
