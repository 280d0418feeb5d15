import { misfitting, unwritable } from '../../outcome.ts';
import type { BusEntry, BusPosition, BusStore } from '../behind.ts';
import type { Bus } from '../connection.ts';
import { beginGeneration } from './generation.ts';
import { lossesOf, missing, Receipts } from './receipts.ts';

export interface LineageOptions {
  bus: Bus;
  store: BusStore;
  /** The name of the first generation's stream. */
  configured: string;
  /** The database follows another stream than this one. */
  onReplaced(): void;
  onFault(fault: unknown): void;
}

const compareEvery = 1000;
/** Milliseconds in which every server says what it misses, before one begins the next generation by itself. */
const patience = 4000;

/**
 * Whether the bus is the one that the database follows, with everything it had. A bus that was restored, or that lost
 * what it had not written to disk, gives numbers again that the database has passed: those messages would never be
 * written. So nothing is published on a connection before bus and database have been compared on it, and no message is
 * acknowledged whose number the database had passed before it was sent.
 */
export class Lineage {
  readonly #options: LineageOptions;
  readonly #receipts = new Receipts();
  readonly #timer: NodeJS.Timeout;
  readonly #forget: () => void;
  #why: string | undefined = 'it has not been compared with the bus yet';
  /** The connection on which they fitted. */
  #compared: number | undefined;
  #comparing: Promise<void> | undefined;
  /** The bus has given numbers up to this one. */
  #floor = 0;
  /** Since when the bus lacks what the database has. */
  #shortSince: number | undefined;
  #named: string[] = [];

