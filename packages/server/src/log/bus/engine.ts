import { randomUUID } from 'node:crypto';
import type { ClosedStatus } from '@debrief/contract';
import { DebriefError } from '@debrief/contract/error';
import type { Appended, Batch, ErasedSession, EventLog } from '../../domain/session/log-ports.ts';
import { releaseMemory } from '../../worker/own-memory.ts';
import { packLines } from '../batch.ts';
import { digest } from '../digest.ts';
import { appendPatience, settle, storedBy, unwritable } from '../outcome.ts';
import type { BusStore } from './behind.ts';
import type { Bus } from './connection.ts';
import { Lag } from './lag.ts';
import { Lineage, type LineageOptions } from './lineage/lineage.ts';
import { Persister, type PersisterOptions } from './persister/persister.ts';
import { asUnavailable, replay, Sequencer, type Unnumbered } from './sequencer.ts';

export interface BusEngineOptions
  extends Omit<PersisterOptions, 'lineage'>,
    Pick<LineageOptions, 'configured' | 'onReplaced'> {
  /** The log in the database behind the bus. */
  behind: Pick<EventLog, 'close' | 'erase'>;
  /** Whether this process takes its turn at writing to the database. */
  persists: boolean;
}

/** An append that takes longer is refused (R4); it must also be far shorter than what the bus remembers. */
const patience = appendPatience;

/** An append has been refused long before. */
const orphanAfter = 10 * appendPatience;

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
 * What is done with the bus: publishing, closing, persisting. The stream is the sequencer and its acknowledgement the
 * commit; what it holds is written to the database by whichever persister's turn it is.
 */
export class BusEngine {
  readonly #bus: Bus;
  readonly #behind: BusEngineOptions['behind'];
  readonly #store: BusStore;
  readonly #lineage: Lineage;
  readonly #sequencer: Sequencer;
  readonly #lag: Lag;
  readonly #persister: Persister | undefined;

  static async open(options: BusEngineOptions): Promise<BusEngine> {
    const engine = new BusEngine(options);
    await engine.#lineage.compare();
    await engine.#lag.look();
    return engine;
  }

