import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { homeOf } from '../../home.ts';
import { writeSecret, writeSettings } from '../../settings.ts';
import { startFakeServer, testSecret } from '../../testing/fake-server.ts';
import { machineSettings } from '../../testing/machine.ts';
import { createRepository } from '../../testing/repository.ts';

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const strace = '/usr/bin/strace';

test('the recorder’s process runs no program while HEAD rests', async (t) => {
  if (!existsSync(strace))
    return t.diagnostic('strace is not here; commit-watch.test.ts counts the calls of git');
  const root = await mkdtemp(join(tmpdir(), 'debrief-strace-'));
  const server = await startFakeServer();
  const repository = createRepository();
  const env = { ...process.env, HOME: root, DEBRIEF_HOME: join(root, 'debrief') };
  const home = homeOf(env);
  server.environments.set('env_1', { machineId: 'm' });
  await writeSecret(home, testSecret);
  await writeSettings(home, machineSettings({ server: server.url, environmentId: 'env_1', machineId: 'm' }));
  await mkdir(join(root, '.claude/projects/-x'), { recursive: true });
  const record = {
    type: 'user',
    uuid: 'u',
    sessionId: 's1',
    cwd: repository.root,
    timestamp: new Date(Date.now() - 60_000).toISOString(),
    message: { role: 'user', content: 'hello' },
  };
  await writeFile(join(root, '.claude/projects/-x/s1.jsonl'), `${JSON.stringify(record)}\n`);
  repository.write('a.txt', 'a line that is long enough\n');
  repository.commit('By hand');

  const trace = join(root, 'trace');
  const script = fileURLToPath(new URL('../../testing/recorder-process.ts', import.meta.url));
  const args = ['-f', '-qq', '-e', 'trace=execve,vfork,clone,clone3', '-o', trace, process.execPath, script];
  const child = spawn(strace, args, { env, stdio: 'ignore', detached: true });
  t.after(async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    // The group: strace and the recorder it watches.
    process.kill(-(child.pid as number), 'SIGKILL');
    await ended;
    await server.close();
    repository.remove();
    await rm(root, { recursive: true, force: true });
  });
  const started = async (): Promise<string[]> =>
    (await readFile(trace, 'utf8'))
      .split('\n')
      .filter((line) => line.includes('execve("') && line.includes('/git"'));
  const reports = () => [...server.sessions.values()].flatMap((session) => session.reports);
  const until = async (what: string, holds: () => boolean) => {
    for (const began = Date.now(); !holds(); await sleep(100)) {
      if (Date.now() - began > 60_000) assert.fail(`never happened: ${what}`);
    }
  };
  await until('the commit is told', () => reports().length === 1);
  const before = (await started()).length;
  assert.ok(before >= 2, 'git log and git patch-id ran once');
  await sleep(4000);
  assert.equal((await started()).length, before, 'git ran although nothing moved');
  repository.write('b.txt', 'another line that is long enough\n');
  repository.commit('By hand again');
  await until('the second commit is told', () => reports().length === 2);
});
