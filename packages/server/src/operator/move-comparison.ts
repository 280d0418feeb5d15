import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import { clean, type MovedTable } from './move-table.ts';

type Row = Record<string, unknown>;

/**
 * Digests of rows, added up, so that their order does not matter; one sum for each session where a table is about
 * sessions, else one for all.
 */
class Sums {
  readonly #sums = new Map<string, { rows: number; digest: bigint }>();
  rows = 0;

  add(table: MovedTable, row: Row): void {
    const hash = createHash('sha256');
    for (const { name, type } of table.columns) {
      const value = clean(row[name]);
      if (value === null || value === undefined) hash.update('null');
      else if (value instanceof Uint8Array) hash.update(`${value.length}:`).update(value);
      else hash.update(type === 'jsonb' ? canonical(JSON.parse(textOf(value))) : textOf(value));
      hash.update('\0');
    }
    const key = String(row.session_pk ?? row.session_id ?? '');
    const sum = this.#sums.get(key) ?? { rows: 0, digest: 0n };
    sum.rows++;
    sum.digest = (sum.digest + hash.digest().readBigUInt64BE()) & 0xffff_ffff_ffff_ffffn;
    this.#sums.set(key, sum);
    this.rows++;
  }

  /** What differs first, or nothing. */
  difference(other: Sums): string | undefined {
    for (const key of new Set([...this.#sums.keys(), ...other.#sums.keys()])) {
      const [mine, theirs] = [this.#sums.get(key), other.#sums.get(key)];
      if (mine?.rows === theirs?.rows && mine?.digest === theirs?.digest) continue;
      const what = key === '' ? '' : ` of session ${key}`;
      return `${mine?.rows ?? 0} rows${what} here, ${theirs?.rows ?? 0} there`;
    }
    return undefined;
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** The same text for the same value: PostgreSQL keeps JSON in an order of its own. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`;
}

/** Compares a table row by row; throws when anything differs. Returns how many rows it has. */
export async function compare(source: DatabaseSync, pool: pg.Pool, table: MovedTable): Promise<number> {
  const [here, there] = [new Sums(), new Sums()];
  const statement = source.prepare(table.rows);
  statement.setReadBigInts(true);
  const first = table.name === 'idempotency' ? '0 ' : String(-(2n ** 63n));
  for (const row of statement.iterate(first)) here.add(table, row as Row);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`declare moved no scroll cursor for ${table.moved}`);
    for (;;) {
      const { rows } = await client.query<Row>('fetch 500 from moved');
      for (const row of rows) there.add(table, row);
      if (rows.length === 0) break;
    }
  } finally {
    await client.query('rollback').catch(() => {});
    client.release();
  }
  const difference = here.difference(there);
  if (difference) {
    throw new Error(
      `${table.name} did not arrive as it was: ${difference}. Move into another, empty database, and tell us.`,
    );
  }
  return here.rows;
}
