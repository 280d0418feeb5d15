import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { copyTree } from './mutate/copy.ts';
import { type MeasuredTest, measure, measurementCache, runs } from './mutate/coverage.ts';
import { type Mutation, mutationsOf } from './mutate/mutation.ts';
import { type Room, rooms } from './mutate/room.ts';
import { type Outcome, runTestFile } from './mutate/test-run.ts';
import { startNats, startPostgres } from './services.ts';

/**
 * `npm run mutate -- ROOM [--count 40] [--seed 1] [--jobs 1] [--only TEXTS] [--tests TEXTS]`: makes one small change at a
 * time in a copy of the tree, runs the tests of that room that run the changed place and counts the changes they
 * notice. What they miss is printed: each is a duty without a test. `--only` changes files whose path contains one of
 * the texts (commas between), `--tests` runs tests whose path does, and `--max-tests` gives up a change after so many
 * test files.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '1' },
    'max-tests': { type: 'string', default: '1000' },
    only: { type: 'string', default: '' },
    tests: { type: 'string', default: '' },
  },
});
const numberOf = (flag: 'count' | 'seed' | 'jobs' | 'max-tests'): number => {
  const value = Number(values[flag]);
  if (Number.isSafeInteger(value) && value > 0) return value;
  console.error(`--${flag} must be a whole number above 0.`);
  process.exit(2);
};
const [count, seed, jobs] = [numberOf('count'), numberOf('seed'), numberOf('jobs')];
const maxTests = numberOf('max-tests');
const [name = ''] = positionals;
const make = Object.hasOwn(rooms, name) ? rooms[name] : undefined;
if (!make) {
  console.error(`Name a room: ${Object.keys(rooms).join(', ')}.`);
  process.exit(2);
}

/** Whether the path contains one of the texts, which have commas between. */
const isNamed = (file: string, texts: string): boolean =>
  texts.split(',').some((text) => file.includes(text));

const root = join(import.meta.dirname, '..');
process.chdir(root);

/** The same numbers for the same seed, so that a figure can be repeated. */
function randomFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Chosen extends Mutation {
  file: string;
  line: number;
}

function choose({ sources }: Room): Chosen[] {
  const all = sources
    .filter((file) => isNamed(file, values.only))
    .flatMap((file) => {
      const source = readFileSync(file, 'utf8');
      const lineOf = (at: number) => source.slice(0, at).split('\n').length;
      return mutationsOf(source, file).map((mutation) => ({
        ...mutation,
        file,
        line: lineOf(mutation.start),
      }));
    });
  const random = randomFrom(seed);
  const chosen: Chosen[] = [];
  while (chosen.length < count && all.length > 0) {
    chosen.push(...all.splice(Math.floor(random() * all.length), 1));
  }
  return chosen;
}

/** Longer than any test file takes by itself, also on a busy machine. */
const unchangedLimitMs = 600_000;
/** A changed test is only called endless when it takes far longer than it did without the change. */
const limitOf = ({ durationMs }: MeasuredTest): number => 60_000 + 10 * durationMs;

/** The test beside a source first, then the others of its folder, the quick ones before the slow ones. */
function byPromise(file: string): (a: MeasuredTest, b: MeasuredTest) => number {
  const beside = file.replace(/\.ts$/, '.test.ts');
  const rank = (test: MeasuredTest): number =>
    test.file === beside ? 0 : dirname(test.file) === dirname(file) ? 1 : 2;
  return (a, b) => rank(a) - rank(b) || a.durationMs - b.durationMs;
}

/**
 * A function that is handed to a thread as text runs there under no file's name, so no test is known to run it. The two
 * nearest tests that load its file are asked.
 */
const loading = (tests: readonly MeasuredTest[], file: string): MeasuredTest[] =>
  tests
    .filter(({ scripts }) => file in scripts)
    .sort(byPromise(file))
    .slice(0, 2);

/** Tests that take longer have deadlines of their own, which a busy machine misses now and then. */
const slowMs = 5000;

/** What becomes of a test with the change. A slow one has to fail twice. */
async function outcomeOf(test: MeasuredTest, folder: string): Promise<Outcome> {
  const run = () => runTestFile({ folder, file: test.file, env, limitMs: limitOf(test) });
  const outcome = await run();
  return outcome === 'failed' && test.durationMs > slowMs ? run() : outcome;
}

