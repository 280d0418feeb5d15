import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Config } from '../config.ts';
import { AlreadyServed, claimDatabase } from '../data-directory.ts';
import { projectionVersion } from '../domain/projection-version.ts';
import { followedSql, lastMessage } from '../log/bus/last-message.ts';
import { behindSql, modelSql, setAsideSql } from '../projection/model/question.ts';
import { percentOf } from '../projection/model/tables.ts';
import { projectionFiles, projectionPath } from '../projection/sqlite-schema.ts';
import { openPool } from '../store/connection/postgres-pool.ts';
import { migrations, newerMigration } from '../store/migrations/index.ts';
import { lineageSql, overSql, totalSql } from '../store/monitoring/question.ts';
import { version } from '../version.ts';
import { UsageError } from './usage-error.ts';

/** How an installation stands, without changing anything: also beside servers, and before an upgrade. */

type Row = Record<string, unknown>;

interface Looking {
  /** SQL with `projection` for the schema or file that was named last. */
  rows(text: string, schema?: string): Promise<Row[]>;
  database: string;
  /** Versions of what is derived that there are, with the name by which `rows` knows them. */
  models: { version: number; schema: string }[];
  /** Undefined where it cannot be told. */
  isServed: boolean | undefined;
  close(): Promise<void>;
}

async function look({ database }: Config): Promise<Looking> {
  return database.engine === 'sqlite' ? lookAtFile(database) : lookAtPostgres(database.url);
}

function lookAtFile(database: Extract<Config['database'], { engine: 'sqlite' }>): Looking {
  const { path } = database;
  if (!existsSync(path)) {
    throw new UsageError(`There is no database at ${path}: start the server once, or correct DATA_DIR.`);
  }
  const db = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  const folder = dirname(path);
  const found = new Set(projectionFiles(path, readdirSync(folder)).map((one) => one.version));
  const models = [...found]
    .sort((a, b) => b - a)
    .map((one) => ({ version: one, schema: `model_${one}`, file: fileOf(path, one) }));
  for (const { schema, file } of models) db.prepare(`attach database ? as ${schema}`).run(file);
  return {
    rows: async (text, schema = '') => db.prepare(text.replaceAll('projection.', `${schema}.`)).all(),
    database: `SQLite, ${path}, ${size(statSync(path).size)}`,
    models,
    isServed: isServed(database),
    close: async () => db.close(),
  };
}

const fileOf = (path: string, one: number) => {
  const current = projectionPath(path);
  const ending = `-${projectionVersion}.db`;
  return current.slice(0, -ending.length) + (one === 0 ? '.db' : `-${one}.db`);
};

function isServed(database: Config['database']): boolean {
  try {
    claimDatabase(database)();
    return false;
  } catch (error) {
    if (error instanceof AlreadyServed) return true;
    throw error;
  }
}

