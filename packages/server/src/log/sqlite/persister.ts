import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { SessionStatus } from '@debrief/contract';
import type { BusEntry, BusLoss, BusPosition, BusRun, BusStore, Look, SessionLook } from '../bus/behind.ts';
import { type AppendRefusal, refusalOf, type Writable } from '../outcome.ts';

/** What the writer thread does for the bus. */
export type BusJob =
  | { kind: 'persist'; run: BusRun }
  | { kind: 'stash'; claim: string; sessionId: string; body: Uint8Array; at: number }
  | { kind: 'drop-claims-of'; sessionId: string; before: number }
  | { kind: 'drop-claims'; before: number }
  | { kind: 'follow'; stream: string }
  | { kind: 'forget' }
  | { kind: 'begin-epoch'; stream: string }
  | { kind: 'saw'; stream: string; sequence: number }
  | { kind: 'replace'; position: BusPosition; by: string }
  | { kind: 'add-losses'; losses: readonly BusLoss[] }
  | { kind: 'drop-losses'; lossIds: readonly string[] }
  | { kind: 'hold'; stream: string; holder: string; milliseconds: number }
  | { kind: 'release'; stream: string; holder: string };

/** For what tells its caller whether it changed anything. */
const changed = ({ changes }: { changes: number | bigint }): number | undefined =>
  changes > 0 ? 1 : undefined;

type Prepare = (text: string) => StatementSync;

const bytes = (hex: string) => Buffer.from(hex, 'hex');

/** Runs one such job inside the writer's transaction. */
export function runBusJob(prepare: Prepare, job: BusJob): number | undefined {
  switch (job.kind) {
    case 'persist':
      return persist(prepare, job.run);
    case 'stash':
      return Number(
        prepare('insert into claims select ?, ?, ? from sessions where session_id = ?').run(
          job.claim,
          job.body,
          job.at,
          job.sessionId,
        ).changes,
      );
    case 'drop-claims-of':
      // Of "<session>:…" all: ";" comes right after ":".
      prepare('delete from claims where claim_id > ? and claim_id < ? and created_at < ?').run(
        `${job.sessionId}:`,
        `${job.sessionId};`,
        job.before,
      );
      return;
    case 'drop-claims':
      prepare('delete from claims where created_at < ?').run(job.before);
      return;
    case 'follow':
      prepare(
        'insert into bus_position (stream, sequence, held_until) select ?, 0, 0 where not exists (select 1 from bus_position)',
      ).run(job.stream);
      return;
    case 'forget':
      prepare('delete from bus_position').run();
      return;
    case 'begin-epoch':
      return changed(prepare('update bus_position set epoch = epoch + 1 where stream = ?').run(job.stream));
    case 'saw':
      prepare('update bus_position set seen = max(seen, ?) where stream = ?').run(job.sequence, job.stream);
      return;
    case 'replace': {
      const { stream, sequence, epoch } = job.position;
      return changed(
        prepare(
          `update bus_position set stream = ?, sequence = 0, seen = 0, epoch = epoch + 1, holder = null, held_until = 0
            where stream = ? and sequence = ? and epoch = ?`,
        ).run(job.by, stream, sequence, epoch),
      );
    }
    case 'add-losses':
      for (const { lossId, stream, sessionId, first, last, foundAt } of job.losses) {
        prepare('insert or ignore into bus_losses values (?, ?, ?, ?, ?, ?)').run(
          ...[lossId, stream, sessionId, first, last, foundAt],
        );
      }
      return;
    case 'drop-losses':
      for (const lossId of job.lossIds) prepare('delete from bus_losses where loss_id = ?').run(lossId);
      return;
    case 'hold': {
      const held = prepare(
        `update bus_position set holder = ?1, held_until = ?2 where stream = ?3
          and (holder is null or holder = ?1 or held_until not between ?4 and ?2)`,
      ).run(job.holder, Date.now() + job.milliseconds, job.stream, Date.now());
      return changed(held);
    }
    case 'release':
      prepare('update bus_position set holder = null where stream = ? and holder = ?').run(
        job.stream,
        job.holder,
      );
      return;
  }
}

function persist(prepare: Prepare, run: BusRun): number | undefined {
  const moved = prepare(
    'update bus_position set sequence = ? where stream = ? and epoch = ? and sequence = ?',
  ).run(...[run.to, run.stream, run.epoch, run.from]);
  if (moved.changes === 0) return undefined;
  let misfits = 0;
  for (const entry of run.entries) if (!persistEntry(prepare, entry)) misfits++;
  return misfits;
}

