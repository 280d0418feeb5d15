/** The heights of entries that were drawn, in a column for each lane. */
export class MeasuredHeights {
  readonly #lanes = new Map<number, Float32Array>();

  /** By the number of an entry; not a number for what was never drawn. A height of 0 is a height: some entries show nothing. */
  lane(lane: number): Float32Array | undefined {
    return this.#lanes.get(lane);
  }

  /** `length` is how many entries the lane has. */
  set(lane: number, index: number, length: number, height: number): void {
    let heights = this.#lanes.get(lane);
    if (!heights || index >= heights.length) {
      const larger = new Float32Array(Math.max(length, index + 1, 2 * (heights?.length ?? 0))).fill(
        Number.NaN,
      );
      if (heights) larger.set(heights);
      heights = larger;
      this.#lanes.set(lane, heights);
    }
    heights[index] = height;
  }
}
