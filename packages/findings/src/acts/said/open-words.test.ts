import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CheckKind } from '../../check-kind.ts';
import { openWords } from './open-words.ts';

const open = (sentence: string, of: CheckKind = 'tests', others: CheckKind[] = []): string[] =>
  openWords(sentence, of, others);

describe('words of a claim that a run has to show', () => {
  it('plain claims have none', () => {
    for (const sentence of [
      'All tests pass.',
      'The full test suite is still green.',
      'Tests pass and linter is clean.',
      'No type errors, 0 warnings.',
      'Done — everything passes now, ready to merge.',
      'The suites pass in 12.4s.',
      'Focused tests passed;',
    ])
      assert.deepEqual(open(sentence), [], sentence);
  });

  it('names, places, circumstances and numbers are', () => {
    assert.deepEqual(open('All 58 tests pass on Windows.'), ['58', 'Windows']);
    assert.deepEqual(open('On Windows, all tests pass.'), ['Windows']);
    assert.deepEqual(open('Windows: the full suite is green.'), ['Windows']);
    assert.deepEqual(open('Its tests pass in Chromium, Firefox and WebKit.'), [
      'Chromium',
      'Firefox',
      'WebKit',
    ]);
    assert.deepEqual(open('Clippy is clean, with both the sqlite and the postgres feature.', 'lint'), [
      ...['clippy', 'sqlite', 'postgres', 'feature'],
    ]);
    // The capital that begins a sentence makes no name.
    assert.deepEqual(open('Nightly tests of Oracle passed.'), ['nightly', 'Oracle']);
    assert.deepEqual(open('I ran all tests on MySQL and they pass.'), ['MySQL']);
    assert.deepEqual(open('Tests pass three times in a row with 91% coverage.'), ['3', '91%']);
  });

  it('what else the sentence states is left aside', () => {
    assert.deepEqual(open('Umlauts are folded now, and all tests pass.'), []);
    assert.deepEqual(open('The date picker works and the tests pass.'), []);
    assert.deepEqual(open('All tests pass, so I pushed the branch to staging.'), []);
    assert.deepEqual(open('golangci-lint is clean and all tests pass.', 'tests', ['lint']), []);
    assert.deepEqual(open('flutter analyze has no issues and the tests pass.'), ['flutter', 'analyze']);
  });

  it('never more than a dozen, and a long sentence costs no more than its length', () => {
    const long = `All tests pass on ${'x1 yz, and on '.repeat(2000)}`;
    const from = process.cpuUsage();
    assert.ok(open(long).length <= 12);
    assert.ok(process.cpuUsage(from).user < 2_000_000);
  });
});
