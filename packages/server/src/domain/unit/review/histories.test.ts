import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { engines } from '../../../../testing/engine.ts';
import { Dice } from '../../../../testing/fuzz/dice.ts';
import { type HistoryFigures, runHistories } from '../../../../testing/review/histories.ts';
import { testStorage } from '../../../../testing/storage.ts';
import type { Engine } from '../../../store/database.ts';

const hour = 3_600_000;
const short = { sqlite: 6, postgres: 2 };
const program = fileURLToPath(new URL('../../../../testing/review/run-histories.ts', import.meta.url));

async function aFew(engine: Engine, seed: number): Promise<HistoryFigures> {
  await using storage = await testStorage(engine);
  return await runHistories(storage, { count: short[engine], steps: 25, random: new Dice(seed) });
}

/** In memory where the system has such a folder: what a history waits for is else mostly the disk. */
const folder = existsSync('/dev/shm') ? { TMPDIR: '/dev/shm' } : {};

async function many(engine: Engine, count: string, seed: number, test: TestContext): Promise<HistoryFigures> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, engine, count, String(seed)], {
    env: { ...process.env, ...folder },
    maxBuffer: 1024 * 1024,
  });
  const last = stdout.trim().split('\n').at(-1) ?? '';
  test.diagnostic(last);
  return JSON.parse(last) as HistoryFigures;
}

/** The long form: `HISTORIES=10000 SEED=1 npm test --` with this file; `TEST_ENGINE` chooses one engine. */
describe('random histories of deeds', () => {
  for (const engine of engines) {
    const { HISTORIES, SEED = '32' } = process.env;
    const options = HISTORIES ? { timeout: 2 * hour } : {};
    it(
      `inbox, badge, turns, mails and digests are what the facts come to, at every step, on ${engine}`,
      options,
      async (test) => {
        const figures = HISTORIES
          ? await many(engine, HISTORIES, Number(SEED), test)
          : await aFew(engine, Number(SEED));
        assert.equal(figures.histories, Number(HISTORIES ?? short[engine]));
        assert.ok(figures.lines > 0 && figures.mails > 0, JSON.stringify(figures));
      },
    );
  }
});
