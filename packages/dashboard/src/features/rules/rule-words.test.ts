import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Rule } from '@debrief/contract';
import { decisionsOf, leadOf, spoken } from './rule-words.ts';

const rule = (part: Partial<Rule>): Rule => ({
  ...{ rule: 'a', family: 'f', title: 't', means: 'm', check: 'c', severity: 'low', usualSeverity: 'low' },
  ...{ isDemoted: false, sessions: 0, findings: 0, recentSessions: 0, confirmedSessions: 0 },
  decisions: { confirmed: 0, expected: 0, wrong: 0 },
  ...part,
});

test('rules that spoke come first, the newest use before the most; the others are apart', () => {
  const rules = [
    rule({ rule: 'never' }),
    rule({ rule: 'old', sessions: 9 }),
    rule({ rule: 'new', sessions: 2, recentSessions: 2 }),
    rule({ rule: 'all wrong', decisions: { confirmed: 0, expected: 0, wrong: 3 } }),
  ];
  const { here, never } = spoken(rules);
  assert.deepEqual(
    here.map((one) => one.rule),
    ['new', 'old', 'all wrong'],
  );
  assert.deepEqual(
    never.map((one) => one.rule),
    ['never'],
  );
});

test('what was raised holds what people have taken off the lists', () => {
  assert.equal(decisionsOf(rule({})), 'Never here');
  assert.equal(decisionsOf(rule({ findings: 4 })), '4 raised, nobody has decided yet');
  assert.equal(
    decisionsOf(rule({ findings: 4, decisions: { confirmed: 2, expected: 1, wrong: 3 } })),
    '8 raised: 2 confirmed, 1 expected, 3 wrong',
  );
  assert.equal(leadOf(rule({ confirmedSessions: 2 }), 7), 'Led to 2 of 7 sessions with something confirmed');
  assert.equal(leadOf(rule({}), 7), undefined);
});
