import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { ClosedStatus } from '@debrief/contract';
import { mergeNeighbours, type PackedBatch, packSync, type StoredBatch } from '../batch.ts';
import { digestBytes } from '../digest.ts';
import { type AppendOutcome, type AppendRefusal, refusalOf, type Writable } from '../outcome.ts';
import { probeName } from '../storable.ts';
import type { AppendJob } from '../writer.ts';
import { type BusJob, runBusJob } from './persister.ts';

export interface CloseJob {
  kind: 'close';
  organizationId: string;
  sessionId: string;
  status: ClosedStatus;
  endedAt: number;
  at: number;
}

export interface EraseJob {
  kind: 'erase';
  sessionPk: number;
}

export interface RewriteJob {
  kind: 'rewrite';
  sessionPk: number;
  batch: StoredBatch;
  by: PackedBatch;
}

export interface CompactJob {
  kind: 'compact';
}

/** Writes something, or takes it away again, to see whether that works. */
export interface ProbeJob {
  kind: 'probe';
  text: string | undefined;
}

export type Job = ProbeJob | AppendJob | CloseJob | EraseJob | RewriteJob | CompactJob | BusJob;

export type CloseOutcome = { status: ClosedStatus; endedAt: number; now: boolean } | undefined;

export type JobOutcome = AppendOutcome | CloseOutcome | number | undefined;

interface SessionRow extends Writable {
  session_pk: number;
  status: string;
  event_count: number;
  ended_at: number | null;
}

/** Batches removed in one go: short transactions, so that appends never wait long behind a deletion. */
const eraseStep = 200;
/** Batches looked at in one go when merging; a longer session is merged in runs of this length. */
const compactStep = 2000;

