import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Batch } from '../spool/batch.ts';
import { UploadQueue } from './queue.ts';

const batch = (session: string, number = 1) => ({ session, batch: number }) as Batch;
const sessions = ['codex/a', 'codex/b', 'cursor/c', 'cursor/d', 'pi/e'];

function claimAll(queue: UploadQueue): string[] {
  const claimed: string[] = [];
  for (let one = queue.claim(); one; one = queue.claim()) claimed.push(one);
  return claimed;
}

describe('the upload queue', () => {
  it('gives each lane one session, and a session to one lane only', () => {
    const queue = new UploadQueue(4);
    queue.add([...sessions, 'codex/a'].map((session) => batch(session)));
    assert.equal(queue.size(), 6);
    assert.deepEqual(claimAll(queue), sessions.slice(0, 4));
    queue.release('codex/b');
    assert.deepEqual(claimAll(queue), ['codex/b'], 'free again, but the others are still running');
  });

  it('opens one lane after a failure, and all of them again after a success', () => {
    const queue = new UploadQueue(4);
    queue.add(sessions.map((session) => batch(session)));
    assert.equal(queue.claim(), 'codex/a');
    queue.fail(() => -1);
    queue.release('codex/a');
    assert.deepEqual(claimAll(queue), ['codex/a'], 'one lane tries');
    queue.fail(() => -1);
    queue.release('codex/a');
    assert.deepEqual(claimAll(queue), ['codex/a'], 'one lane still');
    queue.sent('codex/a');
    assert.equal(queue.first('codex/a'), undefined);
    assert.equal(claimAll(queue).length, 3, 'with the one that runs: four');
  });

  it('counts failures in a row for the delay and is closed as long as that says', () => {
    const queue = new UploadQueue(2);
    queue.add([batch('codex/a')]);
    const counted: number[] = [];
    const delay = (failures: number) => {
      counted.push(failures);
      return 60_000;
    };
    queue.fail(delay);
    queue.fail(delay);
    assert.deepEqual(counted, [0, 1]);
    assert.ok(queue.isClosed() && queue.closedFor() > 59_000);
    assert.equal(queue.claim(), undefined);
    queue.sent('codex/a');
    queue.fail(delay);
    assert.deepEqual(counted, [0, 1, 0]);
  });

  it('leaves the sessions of a disabled agent waiting, and is drained without them', () => {
    const queue = new UploadQueue(4);
    queue.add(sessions.map((session) => batch(session)));
    queue.disable('codex');
    assert.deepEqual(queue.disabledAgents(), ['codex']);
    assert.deepEqual(claimAll(queue), ['cursor/c', 'cursor/d', 'pi/e']);
    assert.equal(queue.isDrained(), false);
    for (const session of ['cursor/c', 'cursor/d', 'pi/e']) {
      queue.sent(session);
      queue.first(session);
      queue.release(session);
    }
    assert.equal(queue.isDrained(), true);
    assert.equal(queue.size(), 2);
  });

  it('takes a disabled agent in again after ten minutes', (test) => {
    test.mock.timers.enable({ apis: ['Date'], now: 1_000 });
    const queue = new UploadQueue(4);
    queue.add([batch('codex/a')]);
    assert.equal(queue.disable('codex'), 600_000);
    test.mock.timers.setTime(1_000 + 599_999);
    assert.equal(queue.claim(), undefined);
    assert.equal(queue.isDrained(), true);
    test.mock.timers.setTime(1_000 + 600_000);
    assert.deepEqual(queue.disabledAgents(), []);
    assert.equal(queue.isDrained(), false);
    assert.equal(queue.claim(), 'codex/a');
  });

  it('says until when it is closed, and opens exactly then', (test) => {
    test.mock.timers.enable({ apis: ['Date'], now: 1_000 });
    const queue = new UploadQueue(4);
    queue.add([batch('codex/a')]);
    assert.equal(queue.closedFor(), 0);
    assert.equal(
      queue.fail(() => 500),
      1_500,
    );
    assert.equal(queue.closedFor(), 500);
    assert.equal(queue.claim(), undefined);
    test.mock.timers.setTime(1_500);
    assert.deepEqual([queue.isClosed(), queue.closedFor()], [false, 0]);
    assert.equal(queue.claim(), 'codex/a');
  });

  it('gives the batches of a session in order, and forgets a session that has none or is given up', () => {
    const queue = new UploadQueue(2);
    queue.add([batch('codex/a', 1), batch('codex/a', 2), batch('pi/e', 1)]);
    assert.equal(queue.first('codex/a')?.batch, 1);
    assert.equal(queue.first('codex/a')?.batch, 1, 'until it is sent');
    queue.sent('codex/a');
    assert.equal(queue.first('codex/a')?.batch, 2);
    queue.sent('codex/a');
    assert.equal(queue.first('codex/a'), undefined);
    assert.equal(queue.size(), 1);
    assert.equal(queue.isBusy(), false);
    assert.equal(queue.claim(), 'pi/e');
    assert.equal(queue.isBusy(), true);
    queue.forget('pi/e');
    assert.equal(queue.isDrained(), false, 'it is still being sent');
    queue.release('pi/e');
    assert.equal(queue.isDrained(), true);
  });

  it('without lanes sends nothing, also after a failure', () => {
    const queue = new UploadQueue(0);
    queue.add([batch('codex/a')]);
    queue.fail(() => -1);
    assert.equal(queue.claim(), undefined);
  });
});
