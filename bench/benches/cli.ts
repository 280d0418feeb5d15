import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { homeOf, pathsOf } from '../../packages/cli/src/home.ts';
import { installShim } from '../../packages/cli/src/hooks/shim.ts';
import { type ImportBench, importBench } from '../../packages/cli/src/testing/import-bench.ts';
import { findProgram } from '../../scripts/services.ts';
import { amount, type Bench, type Row, type Setting } from '../bench.ts';
import { figure, median } from '../statistic.ts';

const root = join(import.meta.dirname, '../..');

async function imports(setting: Setting): Promise<Row[]> {
  const megabytes = amount(setting, { full: 200, usual: 30, quick: 2 });
  const rounds: ImportBench[] = [];
  for (let round = 0; round < setting.rounds; round++) rounds.push(await importBench(megabytes));
  const of = (read: (round: ImportBench) => number) => rounds.map(read);
  const common = { bench: 'cli', floor: 'read + JSON.parse loop over the same files' };
  const note = (speed: number[]) =>
    `${median(speed).toFixed(0)} MB/s against ${median(of(({ floor }) => floor)).toFixed(0)} MB/s`;
  return [
    {
      ...common,
      id: 'import-plain',
      title: 'CLI import, redaction off',
      goal: { atLeast: 0.5 },
      ...figure(of(({ plain, floor }) => plain / floor)),
      note: note(of(({ plain }) => plain)),
    },
    {
      ...common,
      id: 'import-redacted',
      title: 'CLI import, redaction on',
      goal: { atLeast: 0.15 },
      ...figure(of(({ redacted, floor }) => redacted / floor)),
      note: note(of(({ redacted }) => redacted)),
    },
  ];
}

function time(command: readonly [string, ...string[]]): number {
  const [program, ...args] = command;
  const begun = performance.now();
  const { status, stderr } = spawnSync(program, args, { input: '{"session_id":"bench"}' });
  const taken = performance.now() - begun;
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}: ${stderr}`);
  return taken;
}

type Command = readonly [string, ...string[]];

/** Medians of two commands started in turn, round by round. */
function startTimes(
  setting: Setting,
  subject: Command,
  floor: Command,
): { subject: number; floor: number }[] {
  const each = setting.quick ? 5 : 30;
  return Array.from({ length: setting.rounds }, () => {
    const times = { subject: [] as number[], floor: [] as number[] };
    for (let n = 0; n < each; n++) {
      times.floor.push(time(floor));
      times.subject.push(time(subject));
    }
    return { subject: median(times.subject), floor: median(times.floor) };
  });
}

function start(setting: Setting): Row {
  const program = join(root, 'packages/cli/dist/debrief.js');
  if (!existsSync(program))
    spawnSync(process.execPath, [join(root, 'packages/cli/src/pack.ts')], { stdio: 'inherit' });
  const rounds = startTimes(setting, [process.execPath, program, '--version'], [process.execPath, '-e', '0']);
  return {
    id: 'cli-start',
    bench: 'cli',
    title: 'CLI start (`debrief --version`)',
    floor: '`node -e 0`',
    goal: { atMost: 1.5 },
    ...figure(rounds.map(({ subject, floor }) => subject / floor)),
    note: `${median(rounds.map(({ subject }) => subject)).toFixed(1)} ms against ${median(rounds.map(({ floor }) => floor)).toFixed(1)} ms`,
  };
}

async function hook(setting: Setting): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'debrief-bench-hook-'));
  try {
    const home = homeOf({ DEBRIEF_HOME: folder });
    const paths = pathsOf(home);
    const shim = await installShim(home, process.execPath);
    mkdirSync(dirname(paths.program), { recursive: true });
    writeFileSync(paths.program, '');
    // A recorder that runs, as it does whenever an agent is at work: here it is the bench itself.
    writeFileSync(paths.pid, `${process.pid}\n`);
    const nothing = findProgram('true') ?? '/bin/true';
    const rounds = startTimes(setting, [shim, 'claude-code', 'Stop'], [nothing]);
    return {
      id: 'hook-shim',
      bench: 'cli',
      title: 'hook shim, time above `true`, p50',
      floor: '`true`',
      goal: { atMost: 5, unit: 'ms' },
      ...figure(rounds.map(({ subject, floor }) => subject - floor)),
      note: `${median(rounds.map(({ subject }) => subject)).toFixed(1)} ms against ${median(rounds.map(({ floor }) => floor)).toFixed(1)} ms`,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const cli: Bench = {
  name: 'cli',
  summary: 'import of transcripts, start of the CLI, the hook shim',
  run: async (setting) => ({
    rows: [...(await imports(setting)), start(setting), await hook(setting)],
  }),
};
