import { type KindName, kindName } from '../skeleton.ts';

/** How high rows are before they were ever drawn, by kind; learned from those that were. */
const guesses: Partial<Record<KindName, number>> = {
  prompt: 78,
  reply: 92,
  plan: 120,
  decision: 110,
  'tool:edit': 190,
  'tool:write': 240,
};
const lineHeight = 32;
const enough = 3;
const mostCounted = 200;

/** Heights by the code of a kind. */
export class RowEstimates {
  readonly #means = new Float64Array(256);
  readonly #counts = new Uint8Array(256);

  of(kind: number): number {
    if ((this.#counts[kind] as number) >= enough) return this.#means[kind] as number;
    const name = kindName(kind);
    return (name && guesses[name]) ?? lineHeight;
  }

  /** The estimates of all kinds. */
  all(): Float64Array {
    return Float64Array.from({ length: 256 }, (_, kind) => this.of(kind));
  }

  learn(kind: number, height: number): void {
    const count = Math.min((this.#counts[kind] as number) + 1, mostCounted);
    const mean = this.#means[kind] as number;
    this.#counts[kind] = count;
    this.#means[kind] = mean + (height - mean) / count;
  }
}
