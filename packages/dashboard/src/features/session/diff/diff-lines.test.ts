import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diffLines, diffPairs, numberDigits } from './diff-lines.ts';

const hunk = (oldStart: number, newStart: number, lines: string[]) => ({
  oldStart,
  oldLines: lines.filter((line) => !line.startsWith('+')).length,
  newStart,
  newLines: lines.filter((line) => !line.startsWith('-')).length,
  lines,
});

test('lines carry the numbers of the side they are on', () => {
  const lines = diffLines([hunk(10, 12, [' a', '-b', '+c', '+d', ' e'])], true);
  assert.deepEqual(
    lines.map(({ sign, old, fresh }) => [sign, old, fresh]),
    [
      [' ', 10, 12],
      ['-', 11, undefined],
      ['+', undefined, 13],
      ['+', undefined, 14],
      [' ', 12, 15],
    ],
  );
});

test('a fragment whose place in the file is unknown has no numbers', () => {
  const [line] = diffLines([hunk(1, 1, ['-b'])], false);
  assert.equal(line?.old, undefined);
});

test('side by side: a replaced line stands beside its replacement, hunks are kept apart', () => {
  const lines = diffLines([hunk(1, 1, ['-b', '+c', '+d', ' e']), hunk(9, 10, ['+x'])], true);
  assert.deepEqual(
    diffPairs(lines).map(([left, right]) => [left?.text, right?.text]),
    [
      ['b', 'c'],
      [undefined, 'd'],
      ['e', 'e'],
      [undefined, 'x'],
    ],
  );
});

test('that the last line has no line break is no line: numbers stay right', () => {
  const none = '\\ No newline at end of file';
  const lines = diffLines([hunk(4, 4, ['-b', none, '+c', none])], true);
  assert.deepEqual(
    lines.map(({ sign, old, fresh, noBreak }) => [sign, old, fresh, noBreak]),
    [
      ['-', 4, undefined, true],
      ['+', undefined, 4, true],
    ],
  );
});

test('a hunk whose place nobody knows has no numbers, also beside others that have', () => {
  const lines = diffLines([hunk(7, 7, [' a']), hunk(0, 0, ['-b'])], true);
  assert.deepEqual(
    lines.map(({ old }) => old),
    [7, undefined],
  );
  assert.equal(numberDigits(lines), 3);
  assert.equal(numberDigits(diffLines([hunk(12_345, 1, [' a'])], true)), 5);
});
