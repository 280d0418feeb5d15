import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { agents } from '../../agents/registry.ts';
import { disconnect } from '../../commands/connect/disconnect.ts';
import { forget } from '../../commands/forget.ts';
import { importHistory } from '../../commands/import.ts';
import { pause, resume } from '../../commands/pause.ts';
import { pathsOf } from '../../home.ts';
import { isMachineKey, readSecret, readSettings } from '../../settings.ts';
import { storeWriters } from '../../testing/agent-stores.ts';
import { type FakeServer, startFakeServer, testSecret } from '../../testing/fake-server.ts';
import { PausedHome } from '../../testing/paused-home.ts';

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a machine that is disconnected and connected again', () => {
  let server: FakeServer;
  let other: FakeServer;
  let person: PausedHome;
  const write = process.stdout.write;
  let said = '';

  beforeEach(async () => {
    server = await startFakeServer();
    server.keys = { issued: [], rotates: false };
    other = await startFakeServer({ rate: 0 }, undefined, 1000);
    person = await PausedHome.make();
    said = '';
    process.stdout.write = ((chunk: string | Uint8Array) => {
      said += String(chunk);
      return true;
    }) as typeof write;
  });
  afterEach(async () => {
    process.stdout.write = write;
    await person.remove();
    await server.close();
    await other.close();
  });

  const all = (one: FakeServer): string => JSON.stringify([...one.sessions.values()]);
  const count = (one: FakeServer): number =>
    [...one.sessions.values()].reduce((sum, { events }) => sum + events.length, 0);
  async function writeAll(text: string, sessions: string[]): Promise<void> {
    for (const { agentId } of agents)
      for (const session of sessions)
        await storeWriters[agentId]?.(person.root, session, `${text}-${agentId}-${session}`);
  }
  const missing = (one: FakeServer, text: string, session: string): string[] =>
    agents.map(({ agentId }) => `${text}-${agentId}-${session}`).filter((part) => !all(one).includes(part));
  const line = (text: string) => ({ type: 'user', message: { role: 'user', content: text } });
  const transcript = '.claude/projects/-p/s.jsonl';

  it('sends nothing twice and nothing of a pause, for every agent, to the same server or another', async () => {
    await writeAll('before', ['s1']);
    await person.connect(server.url);
    // The last record before, and the pause, are not of the same millisecond; some agents note whole seconds.
    await sleep(20);
    await pause({});
    await writeAll('during', ['s1', 's2']);
    await sleep(20);
    await resume({});
    await sleep(1100);
    const sent = count(server);
    const machine = (await readSettings(person.home))?.environmentId;

    await disconnect({ yes: true });
    await person.connect(server.url);
    assert.equal((await readSettings(person.home))?.environmentId, machine, 'the same machine');
    assert.equal(server.environments.size, 1);
    assert.equal(count(server), sent, 'nothing a second time');

    await disconnect({ yes: true });
    await writeAll('after', ['s3']);
    await person.connect(other.url);
    assert.deepEqual(missing(other, 'before', 's1'), []);
    assert.deepEqual(missing(other, 'after', 's3'), []);

    await disconnect({ yes: true });
    await person.connect(server.url);
    assert.equal(
      (await readSettings(person.home))?.environmentId,
      machine,
      'known again after another server',
    );
    assert.equal(server.environments.size, 1);
    assert.deepEqual(missing(server, 'after', 's3'), []);
    assert.equal(all(server).split('"before-codex-s1"').length, 2, 'once');
    for (const one of [server, other])
      assert.ok(!all(one).includes('during'), all(one).match(/.{200}during.{40}/)?.[0]);
  });

  it('keeps its own key and no organization secret, for its user alone, and says so', async () => {
    await person.append(transcript, line('something that was sent'));
    await person.connect(server.url);
    const key = await readSecret(person.home, {});
    assert.ok(isMachineKey(key));
    said = '';
    await disconnect({ yes: true });
    assert.match(
      said,
      /remembers in .* who it is and what it sent.*nothing is sent twice\. "debrief forget"/s,
    );
    const { memory, settings, credentials, spools } = pathsOf(person.home);
    assert.deepEqual(readdirSync(person.home.state).sort(), ['memory', 'spool']);
    for (const path of [settings, credentials, person.home.data]) assert.equal(existsSync(path), false, path);
    for (const folder of [memory, spools])
      for (const name of readdirSync(folder, { recursive: true, withFileTypes: true }))
        assert.equal(statSync(join(name.parentPath, name.name)).mode & 0o077, 0, name.name);
    const kept = readFileSync(join(memory, 'machines.json'), 'utf8');
    assert.ok(kept.includes(key) && !kept.includes(testSecret));
    // Without any secret the key is enough; where the secret is of the same organization, too.
    delete process.env.DEBRIEF_SECRET;
    await person.connect(server.url);
    assert.equal(await readSecret(person.home, {}), key);
    assert.equal(existsSync(join(memory, 'settings.json')), false, 'kept once');
    assert.equal(server.environments.size, 1);
    process.env.DEBRIEF_SECRET = testSecret.replace('x', 'y');
    await disconnect({ yes: true });
    await assert.rejects(person.connect(server.url), { code: 'invalid_secret' });
    assert.equal(await readSettings(person.home), undefined, 'a wrong secret connects nothing');
  });

  it('says of what was sent before that it is there, and nothing of a connection that there was none', async () => {
    await disconnect({ yes: true });
    assert.match(said, /^This machine is not connected\. Nothing else of Debrief is left here\.$/m);
    await person.append(transcript, line('first'));
    said = '';
    await person.connect(server.url, { json: false, import: false });
    assert.match(said, /Earlier sessions stay on this machine/);
    await disconnect({ yes: true });
    said = '';
    await person.connect(server.url, { json: false, import: false });
    assert.match(said, /What is not on the server yet stays on this machine/);
    assert.ok(!said.includes('Earlier sessions'));
  });

  it('of a server without keys is the same one by its id, and the secret is asked for again', async () => {
    await person.append(transcript, line('something that was sent'));
    await person.connect(other.url);
    await disconnect({ yes: true });
    delete process.env.DEBRIEF_SECRET;
    await assert.rejects(person.connect(other.url), { message: /Set DEBRIEF_SECRET/ });
    process.env.DEBRIEF_SECRET = testSecret;
    await person.connect(other.url);
    assert.equal(other.environments.size, 1);
    assert.equal(count(other), 1);
  });

  it('leaves what was only written meanwhile to an import, and a pause that lasts goes on', async () => {
    await person.append(transcript, line('first'));
    await person.connect(server.url);
    await disconnect({ yes: true });
    await person.append(transcript, line('meanwhile'));
    await sleep(20);
    await person.connect(server.url, { import: false });
    const { runRecorder } = await import('../run/run.ts');
    const ending = new AbortController();
    const running = runRecorder(person.home, {
      signal: ending.signal,
      log: () => {},
      tickMs: 10,
      beatMs: 10,
    });
    const beats = server.beats;
    for (let i = 0; i < 2000 && server.beats < beats + 3; i++) await sleep(10);
    ending.abort();
    await running;
    assert.ok(!all(server).includes('meanwhile'));
    await pause({});
    await person.append(transcript, line('a plan that nobody may read'));
    await disconnect({ yes: true });
    await person.append(transcript, line('another plan that nobody may read'));
    await person.connect(server.url);
    assert.ok(all(server).includes('meanwhile'));
    await resume({});
    await person.append(transcript, line('recorded again'));
    await importHistory({ quiet: true });
    assert.ok(all(server).includes('recorded again'));
    assert.ok(!all(server).includes('plan'));
  });

  it('is paused while it is connected to another server: what was there before goes, the rest never', async () => {
    await person.append(transcript, line('first'));
    await person.connect(server.url);
    await pause({});
    await person.append(transcript, line('a plan that nobody may read'));
    await person.connect(other.url);
    assert.ok(all(other).includes('first'));
    await resume({});
    await person.append(transcript, line('recorded again'), line('a plan that nobody may read'));
    await importHistory({ quiet: true });
    assert.ok(all(other).includes('recorded again'));
    assert.ok(!all(other).includes('plan'), all(other));
  });

  it('forgets when it is told to, and not while it is connected', async () => {
    await person.append(transcript, line('something that was sent'));
    await person.connect(server.url);
    await assert.rejects(forget({ yes: true }), { message: /is connected.*disconnect/ });
    await disconnect({ yes: true });
    await assert.rejects(forget({}), { message: /--yes/ });
    assert.ok(existsSync(pathsOf(person.home).memory));
    await forget({ yes: true });
    assert.equal(existsSync(person.home.state), false);
    said = '';
    await forget({ yes: true });
    assert.match(said, /Nothing was remembered/);
    await person.connect(server.url);
    assert.equal(server.environments.size, 2, 'a new machine');
    assert.equal(count(server), 2);
  });

  it('of another home, or another user, shares nothing of it', async () => {
    const second = await PausedHome.make();
    try {
      person.enter();
      await person.append(transcript, line('of the first home'));
      await person.connect(server.url);
      await disconnect({ yes: true });
      second.enter();
      await second.append(transcript, line('of the second home'));
      await second.connect(other.url);
      assert.ok(!all(other).includes('first home'));
      await disconnect({ yes: true });
      await forget({ yes: true });
      person.enter();
      await person.connect(server.url);
      assert.equal(server.environments.size, 1, 'the first is still known');
      assert.equal(count(server), 1);
    } finally {
      await second.remove();
      person.enter();
    }
  });

  it('of a version that had no memory learns what its pauses held back, by the time of the records', async () => {
    const at = () => new Date().toISOString();
    const secret = 'We sell the northern office to Halvorsen next week';
    await person.append(transcript, { ...line('before the pause'), timestamp: at() });
    await person.connect(server.url);
    await sleep(5);
    await pause({});
    await sleep(5);
    await person.append(transcript, { ...line(secret), timestamp: at() });
    await sleep(5);
    await resume({});
    // As an earlier version left it.
    await rm(pathsOf(person.home).memory, { recursive: true });
    await person.append(transcript, { type: 'ai-title', aiTitle: secret, sessionId: 's' });
    await importHistory({ quiet: true });
    assert.ok(all(server).includes('ai-title'));
    assert.ok(!all(server).includes('Halvorsen'));
    await disconnect({ yes: true });
    await person.append(transcript, { type: 'last-prompt', lastPrompt: `${secret.slice(0, 40)}…` });
    await person.connect(server.url);
    assert.ok(all(server).includes('last-prompt'));
    assert.ok(!all(server).includes('northern'), all(server));
  });
});
