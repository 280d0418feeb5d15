import assert from 'node:assert/strict';
import { test } from 'node:test';
import { highlight } from './highlight.ts';

const marked = (text: string, matches: number[][]) =>
  highlight(text, matches)
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join('');

test('matches are marked, the rest is kept', () => {
  assert.equal(marked('fix the retry loop', [[8, 13]]), 'fix the [retry] loop');
  assert.equal(
    marked('a b a', [
      [4, 5],
      [0, 1],
    ]),
    '[a] b [a]',
  );
  assert.equal(marked('plain', []), 'plain');
});

test('ranges that make no sense lose no text', () => {
  assert.equal(
    marked('abcdef', [
      [1, 3],
      [2, 4],
    ]),
    'a[bc][d]ef',
  );
  assert.equal(
    marked('abc', [
      [2, 99],
      [5, 1],
      [-4, 1],
    ]),
    '[a]b[c]',
  );
});
