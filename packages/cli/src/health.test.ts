import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { isJsonl, walk } from './agents/walk.ts';
import { createBar } from './commands/progress-bar.ts';
import { homeOf, pathsOf } from './home.ts';
import { installShim } from './hooks/shim.ts';
import { launcherScript } from './installation.ts';
import { acquireLock, lockHolder } from './recorder/run/lock.ts';
import { cliMain } from './testing/cli-main.ts';
import { createMachine, type Machine } from './testing/machine.ts';
import { counted } from './text.ts';

describe('health', () => {
  let machine: Machine;
  before(async () => {
    machine = await createMachine();
  });
  after(() => machine.remove());
  const env = () => ({
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    HOME: machine.root,
    DEBRIEF_HOME: join(machine.root, 'debrief'),
  });
  const home = () => homeOf({ DEBRIEF_HOME: join(machine.root, 'debrief') });

  it('a process that ended and was never waited for does not hold the lock', {
    skip: process.platform !== 'linux',
  }, async () => {
    // The shell becomes a program that waits for nobody; its child, which ends after that, stays a zombie.
    const parent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 30'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const line = await new Promise<Buffer>((resolve) => parent.stdout.once('data', resolve));
    const pid = Number(line.toString());
    const statOf = async () => (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
    while ((await statOf())[0] !== 'Z') await new Promise((resolve) => setTimeout(resolve, 10));
    const { lock, inbox, pid: pidFile, program } = pathsOf(home());
    await mkdir(dirname(lock), { recursive: true });
    const started = (await statOf())[19];
    await writeFile(lock, JSON.stringify({ pid, host: hostname(), started, token: 'x' }));
    assert.equal(await lockHolder(lock), undefined);
    const taken = await acquireLock(lock);
    assert.ok(taken, 'the next one takes it over');
    await taken.release();

    // The hook's command sees it, too, and starts a recorder.
    const node = await machine.write('node', `#!/bin/sh\necho started >${join(machine.root, 'started')}\n`);
    await chmod(node, 0o755);
    await mkdir(inbox, { recursive: true });
    await mkdir(dirname(program), { recursive: true });
    await writeFile(program, '');
    await writeFile(pidFile, `${pid}\n`);
    const shim = await installShim(home(), node);
    execFileSync(shim, ['claude-code', 'Stop'], { input: '{}' });
    for (let i = 0; i < 100 && !(await stat(join(machine.root, 'started')).catch(() => 0)); i++)
      await new Promise((resolve) => setTimeout(resolve, 20));
    assert.ok(await stat(join(machine.root, 'started')));
    parent.kill('SIGKILL');
  });

  it('linked folders are followed once, and cycles are not', async () => {
    await machine.write('elsewhere/p/linked.jsonl', '{}\n');
    await machine.write('root/here/own.jsonl', '{}\n');
    await symlink(join(machine.root, 'elsewhere/p'), join(machine.root, 'root/link'));
    await symlink(join(machine.root, 'elsewhere/p'), join(machine.root, 'root/second'));
    await symlink(join(machine.root, 'root'), join(machine.root, 'root/here/up'));
    await symlink(machine.root, join(machine.root, 'elsewhere/p/top'));
    await symlink(join(machine.root, 'nowhere'), join(machine.root, 'root/broken'));
    const found = await walk(join(machine.root, 'root'), isJsonl);
    assert.deepEqual(found.map((file) => file.segments.join('/')).sort(), [
      'here/own.jsonl',
      'link/linked.jsonl',
    ]);
  });

  it('the launcher runs the Node that the shell finds, and else the one it was installed with', async () => {
    const node = async (name: string) => {
      const path = await machine.write(`${name}/node`, `#!/bin/sh\necho ${name} "$@"\n`);
      await chmod(path, 0o755);
      return path;
    };
    const old = await node('old');
    const newer = await node('newer');
    const launcher = await machine.write('launcher', launcherScript('/p', old));
    const run = (path: string) =>
      execFileSync('/bin/sh', [launcher, 'connect'], { env: { PATH: path }, encoding: 'utf8' }).trim();
    assert.equal(run(dirname(newer)), 'newer /p connect');
    assert.equal(run('/nonexistent'), 'old /p connect');
  });

  it('disconnect beside a malformed file removes the rest and says what is left', async () => {
    await machine.write('.claude/settings.json', '{}');
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [cliMain, ...args], { env: env(), encoding: 'utf8' });
    assert.equal(run('hooks', 'install', 'claude-code').status, 0);
    const broken = '{ "hooks": [ debrief-hook claude-code Stop';
    await machine.write('.claude/settings.json', broken);
    await writeFile(pathsOf(home()).status, '{half');
    const { status, stdout, stderr } = run('disconnect', '--yes');
    assert.equal(status, 1, stderr);
    assert.match(stdout, /This is left:\n {2}~\/\.claude\/settings\.json: .*debrief-hook/);
    assert.equal(await readFile(join(machine.root, '.claude/settings.json'), 'utf8'), broken);
    await assert.rejects(stat(home().data));
    await assert.rejects(stat(home().state));
  });

  it('an import without a terminal says every few seconds how far it is', (context) => {
    context.mock.timers.enable({ apis: ['Date'] });
    const written: string[] = [];
    context.mock.method(process.stderr, 'write', (text: string) => written.push(text) > 0);
    const bar = createBar('lines');
    const progress = { files: 4, filesDone: 1, bytes: 100, bytesDone: 50, events: 1 };
    for (let second = 0; second < 10; second++) {
      bar.reading(progress);
      context.mock.timers.tick(1000);
    }
    bar.end();
    context.mock.restoreAll();
    assert.equal(written.length, 3);
    assert.match(written[0] ?? '', /^50 % 1 of 4 files · 1 event · .*left\n$/);
  });

  it('counts in words', () => {
    assert.deepEqual(
      [counted(1, 'file'), counted(2, 'file'), counted(0, 'batch', 'batches')],
      ['1 file', '2 files', '0 batches'],
    );
  });
});
