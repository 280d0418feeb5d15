import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CAPITAL, DIGIT, HINT, isPlainHex, looksOf } from './looks.ts';
import { SHAPES } from './shapes.ts';

const looks = (run: string) => looksOf(run, 0, run.length);
const isHash = (run: string) => isPlainHex(looks(run), run.length);

test('a hash and a uuid are plain hex, and nothing else', () => {
  assert.ok(isHash('0a1b2c3d'.repeat(4)));
  assert.ok(isHash('0a1b2c3d'.repeat(8)));
  assert.ok(isHash('0c1d2e3f-4a5b-4c6d-8e7f-90a1b2c3d4e5'));
  assert.ok(!isHash(`${'0a1b2c3d'.repeat(8)}0`), 'too long');
  assert.ok(!isHash(`${'0a1b2c3d'.repeat(4)}-1`), 'a hyphen at another length');
  for (const mark of ['g', 'A', '_', '.', '+', '=', 'š']) assert.ok(!isHash(`0a1b2c3d${mark}`), mark);
});

test('the hint of a shape is seen wherever it stands', () => {
  for (const { hint } of SHAPES)
    for (const run of [hint, `${'0'.repeat(100)}${hint}`, `00${hint}00`])
      assert.ok((looks(run) & HINT) !== 0, run);
  assert.equal(looks('0'.repeat(40)) & HINT, 0);
});

test('digits and capitals count in the first 64 characters, between the given ends', () => {
  assert.equal(looks(`${'g'.repeat(63)}7`) & DIGIT, DIGIT);
  assert.equal(looks(`${'g'.repeat(64)}7`) & DIGIT, 0);
  assert.equal(looks(`${'g'.repeat(64)}A`) & CAPITAL, 0);
  assert.equal(looksOf('7gA', 1, 2) & (DIGIT | CAPITAL), 0);
});