/** False when the entry does not continue its session. */
function persistEntry(prepare: Prepare, entry: BusEntry): boolean {
  const session = prepare('select session_pk, event_count from sessions where session_id = ?').get(
    entry.sessionId,
  ) as { session_pk: number; event_count: number } | undefined;
  if (!session) {
    // A session that was deleted meanwhile takes its events with it.
    if (entry.claim) prepare('delete from claims where claim_id = ?').run(entry.claim);
    return true;
  }
  const { session_pk: pk, event_count: count } = session;
  if (entry.kind === 'close') {
    prepare(
      `update sessions set status = ?, ended_at = ?, updated_at = max(updated_at, ?)
        where session_pk = ? and status = 'active'`,
    ).run(entry.status, entry.endedAt, entry.at, pk);
    return true;
  }
  const last = entry.first + entry.count - 1;
  if (entry.kind === 'erase' || last <= count) return true;
  const body = entry.claim
    ? (prepare('select body from claims where claim_id = ?').get(entry.claim)?.body as Uint8Array | undefined)
    : entry.body;
  if (body) {
    prepare('insert or ignore into event_batches values ((? << 32) | ?, ?, ?, ?, ?)').run(
      pk,
      entry.first,
      entry.count,
      entry.at,
      entry.encoding,
      body,
    );
  }
  if (entry.keyHash) {
    prepare('insert or ignore into idempotency values (?, ?, ?, ?, ?, 202)').run(
      pk,
      bytes(entry.keyHash),
      entry.first,
      entry.count,
      bytes(entry.fingerprint),
    );
  }
  prepare('update sessions set event_count = ?, updated_at = max(updated_at, ?) where session_pk = ?').run(
    last,
    entry.at,
    pk,
  );
  if (entry.claim) prepare('delete from claims where claim_id = ?').run(entry.claim);
  return body !== undefined && entry.first === count + 1;
}

interface LookedAt {
  session_pk: number;
  status: SessionStatus;
  ended_at: number | null;
  event_count: number;
}

export class SqliteBusStore implements BusStore {
  readonly #reader: DatabaseSync;
  readonly #submit: (job: BusJob) => Promise<unknown>;

  constructor(options: { reader: DatabaseSync; submit(job: BusJob): Promise<unknown> }) {
    this.#reader = options.reader;
    this.#submit = options.submit;
  }

  async look(look: Look): Promise<SessionLook | undefined> {
    const { organizationId, sessionId, keyHash } = look;
    const session = this.#reader
      .prepare(
        `select session_pk, status, ended_at, event_count, secret_environment, environment_id, is_keyed
          from sessions where session_id = ? and organization_id = ?`,
      )
      .get(sessionId, organizationId) as (LookedAt & Writable) | undefined;
    if (!session) return undefined;
    const seen = keyHash
      ? (this.#reader
          .prepare(
            `select first_sequence as first, count, lower(hex(fingerprint)) as fingerprint, status
              from idempotency where session_pk = ? and key_hash = ?`,
          )
          .get(session.session_pk, bytes(keyHash)) as SessionLook['seen'])
      : undefined;
    const { status, ended_at: endedAt, event_count: eventCount } = session;
    const refusal = this.#refusalOfSecret(look.secretId) ?? refusalOf(look, session);
    const bus = await this.position();
    return {
      refusal,
      status,
      endedAt,
      eventCount,
      bus: bus && { stream: bus.stream, sequence: bus.sequence },
      seen,
    };
  }

  #refusalOfSecret(secretId: string | undefined): AppendRefusal | undefined {
    if (secretId === undefined) return undefined;
    const found = this.#reader
      .prepare('select status, registers_only from secrets where secret_id = ?')
      .get(secretId);
    if (found?.status !== 'active') return 'revoked';
    return found.registers_only === 1 ? 'keyed' : undefined;
  }

  async stash(claim: string, sessionId: string, body: Uint8Array, at: number): Promise<boolean> {
    return (await this.#submit({ kind: 'stash', claim, sessionId, body, at })) === 1;
  }

  async dropClaimsOf(sessionId: string, before = Number.MAX_SAFE_INTEGER): Promise<void> {
    await this.#submit({ kind: 'drop-claims-of', sessionId, before });
  }

  async dropClaims(before: number): Promise<void> {
    await this.#submit({ kind: 'drop-claims', before });
  }

  async position(): Promise<BusPosition | undefined> {
    return this.#reader.prepare('select stream, sequence, epoch, seen from bus_position').get() as
      | BusPosition
      | undefined;
  }

  async follow(stream: string): Promise<BusPosition> {
    await this.#submit({ kind: 'follow', stream });
    return (await this.position()) as BusPosition;
  }

  async forget(): Promise<void> {
    await this.#submit({ kind: 'forget' });
  }

  async beginEpoch(stream: string): Promise<BusPosition | undefined> {
    return (await this.#submit({ kind: 'begin-epoch', stream })) ? this.position() : undefined;
  }

  async saw(stream: string, sequence: number): Promise<void> {
    await this.#submit({ kind: 'saw', stream, sequence });
  }

  async replace(position: BusPosition, by: string): Promise<boolean> {
    return (await this.#submit({ kind: 'replace', position, by })) !== undefined;
  }

  async addLosses(losses: readonly BusLoss[]): Promise<void> {
    await this.#submit({ kind: 'add-losses', losses });
  }

  async dropLosses(lossIds: readonly string[]): Promise<void> {
    await this.#submit({ kind: 'drop-losses', lossIds });
  }

  async losses(limit: number): Promise<BusLoss[]> {
    return this.#reader
      .prepare(
        `select loss_id as lossId, stream, session_id as sessionId, first_sequence as first, last_sequence as last,
          found_at as foundAt from bus_losses order by found_at desc, session_id, first_sequence limit ?`,
      )
      .all(limit) as unknown as BusLoss[];
  }

  async hold(stream: string, holder: string, milliseconds: number) {
    return (await this.#submit({ kind: 'hold', stream, holder, milliseconds })) ? this.position() : undefined;
  }

  async release(stream: string, holder: string): Promise<void> {
    await this.#submit({ kind: 'release', stream, holder });
  }

  async persist(run: BusRun): Promise<number | undefined> {
    return (await this.#submit({ kind: 'persist', run })) as number | undefined;
  }
}