/** Writes to the event log. One instance, on a thread of its own; it owns one connection. */
export class SqliteWriter {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string, pragmas: string) {
    this.#db = new DatabaseSync(path);
    this.#db.exec(pragmas);
    // The writer checkpoints by itself between groups instead of in the middle of a commit.
    this.#db.exec('PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -8192;');
  }

  /** Group commit: all jobs in one transaction, one fsync. Throws when nothing of it was written. */
  write(jobs: readonly Job[]): JobOutcome[] {
    // Compressing is the slow part and needs no lock.
    const packed = jobs.map((job) => (job.kind === 'append' ? packSync(job.lines) : undefined));
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const outcomes = jobs.map((job, index) => this.#run(job, packed[index]));
      this.#db.exec('COMMIT');
      return outcomes;
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  /** Moves committed pages into the database file; readers are not disturbed. */
  checkpoint(): void {
    this.#db.exec('PRAGMA wal_checkpoint(PASSIVE)');
  }

  close(): void {
    this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    this.#db.close();
  }

  #prepare(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known) return known;
    const statement = this.#db.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }

  #run(job: Job, packed: PackedBatch | undefined): JobOutcome {
    switch (job.kind) {
      case 'append':
        return this.#append(job, packed as PackedBatch);
      case 'close':
        return this.#close(job);
      case 'erase':
        return this.#erase(job.sessionPk);
      case 'rewrite':
        return this.#rewrite(job);
      case 'compact':
        return this.#compact();
      case 'probe':
        if (job.text === undefined) this.#prepare('delete from settings where name = ?').run(probeName);
        else
          this.#prepare('insert or replace into settings (name, value) values (?, ?)').run(
            probeName,
            job.text,
          );
        return undefined;
      default:
        return runBusJob((text) => this.#prepare(text), job);
    }
  }

  #session(organizationId: string, sessionId: string): SessionRow | undefined {
    return this.#prepare(
      `select session_pk, status, event_count, ended_at, secret_environment, environment_id, is_keyed
        from sessions where session_id = ? and organization_id = ?`,
    ).get(sessionId, organizationId) as SessionRow | undefined;
  }

  #refusalOfSecret(secretId: string): AppendRefusal | undefined {
    const found = this.#prepare('select status, registers_only from secrets where secret_id = ?').get(
      secretId,
    );
    if (found?.status !== 'active') return 'revoked';
    return found.registers_only === 1 ? 'keyed' : undefined;
  }

  #append(job: AppendJob, packed: PackedBatch): AppendOutcome {
    const refused = job.secretId !== undefined && this.#refusalOfSecret(job.secretId);
    if (refused) return { kind: refused };
    const session = this.#session(job.organizationId, job.sessionId);
    if (!session) return { kind: 'missing' };
    const refusal = refusalOf(job, session);
    if (refusal) return { kind: refusal };
    const pk = session.session_pk;
    const keyHash = job.key === undefined ? undefined : digestBytes(job.key);
    const fingerprint =
      keyHash && (job.sent === undefined ? digestBytes(job.lines) : Buffer.from(job.sent, 'hex'));
    if (keyHash && fingerprint) {
      // Before the state: a retry is answered as the first time even when the session has been closed since (V10).
      const seen = this.#prepare(
        'select first_sequence, count, fingerprint, status from idempotency where session_pk = ? and key_hash = ?',
      ).get(pk, keyHash) as
        | { first_sequence: number; count: number; fingerprint: Uint8Array; status: number }
        | undefined;
      if (seen) {
        if (!fingerprint.equals(seen.fingerprint)) return { kind: 'reused' };
        return { kind: 'replayed', first: seen.first_sequence, count: seen.count, status: seen.status };
      }
    }
    if (session.status !== 'active') return { kind: 'closed' };
    const first = session.event_count + 1;
    this.#prepare(
      'update sessions set event_count = event_count + ?, updated_at = max(updated_at, ?) where session_pk = ?',
    ).run(job.count, job.at, pk);
    this.#insertBatch(pk, { first, count: job.count, at: job.at, ...packed });
    if (keyHash && fingerprint) {
      this.#prepare('insert into idempotency values (?, ?, ?, ?, ?, 200)').run(
        pk,
        keyHash,
        first,
        job.count,
        fingerprint,
      );
    }
    return { kind: 'appended', first, count: job.count, status: 200 };
  }

  #insertBatch(pk: number, batch: StoredBatch): void {
    this.#prepare('insert into event_batches values ((? << 32) | ?, ?, ?, ?, ?)').run(
      pk,
      batch.first,
      batch.count,
      batch.at,
      batch.encoding,
      batch.body,
    );
  }

  #close(job: CloseJob): CloseOutcome {
    const session = this.#session(job.organizationId, job.sessionId);
    if (!session) return undefined;
    if (session.status !== 'active') {
      return { status: session.status as ClosedStatus, endedAt: session.ended_at as number, now: false };
    }
    this.#prepare(
      'update sessions set status = ?, ended_at = ?, updated_at = max(updated_at, ?) where session_pk = ?',
    ).run(job.status, job.endedAt, job.at, session.session_pk);
    return { status: job.status, endedAt: job.endedAt, now: true };
  }

  /** One step of a deletion; returns how many batches it removed, 0 when all are gone. */
  #erase(pk: number): number {
    const removed = this.#prepare(
      `delete from event_batches where batch_key in
        (select batch_key from event_batches where batch_key between (?1 << 32) and (?1 << 32) | 0xffffffff limit ?2)`,
    ).run(pk, eraseStep).changes;
    if (removed === 0) this.#prepare('delete from idempotency where session_pk = ?').run(pk);
    return Number(removed);
  }

  /** 0: it is not the batch any more that was read. */
  #rewrite({ sessionPk, batch, by }: RewriteJob): number {
    const { changes } = this.#prepare(
      `update event_batches set encoding = ?, body = ?
        where batch_key = (? << 32) | ? and count = ? and encoding = ? and body = ?`,
    ).run(by.encoding, by.body, sessionPk, batch.first, batch.count, batch.encoding, batch.body);
    return Number(changes);
  }

  /** Merges the small batches of one closed session that has not been merged; returns 0 when there is none. */
  #compact(): number {
    const row = this.#prepare(
      `select session_pk, compacted_to from sessions where compacted_to is not null and status <> 'active' limit 1`,
    ).get() as { session_pk: number; compacted_to: number } | undefined;
    if (!row) return 0;
    const { session_pk: pk, compacted_to: done } = row;
    const batches = this.#prepare(
      `select batch_key & 0xffffffff as first, count, accepted_at as at, encoding, body from event_batches
        where batch_key > (?1 << 32) | ?2 and batch_key <= (?1 << 32) | 0xffffffff order by batch_key limit ?3`,
    ).all(pk, done, compactStep) as unknown as StoredBatch[];
    for (const { merged, replaces } of mergeNeighbours(batches)) {
      for (const batch of replaces) {
        this.#prepare('delete from event_batches where batch_key = (? << 32) | ?').run(pk, batch.first);
      }
      this.#insertBatch(pk, merged);
    }
    const last = batches.at(-1);
    const next = last && batches.length === compactStep ? last.first : null;
    this.#prepare('update sessions set compacted_to = ? where session_pk = ?').run(next, pk);
    return 1;
  }
}
