import assert from 'node:assert/strict';
import { it } from 'node:test';
import { knownRule, ruleInfo } from './known-rule.ts';
import { combinedPolicy, isDemoted, readPolicy, withDemotions } from './policy.ts';
import { leastRisk, riskOf } from './risk.ts';
import { presentSummary } from './summary.ts';

it('a rule is demoted from 30 decisions on, when more than three in ten called it wrong', () => {
  const many = { people: 3, wrongPeople: 3, wrongAuthors: 2 };
  assert.equal(isDemoted({ ...many, decisions: 29, wrong: 29 }), false);
  assert.equal(isDemoted({ ...many, decisions: 30, wrong: 9 }), false);
  assert.equal(isDemoted({ ...many, decisions: 30, wrong: 10 }), true);
  assert.equal(isDemoted({ ...many, decisions: 100, wrong: 30 }), false);
  assert.equal(isDemoted({ ...many, decisions: 100, wrong: 31 }), true);
});

it('it takes three people, more than three in ten of those who decided, and sessions of two authors', () => {
  const wrong = { decisions: 60, wrong: 60 };
  assert.equal(isDemoted({ ...wrong, people: 2, wrongPeople: 2, wrongAuthors: 9 }), false);
  assert.equal(isDemoted({ ...wrong, people: 10, wrongPeople: 3, wrongAuthors: 9 }), false);
  assert.equal(isDemoted({ ...wrong, people: 9, wrongPeople: 3, wrongAuthors: 1 }), false);
  assert.equal(isDemoted({ ...wrong, people: 9, wrongPeople: 3, wrongAuthors: 2 }), true);
});

it('a demoted rule is low, unless somebody said what it is to be', () => {
  const policy = { ...readPolicy('{}'), rules: { b: 'high' as const } };
  const decisions = [
    { rule: 'a', decisions: 40, wrong: 40 },
    { rule: 'b', decisions: 40, wrong: 40 },
    { rule: 'c', decisions: 40, wrong: 0 },
  ].map((one) => ({ ...one, people: 4, wrongPeople: 4, wrongAuthors: 4 }));
  assert.deepEqual(withDemotions(policy, decisions).rules, { a: 'low', b: 'high' });
});

it('a repository adds to the lists of its organization, and its rules win', () => {
  const organization = readPolicy(
    '{"guardedPaths":["a"],"trustedHosts":["h"],"rules":{"x":"low","y":"low"}}',
  );
  const repository = readPolicy(
    '{"guardedPaths":["a","b"],"testCommands":["make test"],"rules":{"y":"high"}}',
  );
  const both = combinedPolicy(organization, repository);
  assert.deepEqual(both.guardedPaths, ['a', 'b']);
  assert.ok(both.trustedHosts.includes('h') && both.testCommands.includes('make test'));
  assert.deepEqual(both.rules, { x: 'low', y: 'high' });
  assert.equal(combinedPolicy(organization, undefined), organization);
  assert.deepEqual(combinedPolicy(undefined, undefined), readPolicy('{}'));
});

it('a rule that does not exist is refused, also one called like a property of every object', () => {
  assert.equal(knownRule(undefined), undefined);
  for (const rule of ['nothing', 'constructor', '__proto__', '']) {
    assert.equal(ruleInfo(rule), undefined, rule);
    assert.throws(() => knownRule(rule), { code: 'validation_error' }, rule);
  }
});

it('risk goes by severity first, then by the number of rules', () => {
  assert.ok(riskOf('low', 1_000) < leastRisk.medium && riskOf('medium', 1_000) < leastRisk.high);
  assert.equal(riskOf('high', 3), leastRisk.high + 3);
  assert.equal(riskOf('low', 99), riskOf('low', 100));
  assert.ok(riskOf('low', 98) < riskOf('low', 99));
  assert.deepEqual(presentSummary({ high: 1, medium: 2, low: 3, top: '[{"rule":"x"}]' } as never), {
    high: 1,
    medium: 2,
    low: 3,
    top: [{ rule: 'x' }],
  });
});
