import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import {
  type FakeServer,
  type StoredSession,
  startFakeServer,
  testSecret,
} from '../../testing/fake-server.ts';
import { claudeLines } from '../../testing/machine.ts';

const testing = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'testing');

/** What a recorder of an earlier commit left behind; see testing/earlier/README.md. */
interface Earlier {
  debrief: Record<string, { text?: string; base64?: string; frames?: string[] }>;
  transcripts: Record<string, string>;
  server: { installations: [string, { agentId: string }][]; sessions: StoredSession[] };
}

/** A frame as it was written then. Not today's function: a changed format would go unnoticed. */
function frameOf(text: string): Buffer {
  const body = Buffer.from(text);
  const prefix = Buffer.alloc(8);
  prefix.writeUInt32LE(body.length, 0);
  prefix.writeUInt32LE(crc32(body), 4);
  return Buffer.concat([prefix, body]);
}

describe('the recorder on a machine where the one of cd3e39d was killed', () => {
  let root: string;
  let server: FakeServer;
  let earlier: Earlier;
  let fill: (text: string) => string;
  let recorder: ChildProcess | undefined;
  const spool = () => join(root, 'debrief/state/spool/env_00000000000000000009');

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'debrief-upgrade-'));
    server = await startFakeServer();
    earlier = JSON.parse(await readFile(join(testing, 'earlier', 'cd3e39d.json'), 'utf8'));
    for (const session of earlier.server.sessions) server.sessions.set(session.sessionId, session);
    for (const [id, installation] of earlier.server.installations) server.installations.set(id, installation);
    const ended = spawnSync(process.execPath, ['-e', '']);
    const values: Record<string, string> = {
      home: root,
      server: server.url,
      host: hostname(),
      pid: String(ended.pid),
      token: ['gh', 'p_', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join(''),
    };
    fill = (text) => text.replace(/\{(home|server|host|pid|token)\}/g, (_, name) => values[name] ?? '');
    for (const [path, content] of Object.entries(earlier.transcripts)) await write(path, fill(content));
    for (const [path, { text, base64, frames }] of Object.entries(earlier.debrief)) {
      const made = frames && Buffer.concat(frames.map((frame) => frameOf(fill(frame))));
      await write(join('debrief', path), made ?? (base64 ? Buffer.from(base64, 'base64') : fill(text ?? '')));
    }
    await write('debrief/config/credentials', `${testSecret}\n`);
  });
  after(async () => {
    await stop();
    await server.close();
    await rm(root, { recursive: true, force: true });
  });

  async function write(path: string, content: string | Buffer): Promise<void> {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }

  function start(): void {
    recorder = spawn(process.execPath, [join(testing, 'recorder-process.ts')], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        HOME: root,
        DEBRIEF_HOME: join(root, 'debrief'),
      },
      stdio: 'inherit',
    });
  }

  async function stop(): Promise<void> {
    const child = recorder;
    recorder = undefined;
    if (!child || child.exitCode !== null) return;
    const closed = new Promise((resolve) => child.on('close', resolve));
    child.kill('SIGKILL');
    await closed;
  }

  async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
    for (let i = 0; i < 600; i++) {
      if (await holds()) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.fail(`never happened: ${what}`);
  }

  const payloadsOf = (externalId: string) => server.eventsOf(externalId).map((event) => event.payload);
  const recordsIn = (path: string) =>
    (earlier.transcripts[path] ?? '')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const copilot = '.copilot/session-state/goes-on/events.jsonl';
  const isDrained = async () => (await readdir(join(spool(), 'journal'))).length === 0;

  it('sends every waiting batch once, and no record that was sent before', async () => {
    start();
    await until('the journal is drained', isDrained);
    // Time enough for full scans, which would read everything again if the places of then did not count.
    const scans = server.beats;
    await until('more scans', () => server.beats >= scans + 3);
    assert.deepEqual(
      payloadsOf('partly'),
      claudeLines('partly', 7).map((line) => JSON.parse(line)),
    );
    assert.deepEqual(payloadsOf('goes-on'), recordsIn(copilot));
    assert.equal(server.eventsOf('new').length, 2);
    assert.match(JSON.stringify(payloadsOf('new')), /the key is \[REDACTED:github:/);
    assert.equal(server.eventsOf('ses_tree').length, 3, 'rows whose digests are known are not sent again');
  });

  it('keeps the sessions of then: the one that went on continues the completed one', () => {
    const sessions = [...server.sessions.values()];
    const ids = (externalId: string) =>
      sessions.filter((one) => one.body.externalId === externalId).map((one) => one.sessionId);
    assert.equal(ids('partly').length, 1);
    assert.equal(ids('ses_tree').length, 1);
    const [first, second, ...others] = sessions.filter((one) => one.body.externalId === 'goes-on');
    assert.equal(second?.body.continuesSessionId, first?.sessionId);
    assert.deepEqual(others, []);
    assert.deepEqual([ids('new').length, ids('T-doc').length], [1, 1]);
  });

  it('takes a message of a rewritten document once', () => {
    const messages = payloadsOf('T-doc').filter((one) => (one as { messageId?: number }).messageId === 2);
    assert.equal(messages.length, 1);
  });

  it('goes on where the files grow, with the settings of then', async () => {
    await appendFile(join(root, '.claude/projects/-p/partly.jsonl'), claudeLines('partly', 2, 7).join(''));
    await write('.pi/agent/sessions/--p--/2026-01-01_x.jsonl', '{"type":"session"}\n');
    await until('the new lines are sent', () => server.eventsOf('partly').length === 9);
    await stop();
    assert.deepEqual(
      payloadsOf('partly'),
      claudeLines('partly', 9).map((line) => JSON.parse(line)),
    );
    assert.equal(server.eventsOf('x').length, 0, 'pi is excluded in the settings');
    const settings = JSON.parse(await readFile(join(root, 'debrief/config/settings.json'), 'utf8'));
    const then = JSON.parse(fill(earlier.debrief['config/settings.json']?.text ?? ''));
    assert.deepEqual({ ...settings, installations: {} }, { ...then, installations: {} });
    assert.ok(settings.installations.codex, 'the agent that is new is enrolled');
  });

  it('a transcript that is rewritten is compared with the lines taken then', async () => {
    const lines = claudeLines('partly', 10);
    await write('.claude/projects/-p/partly.jsonl', [...lines].reverse().join(''));
    start();
    await until('the one new line is sent', () => server.eventsOf('partly').length >= 10);
    await stop();
    assert.deepEqual(
      payloadsOf('partly'),
      lines.map((line) => JSON.parse(line)),
    );
  });
});
