import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { projectionSchema, projectionVersion } from '../../domain/projection-version.ts';
import { projectionTables } from '../postgres-schema.ts';
import { type Folded, foldedLastQuery, type LineageEvidence, misfit, shortenedQuery } from './lineage.ts';
import type { ModelStart } from './sqlite.ts';
import { allWork } from './tables.ts';

/** Any number that is ours: processes that start together wait for each other here. */
const lock = 7_263_541;

/** A transaction in which nobody else makes or drops a read model; as long as it needs. */
async function alone<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local statement_timeout = 0; set local lock_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [lock]);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** Makes this version's schema ready for use: as it is, or anew because there is none, or it is of another log. */
export async function preparePostgresModel(pool: pg.Pool, start: ModelStart): Promise<void> {
  await alone(pool, async (client) => {
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('projection.model') is not null as there`,
    );
    if (rows[0]?.there) {
      // Also beside running servers: all of it is looked at in one moment.
      const reason = await misfit(start.lineage, start.log, await gather(client));
      if (!reason) return;
      start.onMisfit?.(reason);
    }
    await make(client, start.lineage);
  });
}

async function gather(client: pg.PoolClient): Promise<LineageEvidence> {
  const one = async <Row extends object>(text: string) => (await client.query<Row>(text)).rows;
  return {
    model: (await one<{ lineage: string }>('select lineage from projection.model'))[0],
    shortened: (await one<{ sessionId: string }>(shortenedQuery))[0],
    foldedLast: await one<Folded>(foldedLastQuery),
  };
}

async function make(client: pg.PoolClient, lineage: string): Promise<void> {
  await client.query(`drop schema if exists ${projectionSchema} cascade`);
  await client.query(`create schema ${projectionSchema}`);
  await client.query(projectionTables);
  const { rowCount } = await client.query(
    `insert into projection.work select session_id, organization_id, place, 0 from (${allWork}) everything`,
  );
  const now = Date.now();
  await client.query('insert into projection.model values ($1, $2, $3, $4, $5, $3)', [
    randomUUID(),
    lineage,
    now,
    rowCount ?? 0,
    rowCount ? null : now,
  ]);
}

/** Throws away what was derived; with a `build`, only if nobody else has done so since. */
export async function resetPostgresModel(pool: pg.Pool, build?: string): Promise<void> {
  await alone(pool, async (client) => {
    const { rows } = await client.query<{ build: string; lineage: string }>(
      'select build, lineage from projection.model',
    );
    const [model] = rows;
    if (model && (build === undefined || model.build === build)) await make(client, model.lineage);
  });
}

/** The first schemas had no version. */
const schemaName = /^projection(?:_(\d{1,6}))?$/;

export interface OtherModel {
  schema: string;
  version: number;
  /** When a server last used it; 0 when it does not tell. */
  usedAt: number;
}

/** Read models of all versions there are, the newest first. */
export async function postgresModels(client: Pick<pg.Pool, 'query'>): Promise<OtherModel[]> {
  const { rows } = await client.query<{ name: string; tells: boolean }>(
    `select nspname as name, to_regclass(quote_ident(nspname) || '.model') is not null as tells
      from pg_namespace where nspname ~ '^projection'`,
  );
  const found: OtherModel[] = [];
  for (const { name, tells } of rows) {
    const [known, version] = schemaName.exec(name) ?? [];
    if (known === undefined) continue;
    const used = tells
      ? (await client.query<{ at: number }>(`select used_at as at from "${name}".model`)).rows
      : [];
    found.push({ schema: name, version: Number(version ?? 0), usedAt: used[0]?.at ?? 0 });
  }
  return found.sort((a, b) => b.version - a.version);
}

/** A rolling upgrade is over by then, and whoever would go back to the older version has done so. */
const unusedFor = 24 * 60 * 60_000;

/** Drops older versions that no server has used for a day, once this one has been whole for a day. */
export async function dropUnusedModels(pool: pg.Pool): Promise<string[]> {
  return alone(pool, async (client) => {
    const since = Date.now() - unusedFor;
    const { rows } = await client.query<{ wholeAt: number | null }>(
      'select whole_at as "wholeAt" from projection.model',
    );
    const wholeAt = rows[0]?.wholeAt ?? null;
    if (wholeAt === null || wholeAt > since) return [];
    const models = await postgresModels(client);
    const unused = models.filter(({ version, usedAt }) => version < projectionVersion && usedAt < since);
    for (const { schema } of unused) await client.query(`drop schema "${schema}" cascade`);
    return unused.map(({ schema }) => schema);
  });
}

/** A server says once a minute that it uses its version. */
const inUseFor = 150_000;

/** Whether servers of another version run; those of the first versions do not say so, and count while theirs is there. */
export async function hasOthers(pool: pg.Pool): Promise<boolean> {
  const since = Date.now() - inUseFor;
  return (await postgresModels(pool)).some(
    ({ version, usedAt }) => version !== projectionVersion && (version === 0 || usedAt > since),
  );
}

/** Removes what any version derived from a session; in one statement, so that nobody sees half of it. */
export async function deleteFromPostgres(pool: pg.Pool, sessionId: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const { rows } = await pool.query<{ table: string }>(
      `select format('"%s"."%s"', table_schema, table_name) as table from information_schema.columns
        where column_name = 'session_id' and table_schema ~ '^projection(_[0-9]{1,6})?$'`,
    );
    if (rows.length === 0) return;
    const deletes = rows.map(({ table }, at) => `t${at} as (delete from ${table} where session_id = $1)`);
    try {
      await pool.query(`with ${deletes.join(', ')} select 1`, [sessionId]);
      return;
    } catch (error) {
      // Another server has dropped a version in between.
      if ((error as { code?: string }).code !== '42P01' || tries === 3) throw error;
    }
  }
}
