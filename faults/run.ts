import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { faults } from './faults.ts';
import { type Figures, shapes } from './kit/fault.ts';
import { seeded } from './kit/random.ts';
import type { Arrangement } from './kit/world.ts';

/** `npm run faults -- [name…] [--on sqlite] [--count N] [--seed N] [--short]`: makes trouble and prints figures. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    on: { type: 'string' },
    count: { type: 'string' },
    seed: { type: 'string' },
    short: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) {
  console.log('npm run faults -- [name…] [--on sqlite|postgres|nats] [--count N] [--seed N] [--short]\n');
  for (const { name, promise, unit, short, full, arrangements } of faults) {
    console.log(
      `  ${name.padEnd(18)}${promise.padEnd(10)}${short} or ${full} ${unit} on ${arrangements.join(', ')}`,
    );
  }
  process.exit(0);
}

for (const name of positionals) {
  if (!faults.some((fault) => fault.name === name || fault.promise === name)) {
    console.error(`There is no fault ${name}; --help lists them.`);
    process.exit(2);
  }
}

const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
const show = (figures: Figures) =>
  Object.entries(figures)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

let failed = 0;
for (const fault of faults) {
  if (positionals.length > 0 && !positionals.includes(fault.name) && !positionals.includes(fault.promise))
    continue;
  for (const arrangement of fault.arrangements as readonly Arrangement[]) {
    if (values.on !== undefined && values.on !== arrangement) continue;
    const count = Number(values.count ?? (values.short ? fault.short : fault.full));
    const begun = performance.now();
    const title = `${fault.promise} ${fault.name} on ${arrangement} (seed ${seed}, commit ${commit})`;
    try {
      const figures = await fault.run({ arrangement, count, random: seeded(seed) });
      const seconds = ((performance.now() - begun) / 1000).toFixed(0);
      console.log(`ok   ${title}: ${show({ ...figures, ...shapes() })}; ${seconds} s`);
    } catch (error) {
      failed++;
      console.log(`FAIL ${title}: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
    }
  }
}
process.exit(failed > 0 ? 1 : 0);
