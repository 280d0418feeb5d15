import { Dice } from '../fuzz/dice.ts';
import { type Arrangement, testStorage } from '../storage.ts';
import { runHistories } from './histories.ts';

/**
 * `node run-histories.ts ENGINE COUNT SEED`: so many histories in a process of their own; what was done is its last line,
 * as JSON. The test runner follows every promise of a test, which takes a quarter of the time.
 */
const [engine = 'sqlite', count = '', seed = ''] = process.argv.slice(2);
await using storage = await testStorage(engine as Arrangement);
const begun = performance.now();
const random = new Dice(Number(seed));
const figures = await runHistories(storage, { count: Number(count), steps: 12, random });
const seconds = Math.round((performance.now() - begun) / 1000);
console.log(JSON.stringify({ engine, seed: Number(seed), ...figures, seconds }));
