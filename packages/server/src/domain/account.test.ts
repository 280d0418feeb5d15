import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  attemptRules,
  hashToken,
  isLinkToken,
  judgeAttempt,
  newLinkToken,
  nextAttemptAt,
  passwordFault,
  readEmail,
  recentAttempts,
} from './account.ts';

const common = new Set(['password', 'correcthorsebatterystaple', 'qwerty']);
const fault = (password: string, email = 'ada@example.com') =>
  passwordFault(password, email, (text) => common.has(text));

test('a password is 12 to 128 code points, counted after NFKC', () => {
  assert.equal(fault('a1b2c3d4e5f'), 'too_short');
  assert.equal(fault('a1b2c3d4e5f6'), undefined);
  assert.equal(fault(`x${'🦊🐻'.repeat(63)}y`), undefined);
  assert.equal(fault(`x${'🦊🐻'.repeat(64)}`), 'too_long');
  // One ligature is three letters once normalized.
  assert.equal(fault('ﬃ2c3d4e5f6'), undefined);
});

test('no composition rules: spaces, one case, other scripts are all fine', () => {
  for (const password of [
    'three quiet llamas',
    'пять тихих лам сидят',
    'zkqjvmxwpgtr',
    '命運之輪轉動不停息十二個字',
  ]) {
    assert.equal(fault(password), undefined, password);
  }
});

test('common passwords are refused in any case, decorated or repeated', () => {
  for (const password of [
    'CorrectHorseBatteryStaple',
    'Password2024!!',
    '123456password',
    'qwertyqwerty',
    'abababababab',
    'aaaaaaaaaaaa',
  ]) {
    assert.equal(fault(password), 'common', password);
  }
});

test('a password must not be the address or the name of the product', () => {
  assert.equal(fault('ada@example.com'), 'personal');
  assert.equal(fault('grace.hopper2024', 'Grace.Hopper@navy.example'), 'personal');
  assert.equal(fault('Debrief123456'), 'personal');
});

test('addresses are trimmed and have exactly one @', () => {
  assert.equal(readEmail('  Ada@Example.com '), 'Ada@Example.com');
  for (const text of ['', 'ada', 'a@b@c', 'a b@c', 'ada@\u0000x', `${'a'.repeat(250)}@b.cd`]) {
    assert.equal(readEmail(text), undefined);
  }
});

test('link tokens carry 256 bits and are stored as a digest', () => {
  const token = newLinkToken();
  assert.equal(Buffer.from(token, 'base64url').length, 32);
  assert.ok(isLinkToken(token));
  assert.ok(!isLinkToken(`${token}x`));
  assert.match(hashToken(token), /^[0-9a-f]{64}$/);
  assert.notEqual(newLinkToken(), token);
});

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
