import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diffLines, diffPairs } from './diff-lines.ts';

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
