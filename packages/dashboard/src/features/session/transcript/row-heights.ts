/**
 * The heights of all rows and their sums, in a Fenwick tree: a height changes and an offset is found in a few steps,
 * however many rows there are.
 */
export class RowHeights {
  readonly count: number;
  readonly #heights: Float64Array;
  readonly #tree: Float64Array;
  readonly #top: number;

  constructor(count: number, heightOf: (row: number) => number) {
    this.count = count;
    this.#heights = new Float64Array(count);
    this.#tree = new Float64Array(count + 1);
    for (let row = 0; row < count; row++) this.#heights[row] = heightOf(row);
    for (let at = 1; at <= count; at++) {
      this.#tree[at] = (this.#tree[at] as number) + (this.#heights[at - 1] as number);
      const parent = at + (at & -at);
      if (parent <= count) this.#tree[parent] = (this.#tree[parent] as number) + (this.#tree[at] as number);
    }
    this.#top = count === 0 ? 0 : 2 ** Math.floor(Math.log2(count));
  }

  get total(): number {
    return this.offset(this.count);
  }

  height(row: number): number {
    return this.#heights[row] ?? 0;
  }

  /** Where a row begins. */
  offset(row: number): number {
    let sum = 0;
    for (let at = Math.min(row, this.count); at > 0; at -= at & -at) sum += this.#tree[at] as number;
    return sum;
  }

  /** Answers by how much the height changed. */
  set(row: number, height: number): number {
    const change = height - this.height(row);
    if (change === 0 || row < 0 || row >= this.count) return 0;
    this.#heights[row] = height;
    for (let at = row + 1; at <= this.count; at += at & -at)
      this.#tree[at] = (this.#tree[at] as number) + change;
    return change;
  }

  /** The row at an offset; the first or the last one outside. */
  rowAt(offset: number): number {
    let at = 0;
    let left = Math.max(0, offset);
    for (let step = this.#top; step > 0; step >>= 1) {
      const next = at + step;
      if (next <= this.count && (this.#tree[next] as number) <= left) {
        at = next;
        left -= this.#tree[next] as number;
      }
    }
    return Math.max(0, Math.min(at, this.count - 1));
  }
}
