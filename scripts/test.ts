import { spawnSync } from 'node:child_process';
import { startNats, startPostgres } from './services.ts';

/**
 * `npm test`: brings the servers the tests need, runs every group and stops them. `npm test -- fast` runs one
 * group, `npm test -- path/to/x.test.ts` the files named.
 */
const groups: Record<string, string[]> = {
  fast: ['scripts/**/*.test.ts', 'packages/**/*.test.ts'],
  faults: ['faults/**/*.test.ts'],
};

const asked = process.argv.slice(2);
const chosen = Object.entries(groups).filter(([name]) => asked.length === 0 || asked.includes(name));
const runs: [string, string[]][] = chosen.length > 0 ? chosen : [['named', asked]];

const postgres = process.env.TEST_POSTGRES_URL ? undefined : await startPostgres();
const nats = process.env.TEST_NATS_URL ? undefined : await startNats();
const env = {
  ...process.env,
  ...(postgres && { TEST_POSTGRES_URL: postgres.url }),
  ...(nats && { TEST_NATS_URL: nats.url }),
};
let status = 0;
try {
  for (const [name, files] of runs) {
    const begun = performance.now();
    const run = spawnSync(process.execPath, ['--test', '--test-concurrency=2', ...files], {
      stdio: 'inherit',
      env,
    });
    console.log(`${name}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    status ||= run.status ?? 1;
  }
} finally {
  await postgres?.stop();
  await nats?.stop();
}
process.exit(status);
