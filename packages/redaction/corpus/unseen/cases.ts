import type { Case } from '../measure.ts';
import { seeded } from '../random.ts';
import { CODE } from './code.ts';
import { COMMANDS } from './commands.ts';
import { HARMLESS } from './harmless.ts';
import type { Way } from './made.ts';
import { PRINTS } from './prints.ts';
import { SETTINGS } from './settings.ts';

const GROUPS: Readonly<Record<string, Readonly<Record<string, Way>>>> = {
  settings: SETTINGS,
  code: CODE,
  commands: COMMANDS,
  prints: PRINTS,
};

/** Every way once for each seed, with fresh values. */
export function unseenCases(seeds: readonly number[]): Case[] {
  return seeds.flatMap((seed) =>
    Object.entries(GROUPS).flatMap(([group, ways]) =>
      Object.entries(ways).map(([way, [make, place]]) => {
        const random = seeded(seed + way.length * 977);
        const secret = make(random);
        return { kind: `${group}: ${way}`, secret, context: place(secret, random) };
      }),
    ),
  );
}

export const harmlessCases: readonly Case[] = HARMLESS.map((text) => ({
  context: text,
  harmless: text,
  kind: text,
}));
