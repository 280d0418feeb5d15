import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverMain } from '../server-main.ts';

/** `debrief-server restore` on a folder of data, as a process of its own that is stopped at a step. */

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface Stop {
  /** The number of the step, from 1 on, or the beginning of its name. */
  at: number | string;
  by: 'kill' | 'full';
}

interface Place {
  program?: string;
  env?: Record<string, string>;
}

async function run(
  folder: string,
  file: string,
  more: Record<string, string>,
  place: Place = {},
): Promise<Ended> {
  const hook = new URL('./stop-at-step.ts', import.meta.url).href;
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, [place.program ?? serverMain, 'restore', file], {
    env: {
      ...{ PATH, NODE_COMPILE_CACHE, NODE_OPTIONS: `--import=${hook}`, LOG_LEVEL: 'error' },
      ...{ SERVER_KEY: '00'.repeat(32), ...place.env, DATA_DIR: folder, ...more },
    },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text) => {
    stdout += text;
  });
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

export const brokenRestore = (folder: string, file: string, stop: Stop, place?: Place): Promise<Ended> =>
  run(folder, file, { STOP_AT: String(stop.at), STOP_BY: stop.by }, place);

/** Restores, and tells every step that it took. */
export async function restoreSteps(folder: string, file: string, place?: Place): Promise<string[]> {
  const noted = join(tmpdir(), `debrief-steps-${process.pid}-${crypto.randomUUID()}`);
  try {
    const { code, stderr } = await run(folder, file, { STEPS: noted }, place);
    if (code !== 0) throw new Error(`The restore failed: ${stderr}`);
    return readFileSync(noted, 'utf8').trim().split('\n');
  } finally {
    rmSync(noted, { force: true });
  }
}
