import { DebriefError } from '@debrief/contract';
import type { EncodedBatch } from '../../domain/session/event.ts';
import { WorkerCall } from '../../worker/worker-call.ts';
import { readBatch } from './batch.ts';

/** What comes back from the thread. */
export interface ReadBody {
  lines: Uint8Array<ArrayBuffer>;
  count: number;
  idempotencyKey: string | undefined;
}

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

/** Reads bodies: the usual ones here and now, large ones one after the other on a thread of their own. */
export class BatchReader {
  readonly #thread: WorkerCall<Uint8Array<ArrayBuffer>, ReadBody>;

  /** `megabytes` is what the thread may take for the values of one body. */
  constructor(megabytes = 256) {
    this.#thread = new WorkerCall({
      thread: new URL('./append-thread.ts', import.meta.url),
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 32 },
      max: { bytes: maxWaiting },
      full: busy,
      // One after the other: it was the oldest that the thread broke on.
      lost: (cause, isOldest) =>
        isOldest && (cause as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : busy(),
    });
  }

  read(bytes: Buffer): EncodedBatch | Promise<EncodedBatch> {
    return bytes.length <= large ? readBatch(bytes) : this.#readAside(bytes);
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }

  async #readAside(bytes: Buffer): Promise<EncodedBatch> {
    const size = bytes.length;
    // A copy of its own, unless it is one: what is handed over must not be shared with other requests.
    const own = bytes.buffer.byteLength === size ? (bytes as Buffer<ArrayBuffer>) : new Uint8Array(bytes);
    const load = { bytes: size, transfer: own.buffer };
    const { lines, count, idempotencyKey } = await this.#thread.ask(own, load);
    return { lines: Buffer.from(lines.buffer), count, idempotencyKey };
  }
}
