import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Rule } from '@debrief/contract';
import { offersOf } from './offers.ts';

const rule = (name: string, confirmedSessions: number): Rule => ({
  ...{ rule: name, family: 'git', title: `Title of ${name}`, means: `What ${name} means.`, check: 'Look.' },
  ...{
    severity: 'high',
    usualSeverity: 'high',
    isDemoted: false,
    sessions: 9,
    findings: 9,
    recentSessions: 9,
  },
  decisions: { confirmed: confirmedSessions, expected: 0, wrong: 0 },
  confirmedSessions,
});

test('what people confirmed three times is offered, the most often first, as a check and without an instruction', () => {
  const rules = [rule('git.discard', 3), rule('git.force', 2), rule('test.skip', 7)];
  const offers = offersOf(rules, []);
  assert.deepEqual(
    offers.map((one) => [one.rule, one.confirmedSessions]),
    [
      ['test.skip', 7],
      ['git.discard', 3],
    ],
  );
  assert.deepEqual(offers[0]?.start, {
    text: '',
    check: 'when finding "test.skip"',
    said: { words: 'What test.skip means.', title: 'Title of test.skip' },
  });
});

test('what is a lesson, or was one, is not offered; nor more than five', () => {
  const rules = Array.from({ length: 9 }, (_, at) => rule(`a.b${at}`, 3 + at));
  const offers = offersOf(rules, [{ check: 'when finding "a.b8"' }, {}]);
  assert.deepEqual(
    offers.map((one) => one.rule),
    ['a.b7', 'a.b6', 'a.b5', 'a.b4', 'a.b3'],
  );
});
