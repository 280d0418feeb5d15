/** Chance from a seed, so that whatever was made by it can be made again. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** mulberry32: small, fast and good enough to be nasty. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below = (max: number): number => Math.floor(this.next() * max);
  chance = (share: number): boolean => this.next() < share;
  of = <T>(list: readonly T[]): T => list[this.below(list.length)] as T;
  bytes = (max: number): Buffer =>
    Buffer.from(Array.from({ length: this.below(max) }, () => this.below(256)));
}
