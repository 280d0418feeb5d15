import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectionPath } from '../packages/server/src/projection/sqlite-schema.ts';
import { ProjectionClient } from '../packages/server/src/store/connection/projection-client.ts';
import type { Subject } from './subject.ts';

/** Runs statements on the database of a subject, in one go, with what is derived as `projection`. */
export async function runStatements(
  { database: { config } }: Subject,
  statements: readonly string[],
): Promise<void> {
  if (config.engine === 'sqlite') {
    const db = new DatabaseSync(config.path);
    db.prepare('attach database ? as projection').run(projectionPath(config.path));
    db.exec(`pragma synchronous = off; pragma busy_timeout = 10000; begin immediate; ${statements.join('; ')}; commit;
      pragma wal_checkpoint(truncate)`);
    db.close();
    // This held up the thread: connections that ended meanwhile are noticed only now.
    await sleep(200);
    return;
  }
  const client = new ProjectionClient({ connectionString: config.url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
    // One statement changed some rows many times: they are left as they would be where each change came by itself.
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
