import { randomUUID } from 'node:crypto';
import { releaseMemory } from '../../../worker/own-memory.ts';
import type { BusStore } from '../behind.ts';
import type { Bus } from '../connection.ts';
import type { Lineage } from '../lineage/lineage.ts';
import { type Run, runMessages, runsAfter } from './runs.ts';

export interface PersisterOptions {
  bus: Bus;
  store: BusStore;
  lineage: Pick<Lineage, 'fits'>;
  /** Told of the sessions that have more in the database than before. */
  onPersisted?: ((sessions: { organizationId: string; sessionId: string }[]) => void) | undefined;
  onFault(fault: unknown): void;
}

/** How long a turn lasts without renewal: when a process is killed, another takes over after this. */
const turn = 3000;
const renewEvery = 1000;
/**
 * Milliseconds from one run to the next, so that many appends share a transaction; one that comes alone waits for none.
 * Where runs are large, that many bytes at a time would hold up the appends beside them.
 */
const runEvery = { small: 50, large: 20 };
const largeRun = 192 * 1024;
const tidyEvery = 60_000;
/** A claim is stashed moments before its message is published; after this long nobody will publish it. */
const claimLife = 3_600_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Writes what is on the bus to the database, in the order of the bus. The position is part of the same transaction
 * as the events, so a run counts exactly once whoever is killed when; processes take turns only to save work.
 */
export class Persister {
  readonly #options: PersisterOptions;
  readonly #holder = randomUUID();
  readonly #ended: Promise<void>;
  /** Where the position was, for as long as the bus must remember what is behind it. */
  #trail: { at: number; sequence: number }[] = [];
  #tidied = performance.now();
  #lost: AbortController | undefined;
  #stopping = false;

  constructor(options: PersisterOptions) {
    this.#options = options;
    this.#ended = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#lost?.abort();
    await this.#ended;
    const { bus, store } = this.#options;
    await store.release(bus.identity, this.#holder).catch(() => {});
  }

  async #run(): Promise<void> {
    const { bus, store, lineage, onFault } = this.#options;
    while (!this.#stopping) {
      try {
        const position = lineage.fits ? await store.hold(bus.identity, this.#holder, turn) : undefined;
        if (position === undefined) await pause(250);
        else await this.#follow(position);
      } catch (error) {
        onFault(error);
        await pause(500);
      }
    }
  }

  /** Writes on from a position until the turn, the bus or the order is lost. */
  async #follow({ sequence, epoch }: { sequence: number; epoch: number }): Promise<void> {
    const { bus, store } = this.#options;
    const lost = new AbortController();
    this.#lost = lost;
    if (this.#stopping) lost.abort();
    const forget = bus.onReconnect(() => lost.abort());
    const renewal = setInterval(() => {
      store.hold(bus.identity, this.#holder, turn).then(
        (held) => held === undefined && lost.abort(),
        () => lost.abort(),
      );
    }, renewEvery);
    try {
      let position = sequence;
      for await (const run of runsAfter(position, { bus, signal: lost.signal })) {
        const begun = performance.now();
        if (!(await this.#write({ from: position, epoch }, run))) return;
        position = run.to;
        await this.#tidy(position);
        const every = run.bytes > largeRun ? runEvery.large : runEvery.small;
        const rest = begun + every - performance.now();
        if (rest > 0 && run.entries.length < runMessages) await pause(rest);
      }
    } finally {
      clearInterval(renewal);
      forget();
      this.#lost = undefined;
    }
  }

  /** False when another process has written meanwhile, or connected to the bus anew. */
  async #write(place: { from: number; epoch: number }, { to, entries }: Run): Promise<boolean> {
    const { bus, store, onPersisted, onFault } = this.#options;
    const misfits = await store.persist({ stream: bus.identity, ...place, to, entries });
    if (misfits === undefined) return false;
    if (misfits > 0) {
      onFault(`${misfits} batches of the bus do not continue their sessions: was an old backup restored?`);
    }
    const sessions = new Map(
      entries.map(({ organizationId, sessionId }) => [sessionId, { organizationId, sessionId }]),
    );
    for (const { body } of entries) releaseMemory(body);
    onPersisted?.([...sessions.values()]);
    return true;
  }

  /** Lets the bus forget what was written long enough ago for no append to look for it there any more. */
  async #tidy(position: number): Promise<void> {
    const now = performance.now();
    if (now - this.#tidied < tidyEvery) return;
    this.#tidied = now;
    const { bus, store } = this.#options;
    this.#trail.push({ at: now, sequence: position });
    const old = this.#trail.filter(({ at }) => now - at > 2 * bus.window);
    const reached = old.at(-1);
    if (!reached) return;
    this.#trail = this.#trail.filter(({ at }) => now - at <= 2 * bus.window);
    await bus.purge(reached.sequence);
    if ((await bus.lastSequence()) <= position) await store.dropClaims(Date.now() - claimLife);
  }
}
