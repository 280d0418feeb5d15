import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diffLines } from './diff-lines.ts';
import { changedParts, endMarks, indentMarks } from './line-parts.ts';

const partsOf = (...lines: string[]) =>
  [...changedParts(diffLines([{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines }], true))].map(
    ([key, parts]) => [key, parts.map(({ text, differs }) => (differs ? `[${text}]` : text)).join('')],
  );

test('a line and its replacement: the words that differ', () => {
  assert.deepEqual(partsOf('-const price = 10;', '+const price = 12;'), [
    ['0-0', 'const price = [10]'],
    ['0-1', 'const price = [12]'],
  ]);
  assert.deepEqual(partsOf('-  send(a);', '+  send(a, b);'), [
    ['0-0', '  send(a'],
    ['0-1', '  send(a[, b]'],
  ]);
});

test('nothing is marked where it is not plain which line became which, or where they have little in common', () => {
  assert.deepEqual(partsOf('-const a = 1;', '+const a = 2;', '+const b = 2;'), []);
  assert.deepEqual(partsOf('-one two three', '+αβγ'), []);
  assert.deepEqual(partsOf(`-${'x'.repeat(2000)}`, `+${'x'.repeat(2000)}y`), []);
  assert.deepEqual(partsOf('-a\u202Eb c d', '+a\u202Eb c e'), []);
});

test('white space is marked where it is seen by nobody', () => {
  assert.equal(indentMarks('\t  x y'), '→\t··');
  assert.equal(indentMarks('x'), '');
  assert.equal(endMarks('x \t\r'), '·→␍');
  assert.equal(endMarks('x'), '');
});
