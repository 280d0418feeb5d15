import assert from 'node:assert/strict';
import { it } from 'node:test';
import { KeptFolds, maxKept } from './kept-folds.ts';

const fold = (stateBytes: number, pageLength = 0) => ({ stateBytes, pageLength });
const mega = 1024 * 1024;

it('keeps so many folds; the one used longest ago makes room', () => {
  const kept = new KeptFolds();
  for (let n = 0; n < maxKept.folds; n++) kept.keep(`session-${n}`, fold(10));
  assert.equal(kept.size, maxKept.folds);
  // Used again, so it is not the oldest any more.
  kept.keep('session-0', fold(10));
  kept.keep('another', fold(10));
  assert.equal(kept.size, maxKept.folds);
  assert.equal(kept.get('session-1'), undefined);
  for (const there of ['session-0', 'session-2', 'another']) assert.ok(kept.get(there), there);
});

it('keeps so many bytes of their states, counted as they are now', () => {
  const kept = new KeptFolds<ReturnType<typeof fold>>();
  const growing = fold(1 * mega);
  kept.keep('a', fold(3 * mega));
  kept.keep('b', growing);
  kept.keep('c', fold(4 * mega));
  assert.equal(kept.size, 3);
  growing.stateBytes = 4 * mega;
  kept.keep('c', fold(4 * mega));
  assert.deepEqual([kept.get('a'), kept.size], [undefined, 2]);
});

it('keeps so many characters of their pages', () => {
  const kept = new KeptFolds();
  for (const id of ['a', 'b', 'c']) kept.keep(id, fold(10, maxKept.pageLength / 3));
  assert.equal(kept.size, 3);
  kept.keep('d', fold(10, 1));
  assert.deepEqual([kept.get('a'), kept.size], [undefined, 3]);
});

it('the one at work stays, however large it is, and alone', () => {
  const kept = new KeptFolds();
  for (const id of ['a', 'b', 'c']) kept.keep(id, fold(mega));
  kept.keep('huge', fold(50 * mega));
  assert.deepEqual([kept.size, kept.get('huge')?.stateBytes], [1, 50 * mega]);
  kept.keep('small', fold(10));
  assert.deepEqual([kept.size, kept.get('huge')], [1, undefined]);
  kept.drop('small');
  assert.equal(kept.size, 0);
});
