import { it } from 'node:test';
import { type Fault, shapes } from './fault.ts';
import { seeded } from './random.ts';
import type { Arrangement } from './world.ts';

/** A little of each fault, as part of `npm test`; the seed changes daily and is in the name of the test. */
export function testShortly(cases: readonly (readonly [Fault, Arrangement, number?])[]): void {
  const seed = Math.floor(Date.now() / 86_400_000);
  for (const [fault, arrangement, count = fault.short] of cases) {
    it(`${fault.promise} ${fault.name} on ${arrangement}, ${count} ${fault.unit}, seed ${seed}`, async (test) => {
      const figures = await fault.run({ arrangement, count, random: seeded(seed) });
      test.diagnostic(JSON.stringify({ ...figures, ...shapes() }));
    });
  }
}
