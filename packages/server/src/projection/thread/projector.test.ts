import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Change } from '../../domain/session/bell.ts';
import { LocalBell } from '../../log/bell.ts';
import { knownWrites } from '../../worker/known-writes.ts';
import { Projector } from './projector.ts';

/** A thread made of a few lines, in place of the real one. */
const thread = (code: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(
      `import { parentPort, workerData } from 'node:worker_threads';
       const folded = (sessionId) => parentPort.postMessage({ kind: 'folded', organizationId: 'org_a', sessionId });
       ${code}`,
    )}`,
  );

describe('the projector', () => {
  it('passes on what was rung here and rings when something has been folded', async () => {
    const bell = new LocalBell();
    const { promise, resolve } = Promise.withResolvers<string[]>();
    const heard: string[] = [];
    const writes = knownWrites.count;
    bell.listen(({ sessionId, derived }: Change) => {
      if (!derived) return;
      assert.ok(knownWrites.count > writes, 'whoever hears it reads what was written');
      heard.push(sessionId);
      if (heard.length === 2) resolve(heard);
    });
    const projector = new Projector({
      thread: thread(`parentPort.on('message', (order) => {
        if (order === 'stop') return parentPort.close();
        for (const { organizationId, sessionId } of order.rung) if (organizationId === 'org_a') folded(sessionId);
      });`),
      wiring: {},
      bell,
      onFault: (fault) => assert.fail(String(fault)),
    });
    bell.ring({ organizationId: 'org_a', sessionId: 'ses_1' });
    bell.announce({ organizationId: 'org_a', sessionId: 'ses_elsewhere' }, false);
    bell.ring({ organizationId: 'org_a', sessionId: 'ses_2' });
    assert.deepEqual(await promise, ['ses_1', 'ses_2']);
    await projector.stop();
  });

  it('passes on what was rung here also when others ring for it, where they write it; no more than 10 000 of those', async () => {
    const bell = new LocalBell();
    const folded: string[] = [];
    bell.listen(({ sessionId, derived }: Change) => derived && folded.push(sessionId));
    const projector = new Projector({
      thread: thread(`parentPort.on('message', (order) => {
        if (order === 'stop') return parentPort.close();
        for (const { sessionId } of order.rung) if (!sessionId.startsWith('many')) folded(sessionId);
      });`),
      wiring: {},
      bell,
      isWrittenElsewhere: true,
      onFault: (fault) => assert.fail(String(fault)),
    });
    const ring = (sessionId: string) => bell.ring({ organizationId: 'org_a', sessionId });
    const ringElsewhere = (sessionId: string) => bell.announce({ organizationId: 'org_a', sessionId }, false);
    const untilFolded = async (expected: string[]) => {
      while (folded.length < expected.length) await new Promise((resolve) => setTimeout(resolve, 10));
      assert.deepEqual(folded.splice(0), expected);
    };
    ring('here');
    await untilFolded(['here']);
    // The first ring may be of another server that appended to the same session, and not of whoever writes it.
    for (let times = 0; times < 2; times++) {
      ringElsewhere('unknown');
      ringElsewhere('here');
      await untilFolded(['here']);
    }
    ring('first');
    ring('kept');
    for (let one = 0; one < 9_999; one++) ring(`many ${one}`);
    await untilFolded(['first', 'kept']);
    ringElsewhere('first');
    ringElsewhere('kept');
    await untilFolded(['kept']);
    await projector.stop();
  });

  it('has help while everything is folded anew, says how far that is, and once that it is done', async () => {
    const bell = new LocalBell();
    const told: object[] = [];
    const removed: string[] = [];
    const started = Promise.withResolvers<void>();
    const projector = new Projector({
      // Helpers say that they are there, and leave when they are told to; the first is told how far it has come.
      thread: thread(`
        const { onlyWork } = workerData;
        if (onlyWork) folded('helper');
        parentPort.on('message', (order) => {
          if (order === 'stop') {
            if (onlyWork) folded('left');
            return parentPort.close();
          }
          if (onlyWork) return;
          for (const { sessionId } of order.rung) {
            if (sessionId === 'ses_rest') parentPort.postMessage({ kind: 'progress', total: 10, left: 1 });
            if (sessionId === 'ses_last') {
              parentPort.postMessage({ kind: 'progress', total: 10, left: 0 });
              parentPort.postMessage({ kind: 'progress', total: 10, left: 0 });
              parentPort.postMessage({ kind: 'removed', what: 'an older version' });
            }
          }
        });`),
      wiring: {},
      bell,
      rebuildThreads: 3,
      progress: { total: 10, left: 7 },
      onProgress: (progress) => told.push(progress),
      onRemoved: (what) => removed.push(what),
      onFault: (fault) => assert.fail(String(fault)),
    });
    const folded: string[] = [];
    const gone = Promise.withResolvers<void>();
    bell.listen(({ sessionId, derived }: Change) => {
      if (!derived) return;
      folded.push(sessionId);
      if (folded.length === 2) started.resolve();
      if (folded.length === 4) gone.resolve();
    });
    await started.promise;
    assert.deepEqual(projector.rebuild, { percent: 30 });
    // Somebody waits for it, as for one that was rung.
    projector.want({ organizationId: 'org_a', sessionId: 'ses_rest' });
    while (told.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.deepEqual(projector.rebuild, { percent: 90 });
    projector.want({ organizationId: 'org_a', sessionId: 'ses_last' });
    await gone.promise;
    while (removed.length < 1) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.deepEqual(folded, ['helper', 'helper', 'left', 'left']);
    assert.equal(projector.rebuild, undefined);
    assert.deepEqual(told, [
      { total: 10, left: 7 },
      { total: 10, left: 1 },
      { total: 10, left: 0 },
    ]);
    assert.deepEqual(removed, ['an older version']);
    await projector.stop();
  });

  it('starts again when the thread dies, and tells the next one which session it died of', async () => {
    const bell = new LocalBell();
    const { promise, resolve } = Promise.withResolvers<string>();
    bell.listen(({ sessionId }) => resolve(sessionId));
    const faults: string[] = [];
    const projector = new Projector({
      thread: thread(`
        if (workerData.deadly.length > 0) folded(workerData.deadly[0].sessionId);
        else {
          parentPort.postMessage({ kind: 'begin', sessionId: 'ses_deadly' });
          setTimeout(() => { throw new Error('out of luck'); }, 50);
        }
        parentPort.on('message', () => parentPort.close());`),
      wiring: {},
      bell,
      onFault: (fault, sessionId) => faults.push(`${fault} ${sessionId}`),
    });
    assert.equal(await promise, 'ses_deadly');
    assert.deepEqual(faults, ['Error: out of luck ses_deadly']);
    await projector.stop();
  });

  it('does not wait for a thread that is still loading when it stops', { timeout: 4000 }, async () => {
    const projector = new Projector({
      thread: thread('await new Promise((resolve) => setTimeout(resolve, 60_000));'),
      wiring: {},
      bell: new LocalBell(),
      onFault: (fault) => assert.fail(String(fault)),
    });
    await projector.stop();
  });

  it('ends a thread that is caught in one session, and the next one goes on with the others', async () => {
    const bell = new LocalBell();
    const { promise, resolve } = Promise.withResolvers<string>();
    bell.listen(({ sessionId }) => resolve(sessionId));
    const faults: string[] = [];
    const setAside: unknown[] = [];
    const projector = new Projector({
      thread: thread(`
        const [deadly] = workerData.deadly;
        parentPort.postMessage({ kind: 'alive' });
        setInterval(() => parentPort.postMessage({ kind: 'alive' }), 50).unref();
        if (deadly) {
          parentPort.postMessage({ kind: 'setAside', organizationId: 'org_a', ...deadly });
          folded('ses_next');
        } else {
          parentPort.postMessage({ kind: 'begin', sessionId: 'ses_slow' });
          setTimeout(() => /^(?:a+)+$/.test('a'.repeat(60) + 'b'), 300);
        }
        parentPort.on('message', () => parentPort.close());`),
      wiring: {},
      bell,
      patience: 1000,
      onFault: (fault, sessionId) => faults.push(`${fault} ${sessionId}`),
      onSetAside: ({ sessionId, cause, reason }) => setAside.push({ sessionId, cause, reason }),
    });
    assert.equal(await promise, 'ses_next');
    const reason = 'It took more than 1 seconds of processor time.';
    assert.deepEqual(faults, [`${reason} The thread was ended. ses_slow`]);
    assert.deepEqual(setAside, [{ sessionId: 'ses_slow', cause: 'slow', reason }]);
    await projector.stop();
  });

  it('lets a thread wait as long as it likes', async () => {
    const faults: unknown[] = [];
    const projector = new Projector({
      thread: thread(`
        parentPort.postMessage({ kind: 'begin', sessionId: 'ses_waiting' });
        setInterval(() => parentPort.postMessage({ kind: 'alive' }), 50);
        parentPort.on('message', () => process.exit());`),
      wiring: {},
      bell: new LocalBell(),
      patience: 600,
      onFault: (fault) => faults.push(fault),
    });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    assert.deepEqual(faults, []);
    await projector.stop();
  });
});
