import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { until } from '../../../testing/log/until.ts';
import { LogMisfit } from '../../domain/session/log-misfit.ts';
import type { EventLog } from '../../domain/session/log-ports.ts';
import { type BusNote, JetStreamLog } from './log.ts';

const thread = new URL('../../../testing/log/fake-bus-thread.ts', import.meta.url);
const ready: BusNote = { kind: 'ready', serverVersion: '2.11.0' };
const batch = (key: string) => ({
  ...{ organizationId: 'org_1', sessionId: 'ses_1', lines: Buffer.from('"e"\t1\n'), count: 1, key, at: 1 },
});

/** The log, with what it said of itself, in front of a thread that says what the test wants. */
async function open(t: TestContext, begin: BusNote[] = [ready]) {
  const told: string[] = [];
  const asked: string[] = [];
  const behind = {
    read: async () => void asked.push('read'),
    expire: async (before: number) => before,
    compact: async (limit: number) => limit,
    stop: async () => void asked.push('stop behind'),
  } as unknown as EventLog;
  const log = await JetStreamLog.open({
    thread: { url: thread, workerData: { begin } },
    behind,
    onPersisted: ({ organizationId, sessionId }) => void told.push(`${organizationId} ${sessionId}`),
    onFault: (fault) => void asked.push(String(fault)),
  });
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await log.stop();
    isStopped = true;
  };
  t.after(stop);
  return { log, told, asked, stop };
}

describe('the log in front of the thread of the bus', () => {
  it('is open when the thread says that it is ready, and knows the server', async (t) => {
    const { log, asked } = await open(t);
    assert.equal(log.serverVersion, '2.11.0');
    assert.deepEqual(await log.append(batch('k')), { first: 1, count: 1, async: true, replayed: false });
    assert.deepEqual(asked, ['asked append k']);
  });

  it('is not opened where the thread refuses, and says what it said', async (t) => {
    const refused: BusNote = { kind: 'refused', reason: 'It follows another stream.' };
    const threads: Worker[] = [];
    const keep = (worker: Worker) => void threads.push(worker);
    process.on('worker', keep);
    t.after(() => process.off('worker', keep));
    await assert.rejects(open(t, [refused]), { message: 'It follows another stream.' });
    assert.deepEqual(
      threads.map(({ threadId }) => threadId),
      [-1],
      'the thread has ended',
    );
  });

  it('starts the thread again when it ended by itself, also when nobody asks', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { log, asked } = await open(t, [ready, { kind: 'fault', fault: 'begun' }]);
    await assert.rejects(log.append(batch('die')), { code: 'service_unavailable' });
    assert.deepEqual(asked, ['begun', 'asked append die', 'the thread ended']);
    t.mock.timers.tick(1000);
    await until('another thread', () => asked.length === 4);
    assert.equal(asked[3], 'begun');
  });

  it('tells of each session that has more, and of faults', async (t) => {
    const sessions = ['a', 'b'].map((sessionId) => ({ organizationId: 'org_1', sessionId }));
    const { told, asked } = await open(t, [
      ready,
      { kind: 'persisted', sessions },
      { kind: 'fault', fault: 'odd' },
    ]);
    assert.deepEqual([told, asked], [['org_1 a', 'org_1 b'], ['odd']]);
  });

  it('refuses appends at once while the bus is away, until it is back', async (t) => {
    const { log, asked } = await open(t);
    await log.append(batch('down'));
    await assert.rejects(log.append(batch('k')), { code: 'service_unavailable' });
    assert.deepEqual(asked, ['asked append down'], 'the thread was not asked');
    const back = await open(t, [{ kind: 'reach', isUp: false }, ready]);
    await back.log.append(batch('k'));
    const up = await open(t, [ready, { kind: 'reach', isUp: false }, { kind: 'reach', isUp: true }]);
    await up.log.append(batch('k'));
    const away = await open(t, [ready, { kind: 'reach', isUp: false }]);
    await assert.rejects(away.log.append(batch('k')), { code: 'service_unavailable' });
  });

  it('says why bus and database do not fit, until they do or another thread has begun', async (t) => {
    const misfit = 'the bus came back without its last messages';
    const said: BusNote = { kind: 'reach', isUp: false, misfit };
    const { log, asked } = await open(t, [ready, said]);
    assert.equal(log.misfit, misfit);
    await assert.rejects(log.append(batch('k')), { code: 'service_unavailable', retryAfter: 5 });
    await assert.rejects(log.check(), (error) => error instanceof LogMisfit && error.message === misfit);
    assert.deepEqual(asked, [], 'the thread was not asked');
    const mended = await open(t, [ready, said, { kind: 'reach', isUp: true, misfit: undefined }]);
    await mended.log.append(batch('k'));
    await mended.log.check();
    const begun = await open(t, [said, ready]);
    assert.equal(begun.log.misfit, undefined);
  });

  it('asks the bus before it says that all is well, and has it proved after an append that failed', async (t) => {
    const { log, asked } = await open(t);
    await log.check();
    assert.deepEqual(asked, ['asked check']);
    await assert.rejects(log.append(batch('fail')), { code: 'service_unavailable' });
    await assert.rejects(log.check(), { code: 'service_unavailable' });
    await assert.rejects(log.check(), { code: 'service_unavailable' });
    await log.check();
    await log.check();
    assert.deepEqual(asked.slice(1), [
      ...['asked append fail', 'asked check', 'asked probe', 'asked check', 'asked probe'],
      ...['asked check', 'asked probe', 'asked check'],
    ]);
  });

  it('has sessions ended and removed by the thread, and everything read in the database', async (t) => {
    const { log, asked, stop } = await open(t);
    const closing = { organizationId: 'o', sessionId: 's', status: 'completed' as const, endedAt: 2, at: 3 };
    assert.deepEqual(await log.close(closing), { status: 'failed', endedAt: 1, now: false });
    await log.erase({ organizationId: 'o', sessionId: 's', sessionPk: 1, bucket: null });
    await log.settled();
    await log.read({} as never);
    assert.deepEqual([await log.expire(7, 7), await log.compact(8)], [7, 8]);
    await stop();
    const settled = 'asked settle';
    assert.deepEqual(asked, [
      ...['asked close', 'asked erase', settled, 'read'],
      ...[settled, 'stop behind'],
    ]);
  });
});
