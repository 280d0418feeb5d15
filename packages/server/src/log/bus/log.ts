import { randomUUID } from 'node:crypto';
import { type ClosedStatus, DebriefError } from '@debrief/contract';
import type { Appended, Batch, EventLog, EventRange } from '../../domain/ports.ts';
import { digest } from '../digest.ts';
import { InProgress } from '../in-progress.ts';
import { appendPatience, overloaded, settle, storedBy, unwritable } from '../outcome.ts';
import { Packer } from '../packer.ts';
import { Storable } from '../storable.ts';
import type { BusStore } from './behind.ts';
import type { Bus } from './connection.ts';
import { Lag } from './lag.ts';
import { Persister, type PersisterOptions } from './persister.ts';
import { asUnavailable, replay, Sequencer, type Unnumbered } from './sequencer.ts';

export interface JetStreamLogOptions {
  bus: Bus;
  /** The log in the database behind the bus: what is persisted is read there. */
  behind: EventLog;
  store: BusStore;
  /** Whether this process takes its turn at writing to the database. */
  persists: boolean;
  queueBytes?: number;
  onPersisted?: PersisterOptions['onPersisted'];
  onFault(fault: unknown): void;
}

/** An append that takes longer is refused (R4); it must also be far shorter than what the bus remembers. */
const patience = appendPatience;
const persistedPatience = 10_000;

const emptyEntry = {
  at: 0,
  count: 0,
  keyHash: '',
  fingerprint: '',
  encoding: 0,
  claim: '',
  body: new Uint8Array(),
  status: '' as const,
  endedAt: 0,
};

/**
 * The event log with JetStream in front of a database. The stream is the sequencer and its acknowledgement the
 * commit; what it holds is written to the database by whichever persister's turn it is.
 */
export class JetStreamLog implements EventLog {
  readonly #options: JetStreamLogOptions;
  readonly #bus: Bus;
  readonly #store: BusStore;
  readonly #inProgress = new InProgress();
  readonly #packer = new Packer();
  readonly #storable = new Storable();
  readonly #sequencer: Sequencer;
  readonly #lag: Lag;
  readonly #persister: Persister | undefined;
  readonly #queueBytes: number;
  #queuedBytes = 0;
  readonly #working = new Set<Promise<unknown>>();

  static async open(options: JetStreamLogOptions): Promise<JetStreamLog> {
    const log = new JetStreamLog(options);
    await log.#lag.look();
    return log;
  }

  private constructor(options: JetStreamLogOptions) {
    this.#options = options;
    this.#bus = options.bus;
    this.#store = options.store;
    this.#queueBytes = options.queueBytes ?? 128 * 1024 * 1024;
    this.#sequencer = new Sequencer(options);
    this.#lag = new Lag(this.#bus, this.#store);
    this.#persister = options.persists ? new Persister(options) : undefined;
  }

  append(batch: Batch): Promise<Appended> {
    return this.#inProgress.guard(batch, () => this.#storable.watch(this.#tracked(this.#append(batch))));
  }

  async check(): Promise<void> {
    this.#mustBeUp();
    await this.#storable.check(() => this.#bus.lastSequence());
  }

