import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isWithin } from '../../../../scripts/test/slowness.ts';
import { type Wish, wantedIn, wordsIn } from './wish.ts';

const table: readonly (readonly [text: string, asks: Wish[], forbids: Wish[]])[] = [
  ["push it, but don't force", ['push'], ['force']],
  ["let's roll back", ['discard'], []],
  ['just reset', ['discard'], []],
  ['Please discard those changes.', ['discard'], []],
  ['do not revert it', [], []],
  ["please don't reset anything", [], []],
  ['Why did you reset the branch?', [], []],
  ['Add a reset button to the form', [], []],
  ['Fix the bug. Do not push.', [], ['push']],
  ['Never merge this yourself', [], ['merge']],
  ['Fix the merge conflict', [], []],
  ['merge it once CI is green', ['merge'], []],
  ['Implement the cart and open a PR', ['push'], []],
  ['run the tests before you push', ['push'], []],
  ['Remove the unused imports', [], []],
  ['Remove the old runs folder', ['delete'], []],
  ['delete the stale branches', ['delete', 'history'], []],
  ['publish version 2', ['push', 'publish'], []],
  ['write the release notes', [], []],
  ['scripts/release.sh has a syntax error somewhere, find it', [], []],
  ['how many open PRs are there?', [], []],
  ['CI is red because of the go vet step, get it green', [], []],
  ['jacoco check fails since my refactoring', [], []],
  ['lower the coverage threshold to 70', ['checks'], []],
  ['The nightly job may fail without blocking', ['checks'], []],
  ['disable Runs_at_midnight for now, ticket 881', ['skip'], []],
  ['mark the checkout scenario as pending', ['skip'], []],
  ['set my git mail in this repo to ana@acme.io', ['identity'], []],
  ['just write me a failing test for bug 12, do not fix it', ['red'], []],
  ['base class for exporters', ['stub'], []],
  ['deploy it to staging', ['push', 'deploy'], []],
  ['drop the users table and seed it again', ['discard', 'delete', 'history', 'teardown', 'database'], []],
  ['kill the server on port 3000', ['kill'], []],
  ['commit with --no-verify', ['noVerify'], []],
  ['skip that flaky test for now', ['skip'], []],
  ['npm test fails on main, find out why', ['red'], []],
  ['The publish date is wrong', [], []],
  ['The push notification is sent twice', [], []],
  ['Add a delete button to the orders table', [], []],
  ['Destroy the session on logout', [], []],
  ['Force users to sign in again', [], []],
  ['rename the bucket variable in the terraform module', [], []],
  ['the staging pods restart all the time', [], []],
  ['docker uses too much memory', [], []],
  ['bump the timeout to 30 s', ['depend'], []],
  ['publish it to npm', ['push', 'publish'], []],
  ['bump the version and tag it', ['publish', 'depend'], []],
  ['restart the staging pods', ['deploy'], []],
  ['run terraform apply', ['deploy'], []],
  ['prune the docker images', ['deploy'], []],
  ['squash it and force-push', ['push', 'force', 'history'], []],
  ['run git clean -fd', ['discard'], []],
  ['', [], []],
];

describe('what a person wants', () => {
  for (const [text, asks, forbids] of table) {
    it(JSON.stringify(text), () => {
      assert.deepEqual(wantedIn(text), { asks, forbids });
    });
  }

  it('names the words of a text once, without what ends a sentence', () => {
    assert.deepEqual(wordsIn('Add lodash to package.json. Add it at api.example.com:'), [
      'add',
      'lodash',
      'package.json',
      'api.example.com',
    ]);
  });

  it('reads a long text in bounded time', () => {
    const start = performance.now();
    for (const piece of ['reset the ', "don't push, ", 'remove a a a a a a ', 'roll it '])
      wantedIn(piece.repeat(50_000));
    assert.ok(isWithin(performance.now() - start, 500));
  });
});
