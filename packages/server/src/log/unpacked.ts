import type { BatchHead } from './batch.ts';

const maxBytes = 64 * 1024 * 1024;

/** All that a small batch keeps: zstd unpacks into pieces of 16 KB. */
const memoryOf = ({ buffer }: Buffer): number => buffer.byteLength;

/**
 * The batches that were unpacked last. A merged batch holds several pages, and what one person reads the next one
 * opens too; unpacking is most of what a page costs.
 */
export class UnpackedBatches {
  /** The one used longest ago first. */
  readonly #batches = new Map<string, Buffer>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * `session` must never be another session's number. Where a batch is merged with its neighbours, or words were taken
   * out of it, its head changes.
   */
  of(session: number, { first, count, encoding }: BatchHead, unpack: () => Buffer): Buffer {
    const key = `${session} ${first} ${count} ${encoding}`;
    const known = this.#batches.get(key);
    const lines = known ?? unpack();
    if (known === undefined) this.#bytes += memoryOf(lines);
    else this.#batches.delete(key);
    this.#batches.set(key, lines);
    for (const [oldest, dropped] of this.#batches) {
      if (this.#bytes <= maxBytes) break;
      this.#batches.delete(oldest);
      this.#bytes -= memoryOf(dropped);
    }
    return lines;
  }
}
