import assert from 'node:assert/strict';
import { it } from 'node:test';
import { now, onEveryAccountStore } from '../../../testing/accounts.ts';
import type { AccountStore } from '../../idp/account.ts';
import { attemptRules, judgeAttempt } from '../../idp/password/attempt.ts';

onEveryAccountStore('attempts at passwords', (bench) => {
  it('attempts that race are all counted', async () => {
    const { store, other } = bench();
    const use = (each: AccountStore, at: number) =>
      each.attempt.change(['b', 'a'], ([b = [], a = []]) => ({
        histories: [[...b, at], a.length < 5 ? [...a, at] : a],
        result: a.length < 5,
      }));
    const allowed = await Promise.all(
      Array.from({ length: 12 }, (_, n) => use(n % 2 ? other : store, now + n)),
    );
    assert.equal(allowed.filter(Boolean).length, 5);
    const seen = await store.attempt.change(['a', 'b'], (histories) => ({ histories, result: histories }));
    assert.deepEqual(
      seen.map((history) => history.length),
      [5, 12],
    );
  });

  it('a burst from one address over many accounts passes as often as the rule says', async () => {
    const { store, other } = bench();
    const rules = [attemptRules.account, attemptRules.address];
    const use = (each: AccountStore, n: number) => {
      // Each looked at its clock before it had to wait.
      const at = now + ((n * 7) % 50);
      return each.attempt.change([`account ${n}`, 'one address'], (found) => {
        const { histories, next } = judgeAttempt(found, rules, at);
        return { histories, result: next <= at };
      });
    };
    const allowed = await Promise.all(Array.from({ length: 50 }, (_, n) => use(n % 2 ? other : store, n)));
    assert.equal(allowed.filter(Boolean).length, 30);
  });
});
