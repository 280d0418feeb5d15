import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ActiveTime } from './active-time.ts';

const minute = 60_000;

function of(spans: readonly [number, number][]): ActiveTime {
  const time = new ActiveTime();
  for (const [from, to] of spans) {
    time.seen(from);
    time.seen(to);
    time.add(from, to);
  }
  return time;
}

describe('active time', () => {
  it('is not known without a time', () => {
    assert.equal(new ActiveTime().total(), undefined);
  });

  it('counts what was done at the same time once, in whatever order it is told', () => {
    const spans: [number, number][] = [
      [0, 10 * minute],
      [5 * minute, 12 * minute],
      [60 * minute, 61 * minute],
      [30 * minute, 31 * minute],
    ];
    const expected = { activeMs: 14 * minute, waitingMs: 47 * minute };
    assert.deepEqual(of(spans).total(), expected);
    assert.deepEqual(of(spans.toReversed()).total(), expected);
  });

  it('goes on from what was saved', () => {
    const half = of([[0, minute]]);
    const again = new ActiveTime(JSON.parse(JSON.stringify(half.save())));
    again.add(30_000, 2 * minute);
    again.seen(2 * minute);
    assert.deepEqual(again.total(), { activeMs: 2 * minute, waitingMs: 0 });
  });

  it('keeps a thousand spans at most, and loses nothing of what they come to', () => {
    const time = new ActiveTime();
    for (let at = 0; at < 5000; at++) time.add(at * 10_000, at * 10_000 + 5000);
    time.seen(0);
    time.seen(5000 * 10_000);
    const { spans } = time.save();
    assert.ok(spans.length <= 1000);
    const { activeMs, waitingMs } = time.total() ?? { activeMs: 0, waitingMs: 0 };
    assert.ok(activeMs >= 5000 * 5000);
    assert.equal(activeMs + waitingMs, 5000 * 10_000);
  });
});
