import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { projectionVersion } from '../../domain/projection-version.ts';
import {
  openProjectionFile,
  projectionFiles,
  projectionPath,
  removeProjectionFile,
  resetTables,
} from '../sqlite-schema.ts';
import {
  type Folded,
  foldedLastQuery,
  type LineageEvidence,
  misfit,
  type ReadLog,
  shortenedQuery,
} from './lineage.ts';
import { allWork, type Progress } from './tables.ts';

export interface ModelStart {
  lineage: string;
  log: ReadLog;
  /** Beside a server that may be running: what is there is left as it is. */
  isBeside: boolean;
  /** Told why what was there had to be thrown away. */
  onMisfit?(reason: string): void;
}

/**
 * Makes this version's file ready for use: as it is, or anew because there is none, it is broken, or of another log.
 */
export async function prepareSqliteModel(path: string, start: ModelStart): Promise<void> {
  const file = projectionPath(path);
  if (openProjectionFile(file) === 'unusable') {
    removeProjectionFile(file);
    openProjectionFile(file);
  }
  const evidence = gather(path, file);
  if (evidence.model && start.isBeside) return;
  const reason = evidence.model && (await misfit(start.lineage, start.log, evidence));
  if (evidence.model && !reason) return;
  if (reason) {
    start.onMisfit?.(reason);
    removeProjectionFile(file);
    openProjectionFile(file);
  }
  const db = new DatabaseSync(file, { timeout: 5000 });
  try {
    db.exec('BEGIN IMMEDIATE');
    fillSqliteModel(db, path, start.lineage);
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}

function gather(path: string, file: string): LineageEvidence {
  const records = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  try {
    records.prepare('attach database ? as projection').run(file);
    return {
      model: records.prepare('select lineage from projection.model').get() as LineageEvidence['model'],
      shortened: records.prepare(shortenedQuery).get() as LineageEvidence['shortened'],
      foldedLast: records.prepare(foldedLastQuery).all() as unknown as Folded[],
    };
  } finally {
    records.close();
  }
}

/** In a transaction of the file: a new build, with everything the log has as its work. */
export function fillSqliteModel(db: DatabaseSync, path: string, lineage: string): void {
  const records = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  let sessions = 0;
  try {
    const add = db.prepare('insert into work values (?, ?, ?, 0)');
    for (const { session_id, organization_id, place } of records.prepare(allWork).iterate()) {
      add.run(session_id as string, organization_id as string, place as number);
      sessions++;
    }
  } finally {
    records.close();
  }
  const now = Date.now();
  db.prepare('insert into model values (?, ?, ?, ?, ?, ?)').run(
    randomUUID(),
    lineage,
    now,
    sessions,
    sessions === 0 ? now : null,
    now,
  );
}

/**
 * Throws away what was derived, in place: others have the file open. With a `build`, only if nobody else has done so
 * since.
 */
export function resetSqliteModel(path: string, build?: string): void {
  const db = new DatabaseSync(projectionPath(path), { timeout: 5000 });
  try {
    db.exec('BEGIN IMMEDIATE');
    const model = db.prepare('select build, lineage from model').get();
    if (model && (build === undefined || model.build === build)) {
      resetTables(db);
      fillSqliteModel(db, path, String(model.lineage));
    }
    db.exec('COMMIT');
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  } finally {
    db.close();
  }
}

/** Removes the files of older versions: an embedded database has one server, so nobody serves them. */
export function removeOlderFiles(path: string): string[] {
  const older = projectionFiles(path, readdirSync(dirname(path))).filter(
    ({ version }) => version < projectionVersion,
  );
  for (const { name } of older) rmSync(join(dirname(path), name), { force: true });
  return older.map(({ name }) => name);
}

/** Removes all that was derived, of whatever version. */
export function removeProjectionFiles(path: string): void {
  for (const { name } of projectionFiles(path, readdirSync(dirname(path))))
    rmSync(join(dirname(path), name), { force: true });
}

export const sqliteProgress = (db: { one(text: string): object | undefined }): Progress => {
  const row = db.one('select sessions as total, (select count(*) from work) as "left" from model');
  return row ? (row as Progress) : { total: 0, left: 0 };
};
