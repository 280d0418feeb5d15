import type { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import { monthJoin, movedRows } from '../log/sqlite/moved-rows.ts';
import { clean, type MovedTable } from './move-table.ts';

const maxRows = 2000;
const maxBytes = 4 * 1024 * 1024;

type Row = Record<string, unknown>;

/** Copies what is not there yet, piece by piece; returns how many texts could not be kept as they are. */
export async function copyTable(
  source: DatabaseSync,
  pool: pg.Pool,
  table: MovedTable,
  onPiece: () => void,
): Promise<number> {
  const found = await pool.query<{ position: string }>(
    'select position from move_progress where table_name = $1',
    [table.name],
  );
  const statement = source.prepare(table.rows);
  statement.setReadBigInts(true);
  let position = found.rows[0]?.position ?? (table.name === 'idempotency' ? '0 ' : String(-(2n ** 63n)));
  let changed = 0;
  for (;;) {
    const piece = nextPiece(statement.iterate(position) as Iterable<Row>);
    const last = piece.at(-1);
    if (!last) return changed;
    position = String(last.place);
    for (const row of piece) {
      for (const { name } of table.columns) if (clean(row[name]) !== row[name]) changed++;
    }
    await write(pool, table, piece, position);
    onPiece();
  }
}

function nextPiece(rows: Iterable<Row>): Row[] {
  const piece: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    piece.push(row);
    for (const value of Object.values(row)) {
      if (typeof value === 'string' || value instanceof Uint8Array) bytes += value.length;
    }
    if (piece.length >= maxRows || bytes >= maxBytes) break;
  }
  return piece;
}

/** The rows and the place the next ones begin after, in one transaction. */
async function write(
  pool: pg.Pool,
  table: MovedTable,
  piece: readonly Row[],
  position: string,
): Promise<void> {
  const names = table.columns.map(({ name }) => `"${name}"`);
  const isMonthly = table.name in movedRows;
  const given = table.columns.map(({ type }, at) => `$${at + 1}::${type === 'bytea' ? 'bytea' : 'text'}[]`);
  const cast = table.columns.map(({ type, name }) => `t."${name}"::${type}`);
  const month = isMonthly ? monthJoin : '';
  const text = `insert into "${table.name}" (${isMonthly ? 'bucket, ' : ''}${names.join(', ')}) overriding system value
    select ${isMonthly ? 's.bucket, ' : ''}${cast.join(', ')}
    from unnest(${given.join(', ')}) as t (${names.join(', ')})${month}`;
  const values = table.columns.map(({ name, type }) =>
    piece.map((row) => {
      const value = clean(row[name]);
      if (value === null) return null;
      return type === 'bytea' ? Buffer.from(value as Uint8Array) : String(value);
    }),
  );
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(text, values);
    await client.query(
      `insert into move_progress values ($1, $2) on conflict (table_name) do update set position = excluded.position`,
      [table.name, position],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
