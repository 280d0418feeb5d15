import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { quoted } from '../shell.ts';
import { cliMain } from '../testing/cli-main.ts';
import { type FakeServer, startFakeServer, testSecret } from '../testing/fake-server.ts';
import { opener } from './claim.ts';

const honest = {
  code: 'ABCD-EFGH',
  url: 'https://elsewhere.test/claim/ABCD-EFGH',
  expiresAt: '2026-11-15T12:00:00.000Z',
};

describe('whose machine it is, on the command line', () => {
  let server: FakeServer;
  let home: string;
  const opened = () => readFile(join(home, 'opened'), 'utf8').catch(() => '');

  before(async () => {
    server = await startFakeServer();
    home = await mkdtemp(join(tmpdir(), 'debrief-claim-'));
    await mkdir(join(home, 'bin'));
    // Stands in for the browser: writes down what it is asked to show.
    const browser = join(home, 'bin/xdg-open');
    await writeFile(browser, `#!/bin/sh\necho "$@" >> '${home}/opened'\n`);
    await chmod(browser, 0o755);
    assert.equal((await debrief(connect)).code, 0);
  });
  after(async () => {
    await server.close();
    await rm(home, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await rm(join(home, 'opened'), { force: true });
    server.claim = { ...honest };
    delete server.author;
  });

  const connect = ['connect', '--yes', '--no-start', '--no-hooks'];
  const env = (more: Record<string, string> = {}) => ({
    PATH: `${join(home, 'bin')}:${process.env.PATH}`,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    HOME: home,
    DEBRIEF_HOME: join(home, 'debrief'),
    DEBRIEF_SERVER: server.url,
    DEBRIEF_SECRET: testSecret,
    TERM: 'xterm',
    ...more,
  });

  async function debrief(args: string[], more: Record<string, string> = {}, terminal = false) {
    const command = [process.execPath, cliMain, ...args];
    const child = terminal
      ? spawn('script', ['-qec', `stty cols 200; ${command.map(quoted).join(' ')}`, '/dev/null'], {
          env: env(more),
        })
      : spawn(command[0] as string, command.slice(1), { env: env(more) });
    const ran = { code: null as number | null, out: '' };
    child.stdout.on('data', (chunk) => (ran.out += chunk));
    child.stderr.on('data', (chunk) => (ran.out += chunk));
    ran.code = await new Promise((resolve) => child.on('close', resolve));
    return ran;
  }

  it('connect prints a link of the server it is connected to, whatever address the answer names', async () => {
    const { code, out } = await debrief(connect);
    assert.equal(code, 0, out);
    assert.ok(out.includes(`\n  ${server.url}/claim/ABCD-EFGH\n`), out);
    assert.ok(!out.includes('elsewhere'), out);
    assert.equal(await opened(), '', 'nobody sits there');
    const { owned } = JSON.parse((await debrief([...connect, '--json'])).out);
    assert.equal(owned.url, `${server.url}/claim/ABCD-EFGH`);
  });

  it('a machine that has an author is told so', async () => {
    server.author = { userId: 'usr_x', email: 'ada@example.com' };
    const { out } = await debrief(connect);
    assert.match(out, /sessions of this machine are those of ada@example\.com/);
    assert.doesNotMatch(out, /\/claim\//);
    assert.match((await debrief(['status'])).out, /author +ada@example\.com/);
  });

  it('status says how to claim it, and that it does not know while the server is silent', async () => {
    assert.match(
      (await debrief(['status'])).out,
      /author +nobody yet\. Is it your machine\? Run "debrief claim"/,
    );
    assert.equal(JSON.parse((await debrief(['status', '--json'])).out).author, null);
    server.faults.always = { status: 503, code: 'service_unavailable' };
    assert.match((await debrief(['status'])).out, /author +not known/);
    delete server.faults.always;
  });

  it('hostile answers reach neither the terminal nor the browser', async () => {
    const titleEscape = '\u001b]0;owned\u0007';
    server.author = { userId: 'usr_x', email: `${titleEscape}ada@example.com\n\u202egpj` };
    for (const args of [connect, ['status']]) {
      const { out } = await debrief(args);
      assert.ok(!out.includes('\u001b]') && !out.includes('\u202e'), JSON.stringify(out));
    }
    for (const email of [undefined, 7, { toString: 1 }, 'x'.repeat(100_000)]) {
      server.author = { userId: 'usr_x', email };
      const { code, out } = await debrief(connect);
      assert.equal(code, 0, out);
      assert.ok(out.length < 2000, `${out.length} characters`);
    }
    delete server.author;
    for (const code of ['../../../x', `ABCD${titleEscape}`, 7, 'A'.repeat(1e5)]) {
      server.claim = { ...honest, code };
      const connected = await debrief(connect, { DISPLAY: ':0' }, true);
      assert.equal(connected.code, 0, 'it records all the same');
      assert.doesNotMatch(connected.out, /\/claim\//);
      const claimed = await debrief(['claim'], { DISPLAY: ':0' }, true);
      assert.equal(claimed.code, 1);
      assert.match(claimed.out, /it holds no code of a claim/);
    }
    server.claim = { ...honest, expiresAt: { evil: true } };
    assert.equal((await debrief(['claim'])).code, 0);
    assert.equal(await opened(), '');
  });

  it('the page opens only for a person in front of this very machine', async () => {
    const link = `${server.url}/claim/ABCD-EFGH\n`;
    const cases: [string[], Record<string, string>, boolean, string][] = [
      [['claim'], { DISPLAY: ':0' }, true, link],
      [['claim'], { WAYLAND_DISPLAY: 'wayland-0' }, true, link],
      [['claim'], {}, true, ''],
      [['claim'], { DISPLAY: ':0' }, false, ''],
      [['claim'], { DISPLAY: ':0', SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' }, true, ''],
      [['claim'], { DISPLAY: ':0', SSH_TTY: '/dev/pts/1' }, true, ''],
      [['claim'], { DISPLAY: ':0', CI: 'true' }, true, ''],
      [['claim'], { DISPLAY: ':0', BROWSER: 'none' }, true, ''],
      [['claim', '--no-open'], { DISPLAY: ':0' }, true, ''],
      [['claim', '--json'], { DISPLAY: ':0' }, true, ''],
      [connect, { DISPLAY: ':0' }, true, ''],
    ];
    for (const [args, more, terminal, wanted] of cases) {
      await rm(join(home, 'opened'), { force: true });
      const { out } = await debrief(args, more, terminal);
      assert.ok(out.includes('/claim/ABCD-EFGH'), out);
      const label = `${args} ${JSON.stringify(more)} ${terminal}`;
      // The browser is a process of its own.
      for (let tries = 0; wanted && tries < 100 && (await opened()) === ''; tries++) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      assert.equal(await opened(), wanted, label);
    }
  });

  it('no shell sees the address', () => {
    const url = 'https://debrief.example.com/a&b/claim/ABCD-EFGH';
    for (const platform of ['darwin', 'win32', 'linux'] as const) {
      const [program, args] = opener(url, platform);
      assert.ok(!/sh$|cmd/.test(program), program);
      assert.equal(args.at(-1), url);
    }
  });
});
