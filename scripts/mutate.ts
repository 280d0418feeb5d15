import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyTree } from './mutate/copy.ts';
import { type Mutation, mutationsOf } from './mutate/mutation.ts';
import { type Room, rooms } from './mutate/room.ts';
import { startNats, startPostgres } from './services.ts';

/**
 * `npm run mutate -- ROOM [--count 40] [--seed 1]`: makes one small change at a time in a copy of the tree, runs the
 * tests of that room and counts the changes they notice. What they miss is printed: each is a duty without a test.
 */
const [name = '', ...options] = process.argv.slice(2);
const numberOf = (flag: string, fallback: number): number => {
  const at = options.indexOf(flag);
  const value = at < 0 ? fallback : Number(options[at + 1]);
  if (Number.isSafeInteger(value) && value > 0) return value;
  console.error(`${flag} must be a whole number above 0.`);
  process.exit(2);
};
const count = numberOf('--count', 40);
const seed = numberOf('--seed', 1);
const make = Object.hasOwn(rooms, name) ? rooms[name] : undefined;
if (!make) {
  console.error(`Name a room: ${Object.keys(rooms).join(', ')}.`);
  process.exit(2);
}

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
  const all = sources.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    const lineOf = (at: number) => source.slice(0, at).split('\n').length;
    return mutationsOf(source, file).map((mutation) => ({ ...mutation, file, line: lineOf(mutation.start) }));
  });
  const random = randomFrom(seed);
  const chosen: Chosen[] = [];
  while (chosen.length < count && all.length > 0) {
    chosen.push(...all.splice(Math.floor(random() * all.length), 1));
  }
  return chosen;
}

const testTimeout = 120_000;

/** Whether every test of the room passes in the copy; the quick ones are tried first, and one failure is enough. */
function passes(room: Room, folder: string, env: NodeJS.ProcessEnv): boolean {
  const half = Math.ceil(room.tests.length / 3);
  for (const part of [room.tests.slice(0, half), room.tests.slice(half)]) {
    if (part.length === 0) continue;
    const args = [
      '--test',
      '--test-force-exit',
      `--test-timeout=${testTimeout}`,
      room.isPure ? '--test-isolation=none' : '--test-concurrency=2',
      ...part,
    ];
    const run = spawnSync(process.execPath, args, {
      cwd: folder,
      env,
      stdio: 'ignore',
      timeout: 10 * testTimeout,
    });
    if (run.status !== 0) return false;
  }
  return true;
}

const room = make();
const chosen = choose(room);
const postgres = room.needsServers && !process.env.TEST_POSTGRES_URL ? await startPostgres() : undefined;
const nats = room.needsServers && !process.env.TEST_NATS_URL ? await startNats() : undefined;
const env = {
  ...process.env,
  ...(postgres && { TEST_POSTGRES_URL: postgres.url }),
  ...(nats && { TEST_NATS_URL: nats.url }),
};
const copy = copyTree(root);
let noticed = 0;
try {
  if (!passes(room, copy.folder, env)) {
    console.error(`The tests of ${name} fail without any change; mend them first.`);
    process.exitCode = 1;
  } else {
    for (const { file, line, what, start, end, text } of chosen) {
      const source = readFileSync(file, 'utf8');
      writeFileSync(join(copy.folder, file), source.slice(0, start) + text + source.slice(end));
      const isNoticed = !passes(room, copy.folder, env);
      writeFileSync(join(copy.folder, file), source);
      if (isNoticed) noticed++;
      else console.log(`not noticed: ${file}:${line} ${what}`);
    }
    const share = chosen.length === 0 ? 0 : Math.round((100 * noticed) / chosen.length);
    console.log(`${name}: ${noticed} of ${chosen.length} changes noticed (${share} %), seed ${seed}`);
  }
} finally {
  copy.remove();
  await postgres?.stop();
  await nats?.stop();
}
