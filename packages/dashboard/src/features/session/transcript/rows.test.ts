import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWithin } from '../../../../../../scripts/test/slowness.ts';
import { jumps } from './entries.ts';
import { nextRow, placeKey, type Rows, rowsOf, type View } from './rows.ts';
import { LaneSkeleton } from './skeleton.ts';

const lane = (kinds: string, flags = 'A'.repeat(kinds.length)) => {
  const skeleton = new LaneSkeleton();
  skeleton.apply({
    total: kinds.length,
    parts: [
      { from: 0, kinds, outcomes: '-'.repeat(kinds.length), flags, sequences: [...kinds].map(() => 2) },
    ],
  });
  return skeleton;
};
const everything: View = {
  hidden: new Set(),
  isFocused: false,
  openLanes: new Map(),
  foldedTurns: new Set(),
  openRuns: new Set(),
};
const shown = (rows: Rows) =>
  Array.from({ length: rows.count }, (_, row) =>
    placeKey(rows.lanes[row] as number, rows.indexes[row] as number),
  );
const lanesOf =
  (...all: LaneSkeleton[]) =>
  (at: number) =>
    all[at];

test('the skeleton keeps absolute sequences and flags, and grows', () => {
  const one = lane('pSEr', 'ABEA');
  assert.deepEqual([...one.sequences.slice(0, 4)], [2, 4, 6, 8]);
  assert.equal(one.has(1, 'error'), true);
  assert.equal(one.has(2, 'edit'), true);
  one.apply({
    total: 6,
    parts: [{ from: 4, kinds: 'pr', outcomes: '--', flags: 'AA', sequences: [20, 1] }],
  });
  assert.equal(one.length, 6);
  assert.equal(one.sequences[5], 21);
  const failed = {
    id: '30.1',
    kind: 'tool',
    tool: 'shell',
    outcome: 'error',
    name: 'Bash',
    title: '',
  } as const;
  one.set(6, { ...failed, sequences: [30] });
  assert.equal(one.length, 7);
  assert.equal(one.has(6, 'error'), true);
  one.resize(5);
  one.resize(6);
  assert.equal(one.kinds[5], 0, 'what was forgotten is not known any more');
});

test('hidden kinds go; an entry nothing is known of stays', () => {
  const main = lane('ptSr');
  main.resize(5);
  const rows = rowsOf(lanesOf(main), { ...everything, hidden: new Set(['shell', 'thinking']) });
  assert.deepEqual(shown(rows), ['0:0', '0:3', '0:4']);
});

test('an open sub-agent shows its lane in place, nested ones too', () => {
  const lanes = lanesOf(lane('paS'), lane('ra'), lane('S'));
  const openLanes = new Map([
    [placeKey(0, 1), 1],
    [placeKey(1, 1), 2],
  ]);
  const rows = rowsOf(lanes, { ...everything, openLanes });
  assert.deepEqual(shown(rows), ['0:0', '0:1', '1:0', '1:1', '2:0', '0:2']);
  assert.deepEqual([...rows.depths.slice(0, rows.count)], [0, 0, 1, 1, 2, 0]);
  assert.equal(rows.find(1, 1), 3);
  assert.equal(rows.find(0, 2), 5);
});

test('a folded turn is its prompt alone, what stands before the first prompt stays', () => {
  const rows = rowsOf(lanesOf(lane('npSSrpSr')), { ...everything, foldedTurns: new Set([1]) });
  assert.deepEqual(shown(rows), ['0:0', '0:1', '0:5', '0:6', '0:7']);
  assert.deepEqual(shown(rowsOf(lanesOf(lane('pSrpSr')), { ...everything, foldedTurns: 'all' })), [
    '0:0',
    '0:3',
  ]);
  assert.equal(rows.find(0, 3), 1, 'a folded entry is found at its prompt');
});

test('focused: prompts and the last answer to each', () => {
  const rows = rowsOf(lanesOf(lane('pSrSrpSe')), { ...everything, isFocused: true });
  assert.deepEqual(shown(rows), ['0:0', '0:4', '0:5', '0:7']);
});

