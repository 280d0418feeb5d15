import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { type FileHandle, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it, type TestContext } from 'node:test';
import { diskFull, fileHandleMethods } from '../../testing/file-handle.ts';
import type { BatchHead } from './batch.ts';
import { openJournal } from './journal.ts';
import { newSession } from './session.ts';
import { openSessionStates, readSessions } from './session-states.ts';

const head = (batch: number): BatchHead => ({
  session: 'claude-code/s',
  id: '00000000-0000-0000-0000-000000000001',
  batch,
  key: `key-${batch}`,
  count: 1,
  step: { places: [], events: 1, leg: 1, lastChangeAt: 0 },
});

/** What was asked of the disk, in order; `sync` is only asked of folders here. */
async function watchDisk(t: TestContext): Promise<string[]> {
  const asked: string[] = [];
  const methods = await fileHandleMethods();
  for (const name of ['writev', 'datasync', 'sync'] as const) {
    const real = methods[name] as (...input: unknown[]) => Promise<unknown>;
    t.mock.method(methods, name, async function (this: FileHandle, ...input: unknown[]) {
      const answer = await real.apply(this, input);
      asked.push(name);
      return answer;
    });
  }
  return asked;
}

/** Half of the bytes reach the disk, then it is full. As the system does, the first answer is only a smaller number. */
async function fillDisk(t: TestContext): Promise<void> {
  const methods = await fileHandleMethods();
  t.mock.method(methods, 'writev', async function (this: FileHandle, parts: Uint8Array[]) {
    const all = Buffer.concat(parts);
    return this.write(all, 0, Math.floor(all.length / 2));
  });
}

describe('on the disk', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'debrief-durable-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));
  const sizeOf = async (name: string) => (await stat(join(directory, name))).size;
  const segment = '0000000001.log';

  it('a batch is there once it is committed, and so is the name of its file', async (t) => {
    const { journal } = await openJournal(directory);
    const asked = await watchDisk(t);
    for (const batch of [1, 2]) {
      journal.append(head(batch), Buffer.from('{}'));
      await journal.commit();
    }
    assert.deepEqual(asked, ['sync', 'writev', 'datasync', 'writev', 'datasync']);
    await journal.close();
  });

  it('a commit waits for the disk', async (t) => {
    const { journal } = await openJournal(directory);
    const methods = await fileHandleMethods();
    let finish = (): void => {};
    const flushed = new Promise<void>((resolve) => {
      finish = resolve;
    });
    t.mock.method(methods, 'datasync', () => flushed);
    journal.append(head(1), Buffer.from('{}'));
    let isDone = false;
    const committing = journal.commit().then((batches) => {
      isDone = true;
      return batches;
    });
    while (readFileSync(join(directory, segment), { flag: 'a+' }).length === 0)
      await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isDone, false);
    finish();
    assert.equal((await committing).length, 1);
    await journal.close();
  });

  for (const [what, spoil] of [
    [
      'that refuses',
      async (t: TestContext) => {
        t.mock.method(await fileHandleMethods(), 'datasync', () => Promise.reject(diskFull()));
      },
    ],
    ['that is full half-way', fillDisk],
  ] as const) {
    it(`${what} nothing of a batch is left, and the next one follows the last good one`, async (t) => {
      const { journal } = await openJournal(directory);
      journal.append(head(1), Buffer.from('{"events":[1]}'));
      await journal.commit();
      const size = await sizeOf(segment);
      await spoil(t);
      journal.append(head(2), Buffer.from('{"events":[2]}'));
      await assert.rejects(journal.commit());
      assert.equal(await sizeOf(segment), size);
      assert.equal(journal.pendingBytes(), size);
      t.mock.restoreAll();
      journal.append(head(3), Buffer.from('{"events":[3]}'));
      await journal.commit();
      await journal.close();
      const { batches } = await openJournal(directory);
      assert.deepEqual(
        batches.map(({ batch }) => batch),
        [1, 3],
      );
    });

    it(`${what} a state is not lost: the next flush writes it`, async (t) => {
      const states = await openSessionStates(directory);
      const state = newSession('id', 'codex', 'a');
      states.touch(state);
      await states.flush();
      const size = await sizeOf('ledger.log');
      await spoil(t);
      state.batch = 7;
      states.touch(state);
      await assert.rejects(states.flush());
      assert.equal(await sizeOf('ledger.log'), size);
      t.mock.restoreAll();
      await states.flush();
      await states.close();
      assert.equal((await readSessions(directory)).get('codex/a')?.batch, 7);
    });
  }

  it('the state of a session is there once it is flushed', async (t) => {
    const states = await openSessionStates(directory);
    const asked = await watchDisk(t);
    states.touch(newSession('id', 'codex', 'a'));
    await states.flush();
    assert.deepEqual(asked, ['writev', 'datasync']);
    await states.close();
  });

  it('a segment is gone for good before a sweep is done', async (t) => {
    const { journal } = await openJournal(directory);
    journal.append(head(1), Buffer.from('{}'));
    for (const batch of await journal.commit()) journal.release(batch);
    const methods = await fileHandleMethods();
    const seen: string[][] = [];
    t.mock.method(methods, 'sync', async () => void seen.push(readdirSync(directory)));
    await journal.sweep(async () => {});
    assert.deepEqual(seen, [[]]);
    await journal.sweep(async () => assert.fail('nothing is done with'));
    assert.equal(seen.length, 1);
  });
});
