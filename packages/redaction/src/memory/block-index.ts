import { INDEX_BITS, WINDOW } from './fingerprint.ts';

/** Texts are copied here piece by piece. */
const BUFFER = 1 << 15;
const SHORT = 200;
/** So many blocks at most that begin alike; a text made of such beginnings must not be dear. */
const MOST_ALIKE = 48;

/**
 * Finds the places where a block may begin, in one pass that looks at two characters at a time and at one bit for each
 * pair; what a bit lets pass is looked up, and compared by who asked.
 */
export class BlockIndex<Block extends { readonly index: number; readonly sum: number | undefined }> {
  readonly #factor: number;
  readonly #blocks = new Map<number, Block[]>();
  readonly #bits = new Int32Array(1 << (INDEX_BITS - 5));
  readonly #bytes = Buffer.from(new ArrayBuffer(BUFFER + 8));
  readonly #pairs = new Uint16Array(this.#bytes.buffer);
  readonly #places = new Uint16Array(this.#pairs.length);
  readonly #sums = new Uint32Array(this.#pairs.length);

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
    if (text.length <= SHORT) {
      this.#searchShort(text, found);
      return;
    }
    for (let base = 0; ; base += BUFFER - WINDOW - 2) {
      const hits = this.#mark(text.length <= BUFFER ? text : text.substring(base, base + BUFFER));
      for (let hit = 0; hit < hits; hit++) {
        const at = base + 2 * (this.#places[hit] as number) - WINDOW + 2;
        this.#compare(this.#sums[hit] as number, at, found);
      }
      if (base + BUFFER >= text.length) return;
    }
  }

  #compare(sum: number, at: number, found: (at: number, block: Block) => void): void {
    for (const block of this.#blocks.get(sum >>> (32 - INDEX_BITS)) ?? [])
      if (block.sum === undefined || block.sum === sum) found(at, block);
  }

  /** Most texts of a record are short, and to copy one costs more than to read it. */
  #searchShort(text: string, found: (at: number, block: Block) => void): void {
    const [bits, factor] = [this.#bits, this.#factor];
    let sum = 0;
    for (let i = 0; i + 1 < text.length; i += 2) {
      sum = Math.imul(sum + ((text.charCodeAt(i) & 255) | ((text.charCodeAt(i + 1) & 255) << 8)), factor);
      const index = sum >>> (32 - INDEX_BITS);
      if ((((bits[index >>> 5] as number) >>> (index & 31)) & 1) !== 0)
        this.#compare(sum >>> 0, i - WINDOW + 2, found);
    }
  }

  /** Hardly ever branches: where the hits are no processor can foresee. */
  #mark(piece: string): number {
    const [bits, pairs, places, sums, factor] = [
      this.#bits,
      this.#pairs,
      this.#places,
      this.#sums,
      this.#factor,
    ];
    const last = (this.#bytes.write(piece, 'latin1') + 1) >> 1;
    let [sum, hits] = [0, 0];
    for (let i = 0; i < last; i++) {
      sum = Math.imul(sum + (pairs[i] as number), factor);
      const index = sum >>> (32 - INDEX_BITS);
      places[hits] = i;
      sums[hits] = sum;
      hits += ((bits[index >>> 5] as number) >>> (index & 31)) & 1;
    }
    return hits;
  }
}
