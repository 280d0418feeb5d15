/** The heights of entries that were drawn, in a column for each lane. */
export class MeasuredHeights {
  readonly #lanes = new Map<number, Float32Array>();

  /** By the number of an entry; 0 for what was never drawn. */
  lane(lane: number): Float32Array | undefined {
    return this.#lanes.get(lane);
  }

  /** `length` is how many entries the lane has. */
  set(lane: number, index: number, length: number, height: number): void {
    let heights = this.#lanes.get(lane);
    if (!heights || index >= heights.length) {
      const larger = new Float32Array(Math.max(length, index + 1, 2 * (heights?.length ?? 0)));
      if (heights) larger.set(heights);
      heights = larger;
      this.#lanes.set(lane, heights);
    }
    heights[index] = height;
  }
}
