import type { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import { movedRows } from '../log/sqlite/moved-rows.ts';
import { countedTables } from '../store/link/repository.ts';

/** A table as it is read from SQLite and written to PostgreSQL. */
export interface MovedTable {
  name: string;
  columns: readonly { name: string; type: string }[];
  /** The rows in the order of their place, from after `?1` on, the place as text in `place`. */
  rows: string;
  /** The same rows of PostgreSQL, in any order. */
  moved: string;
  /** The column PostgreSQL numbers by itself. */
  numbered: string | undefined;
}

interface Column {
  table: string;
  name: string;
  type: string;
  isNumbered: boolean;
}

/** Every table of the source, each after those it refers to. Both sides have the same version. */
export async function movedTables(source: DatabaseSync, pool: pg.Pool): Promise<MovedTable[]> {
  const names = source
    .prepare(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%'
        order by name`,
    )
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !countedTables.includes(name));
  const { rows: columns } = await pool.query<Column>(
    `select table_name as table, column_name as name, data_type as type, is_identity = 'YES' as "isNumbered"
      from information_schema.columns where table_schema = current_schema() and is_generated = 'NEVER'
      order by table_name, ordinal_position`,
  );
  return inOrder(source, names).map((name) => movedTable(source, name, columns));
}

function movedTable(source: DatabaseSync, name: string, columns: readonly Column[]): MovedTable {
  const own = new Set(
    movedRows[name]?.columns ??
      source
        .prepare('select name from pragma_table_xinfo(?) where hidden = 0')
        .all(name)
        .map((row) => String(row.name)),
  );
  const both = columns.filter((column) => column.table === name && own.has(column.name));
  if (both.length !== own.size) throw new Error(`${name} has other columns in PostgreSQL.`);
  const list = both.map((column) => `"${column.name}"`).join(', ');
  return {
    name,
    columns: both,
    rows:
      movedRows[name]?.rows ??
      `select cast(rowid as text) as place, ${list} from "${name}" where rowid > cast(?1 as integer) order by rowid`,
    moved: `select ${list} from "${name}"`,
    numbered: both.find(({ isNumbered }) => isNumbered)?.name,
  };
}

function inOrder(source: DatabaseSync, names: readonly string[]): string[] {
  const ordered: string[] = [];
  const add = (name: string, above: readonly string[]) => {
    if (ordered.includes(name) || above.includes(name)) return;
    const parents = source.prepare('select "table" as name from pragma_foreign_key_list(?)').all(name);
    for (const parent of parents) add(String(parent.name), [...above, name]);
    if (names.includes(name)) ordered.push(name);
  };
  // Events and keys take the month of their session, so sessions come before them. Endpoints come after all others: what
  // is moved is no deed that they would have to be told of.
  const last = names.filter((name) => name.startsWith('outbox'));
  const others = names.filter((name) => !last.includes(name));
  for (const name of ['organizations', 'sessions', ...others, ...last]) add(name, []);
  return ordered;
}

/** What PostgreSQL holds of a value: no NUL in a text. */
export const clean = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '\ufffd').toWellFormed() : value;
