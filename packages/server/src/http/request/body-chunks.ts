import { limits } from '@debrief/contract';
import { releaseMemory } from '../../worker/own-memory.ts';

/** From this length on a body is put together while it comes: in pieces until its end it would be there twice. */
const large = 256 * 1024;

/** The pieces of a body, as they come. */
export class BodyChunks {
  readonly #chunks: Buffer[] = [];
  /** A large body of a known length. Memory that is not written to yet takes none. */
  #body: Buffer | undefined;
  #size = 0;

  /** `length`: as the headers tell it; 0 when they do not. */
  constructor(length: number) {
    if (length >= large && length <= limits.ingestBodyBytes) this.#body = Buffer.allocUnsafeSlow(length);
  }

  get size(): number {
    return this.#size;
  }

  add(chunk: Buffer): void {
    if (this.#body) chunk.copy(this.#body, this.#size);
    else this.#chunks.push(chunk);
    this.#size += chunk.length;
  }

  /** Nobody wants it any more. */
  drop(): void {
    this.#chunks.length = 0;
    this.#body = undefined;
  }

  /** The body. The pieces are gone afterwards. */
  whole(): Buffer {
    const [first] = this.#chunks;
    if (this.#body) return this.#size === this.#body.length ? this.#body : this.#body.subarray(0, this.#size);
    if (this.#chunks.length === 1 && first) return first;
    const body = Buffer.concat(this.#chunks, this.#size);
    for (const chunk of this.#chunks) releaseMemory(chunk);
    return body;
  }
}
