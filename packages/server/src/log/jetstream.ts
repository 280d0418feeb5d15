import { createHash, randomUUID } from 'node:crypto';
import { type ClosedStatus, DebriefError } from '@debrief/contract';
import type { Appended, Batch, EventLog, EventRange } from '../domain/ports.ts';
import { pack } from './batch.ts';
import { InProgress } from './in-progress.ts';
import type { BusEntry, BusStore, Found, Look } from './jetstream-behind.ts';
import type { Bus, BusMessage } from './jetstream-bus.ts';
import { type Head, Heads, headOf } from './jetstream-head.ts';
import { Lag } from './jetstream-lag.ts';
import { appendPatience, by, overloaded, settle, unwritable } from './outcome.ts';
import { Persister, type PersisterOptions } from './persister.ts';

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
/** No message of any subject has this sequence, so a publish that expects it only asks whether its id is known. */
const never = Number.MAX_SAFE_INTEGER;

const digest = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex').slice(0, 32);

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
 * The event log with JetStream in front of a database. The stream is the sequencer: a message is accepted only if
 * its session's last message is the one its numbers were computed from, and the acknowledgement is the commit.
 */
export class JetStreamLog implements EventLog {
  readonly #options: JetStreamLogOptions;
  readonly #bus: Bus;
  readonly #store: BusStore;
  readonly #inProgress = new InProgress();
  readonly #heads = new Heads();
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
    this.#lag = new Lag(this.#bus, this.#store);
    this.#persister = options.persists ? new Persister(options) : undefined;
  }

  append(batch: Batch): Promise<Appended> {
    return this.#inProgress.guard(batch, () => this.#tracked(this.#append(batch)));
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
      const fingerprint = keyed ? digest(batch.lines) : '';
      const found = await by(deadline, this.#store.look({ ...batch, keyHash }));
      if (!found) return settle({ kind: 'missing' });
      const known = replay(found.seen, fingerprint);
      if (known) return known;
      // Past this the bus may have forgotten a key that the database does not have yet.
      if (keyed && this.#lag.milliseconds() > this.#bus.window / 2) throw lagging();
      const { encoding, body } = await pack(batch.lines);
      const { organizationId, sessionId, count, at } = batch;
      const named = { ...emptyEntry, organizationId, sessionId, at };
      const entry = { ...named, kind: 'batch' as const, count, keyHash, fingerprint, encoding };
      return await this.#heads.inTurn(sessionId, async () =>
        this.#publishBatch({ ...batch, keyHash }, await this.#bodied(entry, body, deadline), deadline),
      );
    } finally {
      this.#queuedBytes -= size;
    }
  }

  /** A body too large for a message goes to the database first; the message names it. */
  async #bodied(
    entry: Omit<BusEntry, 'first'>,
    body: Uint8Array,
    deadline: number,
  ): Promise<Omit<BusEntry, 'first'>> {
    if (body.byteLength <= this.#bus.bodyBytes) return { ...entry, body };
    const claim = randomUUID();
    await by(deadline, this.#store.stash(claim, body, Date.now()));
    return { ...entry, claim };
  }

  async #publishBatch(look: Look, entry: Omit<BusEntry, 'first'>, deadline: number): Promise<Appended> {
    const id = entry.keyHash ? `${entry.sessionId} ${entry.keyHash}` : undefined;
    for (;;) {
      const head = await this.#head(look, deadline);
      if (head.ended?.kind === 'erase') return settle({ kind: 'missing' });
      // An ended session still answers a key it has seen (V10), which may be on the bus only.
      const last = head.ended ? never : head.last;
      if (head.ended && id === undefined) return settle({ kind: 'closed' });
      const sent = await this.#publish({ ...entry, first: head.next }, { last, id, deadline });
      if (sent === 'conflict') {
        if (head.ended) return settle({ kind: 'closed' });
        this.#heads.forget(entry.sessionId);
      } else if (sent.duplicate) {
        return this.#first(sent.sequence, entry.fingerprint, deadline);
      } else {
        const next = head.next + entry.count;
        this.#heads.set(entry.sessionId, { last: sent.sequence, next, ended: undefined });
        return settle({ kind: 'appended', first: head.next, count: entry.count, status: 202 });
      }
    }
  }

  /** The answer that the first message with the same key was given. */
  async #first(sequence: number, fingerprint: string, deadline: number): Promise<Appended> {
    const message = await this.#asking(() => by(deadline, this.#bus.message(sequence)));
    if (!message) throw unwritable('the first message of a key is not on the bus');
    return replay({ ...message.entry, status: 202 }, fingerprint) as Appended;
  }

  async #head(look: Look, deadline: number): Promise<Head> {
    if (Date.now() > deadline) throw unwritable('the bus is too slow');
    const known = this.#heads.get(look.sessionId);
    if (known) return known;
    const message = await this.#asking(() => by(deadline, this.#bus.last(look.sessionId)));
    if (message) {
      const head = headOf(message);
      this.#heads.set(look.sessionId, head);
      return head;
    }
    // Nothing on the bus, so all of it is in the database, as long as that is asked after the bus.
    const found = await by(deadline, this.#store.look({ ...look, keyHash: '' }));
    if (!found) return settle({ kind: 'missing' }) as never;
    return { last: 0, next: found.eventCount + 1, ended: endOf(found) };
  }

  async #publish(
    entry: BusEntry,
    { last, id, deadline }: { last: number; id: string | undefined; deadline: number },
  ) {
    const timeout = deadline - Date.now();
    if (timeout <= 0) throw unwritable('the bus is too slow');
    return this.#asking(async () => {
      try {
        return await this.#bus.publish(entry, { last, id, timeout });
      } catch (error) {
        // It may have been stored or not: what comes after must not be computed from either.
        this.#heads.forget(entry.sessionId);
        throw error;
      }
    });
  }

  async close(closing: Parameters<EventLog['close']>[0]) {
    return this.#tracked(this.#close(closing));
  }

  async #close(closing: Parameters<EventLog['close']>[0]) {
    this.#mustBeUp();
    const deadline = Date.now() + patience;
    const { organizationId, sessionId, status, endedAt, at } = closing;
    const look = { ...closing, keyHash: '' };
    const found = await by(deadline, this.#store.look(look));
    if (!found) return undefined;
    if (found.status !== 'active') return this.#options.behind.close(closing);
    return this.#heads.inTurn(sessionId, async () => {
      const entry = { ...emptyEntry, kind: 'close' as const, organizationId, sessionId, at, status, endedAt };
      const ended = await this.#end(look, entry, deadline);
      if (ended.kind === 'erase') return undefined;
      const first = { status: ended.status as ClosedStatus, endedAt: ended.endedAt };
      // The persister would do it too; doing it now lets whoever closed the session see it closed.
      await this.#options.behind.close({ ...closing, ...first });
      return { ...first, now: ended.now };
    });
  }

  /** Publishes the marker that no append gets past, unless one is there. */
  async #end(look: Look, entry: Omit<BusEntry, 'first'>, deadline: number) {
    for (;;) {
      const head = await this.#head(look, deadline);
      if (head.ended && (head.ended.kind === 'erase' || entry.kind === 'close')) {
        return { ...head.ended, now: false, sequence: head.last };
      }
      const sent = await this.#publish(
        { ...entry, first: head.next },
        { last: head.last, id: undefined, deadline },
      );
      if (sent === 'conflict') {
        this.#heads.forget(entry.sessionId);
        continue;
      }
      const { status, endedAt } = entry;
      const ended = { kind: entry.kind as 'close' | 'erase', status, endedAt };
      this.#heads.set(entry.sessionId, { last: sent.sequence, next: head.next, ended });
      return { ...ended, now: true, sequence: sent.sequence };
    }
  }

  async erase(sessionId: string): Promise<void> {
    const message = await this.#asking(() => this.#bus.last(sessionId));
    const organizationId = await this.#store.organizationOf(sessionId);
    if (organizationId === undefined) return;
    const look = { organizationId, sessionId, keyHash: '' };
    const found = await this.#store.look(look);
    if (found && (found.status === 'active' || message)) {
      const entry = { ...emptyEntry, kind: 'erase' as const, organizationId, sessionId, at: Date.now() };
      const { sequence } = await this.#heads.inTurn(sessionId, () =>
        this.#end(look, entry, Date.now() + patience),
      );
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
    await this.#bus.close();
    await this.#options.behind.stop();
  }

  #mustBeUp(): void {
    if (!this.#bus.up) throw unwritable('the bus cannot be reached');
  }

  async #asking<Result>(ask: () => Promise<Result>): Promise<Result> {
    try {
      return await ask();
    } catch (error) {
      throw error instanceof DebriefError ? error : unwritable(error);
    }
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

function replay(seen: Found['seen'] | (BusMessage['entry'] & { status: number }), fingerprint: string) {
  if (!seen) return undefined;
  if (seen.fingerprint !== fingerprint) return settle({ kind: 'reused' });
  return settle({ kind: 'replayed', first: seen.first, count: seen.count, status: seen.status });
}

const endOf = (found: Found): Head['ended'] =>
  found.status === 'active'
    ? undefined
    : { kind: 'close', status: found.status, endedAt: found.endedAt ?? 0 };

const lagging = () =>
  new DebriefError(
    'service_unavailable',
    'Events are written more slowly than they come; try again shortly.',
    {
      retryAfter: 5,
    },
  );
