import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RowHeights } from './row-heights.ts';

test('offsets and rows agree with adding up, whatever changes', () => {
  let seed = 7;
  const random = (max: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % max;
  };
  for (const count of [1, 2, 3, 64, 65, 1_000]) {
    const plain = Array.from({ length: count }, () => random(80));
    const heights = new RowHeights(count, (row) => plain[row] as number);
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
  const heights = new RowHeights(0, () => 1);
  assert.equal(heights.total, 0);
  assert.equal(heights.rowAt(10), 0);
});

test('a million rows are cheap to change and to find', () => {
  const heights = new RowHeights(1_000_000, () => 40);
  const begun = performance.now();
  for (let at = 0; at < 10_000; at++) heights.rowAt(heights.set(at * 97, 50) + at * 3_000);
  assert.ok(performance.now() - begun < 1_000);
});
