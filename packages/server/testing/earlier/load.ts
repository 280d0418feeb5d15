import { readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Engine } from '../../src/store/database.ts';
import { type FreshDatabase, freshDatabase } from '../engine.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** The commits of which there is a database of that engine. */
export const earlierCommits = (engine: Engine): string[] =>
  readdirSync(`${folder}${engine}`).flatMap((file) =>
    file.endsWith('.sql') ? [file.slice(0, -'.sql'.length)] : [],
  );

/** A database as that commit left it. */
export async function earlierDatabase(engine: Engine, commit: string): Promise<FreshDatabase> {
  const database = await freshDatabase(engine);
  const text = readFileSync(`${folder}${engine}/${commit}.sql`, 'utf8');
  if (database.config.engine === 'sqlite') {
    const db = new DatabaseSync(database.config.path);
    db.exec(text);
    db.close();
  } else {
    const client = new pg.Client({ connectionString: database.config.url });
    await client.connect();
    await client.query(text);
    await client.end();
  }
  return database;
}
