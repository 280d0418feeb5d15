import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildCli, cliMain } from './testing/cli-main.ts';
import { type FakeServer, startFakeServer, testSecret } from './testing/fake-server.ts';
import { claudeLines } from './testing/machine.ts';

const source = dirname(fileURLToPath(import.meta.url));
const dist = join(source, '..', 'dist');
const claudeSettings = '{\n  "model": "opus"\n}\n';

interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

describe('a first run on a machine with faked agent homes', () => {
  let server: FakeServer;
  let home: string;
  let umask: number;
  const transcript = () => join(home, '.claude/projects/-src-app/e2e1.jsonl');

  before(async () => {
    buildCli();
    // Nothing may depend on the umask; children have that of this process.
    umask = process.umask(0);
    server = await startFakeServer();
    server.tarball = join(dist, 'cli.tgz');
    home = await mkdtemp(join(tmpdir(), 'debrief-home-'));
    await mkdir(dirname(transcript()), { recursive: true });
    await writeFile(transcript(), claudeLines('e2e1', 60).join(''));
    await writeFile(join(home, '.claude/settings.json'), claudeSettings);
    await mkdir(join(home, '.codex/sessions'), { recursive: true });
  });
  after(async () => {
    await run(installed(), ['disconnect', '--yes']);
    await server.close();
    process.umask(umask);
    await rm(home, { recursive: true, force: true });
  });

  const installed = () => join(home, '.local/share/debrief/lib/debrief.js');
  const environment = () => ({
    PATH: process.env.PATH,
    HOME: home,
    DEBRIEF_SECRET: testSecret,
    npm_config_cache: join(home, '.npm'),
    npm_config_update_notifier: 'false',
  });

  function start(command: string, args: string[]): ChildProcess {
    return spawn(command, args, { env: environment(), cwd: home, stdio: ['ignore', 'pipe', 'pipe'] });
  }
  async function finished(child: ChildProcess): Promise<Ran> {
    const ran: Ran = { code: null, stdout: '', stderr: '' };
    child.stdout?.on('data', (chunk) => (ran.stdout += chunk));
    child.stderr?.on('data', (chunk) => (ran.stderr += chunk));
    ran.code = await new Promise((resolve) => child.on('close', resolve));
    return ran;
  }
  const run = (program: string, args: string[]) => finished(start(process.execPath, [program, ...args]));

  async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
    for (let i = 0; i < 300; i++) {
      if (await holds()) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.fail(`never happened: ${what}`);
  }

  it('connects with npx from the server itself, imports and starts to record', async () => {
    const npx = start('npx', ['--yes', `${server.url}/cli.tgz`, 'connect', '--yes', '--import', 'all']);
    const { code, stdout, stderr } = await finished(npx);
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /Connected to http:\/\/127\.0\.0\.1/);
    assert.match(stdout, /Claude Code +1 session so far/);
    assert.match(stdout, /Imported 1 file, 60 events/);
    assert.deepEqual(
      server.eventsOf('e2e1').map((event) => event.payload),
      claudeLines('e2e1', 60).map((line) => JSON.parse(line)),
    );
    const credentials = await stat(join(home, '.config/debrief/credentials'));
    assert.equal(credentials.mode & 0o777, 0o600);
    assert.match(
      await readFile(join(home, '.claude/settings.json'), 'utf8'),
      /debrief-hook claude-code Stop/,
    );
    await until('a heartbeat', () => server.beats > 0);
  });

  it('sends at once what the agent writes when its hook calls', async () => {
    await appendFile(transcript(), claudeLines('e2e1', 5, 60).join(''));
    const shim = join(home, '.local/share/debrief/bin/debrief-hook');
    execFileSync(shim, ['claude-code', 'Stop'], {
      input: '{"session_id":"e2e1","hook_event_name":"Stop"}',
      env: environment(),
    });
    await until('five more events', () => server.eventsOf('e2e1').length === 65);
    await until('the call of the hook in the status', async () => {
      const { stdout } = await run(installed(), ['status', '--json']);
      return JSON.parse(stdout).agents.some((agent: { lastHookAt?: number }) => agent.lastHookAt);
    });
  });

  it('keeps settings, journals and notes for their owner alone, and takes back rights that others got', async () => {
    const folders = [join(home, '.config/debrief'), join(home, '.local/state/debrief')];
    const openToOthers = async () => {
      const open: string[] = [];
      for (const folder of folders) {
        for (const name of ['', ...(await readdir(folder, { recursive: true }))]) {
          const path = join(folder, name);
          // The recorder takes files away while we look.
          const found = await stat(path).catch(() => undefined);
          if (found && (found.mode & 0o077) !== 0) open.push(path);
        }
      }
      return open;
    };
    assert.deepEqual(await openToOthers(), []);
    const loose = [...folders, join(folders[0] as string, 'settings.json')];
    for (const entry of await readdir(folders[1] as string, { recursive: true, withFileTypes: true })) {
      if (entry.isFile() && entry.parentPath.includes('spool'))
        loose.push(join(entry.parentPath, entry.name));
    }
    assert.ok(loose.length > 3, 'there is a journal');
    for (const path of loose) await chmod(path, 0o777);
    assert.notDeepEqual(await openToOthers(), []);
    await run(installed(), ['record', '--stop']);
    const { code, stdout, stderr } = await run(installed(), ['record', '--background']);
    assert.equal(code, 0, stdout + stderr);
    assert.deepEqual(await openToOthers(), []);
  });

  it('a second import adds nothing', async () => {
    const { code, stdout } = await run(installed(), ['import', '--json']);
    assert.equal(code, 0);
    assert.equal(JSON.parse(stdout).events, 0);
    assert.equal(server.eventsOf('e2e1').length, 65);
  });

  it('reports its state and health', async () => {
    const status = await run(installed(), ['status']);
    assert.equal(status.code, 0, status.stdout);
    assert.match(status.stdout, /running for \d+ s \(process \d+/);
    const doctor = await run(installed(), ['doctor', '--json']);
    assert.equal(doctor.code, 1, 'Codex wants its hooks to be trusted first');
    const checks = JSON.parse(doctor.stdout) as { name: string; verdict: string }[];
    assert.ok(checks.every((check) => check.verdict !== 'fail'));
    assert.ok(checks.some((check) => check.name === 'Codex' && check.verdict === 'warn'));
  });

  it('shows and previews a session', async () => {
    const show = await run(installed(), ['show', 'e2e1']);
    assert.equal(show.code, 0, show.stderr);
    assert.match(show.stdout, /message 0/);
    const preview = await run(installed(), ['preview', transcript(), '--json']);
    assert.equal(preview.stdout.trim().split('\n').length, 65);
    const read = await run(installed(), ['preview', 'e2e1']);
    assert.match(
      read.stdout,
      /^session\n\{\n {2}"title": "message 0",\n {2}"repoRoot": "\/tmp\/project",\n {2}"gitBranch": "main",\n {2}"startedAt": "2026-01-01T00:00:00\.000Z",\n {2}"startedAtSource": "record"\n\}\n#1 user\n/,
    );
    assert.match(read.stdout, /65 events, .* Redacted: nothing\./);
  });

  it('lets one recorder run only, and stops with a word when revoked', async () => {
    const second = await run(installed(), ['record']);
    assert.equal(second.code, 7);
    assert.match(second.stderr, /already running/);
    server.faults.always = { status: 401, code: 'secret_revoked' };
    await appendFile(transcript(), claudeLines('e2e1', 1, 65).join(''));
    await until('the recorder stopped', async () =>
      (await run(installed(), ['status'])).stdout.includes('stopped'),
    );
    const again = await run(installed(), ['record', '--background']);
    assert.equal(again.code, 4);
    delete server.faults.always;
  });

  it('disconnects without a trace but what it remembers, and forgets that, too', async () => {
    const { code, stdout } = await run(installed(), ['disconnect', '--yes']);
    assert.equal(code, 0, stdout);
    assert.equal(await readFile(join(home, '.claude/settings.json'), 'utf8'), claudeSettings);
    for (const path of ['.config/debrief', '.local/share/debrief', '.codex/hooks.json'])
      await assert.rejects(stat(join(home, path)), path);
    assert.deepEqual((await readdir(join(home, '.local/state/debrief'))).sort(), ['memory', 'spool']);
    assert.match(stdout, /remembers in ~\/\.local\/state\/debrief who it is and what it sent/);
    const status = await run(cliMain, ['status']);
    assert.equal(status.code, 3);
    assert.match(status.stderr, /not connected.*remembers what it sent to http.*"debrief forget"/s);
    const forgotten = await run(cliMain, ['forget', '--yes']);
    assert.equal(forgotten.code, 0, forgotten.stderr);
    await assert.rejects(stat(join(home, '.local/state/debrief')));
    // Nothing is left that one could be asked about.
    const again = await run(cliMain, ['forget']);
    assert.equal(again.code, 0, again.stderr);
    assert.match(again.stdout, /^Nothing was remembered in ~\/\.local\/state\/debrief\.$/m);
    assert.deepEqual(await readdir(join(home, '.local/bin')), []);
  });
});