  constructor(options: LineageOptions) {
    this.#options = options;
    this.#forget = options.bus.onReconnect(() => void this.compare());
    this.#timer = setInterval(() => {
      if (!this.fits) void this.compare();
    }, compareEvery).unref();
  }

  /** Whether something may be published now. */
  get fits(): boolean {
    return this.#compared === this.#options.bus.connection && this.#why === undefined;
  }

  /** What an operator has to know, while bus and database do not fit. */
  get why(): string | undefined {
    return this.#shortSince === undefined ? this.#options.bus.fault : this.#why;
  }

  /** The connection that was compared last: what was known of the bus before says nothing any more. */
  get connection(): number | undefined {
    return this.#compared;
  }

  get floor(): number {
    return this.#floor;
  }

  mustFit(): void {
    if (this.why !== undefined) throw misfitting(this.why);
    if (!this.fits) throw unwritable(this.#why ?? 'the bus was away');
  }

  /** How far the database is, as somebody found it. */
  learn(position: Pick<BusPosition, 'stream' | 'sequence'> | undefined): void {
    if (position?.stream !== this.#options.bus.identity) {
      this.#why = 'the database does not follow this stream any more';
      throw unwritable(this.#why);
    }
    this.#floor = Math.max(this.#floor, position.sequence);
    this.#receipts.persistedTo(position.sequence);
  }

  /** A message that was sent when the bus had given numbers up to `floor` got this number. */
  acknowledged(sequence: number, floor: number, entry: BusEntry): void {
    if (sequence <= floor) {
      this.#compared = undefined;
      void this.compare();
      throw unwritable(`the bus gave the number ${sequence}, and had given ${floor} before`);
    }
    this.#floor = Math.max(this.#floor, sequence);
    this.#receipts.add(sequence, entry);
  }

  /** For a look at both that is made anyway: called before it, then with what it found. */
  look(): (position: BusPosition | undefined, last: number) => void {
    const { highest } = this.#receipts;
    const connection = this.#compared;
    return (position, last) => {
      if (connection !== this.#compared || !this.fits) return;
      const { bus, store } = this.#options;
      const isShort = position?.stream === bus.identity && last < Math.max(position.sequence, highest);
      if (isShort || (position && position.stream !== bus.identity)) {
        this.#compared = undefined;
        void this.compare();
      } else if (position) {
        this.#receipts.persistedTo(position.sequence);
        if (last > Math.max(position.sequence, position.seen)) store.saw(bus.identity, last).catch(() => {});
      }
    };
  }

  /** Compares bus and database, one comparison at a time. */
  compare(): Promise<void> {
    this.#comparing ??= this.#compare()
      .catch((error) => {
        this.#why ??= String(error);
      })
      .finally(() => {
        this.#comparing = undefined;
      });
    return this.#comparing;
  }

  async #compare(): Promise<void> {
    const { bus, store, onReplaced } = this.#options;
    const { connection } = bus;
    const found = await store.position();
    if (found?.stream !== bus.identity) {
      this.#why = 'the database does not follow this stream any more';
      if (found) onReplaced();
      return;
    }
    if (!bus.up) return;
    // After the position: a healthy bus is never behind it.
    const foundLast = await bus.lastSequence();
    if (foundLast < found.sequence) return this.#isShort(found, foundLast);
    // From now on nobody writes what was read from the bus before; what was being written is.
    const position = await store.beginEpoch(bus.identity);
    if (!position) return;
    const last = await bus.lastSequence();
    if (last < position.sequence) return this.#isShort(position, last);
    await this.#nameMissing(position, last);
    this.#shortSince = undefined;
    this.#floor = position.sequence;
    this.#why = undefined;
    this.#compared = connection;
  }

  /** The bus lacks what the database has. */
  async #isShort(position: BusPosition, last: number): Promise<void> {
    const { bus, store, configured, onFault, onReplaced } = this.#options;
    const isNew = this.#shortSince === undefined;
    this.#shortSince ??= performance.now();
    this.#why = `the bus has messages up to ${last}, but the database has them up to ${position.sequence}: the bus came back without its last messages. Bring its store back as it was, or run "debrief-server persist renew" to go on without them.`;
    if (isNew) {
      onFault(`Events are refused: ${this.#why}`);
      await this.#nameMissing(position, last, false);
    }
    if (performance.now() - this.#shortSince < patience) return;
    if (position.seen > position.sequence || (await isMissing(store, position.stream))) return;
    // Nobody knows of a message that the database does not have: there is nothing to bring back.
    if (!(await beginGeneration({ bus, store, configured }, position))) return;
    onFault('The database has everything that was seen on the bus. It goes on with a new stream.');
    onReplaced();
  }

  async #nameMissing(position: BusPosition, last: number, forGood = true): Promise<void> {
    const { bus, store, onFault } = this.#options;
    this.#receipts.persistedTo(position.sequence);
    const gone = await missing(this.#receipts.waiting(), async ({ sequence, sessionId, first, at }) => {
      if (sequence > last) return false;
      const message = await bus.message(sequence);
      // A message alone is only ever removed on purpose.
      if (!message) return true;
      const { entry } = message;
      return entry.sessionId === sessionId && entry.first === first && entry.at === at;
    });
    const before = this.#named;
    const losses = lossesOf(gone, position.stream, Date.now());
    this.#named = losses.map(({ lossId }) => lossId);
    // What was missing from a store that was put in place by mistake may be there again.
    if (before.length > 0) await store.dropLosses(before);
    const [firstGone] = gone;
    if (!firstGone) return;
    await store.addLosses(losses);
    if (forGood) {
      this.#receipts.dropFrom(firstGone.sequence);
      this.#named = [];
    }
    const ranges = losses.slice(0, 20).map(({ sessionId, first, last: to }) => `${sessionId} ${first}–${to}`);
    onFault(
      `${gone.length} batches were accepted, and are neither on the bus nor in the database ("debrief-server persist status" lists them): ${ranges.join(', ')}${losses.length > 20 ? ' …' : ''}`,
    );
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#forget();
    await this.#comparing;
    // Whoever starts next knows then what has to be there.
    const { bus, store } = this.#options;
    const { highest } = this.#receipts;
    if (this.fits && highest > 0) await store.saw(bus.identity, highest).catch(() => {});
  }
}

const isMissing = async (store: BusStore, stream: string): Promise<boolean> =>
  (await store.losses(1000)).some((loss) => loss.stream === stream);
