import { type KindName, kindName } from './skeleton.ts';

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

export class RowEstimates {
  readonly #means = new Map<number, { mean: number; count: number }>();

  /** `state` tells apart what is open, folded or one line by the reader's choice. */
  of(kind: number, state: number): number {
    const known = this.#means.get(kind * 4 + state);
    if (known && known.count >= 3) return known.mean;
    const name = kindName(kind);
    return state === 0 ? ((name && guesses[name]) ?? lineHeight) : lineHeight;
  }

  learn(kind: number, state: number, height: number): void {
    const key = kind * 4 + state;
    const known = this.#means.get(key) ?? { mean: 0, count: 0 };
    known.count = Math.min(known.count + 1, 200);
    known.mean += (height - known.mean) / known.count;
    this.#means.set(key, known);
  }
}
