import { INDEX_BITS, WINDOW } from './fingerprint.ts';

/** Texts are copied here piece by piece. */
const BUFFER = 1 << 15;
/** So many blocks at most that begin alike; a text made of such beginnings must not be dear. */
const MOST_ALIKE = 48;

/**
 * Finds the places where a block may begin, in one pass that looks at two characters at a time and at one bit for each
 * pair; what a bit lets pass is looked up, and compared by who asked.
 */
export class BlockIndex<Block extends { readonly index: number }> {
  readonly #factor: number;
  readonly #blocks = new Map<number, Block[]>();
  readonly #bits = new Int32Array(1 << (INDEX_BITS - 5));
  readonly #bytes = Buffer.from(new ArrayBuffer(BUFFER + 8));
  readonly #pairs = new Uint16Array(this.#bytes.buffer);
  readonly #places = new Uint16Array(this.#pairs.length);
  readonly #indexes = new Uint32Array(this.#pairs.length);

  constructor(factor: number) {
    this.#factor = factor;
  }

  enter(block: Block): void {
    const alike = this.#blocks.get(block.index);
    if (alike && alike.length >= MOST_ALIKE) return;
    if (alike) alike.push(block);
    else this.#blocks.set(block.index, [block]);
    const word = block.index >>> 5;
    this.#bits[word] = (this.#bits[word] as number) | (1 << (block.index & 31));
  }

  clear(): void {
    this.#blocks.clear();
    this.#bits.fill(0);
  }

  /** `at` is where the characters stand that the index of the block is of. */
  search(text: string, found: (at: number, block: Block) => void): void {
    for (let base = 0; ; base += BUFFER - WINDOW - 2) {
      const hits = this.#mark(text.length <= BUFFER ? text : text.substring(base, base + BUFFER));
      for (let hit = 0; hit < hits; hit++) {
        const at = base + 2 * (this.#places[hit] as number) - WINDOW + 2;
        for (const block of this.#blocks.get(this.#indexes[hit] as number) ?? []) found(at, block);
      }
      if (base + BUFFER >= text.length) return;
    }
  }

  /** Hardly ever branches: where the hits are no processor can foresee. */
  #mark(piece: string): number {
    const [bits, pairs, places, indexes, factor] = [
      this.#bits,
      this.#pairs,
      this.#places,
      this.#indexes,
      this.#factor,
    ];
    const last = (this.#bytes.write(piece, 'latin1') + 1) >> 1;
    let [sum, hits] = [0, 0];
    for (let i = 0; i < last; i++) {
      sum = Math.imul(sum + (pairs[i] as number), factor);
      const index = sum >>> (32 - INDEX_BITS);
      places[hits] = i;
      indexes[hits] = index;
      hits += ((bits[index >>> 5] as number) >>> (index & 31)) & 1;
    }
    return hits;
  }
}