type Verdict = 'noticed' | 'endless' | 'not run by any test' | 'not noticed';

async function judge(change: Chosen, tests: MeasuredTest[], folder: string): Promise<Verdict> {
  const { file, start, end, text } = change;
  const known = tests.filter((test) => runs(test, file, start)).sort(byPromise(file));
  const concerned = known.length > 0 ? known : loading(tests, file);
  if (concerned.length === 0) return 'not run by any test';
  // The copy's own text: the tree may be edited while this runs.
  const source = readFileSync(join(folder, file), 'utf8');
  writeFileSync(join(folder, file), source.slice(0, start) + text + source.slice(end));
  try {
    for (const test of concerned.slice(0, maxTests)) {
      const outcome = await outcomeOf(test, folder);
      if (outcome !== 'passed') return outcome === 'failed' ? 'noticed' : 'endless';
    }
    return known.length > 0 ? 'not noticed' : 'not run by any test';
  } finally {
    writeFileSync(join(folder, file), source);
  }
}

function summaryOf(verdicts: readonly Verdict[]): string {
  const numberOf = (wanted: Verdict): number => verdicts.filter((verdict) => verdict === wanted).length;
  const endless = numberOf('endless');
  const noticed = numberOf('noticed') + endless;
  const share = verdicts.length === 0 ? 0 : Math.round((100 * noticed) / verdicts.length);
  const how = endless === 0 ? '' : `, ${endless} of them because a test did not end`;
  return `${name}: ${noticed} of ${verdicts.length} changes noticed (${share} %)${how}, seed ${seed}`;
}

/** Works through the list on as many copies of the tree as there are jobs. */
async function inCopies<Item>(items: Item[], work: (item: Item, folder: string) => Promise<void>) {
  const rest = items.values();
  await Promise.all(
    copies.map(async ({ folder }) => {
      for (const item of rest) await work(item, folder);
    }),
  );
}

const room = make();
const chosen = choose(room);
const postgres = room.needsServers && !process.env.TEST_POSTGRES_URL ? await startPostgres() : undefined;
const nats = room.needsServers && !process.env.TEST_NATS_URL ? await startNats() : undefined;
const env = {
  ...process.env,
  ...(postgres && { TEST_POSTGRES_URL: postgres.url }),
  ...(nats && { TEST_NATS_URL: nats.url }),
  ...(room.engine && { TEST_ENGINE: room.engine }),
};
const copies = Array.from({ length: jobs }, () => copyTree(root));
process.once('exit', () => {
  for (const copy of copies) copy.remove();
});
try {
  const tests: MeasuredTest[] = [];
  const [{ folder: tree } = { folder: root }] = copies;
  const cache = measurementCache(root, tree, room.sources);
  const asked = room.tests.filter((file) => isNamed(file, values.tests));
  await inCopies(asked, async (file, folder) => {
    const { sources } = room;
    const test =
      cache.find(file) ?? (await measure({ folder, file, env, limitMs: unchangedLimitMs, sources }));
    cache.keep(test);
    tests.push(test);
  });
  const seconds = Math.round(tests.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000);
  console.log(`${name}: ${tests.length} test files, ${seconds} s without any change`);
  const broken = tests.filter(({ outcome }) => outcome !== 'passed');
  for (const { file, outcome } of broken) console.error(`${file}: ${outcome} without any change, left out`);
  if (broken.length > 0) process.exitCode = 1;
  // Without the broken ones the figure can only be lower, never higher.
  const sound = tests.filter(({ outcome }) => outcome === 'passed');
  const verdicts: Verdict[] = [];
  process.prependOnceListener('SIGTERM', () => console.log(`stopped early: ${summaryOf(verdicts)}`));
  await inCopies(chosen, async (change, folder) => {
    const verdict = await judge(change, sound, folder);
    verdicts.push(verdict);
    if (verdict !== 'noticed') console.log(`${verdict}: ${change.file}:${change.line} ${change.what}`);
  });
  console.log(summaryOf(verdicts));
} finally {
  await postgres?.stop();
  await nats?.stop();
}
