import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { homeOf, pathsOf } from '../home.ts';
import { installShim } from '../hooks/shim.ts';
import { writeCopies } from '../lessons/copy.ts';
import { canonical } from '../pause.ts';
import { lockHolder } from '../recorder/run/lock.ts';
import { writeSecret, writeSettings } from '../settings.ts';
import { testSecret } from './fake-server.ts';
import { machineSettings } from './machine.ts';
import { createRepository } from './repository.ts';

export interface HookCost {
  runs: number;
  /** Milliseconds of the shim above those of `true`, run in turn. */
  p50: number;
  p99: number;
  trueP50: number;
  trueP99: number;
}

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
/** Nobody listens there. */
const nowhere = 'http://127.0.0.1:9';

/** What a hook costs an agent while the server is down, with a recorder that runs or one that has to be started. */
export async function hookCost(runs: number, running: boolean, lessons = false): Promise<HookCost> {
  const root = await mkdtemp(join(tmpdir(), 'debrief-hook-cost-'));
  const home = homeOf({ DEBRIEF_HOME: join(root, 'debrief') });
  const paths = pathsOf(home);
  await writeSecret(home, testSecret);
  const settings = machineSettings({ server: nowhere, environmentId: 'env_1', machineId: 'm' });
  await writeSettings(home, { ...settings, ...(lessons && { lessons: { hooks: [] } }) });
  const shim = await installShim(home);
  await mkdir(dirname(paths.program), { recursive: true });
  await writeFile(paths.program, '');
  const repository = createRepository();
  if (lessons) await writeCopies(home, canonical(repository.root), manyLessons);
  const event = lessons ? 'SessionStart' : 'Stop';
  const recorder = running ? await startRecorder(root, paths.lock) : undefined;
  try {
    const times = { shim: [] as number[], nothing: [] as number[] };
    for (let n = 0; n < runs; n++) {
      times.nothing.push(time('true', [], repository.root, false));
      times.shim.push(time(shim, ['claude-code', event], repository.root, lessons));
      // One that starts a recorder leaves a process behind; the next must not pay for it.
      if (!running) await new Promise((resolve) => setTimeout(resolve, 120));
    }
    const [trueP50, trueP99] = [quantile(times.nothing, 0.5), quantile(times.nothing, 0.99)];
    const above = (q: number, floor: number) => round(quantile(times.shim, q) - floor);
    return {
      runs,
      p50: above(0.5, trueP50),
      p99: above(0.99, trueP99),
      trueP50: round(trueP50),
      trueP99: round(trueP99),
    };
  } finally {
    recorder?.kill('SIGTERM');
    if (recorder) await new Promise((resolve) => recorder.once('exit', resolve));
    repository.remove();
    await rm(root, { recursive: true, force: true });
  }
}

async function startRecorder(root: string, lock: string): Promise<ChildProcess> {
  const env = { PATH: process.env.PATH, HOME: root, DEBRIEF_HOME: join(root, 'debrief') };
  const child = spawn(process.execPath, [main, 'record'], { env, stdio: 'ignore' });
  while (!(await lockHolder(lock))) await new Promise((resolve) => setTimeout(resolve, 50));
  return child;
}

/** As many and as long as a repository can have. */
const manyLessons = Array.from({ length: 40 }, (_, n) => ({
  ...{ lessonId: `les_${n}`, version: 1, paths: [], agents: [] },
  text: `Lesson ${n} `.padEnd(400, 'word '),
}));

function time(program: string, args: string[], cwd: string, speaks: boolean): number {
  const begun = performance.now();
  const { status, stdout, stderr } = spawnSync(program, args, {
    input: '{"session_id":"s","hook_event_name":"Stop"}',
    cwd,
  });
  const taken = performance.now() - begun;
  if (status !== 0 || stderr.length > 0 || stdout.length > 0 !== speaks)
    throw new Error(`${program} said something else`);
  return taken;
}

const round = (ms: number): number => Math.round(ms * 100) / 100;

const quantile = (values: number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? 0;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const runs = Number(process.argv[2] ?? 1000);
  console.log('recorder running, server down:', await hookCost(runs, true));
  console.log('the same, with lessons to tell:', await hookCost(runs, true, true));
  console.log('no recorder, server down:', await hookCost(Math.ceil(runs / 5), false));
}
