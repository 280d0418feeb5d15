import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { DebriefError } from '@debrief/contract';
import type { FastifyInstance } from 'fastify';

const mega = 1024 * 1024;

export interface ReaderLimits {
  /** A connection on which nothing moves for so many milliseconds is closed. */
  patience: number;
  /** Bytes that may wait for slow readers before those that do not read at all are dropped sooner. */
  crowded: number;
  /** What counts as not reading at all then, in milliseconds. */
  crowdedPatience: number;
  /** Bytes that may wait for slow readers before further large answers are refused. */
  most: number;
}

export const usualReaderLimits: ReaderLimits = {
  patience: 30_000,
  crowded: 48 * mega,
  crowdedPatience: 2000,
  most: 128 * mega,
};

/** Smaller answers are never refused: what they take is no more than the connection itself does. */
const large = 64 * 1024;

/** What the operating system has not taken yet. It goes down within one large write; `writableLength` does not. */
const waitingIn = (socket: Socket): number =>
  (socket as Socket & { _handle?: { writeQueueSize?: number } | null })._handle?.writeQueueSize ??
  socket.writableLength;

/**
 * Readers that do not read hold the memory of their answers. Each is dropped when it has taken nothing for a while, and
 * sooner when many wait at once; past a bound, large answers are refused until it is better.
 */
export class Readers {
  readonly #limits: ReaderLimits;
  readonly #sockets = new Map<Socket, { waiting: number; movedAt: number }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: ReaderLimits = usualReaderLimits) {
    this.#limits = limits;
  }

  watch(server: Server): void {
    // Node's own timer starts anew whenever a byte is read or the operating system has taken one.
    server.timeout = this.#limits.patience;
    server.on('connection', (socket: Socket) => {
      this.#sockets.set(socket, { waiting: 0, movedAt: Date.now() });
      socket.once('close', () => this.#sockets.delete(socket));
    });
    this.#timer = setInterval(() => this.#sweep(), Math.min(500, this.#limits.crowdedPatience / 2)).unref();
    server.once('close', () => clearInterval(this.#timer));
  }

  /** Refuses a large answer while too much waits to be read; static files are shared, and cost nothing. */
  guard(app: FastifyInstance): void {
    app.addHook('onSend', async (request, reply, payload) => {
      const size = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
      if (size < large || reply.statusCode >= 400 || !request.routeOptions.config.row) return payload;
      if (this.waiting() + size <= this.#limits.most) return payload;
      throw new DebriefError('service_unavailable', 'Too many answers wait to be read; try again shortly.', {
        retryAfter: 2,
      });
    });
  }

  waiting(): number {
    let sum = 0;
    for (const socket of this.#sockets.keys()) sum += socket.writableLength;
    return sum;
  }

  #sweep(): void {
    const now = Date.now();
    let sum = 0;
    for (const [socket, state] of this.#sockets) {
      const waiting = waitingIn(socket);
      sum += waiting;
      if (waiting === 0 || waiting !== state.waiting) state.movedAt = now;
      state.waiting = waiting;
    }
    if (sum <= this.#limits.crowded) return;
    for (const [socket, { movedAt }] of this.#sockets) {
      if (now - movedAt >= this.#limits.crowdedPatience) socket.destroy();
    }
  }
}