async function lookAtPostgres(url: string): Promise<Looking> {
  const pool = openPool({ url, poolSize: 1 });
  const rows = async (text: string, schema = '') =>
    (await pool.query(text.replaceAll('projection.', `"${schema}".`))).rows as Row[];
  try {
    const [server] = await rows(
      `select current_database() as name, pg_database_size(current_database()) as bytes, version() as version`,
    );
    const schemas = await rows(
      `select nspname as schema from pg_namespace where nspname ~ '^projection(_[0-9]{1,6})?$'`,
    );
    const { hostname, port } = new URL(url);
    const models = schemas.map(({ schema }) => ({
      schema: String(schema),
      version: Number(String(schema).split('_')[1] ?? 0),
    }));
    const [product = ''] = /^PostgreSQL \S+/.exec(String(server?.version)) ?? [];
    return {
      rows,
      database: `${product}, ${server?.name} at ${hostname}:${port || 5432}, ${size(Number(server?.bytes))}`,
      models: models.sort((a, b) => b.version - a.version),
      isServed: undefined,
      close: () => pool.end(),
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

const size = (bytes: number) =>
  bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
const day = 24 * 60 * 60_000;

/** The lines of `debrief-server status`. */
export async function status(config: Config): Promise<string[]> {
  const looking = await look(config);
  try {
    const lines: [string, string][] = [
      ['version', version],
      ['database', looking.database],
      ...(looking.isServed === undefined
        ? []
        : ([['server', looking.isServed ? 'running' : 'not running']] as [string, string][])),
      ...(await records(looking)),
      ['bus', await bus(config, looking)],
      ...(await readModels(looking)),
      ['retention', await retention(config, looking)],
    ];
    return lines.map(([name, text]) => `${name.padEnd(14)}${text}`);
  } finally {
    await looking.close();
  }
}

async function records({ rows }: Looking): Promise<[string, string][]> {
  const applied = (await rows('select name from kysely_migration')).map(({ name }) => String(name));
  const missing = Object.keys(migrations('sqlite')).filter((name) => !applied.includes(name));
  const newer = newerMigration(applied);
  const schema = newer
    ? `made by a newer version (${newer}): this one cannot be started on it`
    : missing.length > 0
      ? `${missing.length} migrations to apply at the next start: ${missing.join(', ')}`
      : 'nothing to apply';
  const [lineage] = await rows(lineageSql);
  const [total] = await rows(totalSql);
  return [
    ['migrations', schema],
    ['lineage', String(lineage?.value ?? 'none yet: the next start gives it one')],
    ['log', `${total?.sessions} sessions, ${total?.events} events`],
  ];
}

async function bus({ bus: configured }: Config, { rows }: Looking): Promise<string> {
  const [position] = await rows(followedSql);
  if (!position)
    return configured ? 'no stream is followed yet: the first start of a server begins with one' : 'none';
  const [stream = ''] = String(position.stream).split(' ');
  const followed = `follows ${stream}, has message ${position.sequence}`;
  if (!configured) return `${followed}; NATS_URL is not set, so how far behind that is cannot be told`;
  try {
    const last = await lastMessage(configured.url, stream);
    const behind = last - Number(position.sequence);
    if (behind >= 0) return `${followed} of ${last}, ${behind} behind`;
    return `${followed}, but the bus has only ${last}: see "debrief-server persist" in docs/operations.md`;
  } catch (error) {
    return `${followed}; the bus does not answer (${(error as Error).message})`;
  }
}

async function readModels({ rows, models }: Looking): Promise<[string, string][]> {
  const lines: [string, string][] = [];
  for (const { version: of, schema } of models) {
    const name = `derived ${of === 0 ? 'old' : `v${of}`}`;
    if (of === 0) lines.push([name, 'by a version before 26; removed once a newer one is whole']);
    else
      lines.push([
        name,
        `${await readModel(rows, schema)}${of === projectionVersion ? '' : '; not of this version'}`,
      ]);
  }
  const own = models.find((one) => one.version === projectionVersion);
  if (!own)
    return [...lines, [`derived v${projectionVersion}`, 'not begun: the next start of this version begins']];
  const [behind] = await rows(behindSql, own.schema);
  const [aside] = await rows(setAsideSql, own.schema);
  lines.push(['fold backlog', `${behind?.sessions} sessions have events that are not derived from yet`]);
  lines.push(['set aside', `${aside?.sessions} sessions that could not be read`]);
  return lines;
}

async function readModel(rows: Looking['rows'], schema: string): Promise<string> {
  const [model] = await rows(modelSql, schema);
  if (!model) return 'empty';
  const progress = { total: Number(model.sessions), left: Number(model.left) };
  const state =
    progress.left > 0
      ? `being rebuilt: ${percentOf(progress)} %, ${progress.left} of ${progress.total} sessions left`
      : 'whole';
  const seconds = Math.round((Date.now() - Number(model.used_at)) / 1000);
  return `${state}; last used ${seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} ago; of lineage ${model.lineage}`;
}

async function retention({ retentionDays }: Config, { rows }: Looking): Promise<string> {
  if (retentionDays === undefined) return 'none: everything is kept';
  const before = Date.now() - retentionDays * day;
  const [due] = await rows(overSql(before));
  return `${retentionDays} days, ${due?.sessions} sessions due`;
}
