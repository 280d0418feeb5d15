import { randomUUID } from 'node:crypto';
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import type { BusEntry, BusStore } from './behind.ts';
import type { Bus } from './connection.ts';
import { entryOf } from './message.ts';

export interface PersisterOptions {
  bus: Bus;
  store: BusStore;
  /** Told of the sessions that have more in the database than before. */
  onPersisted?: ((sessions: { organizationId: string; sessionId: string }[]) => void) | undefined;
  onFault(fault: unknown): void;
}

/** How long a turn lasts without renewal: when a process is killed, another takes over after this. */
const turn = 3000;
const renewEvery = 1000;
const runMessages = 256;
const runBytes = 8 * 1024 * 1024;
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
  #messages: ConsumerMessages | undefined;
  #stopping = false;

  constructor(options: PersisterOptions) {
    this.#options = options;
    this.#ended = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#messages?.stop();
    await this.#ended;
    const { bus, store } = this.#options;
    await store.release(bus.identity, this.#holder).catch(() => {});
  }

  async #run(): Promise<void> {
    const { bus, store, onFault } = this.#options;
    while (!this.#stopping) {
      try {
        const position = bus.up ? await store.hold(bus.identity, this.#holder, turn) : undefined;
        if (position === undefined) await pause(250);
        else await this.#follow(position);
      } catch (error) {
        onFault(error);
        await pause(500);
      }
    }
  }

  /** Reads on from a position until the turn, the bus or the order is lost. */
  async #follow(from: number): Promise<void> {
    const { bus, store } = this.#options;
    const messages = await bus.read(from, runMessages);
    this.#messages = messages;
    if (this.#stopping) messages.stop();
    const forget = bus.onReconnect(() => messages.stop());
    const renewal = setInterval(() => {
      store.hold(bus.identity, this.#holder, turn).then(
        (held) => held === undefined && messages.stop(),
        () => messages.stop(),
      );
    }, renewEvery);
    void stopWhenLost(messages);
    try {
      let position = from;
      let delivered = 0;
      for await (const { run, bytes } of runsOf(messages)) {
        const begun = performance.now();
        // A message lost on the way shows in the numbering of the deliveries: begin again after the position.
        if (run.some((message) => message.info.deliverySequence !== ++delivered)) return;
        const reached = await this.#write(position, run);
        if (reached === undefined) return;
        position = reached;
        await this.#tidy(position);
        const every = bytes > largeRun ? runEvery.large : runEvery.small;
        const rest = begun + every - performance.now();
        if (rest > 0 && run.length < runMessages) await pause(rest);
      }
    } finally {
      clearInterval(renewal);
      forget();
      messages.stop();
      this.#messages = undefined;
    }
  }

  async #write(from: number, run: readonly JsMsg[]): Promise<number | undefined> {
    const { bus, store, onPersisted, onFault } = this.#options;
    const to = (run.at(-1) as JsMsg).seq;
    const entries: BusEntry[] = run.map(({ subject, data, headers }) =>
      entryOf({ subject, data, header: headers }),
    );
    const misfits = await store.persist({ stream: bus.identity, from, to, entries });
    if (misfits) {
      onFault(`${misfits} batches of the bus do not continue their sessions: was an old backup restored?`);
    }
    if (misfits === undefined) return undefined;
    const sessions = new Map(
      entries.map(({ organizationId, sessionId }) => [sessionId, { organizationId, sessionId }]),
    );
    onPersisted?.([...sessions.values()]);
    return to;
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

/** What has arrived so far goes together: one transaction for a message alone, or for hundreds. */
async function* runsOf(messages: ConsumerMessages): AsyncGenerator<{ run: JsMsg[]; bytes: number }> {
  const iterator = messages[Symbol.asyncIterator]();
  let next = iterator.next();
  for (;;) {
    const first = await next;
    if (first.done) return;
    const run = [first.value];
    let bytes = first.value.data.byteLength;
    next = iterator.next();
    while (run.length < runMessages && bytes < runBytes) {
      const more = await Promise.race([next, immediately()]);
      if (!more || more.done) break;
      run.push(more.value);
      bytes += more.value.data.byteLength;
      next = iterator.next();
    }
    yield { run, bytes };
  }
}

const immediately = () => new Promise<undefined>((resolve) => setImmediate(resolve, undefined));

async function stopWhenLost(messages: ConsumerMessages): Promise<void> {
  for await (const { type } of messages.status()) {
    if (type === 'heartbeats_missed' || type === 'consumer_not_found' || type === 'consumer_deleted') {
      messages.stop();
    }
  }
}
