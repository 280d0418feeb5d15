import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { homeOf, pathsOf } from '../../home.ts';
import { readSettings, writeSecret, writeSettings } from '../../settings.ts';
import { type FakeServer, startFakeServer, testSecret } from '../../testing/fake-server.ts';
import { machineSettings } from '../../testing/machine.ts';
import { createRepository, type TestRepository } from '../../testing/repository.ts';

const main = process.env.TEST_CLI ?? fileURLToPath(new URL('../../main.ts', import.meta.url));
const lesson = (lessonId: string) => ({
  lessonId: `les_${lessonId}`,
  version: 1,
  text: `Lesson ${lessonId}.`,
  paths: [],
  agents: [],
});

describe('debrief lessons', () => {
  let server: FakeServer;
  let base: string;
  let repository: TestRepository;
  beforeEach(async () => {
    server = await startFakeServer();
    server.lessons = [lesson('a'), lesson('b')];
    server.environments.set('env_1', { machineId: 'm' });
    base = await mkdtemp(join(tmpdir(), 'debrief-lessons-'));
    const home = homeOf({ DEBRIEF_HOME: join(base, 'debrief') });
    await writeSecret(home, testSecret);
    await writeSettings(
      home,
      machineSettings({ server: server.url, environmentId: 'env_1', machineId: 'm' }),
    );
    repository = createRepository();
    repository.git('remote', 'add', 'origin', 'https://git.example/acme/shop.git');
    repository.write('CLAUDE.md', 'mine\r\n');
    repository.commit('first');
  });
  afterEach(async () => {
    await server.close();
    repository.remove();
    rmSync(base, { recursive: true, force: true });
  });
  const home = () => homeOf({ DEBRIEF_HOME: join(base, 'debrief') });
  const run = (...args: string[]) =>
    new Promise<{ code: number | null; text: string }>((resolve) => {
      const env = { PATH: process.env.PATH, HOME: base, DEBRIEF_HOME: join(base, 'debrief') };
      const child = spawn(process.execPath, [main, 'lessons', ...args], { cwd: repository.root, env });
      let text = '';
      child.stdout.on('data', (some) => (text += some));
      child.stderr.on('data', (some) => (text += some));
      child.on('close', (code) => resolve({ code, text }));
    });

  it('sync writes what --check then finds in order, and --remove takes it out', async () => {
    assert.equal((await run('sync', '--check')).code, 1);
    assert.equal(repository.git('status', '--porcelain'), '', '--check writes nothing');
    const written = await run('sync');
    assert.equal(written.code, 0);
    assert.match(
      written.text,
      /AGENTS\.md: written \(2 lessons\)\nCLAUDE\.md: written \(2 lessons\)\nNothing was committed/,
    );
    assert.equal((await run('sync', '--check')).code, 0);
    server.lessons = [lesson('a')];
    assert.equal((await run('sync', '--check')).code, 1, 'the server has others by now');
    assert.equal((await run('sync', '--check', '--remove')).code, 2);
    assert.equal((await run('sync', '--remove')).code, 0);
    assert.equal(repository.git('status', '--porcelain'), '');
    assert.equal(repository.git('rev-list', '--count', 'HEAD'), '1');
  });

  it('says what it cannot do: no lessons known here, no repository, a server that is not there', async () => {
    server.lessons = undefined;
    const unknown = await run('sync');
    assert.equal(unknown.code, 1);
    assert.match(unknown.text, /No session of this machine was recorded in this repository yet/);
    assert.equal((await run('sync', '--repo', base)).code, 2);
    await server.close();
    assert.equal((await run()).code, 5);
    assert.equal(repository.git('status', '--porcelain'), '');
  });

  it('on tells agents from the next session on; off leaves no trace', async () => {
    const settings = join(base, '.claude', 'settings.json');
    const { mkdir, writeFile } = await import('node:fs/promises');
    await mkdir(join(base, '.claude', 'projects'), { recursive: true });
    await writeFile(settings, '{ "model": "opus" }');
    const before = await readSettings(home());
    const on = await run('on');
    assert.equal(on.code, 0, on.text);
    assert.match(on.text, /claude-code: is told when a session begins/);
    assert.match(on.text, /2 lessons\./);
    assert.deepEqual((await readSettings(home()))?.lessons, { hooks: ['claude-code'] });
    const { hooks } = JSON.parse(readFileSync(settings, 'utf8'));
    const command: string = hooks.SessionStart[0].hooks[0].command;
    const child = spawn('/bin/sh', ['-c', command], {
      cwd: repository.root,
      env: { PATH: process.env.PATH },
    });
    let printed = '';
    child.stdout.on('data', (some) => (printed += some));
    child.stdin.end('{"session_id":"s"}');
    await new Promise((resolve) => child.on('close', resolve));
    assert.match(JSON.parse(printed).hookSpecificOutput.additionalContext, /- Lesson a\.\n- Lesson b\./);
    assert.equal((await run('off')).code, 0);
    assert.ok(!existsSync(pathsOf(home()).lessons));
    assert.equal(readFileSync(settings, 'utf8'), '{ "model": "opus" }');
    assert.deepEqual(await readSettings(home()), before);
    assert.deepEqual(await readdir(pathsOf(home()).installedHooks).catch(() => []), []);
  });
});
