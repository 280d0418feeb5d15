import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { knownWrites } from '../../worker/known-writes.ts';

type Schema = 'main' | 'projection';

interface Kept {
  schema: Schema;
  /** What the database had become when these rows were read. */
  version: number;
  writes: number;
  rows: Map<string, object | undefined>;
}

/** What SQLite answered, when, and after how many known writes. */
interface Asked {
  version: number;
  writes: number;
  until: number;
}

/** Milliseconds after which another process may have written: an operator's command takes longer to end. */
const askEvery = 5;

/** Rows kept of one statement: more than people and sessions that are asked for at a time. */
const maxRows = 1000;

/**
 * Rows that were found by a key, kept until their database changes. Each request looks up who asks and for which
 * session, and most requests find what the one before found. SQLite is asked whether anything was written as soon as
 * something is heard of that may have been a write, and otherwise every few milliseconds for what other processes do.
 */
export class UnchangedRows {
  readonly #native: DatabaseSync;
  readonly #kept = new Map<string, Kept>();
  readonly #statements = new Map<string, StatementSync>();
  readonly #asked = new Map<Schema, Asked>();
  /** How often this connection has written; SQLite's number is for other connections. */
  #writes = 0;

  constructor(native: DatabaseSync) {
    this.#native = native;
  }

  /** To be told of everything that this connection writes. It only reads the projection. */
  wrote(): void {
    this.#writes++;
    knownWrites.count++;
  }

  /** The row that `read` finds for these values. The statement may read one of the two databases only. */
  find(text: string, values: readonly unknown[], read: () => object | undefined): object | undefined {
    // What a transaction has written may still be undone.
    if (this.#native.isTransaction) return read();
    const { rows } = this.#current(text);
    // Not joined by a sign: one of the values may have it, and another pair of values would be taken for this one.
    const key = JSON.stringify(values);
    if (rows.has(key)) return rows.get(key);
    if (rows.size >= maxRows) rows.clear();
    const row = read();
    rows.set(key, row && Object.freeze(row));
    return row;
  }

  /** What is kept of a statement, emptied when something was written since. */
  #current(text: string): Kept {
    const known = this.#kept.get(text);
    const schema = known?.schema ?? (text.includes('projection.') ? 'projection' : 'main');
    // Before anything is read: what is written in between is noticed the next time.
    const version = this.#version(schema);
    const writes = this.#writes;
    if (known?.version === version && known.writes === writes) return known;
    const emptied = { schema, version, writes, rows: new Map() };
    this.#kept.set(text, emptied);
    return emptied;
  }

  /** Another number after another connection has written. */
  #version(schema: Schema): number {
    const asked = this.#asked.get(schema);
    const now = performance.now();
    const writes = knownWrites.count;
    if (asked && asked.writes === writes && now < asked.until) return asked.version;
    const version = this.#number(`pragma ${schema}.data_version`);
    this.#asked.set(schema, { version, writes, until: now + askEvery });
    return version;
  }

  /** The one number that a statement finds. */
  #number(text: string): number {
    const known = this.#statements.get(text);
    const statement = known ?? this.#native.prepare(text);
    if (!known) {
      statement.setReturnArrays(true);
      this.#statements.set(text, statement);
    }
    return (statement.get() as unknown as SQLOutputValue[])[0] as number;
  }
}
