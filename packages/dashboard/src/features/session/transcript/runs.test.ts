import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runStart, stretchFrom } from './runs.ts';
import { kindCode, LaneSkeleton } from './skeleton.ts';

const lane = (kinds: string, flags = 'A'.repeat(kinds.length)) => {
  const skeleton = new LaneSkeleton();
  const part = {
    from: 0,
    kinds,
    outcomes: '-'.repeat(kinds.length),
    flags,
    sequences: [...kinds].map(() => 1),
  };
  skeleton.apply({ total: kinds.length, parts: [part] });
  return skeleton;
};
const runFrom = (...args: Parameters<typeof stretchFrom>) => {
  const { isRun, ...run } = stretchFrom(...args) ?? { isRun: false };
  return isRun ? run : undefined;
};
const nothing = new Uint8Array(256);
const noThinking = new Uint8Array(256);
noThinking[kindCode('thinking')] = 1;

test('five calls of one kind in a row are a run, four are not', () => {
  assert.deepEqual(runFrom(lane('pSSSSSr'), nothing, 1), { first: 1, end: 6, count: 5 });
  assert.equal(runFrom(lane('pSSSSr'), nothing, 1), undefined);
  assert.equal(runFrom(lane('pSSRSSSr'), nothing, 1), undefined);
  assert.equal(runFrom(lane('pEEEEEEEr'), nothing, 1), undefined);
});

test('what failed is never part of one', () => {
  assert.equal(runFrom(lane('pSSSSSSr', 'AAAABAAA'), nothing, 1), undefined);
  assert.deepEqual(runFrom(lane('pSSSSSSSr', 'AAAAAABAA'), nothing, 1), { first: 1, end: 6, count: 5 });
});

test('what is hidden does not interrupt it', () => {
  const some = lane('pStStStSSr');
  assert.equal(runFrom(some, nothing, 1), undefined);
  assert.deepEqual(runFrom(some, noThinking, 1), { first: 1, end: 9, count: 5 });
  assert.equal(runStart(some, noThinking, 7), 1);
  assert.equal(runStart(some, nothing, 5), 5);
});

test('a run at the end of the lane may still grow and is left open', () => {
  assert.equal(runFrom(lane('pSSSSSSSS'), nothing, 1), undefined);
});

test('the start of a run is found from anywhere in it', () => {
  const some = lane('pRSSSSSSr');
  assert.deepEqual(
    [2, 5, 7].map((index) => runStart(some, nothing, index)),
    [2, 2, 2],
  );
  assert.deepEqual([runStart(some, nothing, 0), runStart(some, nothing, 8)], [0, 8]);
});
