import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWithin } from '../../../../../../../scripts/test/slowness.ts';
import { rowsOf } from '../rows.ts';
import { LaneSkeleton } from '../skeleton.ts';
import { MeasuredHeights } from './measured-heights.ts';
import { RowEstimates } from './row-estimates.ts';
import { heightsOf, RowHeights } from './row-heights.ts';

test('offsets and rows agree with adding up, whatever changes', () => {
  let seed = 7;
  const random = (max: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % max;
  };
  for (const count of [1, 2, 3, 64, 65, 1_000]) {
    const plain = Array.from({ length: count }, () => random(80));
    const heights = new RowHeights(Float64Array.from(plain));
    for (let change = 0; change < 200; change++) {
      const row = random(count);
      plain[row] = random(400);
      heights.set(row, plain[row]);
    }
    let offset = 0;
    plain.forEach((height, row) => {
      assert.equal(heights.offset(row), offset);
      if (height > 0) {
        assert.equal(heights.rowAt(offset), row);
        assert.equal(heights.rowAt(offset + height - 1), row);
      }
      offset += height;
    });
    assert.equal(heights.total, offset);
    assert.equal(heights.rowAt(offset + 1), count - 1);
    assert.equal(heights.rowAt(-5), heights.rowAt(0));
  }
});

test('no rows', () => {
  const heights = new RowHeights(new Float64Array(0));
  assert.equal(heights.total, 0);
  assert.equal(heights.rowAt(10), 0);
});

test('a million rows are cheap to change and to find', () => {
  const heights = new RowHeights(new Float64Array(1_000_000).fill(40));
  const begun = performance.now();
  for (let at = 0; at < 10_000; at++) heights.rowAt(heights.set(at * 97, 50) + at * 3_000);
  assert.ok(isWithin(performance.now() - begun, 1_000));
});

test('rows are as high as they were measured, and otherwise as others of their kind', () => {
  const laneOf = (kinds: string) => {
    const skeleton = new LaneSkeleton();
    const { length } = kinds;
    const flags = 'A'.repeat(length);
    const sequences = Array.from(kinds, () => 1);
    skeleton.apply({ total: length, parts: [{ from: 0, kinds, outcomes: flags, flags, sequences }] });
    return skeleton;
  };
  const lanes = [laneOf('parSr'), laneOf('rr')];
  const rows = rowsOf((at) => lanes[at], {
    hidden: new Set(),
    isFocused: false,
    openLanes: new Map([['0:1', 1]]),
    foldedTurns: new Set(),
    openRuns: new Set(),
  });
  const measured = new MeasuredHeights();
  const estimates = new RowEstimates();
  const heights = () => [...heightsOf(rows, (at) => lanes[at], measured, estimates)];
  const guessed = heights();
  assert.equal(guessed.length, 7);
  assert.ok(guessed.every((height) => height > 0));
  measured.set(1, 1, 2, 301.5);
  measured.set(0, 0, 5, 55);
  assert.deepEqual(heights(), guessed.with(3, 301.5).with(0, 55));
  measured.set(0, 0, 5, 0);
  assert.deepEqual(heights(), guessed.with(3, 301.5).with(0, 0), 'an entry that shows nothing has no height');
  measured.set(0, 0, 5, 55);
  const reply = 'r'.charCodeAt(0);
  for (const height of [100, 200]) estimates.learn(reply, height);
  assert.deepEqual(heights(), guessed.with(3, 301.5).with(0, 55), 'two are too few to learn from');
  estimates.learn(reply, 300);
  assert.deepEqual(heights(), guessed.with(2, 200).with(3, 301.5).with(0, 55).with(4, 200).with(6, 200));
});

test('measured heights grow with their lane and keep what they have', () => {
  const measured = new MeasuredHeights();
  measured.set(0, 1, 3, 40);
  measured.set(0, 9, 10, 50);
  measured.set(0, 10, 5, 60);
  assert.deepEqual(
    [0, 1, 9, 10].map((index) => measured.lane(0)?.[index]),
    [Number.NaN, 40, 50, 60],
  );
  assert.equal(measured.lane(1), undefined);
});
