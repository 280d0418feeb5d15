import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type Home, pathsOf } from '../../home.ts';
import { changeSettings } from '../../settings.ts';
import { type ConnectedHome, connectHome } from '../../testing/connected-home.ts';
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts';
import { claudeLines } from '../../testing/machine.ts';
import { version } from '../../version.ts';
import { readSessions } from '../spool/session-states.ts';
import { acquireLock } from './lock.ts';
import { type RunOptions, runRecorder } from './run.ts';
import { readStatus, readStopNote } from './status.ts';

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('the process of the recorder', () => {
  let server: FakeServer;
  let connected: ConnectedHome;
  let home: Home;
  let paths: ReturnType<typeof pathsOf>;
  let ending: AbortController;
  let running: Promise<string> | undefined;
  let log: string[];

  beforeEach(async () => {
    server = await startFakeServer();
    connected = await connectHome(server);
    ({ home } = connected);
    paths = pathsOf(home);
    log = [];
  });
  afterEach(async () => {
    ending?.abort();
    await running;
    await server.close();
    await connected.remove();
  });

  function start(given: Partial<RunOptions> = {}): Promise<string> {
    ending = new AbortController();
    const options = {
      signal: ending.signal,
      log: (line: string) => void log.push(line),
      tickMs: 5,
      delay: () => 1,
    };
    running = runRecorder(home, { ...options, ...given });
    return running;
  }
  const stop = async (): Promise<string | undefined> => {
    ending.abort();
    return running;
  };
  async function until(what: string, holds: () => unknown): Promise<void> {
    for (const began = Date.now(); Date.now() - began < 20_000; await sleep(5)) if (await holds()) return;
    assert.fail(`never happened: ${what}`);
  }
  const transcript = (name: string) => join(connected.root, '.claude', 'projects', '-p', `${name}.jsonl`);
  function write(name: string, lines = 1): void {
    mkdirSync(join(transcript(name), '..'), { recursive: true });
    writeFileSync(transcript(name), claudeLines(name, lines).join(''));
  }
  const leave = (name: string, payload: object) => {
    mkdirSync(paths.inbox, { recursive: true });
    writeFileSync(join(paths.inbox, name), JSON.stringify(payload));
  };

  it('records until it is asked to end, and leaves neither lock nor pid behind', async () => {
    const begun = Date.now();
    write('s1');
    start();
    await until('the session', async () => (await readStatus(home))?.upload.events === 1);
    assert.equal(server.eventsOf('s1').length, 1);
    assert.equal(readFileSync(paths.pid, 'utf8'), `${process.pid}\n`);
    assert.ok(existsSync(paths.lock));
    assert.equal(await stop(), 'asked');
    assert.deepEqual([existsSync(paths.pid), existsSync(paths.lock)], [false, false]);
    assert.match(log[0] ?? '', new RegExp(`^Recording\\. Server: ${server.url}$`));
    const status = await readStatus(home);
    assert.deepEqual([status?.pid, status?.version, status?.upload.events], [process.pid, version, 1]);
    assert.ok((status?.startedAt ?? 0) >= begun && (status?.updatedAt ?? 0) >= (status?.startedAt ?? 0));
    assert.equal(status?.agents['claude-code']?.sources, 1);
    assert.equal(existsSync(paths.stopped), false);
  });

  it('is one of a kind', async () => {
    const lock = await acquireLock(paths.lock);
    assert.equal(await start(), 'already-running');
    assert.equal(await lock?.held(), true);
    await lock?.release();
  });

  it('ends when another one took its lock, and leaves that alone', async () => {
    start();
    await until('it records', () => log.length > 0);
    const other = JSON.stringify({ ...JSON.parse(readFileSync(paths.lock, 'utf8')), token: 'another' });
    writeFileSync(paths.lock, other);
    assert.equal(await running, 'asked');
    assert.ok(log.includes('Another recorder took over.'), log.join());
    assert.equal(readFileSync(paths.lock, 'utf8'), other);
  });

  it('tells the server that it lives, at once and then as often as it should', async () => {
    start({ beatMs: 20 });
    await until('three beats', () => server.beats >= 3);
    await stop();
    server.beats = 0;
    start({ beatMs: 60_000 });
    await until('one beat', () => server.beats === 1);
    await sleep(60);
    assert.equal(server.beats, 1);
  });

  it('stops for good when the machine was revoked, and notes why and what to do', async () => {
    server.faults.always = { status: 403, code: 'environment_revoked' };
    assert.equal(await start(), 'stopped');
    const note = await readStopNote(home);
    assert.deepEqual([note?.code, note?.message], ['environment_revoked', 'Refused: environment_revoked.']);
    assert.match(note?.remedy ?? '', /admin revoked/);
    assert.ok(Math.abs((note?.at ?? 0) - Date.now()) < 60_000);
    assert.match(log.at(-1) ?? '', /^Stopped: Refused: environment_revoked\. An admin/);
    assert.equal(statSync(paths.stopped).mode & 0o777, 0o600);
    assert.equal(existsSync(paths.lock), false);
  });

  it('goes on when the server cannot be reached or refuses a beat', async () => {
    server.faults.always = { status: 503, code: 'service_unavailable' };
    write('s1');
    start({ beatMs: 10 });
    await until('a failure', async () => (await readStatus(home))?.upload.lastError);
    delete server.faults.always;
    await until('the session', () => server.eventsOf('s1').length === 1);
    assert.equal(await stop(), 'asked');
  });

  it('goes on after what it could not do', async () => {
    mkdirSync(paths.inbox, { recursive: true });
    rmSync(paths.inbox, { recursive: true });
    writeFileSync(paths.inbox, 'no folder');
    start({ scanMs: 0 });
    await until('the complaint', () => log.some((line) => line.startsWith('Could not record: ')));
    rmSync(paths.inbox);
    write('s1');
    await until('the session', () => server.eventsOf('s1').length === 1);
  });

  it('is woken by a hook, and notes who called', async () => {
    const begun = Date.now();
    start({ tickMs: 60_000, scanMs: 60_000 });
    await until('the first look', async () => (await readStatus(home)) !== undefined);
    write('s1');
    leave('claude-code.Stop.1', { session_id: 's1' });
    await until('the session', () => server.eventsOf('s1').length === 1);
    assert.deepEqual(readdirSync(paths.inbox), []);
    await until(
      'the call',
      async () => ((await readStatus(home))?.lastHookCall?.['claude-code'] ?? 0) >= begun,
    );
    assert.equal(await stop(), 'asked', 'also from a long wait');
  });

  it('keeps what the hooks of Cursor say', async () => {
    start();
    leave('cursor.stop.1', { conversation_id: 'k1', model: 'm' });
    const notes = join(home.state, 'spool', 'env_1', 'cursor', 'k1.jsonl');
    await until('the note', () => existsSync(notes));
  });

  it('completes a session that a hook said is over', async () => {
    await changeSettings(home, (settings) => ({ ...settings, idleMinutes: 600_000 }));
    write('s1');
    start({ scanMs: 20 });
    await until('the session', () => server.eventsOf('s1').length === 1);
    leave('claude-code.SessionEnd.1', { session_id: 's1' });
    await until('the call', () => readdirSync(paths.inbox).length === 0);
    await stop();
    const state = (await readSessions(join(home.state, 'spool', 'env_1'))).get('claude-code/s1');
    assert.ok(Math.abs((state?.endedAt ?? 0) - Date.now()) < 60_000);
  });

  it('reads history when an import asks for it, and says when it is done', async () => {
    await changeSettings(home, (settings) => ({ ...settings, captureSince: Date.now() + 3_600_000 }));
    write('s1', 3);
    start({ scanMs: 60_000 });
    await until('the first look', async () => (await readStatus(home)) !== undefined);
    writeFileSync(paths.importRequest, '{"torn');
    await until('the request is taken', () => !existsSync(paths.importRequest));
    assert.equal((await readStatus(home))?.imported, undefined);
    writeFileSync(paths.importRequest, JSON.stringify({ id: 'i1', since: 0, agentIds: ['claude-code'] }));
    await until('the import', async () => (await readStatus(home))?.imported?.id === 'i1');
    const { imported, importing } = (await readStatus(home)) ?? {};
    assert.deepEqual(
      [imported?.files, imported?.filesDone, imported?.events, importing],
      [1, 1, 3, undefined],
    );
    await until('the session', () => server.eventsOf('s1').length === 3);
    writeFileSync(paths.importRequest, JSON.stringify({ id: 'i2', since: 0 }));
    await until('another import', async () => (await readStatus(home))?.imported?.id === 'i2');
    assert.equal((await readStatus(home))?.imported?.files, 0, 'nothing is new');
  });

  it('remembers the last upload and the last call of each hook over a restart', async () => {
    write('s1');
    leave('claude-code.Stop.1', { session_id: 's1' });
    start();
    await until('the session', async () => (await readStatus(home))?.upload.lastUploadAt);
    await until('the call', async () => (await readStatus(home))?.lastHookCall?.['claude-code']);
    await stop();
    const before = await readStatus(home);
    assert.ok(before?.upload.lastUploadAt && before.lastHookCall?.['claude-code']);
    start();
    await until('another status', async () => (await readStatus(home))?.startedAt !== before.startedAt);
    const after = await readStatus(home);
    assert.deepEqual(
      [after?.upload.lastUploadAt, after?.lastHookCall],
      [before.upload.lastUploadAt, before.lastHookCall],
    );
  });
});