  private constructor(options: BusEngineOptions) {
    this.#bus = options.bus;
    this.#behind = options.behind;
    this.#store = options.store;
    this.#lineage = new Lineage(options);
    const parts = { ...options, lineage: this.#lineage };
    this.#sequencer = new Sequencer(parts);
    this.#lag = new Lag(parts);
    this.#persister = options.persists ? new Persister(parts) : undefined;
  }

  /** Milliseconds that the database is behind the bus. */
  get lag(): number {
    return this.#lag.milliseconds();
  }

  get isUp(): boolean {
    return this.#bus.up && this.#lineage.fits;
  }

  /** What an operator has to know, while the bus and the database do not fit. */
  get misfit(): string | undefined {
    return this.#lineage.why;
  }

  /** Throws while the bus cannot be reached, or is not the one that the database follows. */
  mustBeUp(): void {
    this.#lineage.mustFit();
    if (!this.#bus.up) throw unwritable('the bus cannot be reached');
  }

  /** Asks the bus something that it has to be in service to answer. */
  async probe(): Promise<void> {
    await this.#bus.lastSequence();
  }

  async append(batch: Batch): Promise<Appended> {
    const deadline = Date.now() + patience;
    this.mustBeUp();
    const keyed = batch.key !== undefined;
    const keyHash = batch.key === undefined ? '' : digest(batch.key);
    const looking = storedBy(deadline, this.#store.look({ ...batch, keyHash }));
    looking.catch(() => {});
    // The look-ups of all that came together are on their way before the first is packed.
    await Promise.resolve();
    const { encoding, body, fingerprint: made } = packLines(batch.lines);
    if (body !== batch.lines) releaseMemory(batch.lines);
    const fingerprint = keyed ? (batch.sent ?? made) : '';
    const found = await looking;
    if (!found) return settle({ kind: 'missing' });
    if (found.refusal) return settle({ kind: found.refusal });
    this.#lineage.learn(found.bus);
    const known = replay(found.seen, fingerprint);
    if (known) return known;
    // Past this the bus may have forgotten a key that the database does not have yet.
    if (keyed && this.#lag.milliseconds() > this.#bus.window / 2) throw lagging();
    const { organizationId, sessionId, count, at } = batch;
    const named = { ...emptyEntry, organizationId, sessionId, at };
    const entry = { ...named, kind: 'batch' as const, count, keyHash, fingerprint, encoding };
    return this.#sequencer.append({ ...batch, keyHash }, await this.#bodied(entry, body, deadline), deadline);
  }

  /** A body too large for a message goes to the database first; the message names it. */
  async #bodied(entry: Unnumbered, body: Uint8Array, deadline: number): Promise<Unnumbered> {
    if (body.byteLength <= this.#bus.bodyBytes) return { ...entry, body };
    // Named after its session, so that it is found when that is deleted.
    const claim = `${entry.sessionId}:${randomUUID()}`;
    const isStored = await storedBy(deadline, this.#store.stash(claim, entry.sessionId, body, Date.now()));
    return isStored ? { ...entry, claim } : (settle({ kind: 'missing' }) as never);
  }

  async close(closing: Parameters<EventLog['close']>[0]) {
    this.mustBeUp();
    const deadline = Date.now() + patience;
    const { organizationId, sessionId, status, endedAt, at } = closing;
    const look = { ...closing, keyHash: '' };
    const found = await storedBy(deadline, this.#store.look(look));
    if (!found) return undefined;
    if (found.status !== 'active') return this.#behind.close(closing);
    const entry = { ...emptyEntry, kind: 'close' as const, organizationId, sessionId, at, status, endedAt };
    const ended = await this.#sequencer.end(look, entry, deadline);
    if (ended.kind === 'erase') return undefined;
    const first = { status: ended.status as ClosedStatus, endedAt: ended.endedAt };
    // The persister would do it too; doing it now lets whoever closed the session see it closed.
    await this.#behind.close({ ...closing, ...first });
    return { ...first, now: ended.now };
  }

  /** The record is gone, so nothing on its way is written any more; what is on the bus goes byte by byte. */
  async erase(erased: ErasedSession): Promise<void> {
    const { organizationId, sessionId } = erased;
    const entry = { ...emptyEntry, kind: 'erase' as const, organizationId, sessionId, at: Date.now() };
    const marker = await this.#sequencer.erase(entry, Date.now() + patience);
    // The marker stays: an append that looked before it must not find the subject empty.
    await asUnavailable(() => this.#bus.erase(sessionId, marker));
    await this.#store.dropClaimsOf(sessionId);
    await this.#behind.erase(erased);
  }

  /**
   * Whether everything of a session is in the database. `forgets`: what is there is overwritten on the bus; who appends
   * next asks the bus first and then the database, and a key is known there.
   */
  async hasArrived(sessionId: string, forgets: boolean): Promise<boolean> {
    this.mustBeUp();
    const last = await asUnavailable(() => this.#bus.last(sessionId));
    const position = (await this.#store.position())?.sequence ?? 0;
    if (forgets) {
      await asUnavailable(() => this.#bus.erase(sessionId, position + 1));
      // A body whose message was never sent; one on its way keeps its own until it has arrived.
      if (!last || last.sequence <= position)
        await this.#store.dropClaimsOf(sessionId, Date.now() - orphanAfter);
    }
    return !last || last.sequence <= position;
  }

  async #persisted(sequence: number, patience: number): Promise<void> {
    for (const begun = performance.now(); ; ) {
      const position = await this.#store.position();
      if ((position?.sequence ?? 0) >= sequence) return;
      if (performance.now() - begun > patience) throw unwritable('the database is behind the bus');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Resolves when everything on the bus now is in the database; rejects when that takes longer. */
  async settled(patience: number = Infinity): Promise<void> {
    this.#lineage.mustFit();
    await this.#persisted(await this.#bus.lastSequence(), patience);
  }

  async stop(): Promise<void> {
    await this.#lag.stop();
    await this.#persister?.stop();
    await this.#lineage.stop();
    await this.#bus.close();
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
