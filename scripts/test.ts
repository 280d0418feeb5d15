import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, existsSync, globSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats, startPostgres } from './services.ts';

/**
 * `npm test`: brings the servers the tests need, runs every group and stops them. `npm test -- fast` runs one
 * group, `npm test -- path/to/x.test.ts` the files named.
 */
const random = 'packages/server/src/http/routes/{model,fuzz}.test.ts';
/** Corpora, growth, timing and whole first runs: a dozen files that take as long as the hundred others. */
const long = [
  'packages/transcript/src/changes/net-git.test.ts',
  'packages/transcript/src/reading/work-sessions.test.ts',
  'packages/transcript/src/{corpus,memory,read}.test.ts',
  'packages/transcript/src/agents/variations.test.ts',
  'packages/redaction/corpus/*.test.ts',
  'packages/cli/src/{connect,recorder/read/growth,recorder/run/recorder}.test.ts',
  'packages/server/src/{idp,projection}/**/*.test.ts',
];
const cliFaults = 'packages/cli/src/recorder/run/{kill,offline,reuse}.test.ts';
const groups: Record<string, { files: string[]; without?: string[] }> = {
  fast: { files: ['{scripts,bench,packages}/**/*.test.ts'], without: [random, cliFaults, ...long] },
  long: { files: [random, ...long] },
  faults: { files: ['faults/**/*.test.ts', cliFaults] },
  browser: { files: ['e2e/**/*.test.ts'] },
};

function filesOf({ files, without = [] }: { files: string[]; without?: string[] }): string[] {
  const exclude = new Set(globSync(without));
  return globSync(files)
    .filter((file) => !exclude.has(file) && !file.includes('node_modules'))
    .sort();
}

const asked = process.argv.slice(2);
const chosen = Object.entries(groups).filter(([name]) => asked.length === 0 || asked.includes(name));
const runs: [string, string[]][] =
  chosen.length > 0 ? chosen.map(([name, group]) => [name, filesOf(group)]) : [['named', asked]];

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
// One key for the issuers of all files: finding the primes of each would take a second here and there.
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const env = {
  ...process.env,
  TEST_ISSUER_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  ...(postgres && { TEST_POSTGRES_URL: postgres.url }),
  ...(nats && { TEST_NATS_URL: nats.url }),
};
try {
  for (const [name, files] of runs) {
    const begun = performance.now();
    // A browser measures its own frames, so nothing else runs beside it.
    const atOnce = name === 'browser' || name === 'faults' ? 1 : 2;
    const failed = run(
      process.execPath,
      ['--test', '--test-force-exit', '--test-timeout=600000', `--test-concurrency=${atOnce}`, ...files],
      env,
    );
    status ||= failed;
    console.log(`${name}: ${files.length} files, ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  }
} finally {
  await postgres?.stop();
  await nats?.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(status);
