import { Worker } from 'node:worker_threads';
import { type AppendEvents, DebriefError, type ErrorCode, routes } from '@debrief/contract';
import type { EncodedBatch } from '../../domain/session/event.ts';
import { cutEvents, encodeEvents } from '../../domain/session/event-lines.ts';
import { parseJson, textOf } from '../request/json.ts';
import { inputReader } from '../request/validate.ts';

const readInput = inputReader(routes.appendEvents);

/** A body of route 22, checked and encoded. */
export function readBatch(bytes: Buffer): EncodedBatch {
  const text = textOf(bytes);
  const body = bytes.length === 0 ? undefined : parseJson(bytes, text);
  const { events, idempotencyKey } = readInput({}, {}, body) as unknown as AppendEvents;
  const latin1 = text.length === bytes.length ? text : bytes.toString('latin1');
  return {
    lines: cutEvents(bytes, latin1, events) ?? encodeEvents(events),
    count: events.length,
    idempotencyKey,
  };
}

/** What goes to the thread and comes back. */
export interface BodyRequest {
  id: number;
  bytes: Uint8Array<ArrayBuffer>;
}
export type BodyAnswer =
  | { id: number; lines: Uint8Array<ArrayBuffer>; count: number; idempotencyKey: string | undefined }
  | { id: number; code: ErrorCode | undefined; message: string };

/** Above this the others would feel it if it were read on this thread (R13). */
const large = 1024 * 1024;
const maxWaiting = 64 * 1024 * 1024;

const busy = () =>
  new DebriefError('service_unavailable', 'Too many large bodies at once; try again shortly.', {
    retryAfter: 2,
  });

/** Millions of values in a few megabytes; no record of an agent is like that. */
const tooMuch = () =>
  new DebriefError('body_too_large', 'The body holds more values than can be taken apart.');

interface Waiting {
  size: number;
  resolve(batch: EncodedBatch): void;
  reject(error: unknown): void;
}

/** Reads bodies: the usual ones here and now, large ones one after the other on a thread of their own. */
export class BatchReader {
  readonly #waiting = new Map<number, Waiting>();
  #waitingBytes = 0;
  #lastId = 0;
  #thread: Worker | undefined;

  read(bytes: Buffer): EncodedBatch | Promise<EncodedBatch> {
    return bytes.length <= large ? readBatch(bytes) : this.#readAside(bytes);
  }

  async stop(): Promise<void> {
    await this.#thread?.terminate();
  }

  #readAside(bytes: Buffer): Promise<EncodedBatch> {
    if (this.#waitingBytes + bytes.length > maxWaiting) return Promise.reject(busy());
    this.#thread ??= this.#start();
    const id = ++this.#lastId;
    const size = bytes.length;
    this.#waitingBytes += size;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { size, resolve, reject });
      // A copy of its own, unless it is one: what is handed over must not be shared with other requests.
      const own = bytes.buffer.byteLength === size ? (bytes as Buffer<ArrayBuffer>) : new Uint8Array(bytes);
      this.#thread?.postMessage({ id, bytes: own } satisfies BodyRequest, [own.buffer]);
    });
  }

  #start(): Worker {
    const thread = new Worker(new URL('./append-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 32 },
    });
    thread.unref();
    thread.on('message', (answer: BodyAnswer) => this.#settle(answer));
    thread.on('error', (error: NodeJS.ErrnoException) => {
      this.#thread = undefined;
      const [first, ...others] = this.#waiting.values();
      this.#waiting.clear();
      this.#waitingBytes = 0;
      // One after the other: it was the first that the thread broke on.
      first?.reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error);
      for (const { reject } of others) reject(busy());
    });
    return thread;
  }

  #settle(answer: BodyAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    if (!waiting) return;
    this.#waiting.delete(answer.id);
    this.#waitingBytes -= waiting.size;
    if ('lines' in answer) {
      const { lines, count, idempotencyKey } = answer;
      waiting.resolve({ lines: Buffer.from(lines.buffer), count, idempotencyKey });
    } else {
      waiting.reject(answer.code ? new DebriefError(answer.code, answer.message) : new Error(answer.message));
    }
  }
}
