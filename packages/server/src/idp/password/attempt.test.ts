import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attemptRules, judgeAttempt, nextAttemptAt, recentAttempts } from './attempt.ts';

const second = 1000;
const minute = 60 * second;

/** Tries as often as the rule allows and reports when. */
function tryFor(rule: Parameters<typeof nextAttemptAt>[1], ms: number): number[] {
  const made: number[] = [];
  const start = 1_000_000_000;
  for (let now = start; now < start + ms; now += second) {
    const history = recentAttempts(made, rule, now);
    if (nextAttemptAt(history, rule, now) <= now) made.push(now);
  }
  return made.map((at) => at - start);
}

test('an account takes 5 attempts in a minute, 20 in an hour, and ever longer waits between them', () => {
  const made = tryFor(attemptRules.account, 60 * minute);
  assert.equal(made.filter((at) => at < minute).length, 5);
  assert.ok(made.length <= 20, `${made.length}`);
  const waits = made.slice(4).map((at, index) => at - (made.slice(3)[index] ?? 0));
  assert.deepEqual(waits.slice(1, 4), [minute, 2 * minute, 4 * minute]);
  assert.ok(
    waits.every((wait) => wait <= 5 * minute),
    'never a lock-out',
  );
});

test('one address takes 30 attempts in any minute', () => {
  const made = tryFor(attemptRules.address, 3 * minute);
  for (const at of made) {
    assert.ok(made.filter((other) => other > at - minute && other <= at).length <= 30);
  }
  assert.equal(made.filter((at) => at < minute).length, 30);
});

test('a clock that was set back does not lock anybody out', () => {
  const future = [10, 20, 30, 40, 50].map((n) => 5_000_000_000 + n);
  assert.deepEqual(recentAttempts(future, attemptRules.account, 4_000_000_000), []);
});

test('attempts count in whatever order those who waited looked at their clocks', () => {
  let history: number[] = [];
  const admitted = [9, 2, 7, 1, 8, 3, 6].filter((offset) => {
    const now = 1_000_000_000 + offset;
    const judged = judgeAttempt([history], [attemptRules.account], now);
    history = judged.histories[0] ?? [];
    return judged.next <= now;
  });
  assert.deepEqual(admitted, [9, 2, 7, 1, 8]);
});

test('an attempt that one rule refuses is counted by none', () => {
  const now = 1_000_000_000;
  const full = Array.from({ length: 5 }, (_, n) => now - n);
  const { histories, next } = judgeAttempt([full, []], [attemptRules.account, attemptRules.address], now);
  assert.ok(next > now);
  assert.deepEqual(
    histories.map((history) => history.length),
    [5, 0],
  );
});
