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
});
