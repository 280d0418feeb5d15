import { asRecord } from '../fourth/record.ts';
import type { Case } from '../measure.ts';
import { seeded } from '../random.ts';
import { OUTPUTS } from './outputs.ts';
import { PRINTED } from './printed.ts';
import { STORED } from './stored.ts';
import { TYPED } from './typed.ts';

const GROUPS = { stored: STORED, typed: TYPED, printed: PRINTED };

const randomFor = (seed: number, way: string) =>
  seeded([...way].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), seed));

/** Each place with each kind of value that stands there, in the record of an agent. */
export const fifthCases = (seed: number): Case[] => [
  ...Object.entries(GROUPS).flatMap(([group, places]) =>
    Object.entries(places).flatMap(([way, [makes, place]], index) =>
      makes.map((make, kind): Case => {
        const random = randomFor(seed + kind * 7, way);
        const secret = make(random);
        return {
          kind: `${group}: ${way}`,
          secret,
          context: asRecord(place(secret, random), seed + index + kind, way),
        };
      }),
    ),
  ),
  ...OUTPUTS.map(([make, command, output]): Case => {
    const secret = make(randomFor(seed, command));
    return { secret, command, context: output(secret) };
  }),
];