  async #append(batch: Batch): Promise<Appended> {
    const deadline = Date.now() + patience;
    this.#mustBeUp();
    const size = batch.lines.byteLength;
    if (this.#queuedBytes + size > this.#queueBytes) throw overloaded();
    this.#queuedBytes += size;
    try {
      const keyed = batch.key !== undefined;
      const keyHash = batch.key === undefined ? '' : digest(batch.key);
      const packing = this.#packer.pack(batch.lines);
      packing.catch(() => {});
      const found = await storedBy(deadline, this.#store.look({ ...batch, keyHash }));
      if (!found) return settle({ kind: 'missing' });
      if (!found.mayAppend) return settle({ kind: 'revoked' });
      const packed = await packing;
      const fingerprint = keyed ? packed.fingerprint : '';
      const known = replay(found.seen, fingerprint);
      if (known) return known;
      // Past this the bus may have forgotten a key that the database does not have yet.
      if (keyed && this.#lag.milliseconds() > this.#bus.window / 2) throw lagging();
      const { encoding, body } = packed;
      const { organizationId, sessionId, count, at } = batch;
      const named = { ...emptyEntry, organizationId, sessionId, at };
      const entry = { ...named, kind: 'batch' as const, count, keyHash, fingerprint, encoding };
      return await this.#sequencer.append(
        { ...batch, keyHash },
        await this.#bodied(entry, body, deadline),
        deadline,
      );
    } finally {
      this.#queuedBytes -= size;
    }
  }

  /** A body too large for a message goes to the database first; the message names it. */
  async #bodied(entry: Unnumbered, body: Uint8Array, deadline: number): Promise<Unnumbered> {
    if (body.byteLength <= this.#bus.bodyBytes) return { ...entry, body };
    const claim = randomUUID();
    await storedBy(deadline, this.#store.stash(claim, body, Date.now()));
    return { ...entry, claim };
  }

  async close(closing: Parameters<EventLog['close']>[0]) {
    return this.#tracked(this.#close(closing));
  }

  async #close(closing: Parameters<EventLog['close']>[0]) {
    this.#mustBeUp();
    const deadline = Date.now() + patience;
    const { organizationId, sessionId, status, endedAt, at } = closing;
    const look = { ...closing, keyHash: '' };
    const found = await storedBy(deadline, this.#store.look(look));
    if (!found) return undefined;
    if (found.status !== 'active') return this.#options.behind.close(closing);
    const entry = { ...emptyEntry, kind: 'close' as const, organizationId, sessionId, at, status, endedAt };
    const ended = await this.#sequencer.end(look, entry, deadline);
    if (ended.kind === 'erase') return undefined;
    const first = { status: ended.status as ClosedStatus, endedAt: ended.endedAt };
    // The persister would do it too; doing it now lets whoever closed the session see it closed.
    await this.#options.behind.close({ ...closing, ...first });
    return { ...first, now: ended.now };
  }

  async erase(sessionId: string): Promise<void> {
    const message = await asUnavailable(() => this.#bus.last(sessionId));
    const organizationId = await this.#store.organizationOf(sessionId);
    if (organizationId === undefined) return;
    const look = { organizationId, sessionId, keyHash: '' };
    const found = await this.#store.look(look);
    if (found && (found.status === 'active' || message)) {
      const entry = { ...emptyEntry, kind: 'erase' as const, organizationId, sessionId, at: Date.now() };
      const { sequence } = await this.#sequencer.end(look, entry, Date.now() + patience);
      // What is on its way to the database would otherwise arrive there after the rest was removed.
      await this.#persisted(sequence);
    }
    await this.#options.behind.erase(sessionId);
  }

  async #persisted(sequence: number, patience = persistedPatience): Promise<void> {
    const deadline = Date.now() + patience;
    for (;;) {
      const position = await this.#store.position();
      if ((position?.sequence ?? 0) >= sequence) return;
      if (Date.now() > deadline) throw unwritable('the persister is behind');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Resolves when everything on the bus now is in the database. */
  async settled(): Promise<void> {
    await this.#persisted(await this.#bus.lastSequence(), Number.POSITIVE_INFINITY);
  }

  read(range: EventRange) {
    return this.#options.behind.read(range);
  }

  expire(before: number): Promise<number> {
    return this.#options.behind.expire(before);
  }

  compact(limit: number): Promise<number> {
    return this.#options.behind.compact(limit);
  }

  async stop(): Promise<void> {
    while (this.#working.size > 0) await Promise.allSettled(this.#working);
    await this.#lag.stop();
    await this.#persister?.stop();
    await this.#packer.stop();
    await this.#bus.close();
    await this.#options.behind.stop();
  }

  #mustBeUp(): void {
    if (!this.#bus.up) throw unwritable('the bus cannot be reached');
  }

  async #tracked<Result>(work: Promise<Result>): Promise<Result> {
    this.#working.add(work);
    try {
      return await work;
    } finally {
      this.#working.delete(work);
    }
  }
}

const lagging = () =>
  new DebriefError(
    'service_unavailable',
    'Events are written more slowly than they come; try again shortly.',
    {
      retryAfter: 5,
    },
  );
