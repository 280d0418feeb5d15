import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parquetWriteFile } from 'hyparquet-writer';
import type { Context } from '../../domain/context.ts';
import { encodeCursor } from '../../domain/cursor.ts';
import { readSessionFilter } from '../../domain/session/filter.ts';
import { UsageError } from '../usage-error.ts';
import { addRows } from './rows.ts';
import { type Column, type Row, type TableName, tableNames, tables, type Value } from './tables.ts';

/** Rows of a table, and characters of its texts, that are in memory before a file is written. */
const most = { rows: 20_000, characters: 32 * 1024 * 1024 };
const sessionsAtOnce = 50;

export interface Exported {
  sessions: number;
  files: number;
}

export function readArgs(args: string[]): { folder: string; withText: boolean } {
  try {
    const options = { parquet: { type: 'string' }, text: { type: 'boolean' } } as const;
    const { values } = parseArgs({ args, options, allowPositionals: false });
    if (values.parquet) return { folder: values.parquet, withText: values.text === true };
  } catch {
    // Said below.
  }
  throw new UsageError('This command takes --parquet DIR, and --text for the words of sessions, too.');
}

/** The derived tables of all organizations as Parquet, `TABLE/day=YYYY-MM-DD/part-N.parquet` by when a session began. */
export async function exportParquet(
  context: Context,
  { folder, withText }: { folder: string; withText: boolean },
): Promise<Exported> {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new UsageError(`${folder} is not empty; an export never writes over one.`);
  }
  const files = new Files(folder, withText);
  let sessions = 0;
  for (const { organizationId } of await context.store.organization.all()) {
    for (let cursor: string | undefined; ; ) {
      const filter = readSessionFilter(cursor === undefined ? {} : { cursor });
      const page = await context.store.session.list(organizationId, { ...filter, limit: sessionsAtOnce });
      for (const session of page) {
        files.setDay(new Date(session.startedAt).toISOString().slice(0, 10));
        await addRows(context, session, (table, row) => files.add(table, row));
        sessions++;
      }
      const last = page.at(-1);
      if (!last || page.length < sessionsAtOnce) break;
      cursor = encodeCursor([last.startedAt, last.sessionId]);
    }
    files.flush();
  }
  return { sessions, files: files.written };
}

/** Gathers the rows of a day and writes them when there are many, or another day begins. */
class Files {
  readonly #folder: string;
  readonly #withText: boolean;
  readonly #rows = new Map<TableName, Record<string, Value>[]>();
  readonly #parts = new Map<string, number>();
  #characters = 0;
  #day = '';
  written = 0;

  constructor(folder: string, withText: boolean) {
    this.#folder = folder;
    this.#withText = withText;
  }

  setDay(day: string): void {
    if (day !== this.#day) this.flush();
    this.#day = day;
  }

  add<Name extends TableName>(table: Name, row: Row<Name>): void {
    const rows = this.#rows.get(table) ?? [];
    this.#rows.set(table, rows);
    rows.push(row);
    if (this.#withText) {
      for (const value of Object.values(row)) if (typeof value === 'string') this.#characters += value.length;
    }
    if (rows.length >= most.rows || this.#characters >= most.characters) this.flush();
  }

  flush(): void {
    for (const name of tableNames) {
      const rows = this.#rows.get(name) ?? [];
      if (rows.length > 0) this.#write(name, rows);
    }
    this.#rows.clear();
    this.#characters = 0;
  }

  #write(name: TableName, rows: readonly Record<string, Value>[]): void {
    const folder = join(this.#folder, name, `day=${this.#day}`);
    mkdirSync(folder, { recursive: true });
    const part = this.#parts.get(folder) ?? 0;
    this.#parts.set(folder, part + 1);
    const columns = Object.entries<Column>(tables[name]).filter(
      ([, { isText }]) => this.#withText || !isText,
    );
    parquetWriteFile({
      filename: join(folder, `part-${part}.parquet`),
      columnData: columns.map(([column, { type }]) => ({
        name: column,
        type,
        data: rows.map((row) => stored(type, row[column])),
      })),
    });
    this.written++;
  }
}

/** An agent may record anything: what is no number of that kind is none. */
function stored(type: Column['type'], value: Value): Value | bigint {
  if (value === null || value === undefined) return null;
  if (type === 'INT64')
    return typeof value === 'number' && Number.isFinite(value) ? BigInt(Math.round(value)) : null;
  if (type === 'DOUBLE') return typeof value === 'number' && Number.isFinite(value) ? value : null;
  if (type === 'STRING') return String(value).toWellFormed();
  return value;
}
