import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  backup,
  DatabaseSync,
  type SQLInputValue,
  type SQLOutputValue,
  type StatementSync,
} from 'node:sqlite';
import {
  CamelCasePlugin,
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import type { Database, OpenDatabase } from '../database.ts';
import { sqlitePragmas } from './sqlite-pragmas.ts';
import { UnchangedRows } from './unchanged-rows.ts';

export function openSqlite(path: string): OpenDatabase & { native: DatabaseSync } {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const native = new DatabaseSync(path, { timeout: 5000 });
  // Before the first page is written: in larger ones the end of each batch would leave more room unused, and freed
  // pages can be given back.
  native.exec('PRAGMA page_size = 4096; PRAGMA auto_vacuum = INCREMENTAL;');
  native.exec(sqlitePragmas);
  // A single list would fill SQLite's own two megabytes. The map is also for what is attached later.
  native.exec('PRAGMA mmap_size = 1073741824; PRAGMA cache_size = -16384;');
  // SQLite's own knows only ASCII; a title is searched in any case of any script.
  native.function('lower', { deterministic: true }, (text) =>
    text === null ? null : String(text).toLowerCase(),
  );
  const unchanged = new UnchangedRows(native);
  const db = new Kysely<Database>({
    dialect: new TransactionalDdlDialect({ database: asKyselyDatabase(native, () => unchanged.wrote()) }),
    plugins: [new CamelCasePlugin()],
  });
  const statements = new Map<string, { statement: StatementSync; names: string[] }>();
  const read = (text: string, values: readonly unknown[]): object[] => {
    const known = statements.get(text) ?? prepared(native, text);
    statements.set(text, known);
    const found = known.statement.all(...(values as SQLInputValue[])) as unknown as SQLOutputValue[][];
    return found.map((row) => asObject(known.names, row));
  };
  return {
    engine: 'sqlite',
    db,
    native,
    rows: async <Row>(text: string, values: readonly unknown[]) => read(text, values) as Row[],
    lookUp: async <Row>(text: string, values: readonly unknown[]) =>
      unchanged.find(text, values, () => read(text, values)[0]) as Readonly<Row> | undefined,
    async close() {
      await db.destroy();
      if (native.isOpen) native.close();
    },
  };
}

function prepared(native: DatabaseSync, text: string) {
  const statement = native.prepare(text.replaceAll(/\$(\d+)/g, '?$1'));
  // Its own objects are dictionaries, and everything done with them later is several times slower.
  statement.setReturnArrays(true);
  return { statement, names: statement.columns().map(({ name }) => name) };
}

function asObject(names: readonly string[], values: readonly SQLOutputValue[]): object {
  const row: Record<string, SQLOutputValue> = {};
  for (let at = 0; at < names.length; at++) row[names[at] as string] = values[at] as SQLOutputValue;
  return row;
}

/** SQLite rolls back DDL; Kysely's adapter says otherwise, and a killed migration would be left half done. */
class TransactionalDdlDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver() {
    return new ImmediateDriver(this.#config);
  }

  override createAdapter() {
    return new TransactionalDdlAdapter();
  }
}

/**
 * Takes the write lock at once. A transaction that reads first and writes then would be refused, without any
 * waiting, whenever the log's thread has written in between.
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** node:sqlite behind the interface Kysely knows from better-sqlite3. */
function asKyselyDatabase(native: DatabaseSync, onWrite: () => void): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  const prepare = (text: string): SqliteStatement => {
    const statement = native.prepare(text);
    return {
      // Asking for the columns takes as long as a small query, so it is asked once.
      reader: statement.columns().length > 0,
      all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
      run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
      iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
    };
  };
  return {
    prepare(text: string): SqliteStatement {
      // Whatever is not plainly a read counts as writing; `insert … returning` is one, too.
      if (!/^select\b/i.test(text)) onWrite();
      const known = prepared.get(text);
      if (known) return known;
      const statement = prepare(text);
      // Filters and page sizes make a few dozen texts; anything past that is DDL or an accident.
      if (prepared.size < 500) prepared.set(text, statement);
      return statement;
    },
    close: () => native.close(),
  };
}

/** A consistent copy of a database that may be in use, by SQLite's own online backup. */
export async function backupSqlite(path: string, target: string): Promise<void> {
  const source = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  try {
    await backup(source, target);
  } finally {
    source.close();
  }
}
