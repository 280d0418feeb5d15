import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { pathsOf } from '../../home.ts';
import { readSecret, writeSecret } from '../../settings.ts';
import { type ConnectedHome, connectHome } from '../../testing/connected-home.ts';
import { type FakeServer, startFakeServer, testSecret } from '../../testing/fake-server.ts';
import { claudeLines } from '../../testing/machine.ts';
import { createWire } from '../send/wire.ts';
import { runRecorder } from './run.ts';
import { readStopNote } from './status.ts';

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a machine that is connected since before machines had keys', () => {
  let server: FakeServer;
  let connected: ConnectedHome;
  let ending: AbortController;
  let running: Promise<string> | undefined;

  beforeEach(async () => {
    server = await startFakeServer();
    connected = await connectHome(server);
    const transcript = join(connected.root, '.claude', 'projects', '-p', 'one.jsonl');
    mkdirSync(dirname(transcript), { recursive: true });
    writeFileSync(transcript, claudeLines('one', 5).join(''));
  });
  afterEach(async () => {
    ending?.abort();
    await running;
    await server.close();
    await connected.remove();
  });

  function start(): void {
    ending = new AbortController();
    running = runRecorder(connected.home, {
      signal: ending.signal,
      log: () => {},
      tickMs: 5,
      beatMs: 30,
      delay: () => 1,
    });
  }
  async function until(what: string, holds: () => unknown): Promise<void> {
    for (const began = Date.now(); Date.now() - began < 20_000; await sleep(5)) if (await holds()) return;
    assert.fail(`never happened: ${what}`);
  }
  const kept = () => readFileSync(pathsOf(connected.home).credentials, 'utf8').trim();

  it('exchanges the secret by itself when it starts, keeps the key alone and goes on sending', async () => {
    server.keys = { issued: [], rotates: false };
    start();
    await until('the key', () => kept().startsWith('mk_'));
    await until('the events', () => server.eventsOf('one').length === 5);
    assert.equal(kept(), server.keys.issued[0]);
    assert.equal(statSync(pathsOf(connected.home).credentials).mode & 0o777, 0o600);
    assert.equal(
      await readSecret(connected.home, { DEBRIEF_SECRET: testSecret }),
      kept(),
      'nothing overrides it',
    );
    await until('more heartbeats', () => server.beats > 3);
    assert.equal(server.keys.issued.length, 1, 'once');
    // Asked to by an admin, it exchanges the key for another one, without losing anything.
    server.keys.rotates = true;
    await until('another key', () => kept() === server.keys?.issued[1]);
    const beats = server.beats;
    await until('heartbeats with it', () => server.beats > beats + 2);
    assert.equal(await readStopNote(connected.home), undefined);
  });

  it('goes on with the secret where the server is older', async () => {
    start();
    await until('the events', () => server.eventsOf('one').length === 5);
    await until('heartbeats', () => server.beats > 3);
    assert.equal(kept(), testSecret);
    assert.equal(server.requests.filter(({ route }) => route.endsWith('/key')).length, 1, 'asked once');
  });

  it('stops and says what to do when its key is lost', async () => {
    server.faults.always = { status: 409, code: 'machine_key_exists' };
    start();
    assert.equal(await running, 'stopped');
    assert.match(
      (await readStopNote(connected.home))?.remedy ?? '',
      /lost its key. Run "debrief connect" again/,
    );
    assert.equal(kept(), testSecret);
  });

  it('a request that was on its way while the key changed is sent once more with the new one', async () => {
    server.keys = { issued: ['mk_test_new'], rotates: false };
    await writeSecret(connected.home, testSecret);
    let asked = 0;
    const wire = createWire({
      server: server.url,
      secret: async () => (asked++ === 0 ? testSecret : 'mk_test_new'),
    });
    assert.equal((await wire.beat({ environmentId: 'env_1' })).environmentId, 'env_1');
    const stale = createWire({ server: server.url, secret: async () => testSecret });
    await assert.rejects(stale.beat({ environmentId: 'env_1' }), { code: 'machine_key_required' });
  });
});
