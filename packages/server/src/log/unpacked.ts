import type { ByteText } from '../domain/session/byte-text.ts';
import type { BatchHead } from './batch.ts';

const maxBytes = 64 * 1024 * 1024;

/**
 * The batches that were unpacked last. A merged batch holds several pages, and what one person reads the next one
 * opens too; unpacking is most of what a page costs.
 */
export class UnpackedBatches {
  /** The one used longest ago first. */
  readonly #texts = new Map<string, ByteText>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * `session` must never be another session's number. Events do not change, and where a batch is merged with its
   * neighbours its head does.
   */
  of(session: number, { first, count, encoding }: BatchHead, unpack: () => ByteText): ByteText {
    const key = `${session} ${first} ${count} ${encoding}`;
    const known = this.#texts.get(key);
    const text = known ?? unpack();
    if (known === undefined) this.#bytes += text.length;
    else this.#texts.delete(key);
    this.#texts.set(key, text);
    for (const [oldest, dropped] of this.#texts) {
      if (this.#bytes <= maxBytes) break;
      this.#texts.delete(oldest);
      this.#bytes -= dropped.length;
    }
    return text;
  }
}
