import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Bench, Curve, Row, Setting } from './bench.ts';
import { benches } from './benches/index.ts';
import { endAll } from './ending.ts';
import { generator } from './load/load.ts';
import { updateDocs } from './report/docs.ts';
import { plot } from './report/plot.ts';
import { plainTable } from './report/table.ts';

const usage = `Usage: npm run bench -- [name…] [options]

Every bench is a ratio to a floor measured in the same run, round by round. Without a name all but the optional ones.

  --rounds N    how often each is measured (3)
  --seconds N   how long one measurement takes (3)
  --full        the counts of the goals: 20 million events, 1 million to search; takes about an hour
  --quick       shows that everything runs; the figures mean nothing
  --out FOLDER  where result.json and the plots go (a new folder for temporary files)
  --docs        also writes the figures into docs/performance.md and its archive, and the plots

${benches.map(({ name, summary, optional }) => `  ${name.padEnd(18)}${summary}${optional ? ' (optional)' : ''}`).join('\n')}`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    full: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    out: { type: 'string' },
    docs: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

function chosen(): Bench[] {
  if (positionals.length === 0) return benches.filter(({ optional }) => !optional);
  return positionals.flatMap((asked) => {
    const found = benches.filter(({ name }) => name === asked || name.startsWith(`${asked}-`));
    if (found.length === 0) {
      console.error(`There is no bench ${asked}.\n\n${usage}`);
      process.exit(2);
    }
    return found;
  });
}

async function main(): Promise<void> {
  if (values.help) return console.log(usage);
  if (values.docs && values.quick) {
    console.error('--quick measures nothing, so it is not for --docs.');
    process.exit(2);
  }
  const setting: Setting = {
    rounds: values.quick ? 1 : Number(values.rounds),
    seconds: values.quick ? 1 : Number(values.seconds),
    connections: 16,
    full: values.full,
    quick: values.quick,
    say: (line) => console.log(`    ${line}`),
  };
  const machine = {
    node: process.version,
    cpus: `${cpus().length} × ${cpus()[0]?.model.trim() || process.arch}`,
    platform: `${process.platform} ${process.arch}`,
    generator,
    at: new Date().toISOString(),
    /** Before the bench adds its own. */
    load: loadavg()[0] ?? 0,
  };
  console.log(
    `Node ${machine.node}, ${machine.cpus}, ${generator}, load ${machine.load.toFixed(1)}, ` +
      `${setting.rounds} rounds of ${setting.seconds} s\n`,
  );
  const rows: Row[] = [];
  const curves: Curve[] = [];
  const failed: string[] = [];
  const begun = performance.now();
  try {
    for (const bench of chosen()) {
      const started = performance.now();
      console.log(`${bench.name}: ${bench.summary}`);
      try {
        const result = await bench.run(setting);
        rows.push(...result.rows);
        curves.push(...(result.curves ?? []));
        if (result.rows.length > 0) console.log(plainTable(result.rows).replace(/^/gm, '    '));
      } catch (error) {
        // One that cannot run must not take the figures of the others along.
        failed.push(bench.name);
        console.error(error);
      }
      console.log(`    ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
    }
  } finally {
    await endAll();
  }
  console.log(plainTable(rows));
  const out = values.out ?? join(tmpdir(), `debrief-bench-${Date.now()}`);
  mkdirSync(out, { recursive: true });
  const result = { machine, setting, rows, curves };
  writeFileSync(join(out, 'result.json'), `${JSON.stringify(result, undefined, 2)}\n`);
  for (const curve of curves) writeFileSync(join(out, `${curve.id}.svg`), plot(curve));
  if (values.docs)
    updateDocs({ machine, full: setting.full, rows, curves, order: benches.map(({ name }) => name) });
  console.log(`\n${((performance.now() - begun) / 1000).toFixed(0)} s; ${join(out, 'result.json')}`);
  if (failed.length > 0) console.error(`Could not be measured: ${failed.join(', ')}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await endAll();
    process.exit(130);
  });
}

await main();
