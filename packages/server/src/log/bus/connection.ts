import {
  AckPolicy,
  type ConsumerMessages,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { connect, type NatsConnection, nanos } from '@nats-io/transport-node';
import type { BusEntry } from './behind.ts';
import { entryHeaders, entryOf } from './message.ts';
import { type Acknowledgement, Publisher, RefusedMessage } from './publisher.ts';
import { connectionOptions } from './url.ts';

export interface BusOptions {
  url: string;
  /** Also the prefix of the subjects. */
  stream: string;
  replicas: number;
  /** A stream that is not there is left alone instead of made. */
  isFollowed?: boolean;
  /** How long the bus itself recognises a key it has seen, in milliseconds. */
  window: number;
  /** How long a server that is only just starting is waited for, in milliseconds. */
  patience?: number;
  onFault(fault: unknown): void;
}

export interface BusMessage {
  sequence: number;
  time: number;
  entry: BusEntry;
}

const wrongLastSequence = 10071;
/** Headers count towards the largest message too. */
const headerRoom = 4096;
const usualPatience = 10_000;
const startPause = 500;
/** So many looks for a stream until it counts as gone: it may only be recovering. */
const missingAttempts = 6;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** One stream of a NATS server: what is published to it and read from it, and whether it can be reached. */
export class Bus {
  readonly #options: BusOptions;
  readonly #connection: NatsConnection;
  readonly #manager: JetStreamManager;
  readonly #client: JetStreamClient;
  readonly #publisher: Publisher;
  readonly #reconnected = new Set<() => void>();
  /** Name and birth of the stream: another one of the same name has other sequences. */
  readonly identity: string;
  #up = true;
  #connections = 1;
  #fault: string | undefined;

  private constructor(
    options: BusOptions,
    connection: NatsConnection,
    manager: JetStreamManager,
    created: string,
  ) {
    this.#options = options;
    this.#connection = connection;
    this.#manager = manager;
    this.#client = jetstream(connection);
    this.#publisher = new Publisher(connection);
    this.identity = `${options.stream} ${created}`;
    void this.#watch();
  }

  /** Connects and makes the stream unless it is there. A server that is only just starting is waited for. */
  static async connect(options: BusOptions): Promise<Bus> {
    const until = performance.now() + (options.patience ?? usualPatience);
    for (let attempt = 1; ; attempt++) {
      let connection: NatsConnection | undefined;
      try {
        connection = await connect({
          ...connectionOptions(options.url),
          name: 'debrief',
          maxReconnectAttempts: -1,
          reconnectTimeWait: 200,
          reconnectJitter: 100,
          timeout: 2000,
          pingInterval: 2000,
          maxPingOut: 2,
          // An error says what went wrong without where it was asked for, which would be written down for every message.
          noAsyncTraces: true,
        });
        const manager = await jetstreamManager(connection, { timeout: 2000 });
        // One that is not there may only be recovering.
        const created = options.isFollowed
          ? await bornAt(manager, options, attempt < missingAttempts)
          : await ensureStream(manager, options);
        return new Bus(options, connection, manager, created);
      } catch (error) {
        await connection?.close();
        if (performance.now() + startPause >= until) throw error;
        if (attempt === 1) options.onFault(`Waiting for the bus: ${error}`);
        await pause(startPause);
      }
    }
  }

  get up(): boolean {
    return this.#up;
  }

  /** Another number after each time that the bus was away. */
  get connection(): number {
    return this.#connections;
  }

  /** What is wrong with the stream of a bus that answers. */
  get fault(): string | undefined {
    return this.#fault;
  }

  get serverVersion(): string {
    return this.#connection.info?.version ?? '0';
  }

  /** Bytes a message's body may have. */
  get bodyBytes(): number {
    return (this.#connection.info?.max_payload ?? 1024 * 1024) - headerRoom;
  }

  get window(): number {
    return this.#options.window;
  }

  /** Called each time the bus is back after it was away. */
  onReconnect(listener: () => void): () => void {
    this.#reconnected.add(listener);
    return () => this.#reconnected.delete(listener);
  }

  async #watch(): Promise<void> {
    for await (const event of this.#connection.status()) {
      if (event.type === 'disconnect' || event.type === 'staleConnection') {
        this.#up = false;
        this.#connections++;
      }
      if (event.type === 'reconnect') void this.#verify();
    }
  }

  /** Back on the network is not yet back in service: JetStream may still be recovering, or be another one. */
  async #verify(): Promise<void> {
    const connection = this.#connections;
    const { stream, onFault } = this.#options;
    // Away again: whoever looks then goes on.
    for (let looks = 1; !this.#connection.isClosed() && connection === this.#connections; looks++) {
      const { created, error } = await this.#manager.streams.info(stream).then(
        ({ created }) => ({ created, error: undefined }),
        (error) => ({ created: undefined, error }),
      );
      if (connection !== this.#connections) return;
      if (`${stream} ${created}` === this.identity) {
        this.#fault = undefined;
        this.#up = true;
        for (const listener of this.#reconnected) listener();
        return;
      }
      const isGone = isMissing(error) && looks > missingAttempts;
      if (created || isGone) {
        const fault = created
          ? `the bus came back with another stream ${stream} than before. Bring its store back as it was, or run "debrief-server persist renew" to go on without what it held.`
          : `the bus came back without the stream ${stream}. Bring its store back as it was, or run "debrief-server persist renew" to go on without what it held.`;
        if (fault !== this.#fault) onFault(`Events are refused: ${fault}`);
        this.#fault = fault;
      }
      await pause(created ? 1000 : 200);
    }
  }

  /** Another stream with the same settings; its identity, or undefined when one of that name has messages already. */
  async makeStream(name: string): Promise<string | undefined> {
    const created = await ensureStream(this.#manager, { ...this.#options, stream: name });
    const { state } = await this.#manager.streams.info(name);
    return state.last_seq === 0 ? `${name} ${created}` : undefined;
  }

  async removeStream(): Promise<void> {
    await this.#manager.streams.delete(this.#options.stream);
  }

  #subject(sessionId: string): string {
    return `${this.#options.stream}.ev.${sessionId}`;
  }

  /**
   * The acknowledgement is the commit. `conflict`: the last message of the session is not the expected one (0:
   * none), and nothing was stored. A duplicate answers with the sequence of the first message of that id.
   */
  async publish(
    entry: BusEntry,
    { last, id, timeout }: { last: number; id?: string | undefined; timeout: number },
  ): Promise<Acknowledgement | 'conflict'> {
    // The client would keep it and send it as soon as a bus answers, whichever that is.
    if (!this.#up) throw new Error('the bus cannot be reached');
    const headers = entryHeaders(entry);
    headers.append('Nats-Expected-Last-Subject-Sequence', String(last));
    if (id !== undefined) headers.append('Nats-Msg-Id', id);
    try {
      return await this.#publisher.publish(this.#subject(entry.sessionId), entry.body, { headers, timeout });
    } catch (error) {
      if (error instanceof RefusedMessage && error.code === wrongLastSequence) return 'conflict';
      throw error;
    }
  }

  /** The last message of a session. */
  async last(sessionId: string): Promise<BusMessage | undefined> {
    return this.#get({ last_by_subj: this.#subject(sessionId) });
  }

  async message(sequence: number): Promise<BusMessage | undefined> {
    return this.#get({ seq: sequence });
  }

  async #get(query: { seq: number } | { last_by_subj: string }): Promise<BusMessage | undefined> {
    // Not the direct kind of get: a replica may answer that one with less than it was told.
    const found = await this.#manager.streams.getMessage(this.#options.stream, query);
    return found ? { sequence: found.seq, time: found.time.getTime(), entry: entryOf(found) } : undefined;
  }

  async lastSequence(): Promise<number> {
    return (await this.#manager.streams.info(this.#options.stream)).state.last_seq;
  }

  /** Overwrites every message of a session before this one on the disk of the bus. */
  async erase(sessionId: string, before: number): Promise<void> {
    const { stream } = this.#options;
    const query = { next_by_subj: this.#subject(sessionId) };
    for (let seq = 1; ; ) {
      const found = await this.#manager.streams.getMessage(stream, { ...query, seq });
      if (!found || found.seq >= before) return;
      await this.#manager.streams.deleteMessage(stream, found.seq, true);
      seq = found.seq + 1;
    }
  }

  /** Forgets every message up to and including this one. */
  async purge(sequence: number): Promise<void> {
    await this.#manager.streams.purge(this.#options.stream, { seq: sequence + 1 });
  }

  /** Every message after `sequence`, in order, as they come. Nothing is acknowledged: the reader knows its place. */
  async read(sequence: number, max: number): Promise<ConsumerMessages> {
    const { stream } = this.#options;
    const { name } = await this.#manager.consumers.add(stream, {
      ack_policy: AckPolicy.None,
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: sequence + 1,
      inactive_threshold: nanos(30_000),
      mem_storage: true,
      num_replicas: 1,
    });
    const consumer = await this.#client.consumers.get(stream, name);
    return consumer.consume({ max_messages: max, expires: 10_000, idle_heartbeat: 1000 });
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound;

/** When the stream was made, with its settings brought up to date; a word that no time is, when it is not there. */
async function bornAt(manager: JetStreamManager, options: BusOptions, isPatient: boolean): Promise<string> {
  try {
    await manager.streams.info(options.stream);
  } catch (error) {
    if (!isMissing(error) || isPatient) throw error;
    return 'missing';
  }
  return (await manager.streams.update(options.stream, settingsOf(options))).created;
}

const settingsOf = (options: BusOptions) => ({
  name: options.stream,
  subjects: [`${options.stream}.ev.*`],
  storage: StorageType.File,
  retention: RetentionPolicy.Limits,
  // Nothing is ever thrown away for want of room: an append is refused instead.
  discard: DiscardPolicy.New,
  num_replicas: options.replicas,
  duplicate_window: nanos(options.window),
});

async function ensureStream(manager: JetStreamManager, options: BusOptions): Promise<string> {
  const settings = settingsOf(options);
  const made = await manager.streams.add(settings).catch(() => undefined);
  // There already, perhaps with other settings: these may be changed later, the messages stay.
  const { created } = made ?? (await manager.streams.update(options.stream, settings));
  return created;
}
