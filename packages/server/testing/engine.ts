import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { DatabaseConfig } from '../src/config.ts';
import { ProjectionClient } from '../src/store/connection/projection-client.ts';
import type { Engine } from '../src/store/database.ts';
import { knownWrites } from '../src/worker/known-writes.ts';

/** Those that the tests run on: both, or the one that a group of `npm test` is for (`scripts/test/groups.ts`). */
export const engines: readonly Engine[] = (['sqlite', 'postgres'] as const).filter(
  (engine) => (process.env.TEST_ENGINE ?? engine) === engine,
);

export interface FreshDatabase {
  config: DatabaseConfig;
  /** A folder of its own for whatever else the test keeps. */
  folder: string;
  remove(): Promise<void>;
}

/** An empty database of the engine: a file in a new folder, or a database of its own in the test server. */
export const freshDatabase = (engine: Engine): Promise<FreshDatabase> => newDatabase(engine);

/**
 * The same with this version's tables, as `npm test` has made them once (`scripts/test/template.ts`): each of some thousand servers would
 * spend most of its start with making them. A file that is run by itself gets an empty one, which a server fills.
 */
export const migratedDatabase = (engine: Engine): Promise<FreshDatabase> =>
  newDatabase(
    engine,
    engine === 'sqlite' ? process.env.TEST_SQLITE_TEMPLATE : process.env.TEST_POSTGRES_TEMPLATE,
  );

async function newDatabase(engine: Engine, template?: string): Promise<FreshDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'debrief-test-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  if (engine === 'sqlite') {
    const path = join(folder, 'debrief.db');
    if (template) copyFileSync(template, path);
    return {
      config: { engine, path },
      folder,
      remove: async () => removeFolder(),
    };
  }
  const name = `debrief_test_${randomBytes(6).toString('hex')}`;
  await administer(`create database ${name}${template ? ` template ${template}` : ''}`);
  const url = new URL(postgresUrl());
  url.pathname = `/${name}`;
  return {
    config: { engine, url: url.href },
    folder,
    async remove() {
      await administer(`drop database if exists ${name} with (force)`);
      removeFolder();
    },
  };
}

/** Runs one statement on a test's database, for what no port offers. */
export async function runStatement(config: DatabaseConfig, statement: string): Promise<object[]> {
  if (config.engine === 'sqlite') {
    const file = new DatabaseSync(config.path);
    try {
      file.exec('PRAGMA busy_timeout = 5000');
      return file.prepare(statement).all();
    } finally {
      file.close();
      // A server in this process hears of it as of any write.
      knownWrites.count++;
    }
  }
  const client = new ProjectionClient({ connectionString: config.url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

function postgresUrl(): string {
  const url = process.env.TEST_POSTGRES_URL;
  if (url) return url;
  throw new Error(
    'TEST_POSTGRES_URL is not set: run this through `npm test -- <file>`, which brings a PostgreSQL.',
  );
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
