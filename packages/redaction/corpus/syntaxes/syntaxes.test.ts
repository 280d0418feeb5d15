import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRight } from '../measure.ts';
import { type Random, seeded } from '../random.ts';
import { BARE_PLACES } from './bare.ts';
import { NAMED_PLACES, NAMES } from './named.ts';
import { NAMED_SHAPES, PLAIN_SHAPES, type Shape } from './shapes.ts';

/**
 * Every syntax with every shape of a value: a class that is missed shows as a row, and not as a case. Values are made when
 * the test runs; another seed makes others: `SEED=7 node --test packages/redaction/corpus/syntaxes/syntaxes.test.ts`.
 */
const SEED = Number(process.env.SEED ?? 20_261_119);

type Missed = Map<string, number>;

function measure(
  places: Readonly<Record<string, (value: string, random: Random) => string>>,
  shapes: Readonly<Record<string, Shape>>,
): { gone: number; all: number; missed: Missed } {
  const random = seeded(SEED);
  let [gone, all] = [0, 0];
  const missed: Missed = new Map();
  for (const [place, written] of Object.entries(places)) {
    for (const [shape, make] of Object.entries(shapes)) {
      const secret = make(random);
      all++;
      if (isRight({ context: written(secret, random), secret })) gone++;
      else for (const row of [place, shape]) missed.set(row, (missed.get(row) ?? 0) + 1);
    }
  }
  return { gone, all, missed };
}

const namedPlaces = Object.fromEntries(
  Object.entries(NAMED_PLACES).map(([place, written]) => [
    place,
    (value: string, random: Random) => written(random.pick(NAMES), value),
  ]),
);

for (const [what, places, shapes, least] of [
  ['values under a name', namedPlaces, { ...PLAIN_SHAPES, ...NAMED_SHAPES }, 0.9],
  ['values that speak for themselves, without a name', BARE_PLACES, PLAIN_SHAPES, 0.9],
] as const)
  test(`${what}, in every syntax: at least ${least * 100} % are gone`, (t) => {
    const { gone, all, missed } = measure(places, shapes);
    t.diagnostic(`${gone} of ${all}, ${((100 * gone) / all).toFixed(1)} %`);
    for (const [row, count] of [...missed].sort((a, b) => b[1] - a[1])) t.diagnostic(`${count} left: ${row}`);
    assert.ok(gone >= all * least, `${gone} of ${all}`);
  });
