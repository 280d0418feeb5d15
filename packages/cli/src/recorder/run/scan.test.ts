import assert from 'node:assert/strict';
import { renameSync, rmSync, utimesSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts';
import { diskFull, fileHandleMethods } from '../../testing/file-handle.ts';
import { claudeLines, createMachine, type Machine } from '../../testing/machine.ts';
import { readSessions } from '../spool/session-states.ts';
import type { Recorder } from './recorder.ts';
import type { Progress } from './scan.ts';

const folder = '.claude/projects/-p';

describe('a scan', () => {
  let server: FakeServer;
  let machine: Machine;
  let recorder: Recorder;
  beforeEach(async () => {
    server = await startFakeServer();
    machine = await createMachine({ delay: () => 1 });
    recorder = await machine.recorder(server.url);
  });
  afterEach(async () => {
    await recorder.close();
    await server.close();
    await machine.remove();
  });
  const write = (name: string, lines: number) =>
    machine.write(`${folder}/${name}.jsonl`, claudeLines(name, lines).join(''));
  const countOf = async (...names: string[]) => {
    await recorder.uploader.drained();
    return names.map((name) => server.eventsOf(name).length);
  };

  it('tells how far it is, file by file', async () => {
    const paths = [await write('a', 2), await write('b', 3)];
    utimesSync(paths[0] ?? '', 1, 1);
    const told: Progress[] = [];
    await recorder.scan({ onProgress: (progress) => void told.push({ ...progress }) });
    const bytes = [claudeLines('a', 2), claudeLines('b', 3)].map((lines) =>
      Buffer.byteLength(lines.join('')),
    );
    const [first = 0, second = 0] = bytes;
    assert.deepEqual(told, [
      { files: 2, filesDone: 1, bytes: first + second, bytesDone: first, events: 2 },
      { files: 2, filesDone: 2, bytes: first + second, bytesDone: first + second, events: 5 },
    ]);
    told.length = 0;
    await recorder.scan({ onProgress: (progress) => void told.push({ ...progress }) });
    assert.deepEqual(told, [], 'nothing is new');
  });

  it('takes all of a session that was touched within the window, and nothing of one that was not', async () => {
    const day = 86_400;
    const now = Date.now() / 1000;
    const old = now - 10 * day;
    const sub = (session: string) =>
      machine.write(
        `${folder}/${session}/subagents/agent-${session}.jsonl`,
        claudeLines(session, 1, 5).join(''),
      );
    const [kept, keptSub] = [await write('kept', 2), await sub('kept')];
    const [grown, grownSub] = [await write('grown', 2), await sub('grown')];
    const [over, overSub] = [await write('over', 2), await sub('over')];
    for (const path of [keptSub, grown, over, overSub]) utimesSync(path, old, old);
    for (const path of [kept, grownSub]) utimesSync(path, now, now);
    await recorder.scan({ since: Date.now() - 2 * day * 1000 });
    assert.deepEqual(await countOf('kept', 'grown', 'over'), [3, 3, 0]);
  });

  it('reads the older session first, and a sub-agent after the session that started it', async () => {
    const [older, newer] = [await write('older', 1), await write('newer', 1)];
    const sub = await machine.write(
      `${folder}/older/subagents/agent-x.jsonl`,
      claudeLines('older', 1, 5).join(''),
    );
    utimesSync(newer, 200, 200);
    utimesSync(older, 100, 100);
    utimesSync(sub, 50, 50);
    await recorder.scan();
    await countOf('older');
    const times = server.eventsOf('older').map(({ payload }) => (payload as { uuid: string }).uuid);
    assert.deepEqual(times, ['older-0', 'older-5']);
    assert.deepEqual(
      [...server.sessions.values()].map(({ body }) => body.externalId),
      ['older', 'newer'],
    );
  });

  it('takes what was touched since the settings say, or the caller, and sessions that are known', async () => {
    const path = await write('old', 1);
    utimesSync(path, 100, 100);
    machine.settings.captureSince = 100_001;
    await recorder.scan();
    assert.deepEqual(await countOf('old'), [0]);
    await recorder.scan({ since: 100_000 });
    assert.deepEqual(await countOf('old'), [1]);
    await machine.append(`${folder}/old.jsonl`, claudeLines('old', 1, 1).join(''));
    utimesSync(path, 100, 100);
    await recorder.scan();
    assert.deepEqual(await countOf('old'), [2]);
  });

  it('leaves the rest for later when the spool has no room, or waits for the server when it may', async () => {
    server.faults.always = { status: 503, code: 'service_unavailable' };
    await write('a', 40);
    machine.settings.spoolBytes = 1;
    await recorder.scan();
    assert.equal(recorder.spool.states.sessions.size, 1);
    for (const name of ['b', 'c']) await write(name, 40);
    await recorder.scan();
    assert.equal(recorder.spool.states.sessions.size, 1);
    setTimeout(() => delete server.faults.always, 30);
    await recorder.scan({ roomBytes: 2 });
    assert.deepEqual(await countOf('a', 'b', 'c'), [40, 40, 40]);
  });

  it('ends when it is told to, also while it waits for room', async () => {
    await write('a', 1);
    await recorder.scan({ signal: AbortSignal.abort() });
    assert.deepEqual(await countOf('a'), [0]);
    server.faults.always = { status: 503, code: 'service_unavailable' };
    await recorder.scan();
    for (const name of ['b', 'c']) await write(name, 1);
    const ending = new AbortController();
    setTimeout(() => ending.abort(), 30);
    await recorder.scan({ roomBytes: 2, signal: ending.signal });
    assert.ok(recorder.spool.states.sessions.size < 3, 'at most the one at hand was taken');
    delete server.faults.always;
  });

  it('reports a file that cannot be read, tries it again, and reads the others', async () => {
    const [first, last, bad] = [await write('first', 1), await write('last', 1), await write('bad', 2)];
    for (const [index, path] of [first, last, bad].entries()) utimesSync(path, index + 1, index + 1);
    const aside = `${bad}.aside`;
    let isAside = false;
    await recorder.scan({
      onProgress() {
        if (!isAside) renameSync(bad, aside);
        isAside = true;
      },
    });
    assert.deepEqual(await countOf('first', 'bad', 'last'), [1, 0, 1]);
    assert.match(recorder.health.get('claude-code')?.fault ?? '', /bad\.jsonl: ENOENT/);
    renameSync(aside, bad);
    await recorder.scan();
    assert.deepEqual(await countOf('bad'), [2]);
    const health = recorder.health.get('claude-code');
    assert.deepEqual([health?.fault, health?.lastRecordAt], [undefined, Date.UTC(2026, 0, 1) + 1000]);
  });

  it('throws when the disk refuses, and takes everything again at the next one', async (t) => {
    await write('a', 3);
    const refusal = t.mock.method(await fileHandleMethods(), 'datasync', () => Promise.reject(diskFull()));
    await assert.rejects(recorder.scan(), { code: 'ENOSPC' });
    refusal.mock.restore();
    await recorder.scan();
    assert.deepEqual(await countOf('a'), [3]);
  });

  it('keeps a place that moved without an event over a restart', async () => {
    await machine.write(`${folder}/blank.jsonl`, '\n\n');
    await recorder.scan();
    await recorder.close();
    const kept = (await readSessions(recorder.spool.directory)).get('claude-code/blank');
    assert.deepEqual([kept?.places[0]?.offset, kept?.batch], [2, 0]);
    recorder = await machine.recorder(server.url);
    await machine.append(`${folder}/blank.jsonl`, claudeLines('blank', 1).join(''));
    await recorder.scan();
    assert.deepEqual(await countOf('blank'), [1]);
    rmSync(join(machine.root, folder, 'blank.jsonl'));
    await recorder.scan();
  });

  it('finishes last lines without a newline only of sessions that are over', async () => {
    machine.settings.idleMinutes = 60;
    for (const name of ['over', 'going-on'])
      await machine.write(`${folder}/${name}.jsonl`, `${JSON.stringify({ type: 'user' })}\n{"type":"torn"}`);
    await recorder.scan();
    await recorder.uploader.drained();
    Object.assign(recorder.spool.states.sessions.get('claude-code/over') ?? {}, {
      lastChangeAt: 1,
      firstReadAt: 0,
    });
    await recorder.completeIdle();
    assert.deepEqual(await countOf('over', 'going-on'), [2, 1]);
  });

  describe('and what grows during a pause without being read', () => {
    const growth = async () => {
      const table = JSON.parse(await readFile(join(machine.root, 'memory', 'growth.json'), 'utf8'));
      return Object.fromEntries(
        Object.entries(table).map(([path, row]) => [
          basename(path, '.jsonl'),
          row as Record<string, unknown>,
        ]),
      );
    };
    const sizeOf = (lines: number) => Buffer.byteLength(claudeLines('unread', lines).join(''));
    beforeEach(async () => {
      await write('read', 2);
      await recorder.scan();
      machine.settings.captureSince = Date.now() + 3_600_000;
      await write('unread', 1);
      await recorder.scan();
      await recorder.noteGrowth([]);
    });

    it('is known by the size at the beginning', async () => {
      const table = await growth();
      assert.deepEqual(Object.keys(table).sort(), ['read', 'unread']);
      const { stamp: _, ...read } = table.read ?? {};
      assert.deepEqual(read, { from: Buffer.byteLength(claudeLines('read', 2).join('')), read: true });
      assert.equal(table.unread?.from, sizeOf(1));
      assert.ok(table.unread?.stamp);
      await write('unread', 3);
      await recorder.noteGrowth([]);
      assert.equal((await growth()).unread?.from, sizeOf(1), 'another pause begins: the first size counts');
    });

    it('is known by the size at the end, and for which repository', async () => {
      await write('unread', 3);
      await recorder.noteGrowth([{ from: 1, to: 2, repository: '/a' }]);
      const { until, ...row } = (await growth()).unread ?? {};
      assert.deepEqual(row, { from: sizeOf(1), stamp: '', to: sizeOf(3), repository: '/a' });
      assert.ok(Math.abs(Number(until) - Date.now()) < 60_000);
      await recorder.noteGrowth([
        { from: 1, to: 2, repository: '/a' },
        { from: 1, to: 2, repository: '/b' },
      ]);
      assert.equal((await growth()).unread?.repository, undefined, 'two of them: it may be either');
    });

    it('is forgotten where nothing grew, or once it was read', async () => {
      await recorder.noteGrowth([{ from: 1, to: 2 }]);
      assert.deepEqual(await growth(), {});
      await recorder.noteGrowth([]);
      assert.deepEqual(Object.keys(await growth()).sort(), ['read', 'unread']);
      assert.equal((await growth()).unread?.read, undefined);
      await recorder.scan({ since: 0 });
      await recorder.noteGrowth([]);
      assert.equal((await growth()).unread?.read, true);
      await recorder.noteGrowth([{ from: 1, to: 2 }]);
      assert.deepEqual(await growth(), {});
    });
  });
});
