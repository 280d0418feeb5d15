import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meets, type Row } from '../bench.ts';
import { plot } from './plot.ts';
import { plainTable } from './table.ts';

const row = (given: Partial<Row>): Row => ({
  id: 'x',
  bench: 'x',
  title: 'something',
  floor: 'nothing',
  value: 0.5,
  spread: [0.4, 0.6],
  rounds: [0.4, 0.5, 0.6],
  note: 'a note',
  ...given,
});

test('a goal is met from either side, and a row without one is not judged', () => {
  assert.equal(meets(row({ goal: { atLeast: 0.5 } })), true);
  assert.equal(meets(row({ goal: { atLeast: 0.51 } })), false);
  assert.equal(meets(row({ goal: { atMost: 0.49, unit: 'ms' } })), false);
  assert.equal(meets(row({})), undefined);
});

test('the table shows goal, median, spread, CPU and verdict', () => {
  const table = plainTable([row({ goal: { atMost: 5, unit: 'ms' }, value: 3, cpu: 0.9 })]);
  assert.match(table, /something {2}≤ 5 ms {2}3\.00 ms {3}0\.40–0\.60 {2}0\.90 {4}met\n {4}a note/);
});

test('a plot is well-formed, inside its frame, and shows every series', () => {
  const svg = plot({
    id: 'x',
    title: 'a < b & c',
    x: { label: 'events', log: true },
    y: { label: 'ms', from: 0 },
    series: [
      {
        name: 'one',
        points: [
          [1, 2],
          [1000, 40],
          [1e6, 8],
        ],
      },
      { name: 'two', points: [[1, 0]] },
    ],
  });
  assert.match(svg, /a &lt; b &amp; c/);
  assert.equal(svg.match(/<polyline/g)?.length, 2);
  assert.doesNotMatch(svg, /NaN|undefined|Infinity/);
  for (const [, x, y] of svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)) {
    assert.ok(Number(x) >= 0 && Number(x) <= 640 && Number(y) >= 0 && Number(y) <= 320, `${x} ${y}`);
  }
});
