import assert from 'node:assert/strict';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { agents } from '../../agents/registry.ts';
import { importHistory } from '../../commands/import.ts';
import { pause, resume } from '../../commands/pause.ts';
import type { Home } from '../../home.ts';
import { changeSettings, readSettings } from '../../settings.ts';
import { storeWriters } from '../../testing/agent-stores.ts';
import { type ConnectedHome, connectHome } from '../../testing/connected-home.ts';
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts';
import { runRecorder } from './run.ts';

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a pause', () => {
  let root: string;
  let home: Home;
  let connected: ConnectedHome;
  let server: FakeServer;
  let ending: AbortController;
  let running: Promise<unknown> | undefined;

  beforeEach(async () => {
    server = await startFakeServer();
    connected = await connectHome(server);
    ({ root, home } = connected);
  });
  afterEach(async () => {
    await stop();
    await server.close();
    await connected.remove();
  });

  function start(): void {
    ending = new AbortController();
    running = runRecorder(home, { signal: ending.signal, log: () => {}, tickMs: 30, scanMs: 100 });
  }
  async function stop(): Promise<void> {
    ending?.abort();
    await running;
    running = undefined;
  }
  const everything = (): string => JSON.stringify([...server.sessions.values()]);
  async function until(what: string | (() => unknown), holds: () => boolean, ms = 40_000): Promise<void> {
    for (const began = Date.now(); Date.now() - began < ms; await sleep(50)) if (holds()) return;
    assert.fail(`never happened: ${typeof what === 'string' ? what : what()}`);
  }
  /** Into one session that every agent has, and into a second one. */
  async function writeAll(text: string, sessions = ['s1', 's2']): Promise<void> {
    for (const agent of agents) {
      const write = storeWriters[agent.agentId];
      assert.ok(write, `testing/agent-stores.ts does not say how ${agent.agentId} writes`);
      for (const session of sessions) await write(root, session, `${text}-${agent.agentId}-${session}`);
    }
  }
  const missing = (text: string, session: string): string[] =>
    agents.map(({ agentId }) => `${text}-${agentId}-${session}`).filter((one) => !everything().includes(one));

  for (const isRunning of [true, false]) {
    it(`holds back what every agent writes, for ever, with the recorder ${isRunning ? 'running' : 'stopped'}`, async () => {
      await writeAll('before', ['s1']);
      if (isRunning) {
        start();
        await until('everything before is there', () => missing('before', 's1').length === 0);
      }
      // The last record before, and the pause, are not of the same millisecond.
      await sleep(20);
      await pause({});
      await writeAll('during');
      if (isRunning) await sleep(500);
      await writeAll('still-during', ['s1']);
      // Nor are the last record of the pause, and its end: a total of that millisecond counts as later, and its store
      // as not read, so that rows without a time stay held.
      await sleep(20);
      await resume({});
      // Some agents note whole seconds.
      await sleep(1100);
      await writeAll('after', ['s1', 's3']);
      if (!isRunning) start();
      await until(
        () => missing('after', 's1'),
        () => missing('after', 's1').length === 0,
      );
      await until(
        () => missing('after', 's3'),
        () => missing('after', 's3').length === 0,
      );
      assert.deepEqual(missing('before', 's1'), []);
      await stop();
      // Another start, and an import of all there is, find nothing either.
      await importHistory({ quiet: true });
      assert.ok(!everything().includes('during'), everything().match(/.{200}during.{40}/)?.[0]);
    });
  }

  it('that ends by itself while no recorder runs is over for what is later, and only for that', async () => {
    const path = join(root, '.claude/projects/-p/s.jsonl');
    const line = (text: string, at?: number) =>
      `${JSON.stringify({ type: 'user', text, ...(at && { timestamp: new Date(at).toISOString() }) })}\n`;
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, line('first'));
    await pause({ for: '1m' });
    await appendFile(path, line('during'));
    // A minute later.
    const shift = (settings: Awaited<ReturnType<typeof readSettings>>) =>
      settings?.pauses.map((one) => ({ ...one, from: one.from - 90_000, to: (one.to ?? 0) - 90_000 })) ?? [];
    await changeSettings(home, (settings) => ({ ...settings, pauses: shift(settings) }));
    await appendFile(path, line('during, without a time'));
    await appendFile(path, line('later', Date.now() - 1000) + line('later without a time'));
    start();
    await until('the last line', () => everything().includes('later without a time'));
    assert.ok(everything().includes('first'));
    assert.ok(!everything().includes('during'));
  });

  it('of one repository holds back that one, also where the folder is told late or by a link', async () => {
    const write = async (name: string, text: string, cwd?: string) => {
      const path = join(root, `.claude/projects/-p/${name}.jsonl`);
      await mkdir(join(path, '..'), { recursive: true });
      await appendFile(path, `${JSON.stringify({ type: 'user', text, ...(cwd && { cwd }) })}\n`);
    };
    const app = join(root, 'app');
    await mkdir(join(app, '.git'), { recursive: true });
    start();
    await pause({ repo: app });
    await write('in', 'during without folder');
    await write('in', 'during', join(app, 'deep'));
    await write('out', 'elsewhere', join(root, 'other'));
    await until('the other repository', () => everything().includes('elsewhere'));
    await write('in', 'still during');
    await sleep(300);
    await resume({ repo: app });
    await write('in', 'after');
    await until('the line after', () => everything().includes('after'));
    assert.ok(!everything().includes('during'));
  });

  it('covers a line and a document that are finished only after it, and a file that is rewritten', async () => {
    const folder = join(root, '.claude/projects/-p');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'torn.jsonl'), '{"type":"a"}\n');
    await writeFile(join(folder, 'new.jsonl'), '{"type":"a"}\n{"type":"b"}\n');
    await pause({});
    await appendFile(join(folder, 'torn.jsonl'), '{"type":"user","text":"dur');
    await writeFile(join(folder, 'new.jsonl'), '{"type":"b"}\n{"text":"during"}\n');
    await resume({});
    await appendFile(join(folder, 'torn.jsonl'), 'ing"}\n{"text":"after torn"}\n');
    start();
    await until('the line after', () => everything().includes('after torn'));
    await stop();
    await writeFile(join(folder, 'new.jsonl'), '{"text":"during"}\n{"text":"after rewriting"}\n');
    start();
    await until('the line after', () => everything().includes('after rewriting'));
    assert.ok(!everything().includes('during'));
  });

  it('of an unknown folder, and an import of an unknown agent, are refused with the known ones', async () => {
    const app = join(root, 'app');
    await mkdir(app, { recursive: true });
    await mkdir(join(root, '.claude/projects/-p'), { recursive: true });
    await writeFile(
      join(root, '.claude/projects/-p/s.jsonl'),
      `${JSON.stringify({ type: 'x', cwd: app })}\n`,
    );
    await importHistory({ quiet: true });
    await assert.rejects(pause({ repo: join(root, 'ap') }), { message: /no folder .*recorded in: .*app/ });
    assert.deepEqual((await readSettings(home))?.pauses, []);
    await assert.rejects(importHistory({ agent: 'claud' }), { message: /"claud" is no agent.*claude-code/ });
  });

  it('of settings that an earlier version wrote still holds, by time', async () => {
    const from = Date.now() - 60_000;
    await changeSettings(home, (settings) => ({ ...settings, pauses: [{ from }] }));
    const path = join(root, '.claude/projects/-p/s.jsonl');
    await mkdir(join(path, '..'), { recursive: true });
    const at = new Date(from + 1000).toISOString();
    await writeFile(path, `${JSON.stringify({ type: 'user', text: 'during', timestamp: at })}\n`);
    await resume({});
    await appendFile(path, '{"type":"user","text":"after"}\n');
    start();
    await until('the line after', () => everything().includes('after'));
    assert.ok(!everything().includes('during'));
    assert.match(await readFile(join(home.config, 'settings.json'), 'utf8'), /"ended": true/);
  });
});
