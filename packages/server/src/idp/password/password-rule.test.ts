import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passwordFault } from './password-rule.ts';

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
