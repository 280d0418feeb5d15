import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { mergeSearchIndex } from './projection/search/merge.ts';
import { projectionPragmas } from './projection/sqlite-schema.ts';
import { sqlitePragmas } from './store/connection/sqlite-pragmas.ts';

/** The thread behind scrub.ts for SQLite: what was deleted leaves the files. Answers whether it has. */

export interface ScrubWiring {
  path: string;
  projectionPath: string;
}

const pause = (milliseconds: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

/** The log of writes still holds pages as they were before; it is moved into the file and cut off. */
function truncateLog(path: string, pragmas: string): boolean {
  const db = new DatabaseSync(path, { timeout: 5000 });
  try {
    db.exec(pragmas);
    // While it waits for readers nobody can write, so it waits briefly and often.
    db.exec('PRAGMA busy_timeout = 100');
    for (let tries = 0; tries < 10; tries++) {
      if (db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0) return true;
      pause(100);
    }
    return false;
  } finally {
    db.close();
  }
}

const { path, projectionPath } = workerData as ScrubWiring;
mergeSearchIndex(projectionPath, () => pause(5));
const isDone = truncateLog(projectionPath, projectionPragmas) && truncateLog(path, sqlitePragmas);
parentPort?.postMessage(isDone);
