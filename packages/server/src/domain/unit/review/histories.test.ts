import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { engines } from '../../../../testing/engine.ts';
import { Dice } from '../../../../testing/fuzz/dice.ts';
import { runHistories } from '../../../../testing/review/histories.ts';
import { testStorage } from '../../../../testing/storage.ts';

const short = { sqlite: 6, postgres: 2 };

/** The long form: `HISTORIES=10000 SEED=1 npm test --` with this file; `TEST_ENGINE` chooses one engine. */
describe('random histories of deeds', () => {
  for (const engine of engines) {
    it(`inbox, badge, turns, mails and digests are what the facts come to, at every step, on ${engine}`, async () => {
      await using storage = await testStorage(engine);
      const count = Number(process.env.HISTORIES ?? short[engine]);
      const seed = Number(process.env.SEED ?? 32);
      const figures = await runHistories(storage, { count, steps: 25, random: new Dice(seed) });
      assert.equal(figures.histories, count);
      assert.ok(figures.lines > 0 && figures.mails > 0, JSON.stringify(figures));
    });
  }
});
