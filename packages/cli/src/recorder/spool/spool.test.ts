import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { diskFull, fileHandleMethods } from '../../testing/file-handle.ts';
import type { Batch, BatchHead } from './batch.ts';
import { openJournal } from './journal.ts';
import { readRedactions } from './redaction-ledger.ts';
import { recallSeen } from './seen.ts';
import type { Step } from './session.ts';
import { readSessions } from './session-states.ts';
import { openSpool, type Spool } from './spool.ts';

const megabyte = 1024 * 1024;
const id = '00000000-0000-0000-0000-000000000001';
const head = (batch: number, more: Partial<BatchHead> = {}, step: Partial<Step> = {}): BatchHead => ({
  session: 'codex/s',
  id,
  batch,
  key: `key-${batch}`,
  count: 1,
  step: { places: [], events: 1, leg: 1, lastChangeAt: batch, ...step },
  ...more,
});
const body = (bytes = 10) => Buffer.alloc(bytes, 'x');

async function until(isTrue: () => boolean): Promise<void> {
  const end = Date.now() + 20_000;
  while (!isTrue()) {
    assert.ok(Date.now() < end, 'it never came to pass');
    await nextTurn();
  }
}

/** Lets a test decide when the disk has written something large. A test that fails meanwhile is not held up for ever. */
async function slowDisk(t: TestContext): Promise<{ writes: number; finish(): void }> {
  const methods = await fileHandleMethods();
  const real = methods.writev;
  const waiting: (() => void)[] = [];
  const disk = { writes: 0, finish: () => waiting.shift()?.() };
  t.mock.method(methods, 'writev', async function (this: FileHandle, parts: Uint8Array[]) {
    if (parts.some(({ length }) => length >= megabyte)) {
      disk.writes++;
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        setTimeout(resolve, 3000).unref();
      });
    }
    return real.call(this, parts);
  });
  return disk;
}

