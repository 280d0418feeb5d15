import type { RowHeights } from './row-heights.ts';

/** Browsers draw no element higher than some ten million pixels; beyond that the scroll bar is a scale. */
export const maxHeight = 10_000_000;

/** The row at the top of what is seen, and how far it is scrolled past its beginning. */
export interface Anchor {
  row: number;
  delta: number;
}

/**
 * Where a list of any length stands. `offset` counts in the pixels of all rows; the scroll bar is as long as a browser
 * allows, so past that length the two differ by `shift`, which every longer jump sets anew.
 */
export class VirtualScroll {
  heights: RowHeights;
  /** As much as a window has for a list below a brief, until that is measured. */
  viewport = 0.5 * (globalThis.innerHeight ?? 900);
  offset = 0;
  shift = 0;
  #top = 0;

  constructor(heights: RowHeights) {
    this.heights = heights;
  }

  /** How high the element is that is really scrolled. */
  get scrollHeight(): number {
    return Math.min(this.heights.total, maxHeight);
  }

  get #maxOffset(): number {
    return Math.max(0, this.heights.total - this.viewport);
  }

  get #maxTop(): number {
    return Math.max(0, this.scrollHeight - this.viewport);
  }

  /** Near both ends, the scroll bar and the rows move alike, so that the first and the last row can be reached. */
  get #edge(): number {
    return 20 * this.viewport;
  }

  /**
   * Somebody scrolled: a short way moves as many pixels, a long one to the same share of the whole. Answers what
   * `scrollTop` has to be instead, where short ways have added up to a difference near an end.
   */
  onScroll(top: number): number | undefined {
    const moved = top - this.#top;
    if (Math.abs(moved) < 1) return undefined;
    this.#top = top;
    const isShort = Math.abs(moved) < 3 * this.viewport;
    if (this.heights.total <= maxHeight) this.offset = top;
    else this.offset = isShort ? this.offset + moved : this.#offsetOf(top);
    this.offset = Math.min(Math.max(0, this.offset), this.#maxOffset);
    this.shift = this.offset - top;
    const isNearEnd = (at: number, max: number) => at < this.#edge || max - at < this.#edge;
    const isAtEdge = isNearEnd(top, this.#maxTop) || isNearEnd(this.offset, this.#maxOffset);
    return isAtEdge && Math.abs(this.#topOf(this.offset) - top) > 1 ? this.moveTo(this.offset) : undefined;
  }

  /** Goes to an offset; answers what `scrollTop` has to be. */
  moveTo(offset: number): number {
    this.offset = Math.min(Math.max(0, offset), this.#maxOffset);
    this.#top = this.#topOf(this.offset);
    this.shift = this.offset - this.#top;
    return this.#top;
  }

  /** The browser rounds what it is given. */
  settledAt(top: number): void {
    this.#top = top;
    this.shift = this.offset - top;
  }

  anchor(): Anchor {
    const row = this.heights.rowAt(this.offset);
    return { row, delta: this.offset - this.heights.offset(row) };
  }

  /** The rows to draw, with some around what is seen. */
  range(overscan: number): { first: number; last: number } {
    const first = Math.max(0, this.heights.rowAt(this.offset) - overscan);
    const last = Math.min(this.heights.count - 1, this.heights.rowAt(this.offset + this.viewport) + overscan);
    return { first, last };
  }

  #topOf(offset: number): number {
    return this.heights.total <= maxHeight ? offset : this.#scaled(offset, this.#maxOffset, this.#maxTop);
  }

  #offsetOf(top: number): number {
    return this.heights.total <= maxHeight ? top : this.#scaled(top, this.#maxTop, this.#maxOffset);
  }

  #scaled(value: number, from: number, to: number): number {
    const edge = this.#edge;
    if (value < edge) return value;
    if (from - value < edge) return to - (from - value);
    return edge + ((value - edge) / (from - 2 * edge)) * (to - 2 * edge);
  }
}
