import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { Config } from '../../src/config.ts';
import { packSync, type StoredBatch, unpack } from '../../src/log/batch.ts';
import { openSource, type Source } from '../../src/operator/verify/source.ts';

/** A database that somebody with access to it changes, past the service; what it was before comes back afterwards. */
export interface Tampered {
  source: Source;
  run(statement: string, ...values: unknown[]): Promise<object[]>;
  batches(session: Place): Promise<StoredBatch[]>;
  /** Puts other lines, or another time or number, in the place of a batch; undefined removes it. */
  put(session: Place, first: number, batch: StoredBatch | undefined): Promise<void>;
}

export interface Place {
  sessionId: string;
  sessionPk: number;
  bucket: number | null;
}

type Run = Tampered['run'];

export const linesOf = (batch: StoredBatch): string[] => unpack(batch).toString().split('\n').slice(0, -1);

/** Bit 1 of the encoding says that every line has its own time. */
export const withLines = (batch: StoredBatch, lines: readonly string[]): StoredBatch => ({
  ...batch,
  ...packSync(Buffer.from(lines.map((line) => `${line}\n`).join('')), batch.encoding & ~1),
});

function sqliteHands(run: Run): Pick<Tampered, 'batches' | 'put'> {
  return {
    batches: async ({ sessionPk }) =>
      (await run(
        `select batch_key & 0xffffffff as first, count, accepted_at as at, encoding, body from event_batches
          where batch_key >> 32 = ? order by batch_key`,
        sessionPk,
      )) as StoredBatch[],
    async put({ sessionPk }, first, batch) {
      await run('delete from event_batches where batch_key = (? << 32) | ?', sessionPk, first);
      if (!batch) return;
      const { count, at, encoding, body } = batch;
      await run(
        'insert into event_batches values ((? << 32) | ?, ?, ?, ?, ?)',
        sessionPk,
        batch.first,
        count,
        at,
        encoding,
        body,
      );
    },
  };
}

function postgresHands(run: Run): Pick<Tampered, 'batches' | 'put'> {
  return {
    batches: async ({ sessionPk, bucket }) =>
      (await run(
        `select first_sequence as first, count, accepted_at as at, encoding, body from event_batches
          where bucket = $1 and session_pk = $2 order by 1`,
        bucket,
        sessionPk,
      )) as StoredBatch[],
    async put({ sessionPk, bucket }, first, batch) {
      const place = [bucket, sessionPk, first];
      await run(
        'delete from event_batches where bucket = $1 and session_pk = $2 and first_sequence = $3',
        ...place,
      );
      if (!batch) return;
      const { count, at, encoding, body } = batch;
      const values = [bucket, sessionPk, batch.first, count, at, encoding, Buffer.from(body)];
      await run('insert into event_batches values ($1, $2, $3, $4, $5, $6, $7)', ...values);
    },
  };
}

/** On SQLite a copy of the file, on PostgreSQL a transaction that is taken back. */
export async function tampering<Result>(
  config: Config,
  work: (hands: Tampered) => Promise<Result>,
): Promise<Result> {
  if (config.database.engine === 'postgres') {
    const source = openSource(config);
    const run: Run = (statement, ...values) => source.rows(statement, ...(values as string[]));
    try {
      await run('begin');
      // Nobody who can do this lets keys of other tables stop them.
      await run('set local session_replication_role = replica');
      const result = await work({ source, run, ...postgresHands(run) });
      await run('rollback');
      return result;
    } finally {
      await source.close();
    }
  }
  const path = join(config.dataDir, 'tampered.db');
  for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
  // Beside a server some of it is in the WAL.
  if (existsSync(`${config.database.path}-wal`)) {
    const original = new DatabaseSync(config.database.path, { readOnly: true });
    original.prepare('vacuum into ?').run(path);
    original.close();
  } else copyFileSync(config.database.path, path);
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  const run: Run = async (statement, ...values) =>
    db
      .prepare(statement.replaceAll(/\$\d/g, '?').replaceAll(/::\w+/g, ''))
      .all(...(values as SQLInputValue[]));
  const source = openSource({ ...config, database: { ...config.database, path } });
  try {
    return await work({ source, run, ...sqliteHands(run) });
  } finally {
    await source.close();
    db.close();
  }
}