describe('the spool', () => {
  let directory: string;
  let spool: Spool;
  let durable: number[];
  const open = async (): Promise<Batch[]> => {
    const opened = await openSpool(
      join(directory, 'spool'),
      (batches) => void durable.push(...batches.map(({ batch }) => batch)),
    );
    spool = opened.spool;
    return opened.left;
  };
  const stateOf = () => spool.states.sessions.get('codex/s');
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'debrief-spool-'));
    durable = [];
    await open();
  });
  afterEach(async () => {
    await spool.close();
    rmSync(directory, { recursive: true });
  });

  it('is for its owner alone', () => {
    assert.equal(statSync(join(directory, 'spool')).mode & 0o777, 0o700);
    assert.equal(statSync(join(directory, 'spool', 'journal')).mode & 0o777, 0o700);
    assert.equal(statSync(join(directory, 'spool', 'ledger.log')).mode & 0o777, 0o600);
  });

  it('hands over what is durable, and only that', async () => {
    await spool.append(head(1), body(), [1n]);
    await nextTurn();
    assert.deepEqual([durable, stateOf()], [[], undefined]);
    assert.equal((await recallSeen(spool.directory, id)).size, 0);
    await spool.append(head(2), body(), [2n, 2n]);
    await spool.commit();
    assert.deepEqual(durable, [1, 2]);
    assert.deepEqual([stateOf()?.batch, stateOf()?.acked, stateOf()?.events], [2, 0, 2]);
    assert.deepEqual(
      await recallSeen(spool.directory, id),
      new Map([
        [1n, 1],
        [2n, 2],
      ]),
    );
    await spool.commit();
    assert.deepEqual(durable, [1, 2]);
    assert.equal((await recallSeen(spool.directory, id)).get(2n), 2);
  });

  it('notes which event of the session was redacted', async () => {
    const redacted = [{ index: 0, eventType: 'user', rules: { jwt: 1 } }];
    await spool.append(head(1, {}, { events: 5 }), body(), []);
    await spool.append(head(2, {}, { redacted }), body(), []);
    await spool.commit();
    assert.deepEqual(await readRedactions(spool.directory), [
      { session: 'codex/s', event: 6, eventType: 'user', rules: { jwt: 1 } },
    ]);
    assert.deepEqual(stateOf()?.redactions, { jwt: 1 });
  });

  it('shows a session as it will be, and forgets that when it is told to', async () => {
    const draft = spool.draft('codex', 's');
    assert.equal(spool.draft('codex', 's'), draft);
    assert.notEqual(spool.draft('codex', 'other'), draft);
    await spool.append(head(1, { id: draft.id }), body(), []);
    assert.equal(draft.batch, 1);
    assert.equal(stateOf(), undefined);
    await spool.commit();
    assert.notEqual(stateOf(), draft);
    assert.equal(stateOf()?.id, draft.id);
    spool.forgetDrafts();
    const next = spool.draft('codex', 's');
    assert.notEqual(next, draft);
    assert.deepEqual(next, stateOf());
    next.events = 99;
    assert.equal(stateOf()?.events, 1);
  });

  it('writes two megabytes without being asked, but never a part of a record', async () => {
    await spool.append(head(1), body(2 * megabyte - 1), []);
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    assert.deepEqual(durable, []);
    await spool.append(head(2, { more: true }), body(megabyte), []);
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    assert.deepEqual(durable, []);
    await spool.append(head(3), body(1), []);
    await until(() => durable.length === 3);
    await spool.append(head(4), body(2 * megabyte), []);
    await until(() => durable.length === 4);
  });

  it('gathers the next while one is written, up to four megabytes', async (t) => {
    const disk = await slowDisk(t);
    await spool.append(head(1), body(2 * megabyte), []);
    await until(() => disk.writes === 1);
    await spool.append(head(2), body(2 * megabyte), []);
    await spool.append(head(3), body(2 * megabyte - 1), []);
    let isTaken = false;
    const fourth = spool.append(head(4), body(1), []).then(() => {
      isTaken = true;
    });
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    assert.deepEqual([disk.writes, isTaken], [1, false]);
    disk.finish();
    await fourth;
    assert.deepEqual(durable, [1]);
    await until(() => disk.writes === 2);
    disk.finish();
    await until(() => durable.length === 4);
    await spool.commit();
    assert.deepEqual(durable, [1, 2, 3, 4]);
  });

  it('takes nothing more after the disk refused, until the drafts are forgotten', async (t) => {
    t.mock.method(await fileHandleMethods(), 'datasync', () => Promise.reject(diskFull()));
    await spool.append(head(1), body(), [1n]);
    assert.equal(spool.failed(), false);
    await assert.rejects(spool.commit(), { code: 'ENOSPC' });
    assert.equal(spool.failed(), true);
    await assert.rejects(spool.append(head(2), body(), []), { code: 'ENOSPC' });
    await assert.rejects(spool.commit(), { code: 'ENOSPC' });
    t.mock.restoreAll();
    await assert.rejects(spool.commit(), { code: 'ENOSPC' }, 'the drafts have gone on without it');
    spool.forgetDrafts();
    assert.equal(spool.failed(), false);
    await spool.append(head(1), body(), [5n]);
    await spool.commit();
    assert.deepEqual(durable, [1]);
    assert.deepEqual(await recallSeen(spool.directory, id), new Map([[5n, 1]]));
  });

  it('forgets what was appended to a disk that refused, and nothing of a good one', async (t) => {
    await spool.append(head(1), body(), []);
    spool.forgetDrafts();
    await spool.commit();
    assert.deepEqual(durable, [1]);
    const refusal = t.mock.method(await fileHandleMethods(), 'datasync', () => Promise.reject(diskFull()));
    await spool.append(head(2), body(2 * megabyte), []);
    await until(() => spool.failed());
    refusal.mock.restore();
    spool.forgetDrafts();
    await spool.commit();
    assert.deepEqual(durable, [1]);
  });

  it('keeps the states of sessions when it is closed', async () => {
    await spool.append(head(1), body(), []);
    await spool.commit();
    await spool.close();
    assert.equal((await readSessions(spool.directory)).get('codex/s')?.batch, 1);
    await open();
  });

  describe('opened again', () => {
    const redacted = [{ index: 0, eventType: 'user', rules: { jwt: 1 } }];
    beforeEach(async () => {
      for (const batch of [1, 2, 3]) await spool.append(head(batch, {}, { redacted }), body(), []);
      await spool.commit();
    });

    it('gives what the server has not, and counts nothing twice', async () => {
      Object.assign(stateOf() ?? {}, { acked: 1, sessionId: 'ses_1' });
      await spool.close();
      const left = await open();
      assert.deepEqual(
        left.map(({ batch }) => batch),
        [2, 3],
      );
      assert.deepEqual([stateOf()?.batch, stateOf()?.events, stateOf()?.sessionId], [3, 3, 'ses_1']);
      assert.equal(
        spool.journal.pendingBytes(),
        left.reduce((sum, { bytes }) => sum + bytes, 0),
      );
      assert.deepEqual(stateOf()?.redactions, { jwt: 3 });
    });

    it('adds to a state what the journal has more', async () => {
      const before = readFileSync(join(spool.directory, 'ledger.log'));
      assert.equal(before.length, 0, 'the states were not written yet');
      const killed = spool;
      assert.equal((await open()).length, 3);
      const state = stateOf();
      assert.deepEqual(
        [state?.id, state?.agentId, state?.externalId, state?.batch, state?.acked, state?.events],
        [id, 'codex', 's', 3, 0, 3],
      );
      await spool.states.flush();
      assert.equal((await readSessions(spool.directory)).get('codex/s')?.batch, 3);
      await killed.close();
    });

    it('without a state goes by the journal alone: what went before it is taken as sent', async () => {
      await spool.close();
      rmSync(join(directory, 'spool'), { recursive: true });
      const { journal } = await openJournal(join(directory, 'spool', 'journal'));
      journal.append(head(8), body());
      await journal.commit();
      await journal.close();
      const left = await open();
      assert.deepEqual(
        left.map(({ batch }) => batch),
        [8],
      );
      assert.deepEqual([stateOf()?.batch, stateOf()?.acked, stateOf()?.events], [8, 7, 1]);
    });
  });
});
