import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Measured, type Plan, type Pressure, percentiles } from './plan.ts';

const script = join(import.meta.dirname, 'wrk.lua');
const written = new Map<Plan, string>();

process.once('exit', () => {
  for (const folder of written.values()) rmSync(folder, { recursive: true, force: true });
});

/** The plan as files, once per plan: Lua has no JSON. */
function folderOf(plan: Plan): string {
  const known = written.get(plan);
  if (known) return known;
  const folder = mkdtempSync(join(tmpdir(), 'debrief-bench-plan-'));
  const bodies = new Map<Buffer, string>();
  const lines = plan.requests.map(({ method, path, body }) => {
    if (!body) return `${method} ${path} -`;
    const name = bodies.get(body) ?? `body-${bodies.size}`;
    if (!bodies.has(body)) writeFileSync(join(folder, name), body);
    bodies.set(body, name);
    return `${method} ${path} ${name}`;
  });
  const headers = Object.entries({ Host: '127.0.0.1', ...plan.headers });
  writeFileSync(join(folder, 'requests'), `${lines.join('\n')}\n`);
  writeFileSync(join(folder, 'headers'), headers.map(([name, value]) => `${name}: ${value}\r\n`).join(''));
  written.set(plan, folder);
  return folder;
}

interface Outcome {
  requests: number;
  refused: number;
  broken: number;
  microseconds: number;
  latency: Record<string, number>;
}

/** wrk: in C, so that on two cores it takes the least away from what it measures. */
export async function wrk(
  program: string,
  url: string,
  plan: Plan,
  { connections, seconds, prefix }: Pressure & { prefix: string },
): Promise<Measured> {
  const args = ['-t1', `-c${connections}`, `-d${Math.max(1, Math.round(seconds))}s`, '--timeout', '30s'];
  const key = plan.keyed ? prefix : '-';
  const { stdout } = await promisify(execFile)(
    program,
    [...args, '-s', script, url, '--', folderOf(plan), key],
    { maxBuffer: 1e7 },
  );
  const outcome = JSON.parse(stdout.slice(stdout.lastIndexOf('\n{'))) as Outcome;
  return {
    requests: outcome.requests - outcome.refused,
    failures: outcome.refused + outcome.broken,
    seconds: outcome.microseconds / 1e6,
    latency: Object.fromEntries(
      percentiles.map((share) => [share, (outcome.latency[share] ?? Number.NaN) / 1000]),
    ) as Measured['latency'],
  };
}
