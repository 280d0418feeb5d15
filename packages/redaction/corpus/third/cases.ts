import type { Case } from '../measure.ts';
import { seeded } from '../random.ts';
import type { Way } from '../unseen/made.ts';
import { CODED } from './coded.ts';
import { OUTPUTS } from './outputs.ts';
import { PRINTED } from './printed.ts';
import { SAID } from './said.ts';
import { STORED } from './stored.ts';
import { TYPED } from './typed.ts';

const GROUPS: Readonly<Record<string, Readonly<Record<string, Way>>>> = {
  coded: CODED,
  printed: PRINTED,
  said: SAID,
  stored: STORED,
  typed: TYPED,
};

/** Every second way was tuned on; the others were put aside before a rule was touched. */
export type Half = 'tuned' | 'aside';

const isOf = (half: Half, index: number) => (index % 2 === 0) === (half === 'tuned');

export function thirdCases(half: Half, seeds: readonly number[]): Case[] {
  return seeds.flatMap((seed) => [
    ...Object.entries(GROUPS).flatMap(([group, ways]) =>
      Object.entries(ways)
        .filter((_, index) => isOf(half, index))
        .map(([way, [make, place]]) => {
          const random = seeded(seed + way.length * 7919);
          const secret = make(random);
          return { kind: `${group}: ${way}`, secret, context: place(secret, random) };
        }),
    ),
    ...OUTPUTS.filter((_, index) => isOf(half, index)).map(([make, command, output], index) => {
      const secret = make(seeded(seed + index * 7919));
      return { secret, command, context: output(secret) };
    }),
  ]);
}