test('jumping to prompts, errors and edits', () => {
  const lanes = lanesOf(lane('pSErp', 'ABEAA'));
  const rows = rowsOf(lanes, everything);
  assert.equal(nextRow(rows, lanes, 0, 1, jumps.prompt), 4);
  assert.equal(nextRow(rows, lanes, 4, -1, jumps.prompt), 0);
  assert.equal(nextRow(rows, lanes, 0, 1, jumps.error), 1);
  assert.equal(nextRow(rows, lanes, 0, 1, jumps.edit), 2);
  assert.equal(nextRow(rows, lanes, 2, 1, jumps.edit), -1);
});

test('a hundred thousand entries are walked in milliseconds', () => {
  const main = lane('pSErt'.repeat(20_000));
  const begun = performance.now();
  assert.equal(rowsOf(lanesOf(main), everything).count, 100_000);
  assert.ok(isWithin(performance.now() - begun, 500));
});

test('a hundred thousand calls alike up to the end are walked once, not once for each', () => {
  const main = lane(`p${'S'.repeat(100_000)}`);
  const begun = performance.now();
  assert.equal(rowsOf(lanesOf(main), everything).count, 100_001);
  assert.ok(isWithin(performance.now() - begun, 500));
});

test('entries that nothing is known of yet are rows in their places, also between known ones', () => {
  const main = lane('pSr');
  main.resize(6);
  main.set(5, { id: '9.1', kind: 'reply', sequences: [9], text: '' });
  const rows = rowsOf(lanesOf(main), everything);
  assert.deepEqual(shown(rows), ['0:0', '0:1', '0:2', '0:3', '0:4', '0:5']);
  assert.equal(rows.find(0, 4), 4);
  const folded = rowsOf(lanesOf(main), { ...everything, foldedTurns: 'all' });
  assert.deepEqual(shown(folded), ['0:0'], 'they belong to the turn before them');
  const inner = lane('S');
  inner.resize(3);
  const openLanes = new Map([[placeKey(0, 1), 1]]);
  const nested = rowsOf(lanesOf(lane('paS'), inner), { ...everything, openLanes });
  assert.deepEqual(shown(nested), ['0:0', '0:1', '1:0', '1:1', '1:2', '0:2']);
  assert.deepEqual([...nested.depths.slice(0, nested.count)], [0, 0, 1, 1, 1, 0]);
});

test('a row is found whether or not sub-agents are open: the entry itself, or the nearest shown one before', () => {
  const lanes = lanesOf(lane('tpSartprt'), lane('tr'));
  const hidden = new Set(['thinking'] as const);
  for (const openLanes of [new Map<string, number>(), new Map([[placeKey(0, 3), 1]])]) {
    const rows = rowsOf(lanes, { ...everything, hidden, openLanes });
    for (const at of [0, 1]) {
      for (let index = -1; index <= 9; index++) {
        const places = shown(rows).map((place) => place.split(':').map(Number));
        const expected = places.findLastIndex(([of, here]) => of === at && (here as number) <= index);
        assert.equal(rows.find(at, index), expected, `${at}:${index}`);
      }
    }
  }
});

test('a run of calls is one row until it is opened; its place is still found', () => {
  const lanes = lanesOf(lane('pSSSSSSrS'));
  const closed = rowsOf(lanes, everything);
  assert.deepEqual(shown(closed), ['0:0', '0:1', '0:7', '0:8']);
  assert.deepEqual(closed.run(1), { count: 6, isOpen: false });
  assert.equal(closed.run(2), undefined);
  assert.equal(closed.find(0, 4), 1);
  for (const openRuns of [new Set(['0:1']), 'all'] as const) {
    const open = rowsOf(lanes, { ...everything, openRuns });
    assert.equal(open.count, 9);
    assert.deepEqual(open.run(1), { count: 6, isOpen: true });
    assert.equal(open.run(2), undefined);
  }
});

test('what a sub-agent does belongs to the entry it stands under', () => {
  const openLanes = new Map([[placeKey(0, 1), 1]]);
  const rows = rowsOf(lanesOf(lane('paS'), lane('rr')), { ...everything, openLanes });
  assert.deepEqual(shown(rows), ['0:0', '0:1', '1:0', '1:1', '0:2']);
  assert.deepEqual(
    [0, 1, 2, 3, 4, -1].map((row) => rows.mainIndex(row)),
    [0, 1, 1, 1, 2, 0],
  );
});
