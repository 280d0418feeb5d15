import { type StoredBatch, unpack } from './batch.ts';

const mostBytes = 64 * 1024 * 1024;

interface Unpacked {
  body: Uint8Array;
  text: string;
}

const sizeOf = ({ body, text }: Unpacked): number => body.byteLength + text.length;

/**
 * The batches that were unpacked last. A merged batch holds several pages, and what one person reads the next one
 * opens too; unpacking is most of what a page costs.
 */
export class UnpackedBatches {
  /** The one used longest ago first. */
  readonly #kept = new Map<string, Unpacked>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  of(owner: number, batch: StoredBatch): string {
    const key = `${owner} ${batch.first}`;
    const known = this.#kept.get(key);
    if (known) {
      this.#kept.delete(key);
      this.#bytes -= sizeOf(known);
    }
    // Batches are merged and erased, and numbers used again: what is kept counts only for the very same bytes.
    const isSame = known !== undefined && Buffer.compare(known.body, batch.body) === 0;
    const found = isSame ? known : { body: batch.body, text: unpack(batch) };
    this.#kept.set(key, found);
    this.#bytes += sizeOf(found);
    for (const [oldest, dropped] of this.#kept) {
      if (this.#bytes <= mostBytes) break;
      this.#kept.delete(oldest);
      this.#bytes -= sizeOf(dropped);
    }
    return found.text;
  }
}
