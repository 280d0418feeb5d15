import { Worker } from 'node:worker_threads';
import { type PackedLines, packLines, worthCompressing } from './batch.ts';
import { unwritable } from './outcome.ts';

/** What goes to the thread, and what comes back in the same order. */
export type PackRequest = Uint8Array[];
export type PackAnswer = PackedLines[] | 'up';

interface Waiting {
  lines: Uint8Array;
  resolve(packed: PackedLines): void;
  reject(error: unknown): void;
}

/** Groups in the thread's hands at once: one being packed, one ready. */
const groupsAhead = 2;

/**
 * Compresses on a thread of its own, for a log that has none. zlib's asynchronous functions do the work elsewhere
 * but prepare it here, and their garbage is collected here: together more than everything else an append costs.
 */
export class Packer {
  #thread: Worker | undefined;
  #isUp = false;
  #waiting: Waiting[] = [];
  #groups: Waiting[][] = [];

  /** Takes the lines over: their buffer may be empty afterwards. */
  pack(lines: Uint8Array): Promise<PackedLines> {
    if (lines.byteLength < worthCompressing) return Promise.resolve(packLines(lines));
    this.#thread ??= this.#start();
    // Nobody waits for the thread to come up.
    if (!this.#isUp) return Promise.resolve(packLines(lines));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ lines, resolve, reject });
      // What else is read in this round of the loop goes along.
      if (this.#waiting.length === 1) setImmediate(() => this.#send());
    });
  }

  async stop(): Promise<void> {
    await this.#thread?.terminate();
  }

  #send(): void {
    if (!this.#thread || this.#waiting.length === 0 || this.#groups.length >= groupsAhead) return;
    const group = this.#waiting.splice(0);
    this.#groups.push(group);
    const lines = group.map((waiting) => waiting.lines);
    this.#thread.postMessage(lines satisfies PackRequest, transferable(lines));
  }

  #start(): Worker {
    const thread = new Worker(new URL('./packer-thread.ts', import.meta.url));
    thread.unref();
    thread.on('message', (packed: PackAnswer) => {
      if (packed === 'up') {
        this.#isUp = true;
        return;
      }
      const group = this.#groups.shift() ?? [];
      this.#send();
      for (const [index, { resolve }] of group.entries()) resolve(packed[index] as PackedLines);
    });
    thread.on('error', (error) => {
      this.#thread = undefined;
      this.#isUp = false;
      const lost = [...this.#groups.splice(0).flat(), ...this.#waiting.splice(0)];
      for (const { reject } of lost) reject(unwritable(error));
    });
    return thread;
  }
}

/** Buffers that hold nothing else and can be handed over instead of copied. */
export const transferable = (parts: readonly Uint8Array[]): ArrayBuffer[] =>
  parts.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  );
