import { spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtServer } from '../packages/server/bundle-entries.ts';
import { startNats, startPostgres } from './services.ts';
import { type Batch, batchesOf, groups, processesAtOnce } from './test/groups.ts';
import { makeTemplates } from './test/template.ts';

/**
 * `npm test`: brings the servers the tests need, runs every group and stops them. `npm test -- fast` runs one
 * group, `npm test -- path/to/x.test.ts` the files named.
 */
const asked = process.argv.slice(2);
const chosen = Object.entries(groups).filter(([name]) => asked.length === 0 || asked.includes(name));
const runs: [string, Batch[]][] =
  chosen.length > 0
    ? chosen.map(([name, group]) => [name, batchesOf(group)])
    : [['named', [{ processes: asked.flatMap(filesNamed), atOnce: processesAtOnce, env: {} }]]];

function filesNamed(pattern: string): string[][] {
  const files = globSync(pattern);
  if (files.length === 0) {
    console.error(`There is no group and no file called ${pattern}.`);
    process.exit(2);
  }
  return files.map((file) => [file]);
}

/** In memory where there is room: thousands of small databases would spend their time waiting for the disk. */
function scratchFolder(): string {
  const memory = '/dev/shm';
  const enough = 4 * 1024 ** 3;
  const hasRoom = existsSync(memory) && statfsSync(memory).bavail * statfsSync(memory).bsize > enough;
  const folder = mkdtempSync(join(hasRoom ? memory : tmpdir(), 'debrief-tests-'));
  // PostgreSQL runs as a user of its own and has to get to its folder inside.
  chmodSync(folder, 0o711);
  return folder;
}

function run(program: string, args: string[], env: NodeJS.ProcessEnv = process.env): number {
  return spawnSync(program, args, { stdio: 'inherit', env }).status ?? 1;
}

const folder = scratchFolder();
process.env.TMPDIR = folder;
// Every file is a process of its own that loads the same modules; compiled once, they start in half the time.
process.env.NODE_COMPILE_CACHE = join(folder, 'compiled');
// The servers of the tests serve the dashboard and the CLI as they are now.
let status = run(process.execPath, ['scripts/build.ts']);
const postgres = process.env.TEST_POSTGRES_URL ? undefined : await startPostgres();
const nats = process.env.TEST_NATS_URL ? undefined : await startNats();
if (postgres) process.env.TEST_POSTGRES_URL = postgres.url;
const templates = await makeTemplates();
// One key for the issuers of all files: finding the primes of each would take a second here and there.
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const env = {
  ...process.env,
  TEST_CLI: join(import.meta.dirname, '../packages/cli/dist/debrief.js'),
  TEST_SERVER: builtServer,
  TEST_ISSUER_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  ...templates.env,
  ...(nats && { TEST_NATS_URL: nats.url }),
};

/** What one process printed comes in one piece, so that several at a time stay readable. */
async function runProcess(files: string[], more: Record<string, string>): Promise<number> {
  const failures = join(mkdtempSync(join(folder, 'process-')), 'failures');
  const reporters = ['spec', `${import.meta.dirname}/test/failures.reporter.ts`];
  const destinations = ['stdout', failures];
  const args = [
    '--test',
    '--test-force-exit',
    '--test-timeout=600000',
    '--test-isolation=none',
    `--import=${import.meta.dirname}/test/built-threads.ts`,
    ...reporters.map((reporter) => `--test-reporter=${reporter}`),
    ...destinations.map((destination) => `--test-reporter-destination=${destination}`),
  ];
  const begun = performance.now();
  const child = spawn(process.execPath, [...args, ...files], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, ...more },
  });
  const printed: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  process.stdout.write(Buffer.concat(printed));
  console.log(`${secondsSince(begun)} for ${files.join(' ')}\n`);
  const names = existsSync(failures) ? readFileSync(failures, 'utf8').split('\n').filter(Boolean) : [];
  if (code !== 0 && names.length === 0)
    names.push(`one of ${files.join(' ')}: the process ended with ${code}`);
  failed.push(...names);
  return code ?? 1;
}

async function runBatch({ processes, atOnce, env: more }: Batch): Promise<void> {
  const waiting = [...processes];
  const lane = async (): Promise<void> => {
    for (let files = waiting.shift(); files; files = waiting.shift()) {
      status = (await runProcess(files, more)) || status;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

const secondsSince = (begun: number): string => `${((performance.now() - begun) / 1000).toFixed(1)} s`;
const begunAll = performance.now();
const summary: string[] = [];
const failed: string[] = [];
try {
  for (const [name, batches] of runs) {
    const begun = performance.now();
    for (const batch of batches) {
      await runBatch(batch);
    }
    const files = batches.reduce((sum, batch) => sum + batch.processes.flat().length, 0);
    summary.push(`${name}: ${files} files, ${secondsSince(begun)}`);
    console.log(summary.at(-1));
  }
  console.log(`\n${summary.join('\n')}\nall: ${secondsSince(begunAll)}`);
  if (failed.length > 0) console.log(`\nfailed:\n${failed.join('\n')}`);
} finally {
  await templates.remove();
  await postgres?.stop();
  await nats?.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(status);
