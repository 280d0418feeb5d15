import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Brief } from '@debrief/contract';
import { checkName, checkText, roughTime, steppedInText } from './words.ts';

type Check = Brief['proved']['checks'][number];

const check = (state: Check['state'], run: Partial<Check['run']> = {}): Check => ({
  of: 'tests',
  state,
  run: {
    sequence: 7,
    command: 'npm test',
    result: 'passed',
    output: 'whole',
    from: 'session',
    scope: 'all',
    edits: 0,
    ...run,
  },
});

describe('the words of the brief', () => {
  it('say how a check stands', () => {
    const table: [Check, string][] = [
      [check('passed', { passed: 214 }), '✓ Tests: 214 passed, no edit recorded since'],
      [check('passed'), '✓ Tests: passed, no edit recorded since'],
      [check('failed', { result: 'failed', failed: 1, passed: 3 }), '✗ Tests: 1 failed, 3 passed'],
      [check('edited', { edits: 1 }), '– Tests: passed, 1 edit since'],
      [check('partly', { scope: 'part', passed: 2 }), '– Tests: 2 passed, a part only'],
      [check('not-run', { result: 'not run' }), '– Tests: could not start'],
      [check('unreadable', { result: 'unknown' }), '? Tests: ran, cannot be read from the record'],
    ];
    for (const [one, text] of table) assert.equal(`${checkName(one)}: ${checkText(one)}`, text);
  });

  it('say times as people do', () => {
    const minute = 60_000;
    assert.deepEqual(
      [0, 999, 1000, 59_000, minute, 52 * minute, 60 * minute, 341 * minute, 1500 * minute].map(roughTime),
      ['', '', '1 s', '59 s', '1 m', '52 m', '1 h', '5 h 41 m', '1 d 1 h'],
    );
  });

  it('say how often people stepped in', () => {
    const none = { denied: 0, interrupted: 0, corrected: 0, sentBack: 0, items: [] };
    assert.equal(steppedInText(none), '');
    assert.equal(steppedInText({ ...none, denied: 1, corrected: 2 }), '1 refused, 2 corrected');
    assert.equal(steppedInText({ ...none, interrupted: 3, sentBack: 1 }), '3 interrupted, 1 plan sent back');
  });
});
