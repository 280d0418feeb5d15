import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBriefFold, createFindingsFold, defaultPolicy } from '@debrief/findings';
import { createSessionFold } from '@debrief/links';
import { createFold } from '@debrief/transcript';
import type pg from 'pg';
import type { SessionRecord } from '../../src/domain/records.ts';
import { encodeEvents } from '../../src/domain/session/event-lines.ts';
import { PostgresReader } from '../../src/log/postgres/reader.ts';
import { SqliteReader } from '../../src/log/sqlite/reader.ts';
import type { Terms } from '../../src/projection/findings/terms.ts';
import { packState } from '../../src/projection/fold.ts';
import { Folding, type FoldingOptions } from '../../src/projection/folding.ts';
import type { Projection, SavedState } from '../../src/projection/port.ts';
import { PostgresProjection } from '../../src/projection/postgres.ts';
import { SqliteProjection } from '../../src/projection/sqlite.ts';
import { projectionPath } from '../../src/projection/sqlite-schema.ts';
import { openStorage, type Storage } from '../../src/storage.ts';
import { openPostgres } from '../../src/store/connection/postgres.ts';
import { ProjectionClient } from '../../src/store/connection/projection-client.ts';
import { sqlitePragmas } from '../../src/store/connection/sqlite-pragmas.ts';
import { isUnavailable } from '../../src/store/connection/unavailable.ts';
import { knownWrites } from '../../src/worker/known-writes.ts';
import type { FreshDatabase } from '../engine.ts';
import type { Tenant } from '../record.ts';

/** The folding on its own, without the thread, and a look into what it keeps. */

export const said = (text: string) => ({
  eventType: 'user',
  payload: { type: 'user', uuid: crypto.randomUUID(), message: { role: 'user', content: text } },
});

export const emptyState = (): SavedState => ({
  fold: createFold('claude-code').state(),
  leaks: {},
  links: createSessionFold().state(),
  findings: createFindingsFold({ facts: () => ({}) }).state(),
  brief: createBriefFold().state(),
});

export const noTerms: Terms = { policy: defaultPolicy, settled: new Set(), confirmed: new Set() };

export const open = (database: FreshDatabase): Promise<Storage> =>
  openStorage({ config: { database: database.config }, keyCheck: 'test', onFault: () => {} });

export function reading({ config }: FreshDatabase): Pick<FoldingOptions, 'projection' | 'log'> {
  if (config.engine === 'sqlite') {
    const { path } = config;
    return {
      projection: new SqliteProjection({
        path,
        pragmas: sqlitePragmas,
        projectionPath: projectionPath(path),
      }),
      log: new SqliteReader(path, sqlitePragmas, { remembers: false }),
    };
  }
  const { pool } = openPostgres({ url: config.url, poolSize: 2 });
  return { projection: new PostgresProjection(pool), log: new PostgresReader({ pool, isUnavailable }) };
}

export async function until(check: () => Promise<boolean> | boolean): Promise<void> {
  for (const begun = Date.now(); !(await check()); await sleep(10)) {
    assert.ok(Date.now() - begun < 15_000, 'not in time');
  }
}

/** What people said, as events of a session. */
export const appendSaid = ({ log }: Storage, { organizationId, sessionId }: SessionRecord, texts: string[]) =>
  log.append({
    organizationId,
    sessionId,
    lines: encodeEvents(texts.map(said)),
    count: texts.length,
    key: undefined,
    at: Date.now(),
  });

export const searchFor = async ({ store }: Storage, { organization }: Tenant, word: string) =>
  (
    await store.search.search(
      { organizationId: organization.organizationId, person: '' },
      { q: `"${word}"`, limit: 10 },
    )
  ).hits;

/** Folds until everything stored has been looked at. */
export async function foldAll(
  database: FreshDatabase,
  options: Partial<FoldingOptions> = {},
): Promise<string[]> {
  const faults: string[] = [];
  const parts = reading(database);
  const folding = new Folding({
    ...parts,
    onFault: (fault) => faults.push(String(fault)),
    debounce: 10,
    ...options,
  });
  folding.start();
  await until(async () => (await parts.projection.behind(10, true)).length === 0);
  await folding.stop();
  if (parts.log instanceof SqliteReader) parts.log.close();
  return faults;
}

/** The methods of a class instance as plain properties. */
export const bound = (projection: Projection): Projection => ({
  find: (id) => projection.find(id),
  terms: (subject) => projection.terms(subject),
  state: (id) => projection.state(id),
  pages: (id, keys) => projection.pages(id, keys),
  length: (id, kind, lane) => projection.length(id, kind, lane),
  save: (step) => projection.save(step),
  links: projection.links,
  note: (subject) => projection.note(subject),
  setAside: (subject, fault) => projection.setAside(subject, fault),
  behind: (limit, all) => projection.behind(limit, all),
  forget: (id) => projection.forget(id),
  sweep: () => projection.sweep(),
  takeWork: (limit) => projection.takeWork(limit),
  endWork: (id) => projection.endWork(id),
  progress: () => projection.progress(),
  reset: (build) => projection.reset(build),
  keepHouse: () => projection.keepHouse(),
  close: () => projection.close(),
});

export async function direct(
  { config }: FreshDatabase,
  sqlite: (db: DatabaseSync) => unknown,
  postgres: (client: pg.Client) => Promise<unknown>,
): Promise<unknown> {
  if (config.engine === 'sqlite') {
    const db = new DatabaseSync(projectionPath(config.path));
    try {
      return sqlite(db);
    } finally {
      db.close();
      knownWrites.count++;
    }
  }
  const client = new ProjectionClient({ connectionString: config.url });
  await client.connect();
  try {
    return await postgres(client);
  } finally {
    await client.end();
  }
}

/** Puts an empty state in place of the saved one, as if it had not been written for a while. */
export async function forge(database: FreshDatabase, sessionId: string, state: object, foldedTo?: number) {
  const body = packState(state as Parameters<typeof packState>[0]);
  const text = (a: string, b: string, c: string) =>
    `session_statistics set state = ${a}, state_to = 0, folded_to = coalesce(${b}, folded_to) where session_id = ${c}`;
  await direct(
    database,
    (db) => db.prepare(`update ${text('?', '?', '?')}`).run(body, foldedTo ?? null, sessionId),
    (client) =>
      client.query(`update projection.${text('$1', '$2::bigint', '$3')}`, [
        body,
        foldedTo ?? null,
        sessionId,
      ]),
  );
}

export const chunkCount = async (database: FreshDatabase, sessionId: string): Promise<number> =>
  Number(
    await direct(
      database,
      (db) => db.prepare('select count(*) as n from search_chunks where session_id = ?').get(sessionId)?.n,
      async (client) =>
        (
          await client.query(
            'select count(*)::int as n from projection.search_chunks where session_id = $1',
            [sessionId],
          )
        ).rows[0].n,
    ),
  );

/** As if this had been folded from the log of another installation, or from before a restore. */
export const changeLineage = (database: FreshDatabase) =>
  direct(
    database,
    (db) => db.exec("update model set lineage = 'another'"),
    (client) => client.query("update projection.model set lineage = 'another'"),
  );
