import type { Rows } from '../rows.ts';
import type { LaneSkeleton } from '../skeleton.ts';
import type { MeasuredHeights } from './measured-heights.ts';
import type { RowEstimates } from './row-estimates.ts';

/**
 * The heights of all rows and their sums, in a Fenwick tree: a height changes and an offset is found in a few steps,
 * however many rows there are.
 */
export class RowHeights {
  readonly count: number;
  readonly #heights: Float64Array;
  readonly #tree: Float64Array;
  readonly #top: number;

  constructor(heights: Float64Array) {
    const count = heights.length;
    const tree = new Float64Array(count + 1);
    for (let at = 1; at <= count; at++) {
      const sum = (tree[at] as number) + (heights[at - 1] as number);
      tree[at] = sum;
      const parent = at + (at & -at);
      if (parent <= count) tree[parent] = (tree[parent] as number) + sum;
    }
    this.count = count;
    this.#heights = heights;
    this.#tree = tree;
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

/** The height of every row: as it was measured, or as rows of its kind are. */
export function heightsOf(
  rows: Rows,
  laneOf: (lane: number) => LaneSkeleton | undefined,
  measured: MeasuredHeights,
  estimates: RowEstimates,
): Float64Array {
  const heights = new Float64Array(rows.count);
  const { lanes, indexes } = rows;
  const estimated = estimates.all();
  let lane = -1;
  let kinds: Uint8Array | undefined;
  let known: Float32Array | undefined;
  for (let row = 0; row < heights.length; row++) {
    if (lanes[row] !== lane) {
      lane = lanes[row] as number;
      kinds = laneOf(lane)?.kinds;
      known = measured.lane(lane);
    }
    const index = indexes[row] as number;
    const height = known?.[index] ?? Number.NaN;
    heights[row] = Number.isNaN(height) ? (estimated[kinds?.[index] ?? 0] as number) : height;
  }
  return heights;
}
