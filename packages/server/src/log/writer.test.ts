import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { until } from '../../testing/log/until.ts';
import type { BusNote, BusOrder } from './bus/log.ts';
import { LogWriter, type LogWriterOptions } from './writer.ts';

const batch = (key: string, bytes = 10) => ({
  ...{ organizationId: 'org_1', sessionId: 'ses_1', lines: Buffer.alloc(bytes), count: 1, key, at: 1 },
});

/** A writer in front of a thread that does what the key of an append says, with what that thread was asked. */
async function open(t: TestContext, given: Partial<LogWriterOptions> = {}) {
  const notes: string[] = [];
  const faults: string[] = [];
  const writer = new LogWriter<BusOrder, unknown>({
    thread: new URL('../../testing/log/fake-bus-thread.ts', import.meta.url),
    workerData: { begin: [{ kind: 'fault', fault: 'begun' }] satisfies BusNote[] },
    onNote: (note) => void notes.push((note as { fault: string }).fault),
    onFault: (fault) => void faults.push(fault),
    ...given,
  });
  await writer.start();
  t.after(() => writer.abort());
  const isAsked = (count: number) => until('the question', () => notes.length > count);
  return { writer, notes, faults, isAsked };
}

const refused = { code: 'service_unavailable' };

describe('the writer of a log', () => {
  it('counts as one that stores nothing when it has had something in hand for more than ten seconds', async (t) => {
    const now = { ms: 1000 };
    t.mock.method(performance, 'now', () => now.ms);
    const { writer, isAsked } = await open(t);
    const check = () => writer.check(async () => assert.fail('nothing has failed yet'));
    now.ms += 60_000;
    await check();
    const waiting = assert.rejects(writer.append(batch('never')), refused);
    await isAsked(1);
    now.ms += 10_000;
    await check();
    now.ms += 1;
    await assert.rejects(check(), refused);
    await writer.abort();
    await waiting;
  });

  it('is asked again after an append that took too long: it is the same thread', async (t) => {
    const { writer, notes, faults } = await open(t, { patience: 20 });
    await assert.rejects(writer.append(batch('never')), refused);
    await writer.submit({ kind: 'settle' });
    assert.deepEqual([notes, faults], [['begun', 'asked append never', 'asked settle'], []]);
  });

  it('lets what is no append take as long as it takes, unless told otherwise', async (t) => {
    const now = { ms: 1000 };
    t.mock.timers.enable({ apis: ['setInterval'] });
    t.mock.method(performance, 'now', () => now.ms);
    const { writer } = await open(t, { patience: 20 });
    const [unbounded, bounded] = [writer.submit({ kind: 'settle' }), writer.submit({ kind: 'check' }, 5)];
    now.ms += 60_000;
    t.mock.timers.tick(1);
    await assert.rejects(bounded, refused);
    assert.equal(await unbounded, undefined);
  });

  it('has no more groups in hand than it is given, unless one has waited too long', async (t) => {
    const one = await open(t, { groupsAhead: 1 });
    const first = assert.rejects(one.writer.append(batch('never')), refused);
    await one.isAsked(1);
    const second = assert.rejects(one.writer.append(batch('k')), refused);
    await new Promise((resolve) => setTimeout(resolve, 30));
    await one.writer.abort();
    await Promise.all([first, second]);
    assert.deepEqual(one.notes, ['begun', 'asked append never']);
    const other = await open(t, { groupsAhead: 1, longestWait: 1, patience: 10_000 });
    const waiting = assert.rejects(other.writer.append(batch('never')), refused);
    await other.isAsked(1);
    assert.equal((await other.writer.append(batch('k'))).first, 1);
    await other.writer.abort();
    await waiting;
  });

  it('is told to whoever waits, and to the log, when it ends by itself', async (t) => {
    const { writer, notes, faults } = await open(t);
    await assert.rejects(writer.append(batch('die')), refused);
    assert.deepEqual(faults, ['the thread ended']);
    assert.equal((await writer.append(batch('k'))).first, 1, 'the next append starts another one');
    assert.deepEqual(notes, ['begun', 'asked append die', 'begun', 'asked append k']);
  });

  it('takes no more bytes at once than it is given, and 128 MB where it is given none', async (t) => {
    const small = await open(t, { queueBytes: 100 });
    await assert.rejects(small.writer.append(batch('large', 101)), { ...refused, retryAfter: 1 });
    const filling = small.writer.append(batch('full', 100));
    await assert.rejects(small.writer.append(batch('more', 1)), refused);
    assert.equal((await filling).first, 1);
    const usual = await open(t);
    const lines = { byteLength: 128 * 1024 * 1024 + 1, buffer: undefined } as unknown as Buffer;
    await assert.rejects(usual.writer.append({ ...batch('large'), lines }), { ...refused, retryAfter: 1 });
    const most = { ...lines, byteLength: 128 * 1024 * 1024 } as unknown as Buffer;
    assert.equal((await usual.writer.append({ ...batch('k'), lines: most })).first, 1);
  });
});
