import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeInWords, isChange, waitedFor } from './change.ts';

test('a change is said in words that call nothing good or bad, and not at all where it rests on too few', () => {
  const said: [now: number, before: number, words: string][] = [
    [0, 0, 'none, as before'],
    [4, 2, 'too few to compare'],
    [12, 0, 'none before'],
    [0, 12, 'none any more'],
    [60, 20, '3 times as much as before'],
    [40, 20, 'twice as much as before'],
    [30, 20, 'half as much again as before'],
    [24, 20, 'somewhat more than before'],
    [21, 20, 'about the same as before'],
    [14, 20, 'somewhat less than before'],
    [10, 20, 'about half of before'],
    [6, 20, 'about a third of before'],
    [2, 20, 'far less than before'],
  ];
  for (const [now, before, words] of said) assert.equal(changeInWords(now, before), words);
  assert.equal(changeInWords(100, 50, [1, 2]), 'too few to compare');
});

test('how long sessions waited is the step by which so many had been judged', () => {
  const none = { h1: 0, h4: 0, h8: 0, h24: 0, h48: 0, h72: 0, h168: 0, longer: 0 };
  assert.equal(waitedFor(none, 0.5), undefined);
  const waited = { ...none, h1: 4, h8: 1, h24: 4, longer: 1 };
  assert.equal(waitedFor(waited, 0.5), 'within 8 hours');
  assert.equal(waitedFor(waited, 0.9), 'within a day');
  assert.equal(waitedFor(waited, 1), 'after more than a week');
});

test('what is as it was, or cannot be told, is no change', () => {
  const said = [
    [0, 0],
    [4, 2],
    [21, 20],
    [24, 20],
    [0, 12],
  ].map(([now = 0, before = 0]) => isChange(changeInWords(now, before)));
  assert.deepEqual(said, [false, false, false, true, true]);
});
