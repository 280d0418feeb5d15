import type { Case } from '../measure.ts';
import { seeded } from '../random.ts';
import { CODE } from './code.ts';
import { FILES } from './files.ts';
import { OUTPUTS } from './outputs.ts';
import { PRINTED } from './printed.ts';
import { asRecord } from './record.ts';
import { REPEATS } from './repeats.ts';
import { SHELL } from './shell.ts';
import { TOKENS } from './tokens.ts';

const GROUPS = { code: CODE, files: FILES, printed: PRINTED, shell: SHELL, tokens: TOKENS };

/** Every second way was tuned on; the others were put aside before a rule was read. */
export type Half = 'tuned' | 'aside';

const isOf = (half: Half, index: number) => (index % 2 === 0) === (half === 'tuned');

/** A value is its own for every way and seed; the record it comes in changes with the seed, too. */
const randomFor = (seed: number, way: string) =>
  seeded([...way].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), seed));

export function fourthCases(half: Half, seeds: readonly number[]): Case[] {
  return seeds.flatMap((seed) => [
    ...Object.entries(GROUPS).flatMap(([group, ways]) =>
      Object.entries(ways)
        .filter((_, index) => isOf(half, index))
        .map(([way, [make, place]], index): Case => {
          const random = randomFor(seed, way);
          const secret = make(random);
          return {
            kind: `${group}: ${way}`,
            secret,
            context: asRecord(place(secret, random), seed + index, way),
          };
        }),
    ),
    ...Object.entries(REPEATS)
      .filter((_, index) => isOf(half, index))
      .map(([way, [make, before, again]], index): Case => {
        const random = randomFor(seed, way);
        const secret = make(random);
        const earlier = [asRecord(before(secret), 0, way)];
        return {
          kind: `repeats: ${way}`,
          secret,
          earlier,
          context: asRecord(again(secret, random), seed + index, way),
        };
      }),
    ...OUTPUTS.filter((_, index) => isOf(half, index)).map(([make, command, output]): Case => {
      const secret = make(randomFor(seed, command));
      return { secret, command, context: output(secret) };
    }),
  ]);
}

export const ways = Object.values(GROUPS).reduce((sum, group) => sum + Object.keys(group).length, 0);
export const repeats = Object.keys(REPEATS).length;
export const outputs = OUTPUTS.length;
