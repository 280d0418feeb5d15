import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notificationReasons } from '@debrief/contract';
import { deedOf, nextMonday, reasonNames, tomorrowMorning } from './notification-words.ts';

test('every reason has words, with and without somebody who did it', () => {
  for (const reason of notificationReasons) {
    assert.ok(deedOf({ reason }).length > 0);
    assert.ok(deedOf({ reason, by: 'usr_1' }).length > 0);
    assert.ok(reasonNames[reason].length > 0);
  }
});

test('put off until tomorrow or Monday morning', () => {
  const friday = new Date(2026, 10, 13, 22, 30);
  assert.equal(tomorrowMorning(friday).getTime(), new Date(2026, 10, 14, 9).getTime());
  assert.equal(nextMonday(friday).getTime(), new Date(2026, 10, 16, 9).getTime());
  // On a Monday it is the next one.
  assert.equal(nextMonday(new Date(2026, 10, 16, 8)).getTime(), new Date(2026, 10, 23, 9).getTime());
});
