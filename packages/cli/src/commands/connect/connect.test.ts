import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { quoted } from '../../shell.ts';
import { cliMain } from '../../testing/cli-main.ts';
import { type FakeServer, startFakeServer, testSecret } from '../../testing/fake-server.ts';

/** With the mark of a question that is not answered yet. */
const question = '◆  Organization secret';
const wrongSecret = testSecret.replace('x', 'y');

/** A command on a pseudo-terminal, typed into and read like a person would. */
class TerminalSession {
  screen = '';
  readonly ended: Promise<number | null>;
  readonly #child: ChildProcess;
  #answered = 0;

  constructor(command: string, env: Record<string, string | undefined>) {
    this.#child = spawn('script', ['-qec', `stty cols 100 rows 40; ${command}`, '/dev/null'], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child.stdout?.on('data', (chunk) => (this.screen += stripVTControlCharacters(String(chunk))));
    this.ended = new Promise((resolve) => this.#child.on('close', resolve));
  }

  /** Waits for a question that was not answered yet, and answers it. */
  async answer(question: string, words: string): Promise<void> {
    await this.shows(question);
    this.#child.stdin?.write(`${words}\r`);
  }

  async shows(text: string): Promise<void> {
    for (let i = 0; i < 600; i++) {
      const at = this.screen.indexOf(text, this.#answered);
      if (at >= 0) {
        this.#answered = at + text.length;
        // The prompt is on the screen a moment before it listens.
        await new Promise((resolve) => setTimeout(resolve, 300));
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.fail(`"${text}" was never shown:\n${this.screen}`);
  }

  close(): void {
    this.#child.kill('SIGKILL');
  }
}

describe('connect on a terminal and without one', () => {
  let server: FakeServer;
  let home: string;
  before(async () => {
    server = await startFakeServer();
    home = await mkdtemp(join(tmpdir(), 'debrief-terminal-'));
    await mkdir(join(home, '.claude/projects'), { recursive: true });
  });
  after(async () => {
    await server.close();
    await rm(home, { recursive: true, force: true });
  });
  const env = () => ({
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    HOME: home,
    DEBRIEF_HOME: join(home, 'debrief'),
    TERM: 'xterm',
  });
  const exists = (path: string) =>
    stat(join(home, path)).then(
      () => true,
      () => false,
    );
  const connect = () =>
    new TerminalSession(
      [process.execPath, cliMain, 'connect', server.url, '--no-hooks', '--no-start', '--no-import']
        .map(quoted)
        .join(' '),
      env(),
    );

  it('asks again for a secret that the server refuses, and never shows it', async () => {
    const terminal = connect();
    try {
      await terminal.answer(question, wrongSecret);
      await terminal.shows('Refused: invalid_secret.');
      assert.equal(await exists('debrief/config/credentials'), false, 'a refused secret is not kept');
      await terminal.answer(question, testSecret);
      await terminal.shows('Connected to');
      assert.equal(await terminal.ended, 0, terminal.screen);
    } finally {
      terminal.close();
    }
    for (const secret of [wrongSecret, testSecret]) assert.ok(!terminal.screen.includes(secret));
    const kept = await readFile(join(home, 'debrief/config/credentials'), 'utf8');
    assert.equal(kept.trim(), testSecret);
  });

  it('asks for a new one when the stored one is refused', async () => {
    server.faults.always = { status: 401, code: 'invalid_secret' };
    const terminal = connect();
    try {
      await terminal.shows('Refused: invalid_secret.');
      delete server.faults.always;
      await terminal.answer(question, testSecret);
      assert.equal(await terminal.ended, 0, terminal.screen);
    } finally {
      delete server.faults.always;
      terminal.close();
    }
  });

  it('gives up after three refusals, and changes nothing', async () => {
    await rm(join(home, 'debrief'), { recursive: true, force: true });
    const terminal = connect();
    try {
      for (let i = 0; i < 3; i++) await terminal.answer(question, wrongSecret);
      assert.equal(await terminal.ended, 4, terminal.screen);
    } finally {
      terminal.close();
    }
    assert.equal(await exists('debrief/config'), false);
  });

  it('without a terminal a refused secret ends it at once', async () => {
    const { code, stderr } = await run([], { DEBRIEF_SECRET: wrongSecret });
    assert.equal(code, 4, stderr);
    assert.match(stderr, /^error Refused: invalid_secret\.\n$/);
    assert.equal(await exists('debrief/config'), false);
  });

  it('sets up nothing for an agent whose store this Node cannot read, and says what to do', async () => {
    await mkdir(join(home, '.local/share/opencode'), { recursive: true });
    server.installations.clear();
    // node:sqlite came with Node 22.5.
    const older = "process.versions, 'node', { value: '20.19.0' }";
    const as20 = `data:text/javascript,${encodeURIComponent(`Object.defineProperty(${older})`)}`;
    const { code, stdout, stderr } = await run(['--import', as20], { DEBRIEF_SECRET: testSecret });
    assert.equal(code, 0, stderr);
    assert.match(
      stdout,
      /opencode keeps its sessions in SQLite, which Node 20\.19\.0 cannot read\. Install Node 22\.5/,
    );
    assert.doesNotMatch(stdout, /hooks for opencode|opencode +\d+ session/);
    assert.match(stdout, /hooks for claude-code +installed/);
    assert.equal(await exists('.config/opencode'), false, 'no plugin is written');
    const registered = [...server.installations.values()].map(({ agentId }) => agentId);
    assert.deepEqual(registered, ['claude-code']);
    const settings = JSON.parse(await readFile(join(home, 'debrief/config/settings.json'), 'utf8'));
    assert.deepEqual(Object.keys(settings.installations), ['claude-code']);

    // With a newer Node the same command sets it up, as the message says.
    const again = await run([], { DEBRIEF_SECRET: testSecret });
    assert.match(again.stdout, /hooks for opencode +installed/, again.stderr);
    assert.equal(await exists('.config/opencode/plugins/debrief.js'), true);
  });

  /** Without a terminal. */
  async function run(nodeOptions: string[], more: Record<string, string>) {
    const args = [...nodeOptions, cliMain, 'connect', server.url, '--yes', '--no-start'];
    const child = spawn(process.execPath, args, { env: { ...env(), ...more } });
    const ran = { code: null as number | null, stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => (ran.stdout += chunk));
    child.stderr.on('data', (chunk) => (ran.stderr += chunk));
    ran.code = await new Promise((resolve) => child.on('close', resolve));
    return ran;
  }
});
