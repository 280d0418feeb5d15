import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { DebriefError, limits } from '@debrief/contract';
import { TurnQueue } from './turn-queue.ts';

const mega = 1024 * 1024;

export interface ReaderLimits {
  /** A connection on which nothing moves for so many milliseconds is closed. */
  patience: number;
  /** Bytes that may wait for slow readers before those that do not read at all are dropped sooner. */
  crowded: number;
  /** What counts as not reading at all then, in milliseconds. */
  crowdedPatience: number;
  /** Bytes that may wait for slow readers before answers are made small. */
  max: number;
  /** Bytes that may wait for slow readers before nothing more is built for anybody until there is room. */
  maxOfAll: number;
  /** Bytes of an answer, and of one that is made small. */
  answer: number;
  small: number;
  /** Answers that may wait for one caller. */
  ofOneCaller: number;
  /** How long a request waits for its turn before it is refused, in milliseconds. */
  wait: number;
}

export const defaultReaderLimits: ReaderLimits = {
  patience: 30_000,
  crowded: 24 * mega,
  crowdedPatience: 2000,
  max: 48 * mega,
  maxOfAll: 96 * mega,
  answer: limits.eventsPage.bytes,
  small: limits.payloadBytes,
  ofOneCaller: 4,
  wait: 5000,
};

/** Requests that may wait for a turn at the same time, of one caller and of all together. */
const maxInLine = { ofOneCaller: 20, together: 1000 };

/**
 * What the operating system has not taken yet of the writes under way. `writableLength` stays the same until a whole
 * write is done, so it cannot tell a slow reader from one that reads nothing. Node does not document this property:
 * undefined where it is missing.
 */
const untaken = (socket: Socket): number | undefined => {
  const size = (socket as Socket & { _handle?: { writeQueueSize?: unknown } | null })._handle?.writeQueueSize;
  return typeof size === 'number' ? size : undefined;
};

/**
 * Readers that do not read hold the memory of their answers. A reader is dropped when it has taken nothing for a while,
 * and sooner when much waits at once. An answer that can be large is built only when its caller has read the ones before,
 * and is made small while there is little room.
 */
export class Readers {
  readonly #limits: ReaderLimits;
  readonly #sockets = new Map<Socket, { waiting: number; movedAt: number }>();
  readonly #line: TurnQueue;
  /** Bytes that answers under construction may come to. */
  #building = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(readerLimits: ReaderLimits = defaultReaderLimits) {
    this.#limits = readerLimits;
    this.#line = new TurnQueue(readerLimits.ofOneCaller, maxInLine);
  }

  watch(server: Server): void {
    // Node's own timer starts anew whenever a byte is read. With a write under way it takes up to twice as long as
    // told, because it compares the bytes that wait with those of its last look; the sweep is exact.
    server.timeout = this.#limits.patience;
    server.on('connection', (socket: Socket) => {
      this.#sockets.set(socket, { waiting: 0, movedAt: Date.now() });
      socket.once('close', () => this.#sockets.delete(socket));
    });
    this.#timer = setInterval(() => this.sweep(), Math.min(500, this.#limits.crowdedPatience / 2)).unref();
    server.once('close', () => clearInterval(this.#timer));
  }

  /**
   * Resolves when an answer may be built for this caller, with the bytes it may have: fewer while much waits to be
   * read. Refuses when that takes too long. The turn ends when the answer was taken by the operating system or the
   * connection is gone. `built` is called once the answer is there: from then on what waits on the connection counts.
   */
  async turn(caller: string, response: ServerResponse): Promise<{ bytes: number; built(): void }> {
    const { answer, small, max, maxOfAll } = this.#limits;
    // Adding up what waits takes time with many connections, and nothing is read between the look and the turn.
    let waiting = 0;
    const fits = () => {
      waiting = this.waiting();
      return this.#building + waiting + small <= maxOfAll;
    };
    const turn = await this.#line.take(caller, fits, this.#limits.wait);
    if (turn === 'too many of this caller') {
      throw new DebriefError('rate_limited', 'Earlier answers have not been read yet; read them first.', {
        retryAfter: 2,
      });
    }
    if (turn === 'no room') {
      throw new DebriefError('service_unavailable', 'Too many answers wait to be read; try again shortly.', {
        retryAfter: 2,
      });
    }
    const bytes = this.#building + waiting + answer <= max ? answer : small;
    this.#building += bytes;
    let building = true;
    const built = () => {
      if (!building) return;
      building = false;
      this.#building -= bytes;
      this.#line.next();
    };
    const over = () => {
      built();
      turn.end();
    };
    if (response.closed) over();
    else response.once('close', over);
    // The answer is written a few promises after it is built.
    return { bytes, built: () => setImmediate(built) };
  }

  /** Bytes of answers that the operating system has not taken. */
  waiting(): number {
    let sum = 0;
    for (const socket of this.#sockets.keys()) sum += socket.writableLength;
    return sum;
  }

  /** Drops who takes nothing, sooner while much waits. */
  sweep(now = Date.now()): void {
    let sum = 0;
    for (const [socket, state] of this.#sockets) {
      const waiting = untaken(socket);
      sum += waiting ?? socket.writableLength;
      // Who cannot be seen to move is left to Node's timer.
      if (!waiting || waiting !== state.waiting) state.movedAt = now;
      state.waiting = waiting ?? 0;
    }
    const { crowded, crowdedPatience, patience } = this.#limits;
    const enough = sum > crowded ? crowdedPatience : patience;
    for (const [socket, { movedAt }] of this.#sockets) if (now - movedAt >= enough) socket.destroy();
    this.#line.next();
  }
}
