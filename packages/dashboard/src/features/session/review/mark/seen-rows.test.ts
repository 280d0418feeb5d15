import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hiddenAtFirst, type Lens } from '../../transcript/entries.ts';
import { rowsOf, type View } from '../../transcript/rows.ts';
import { type KindName, kindCode, LaneSkeleton } from '../../transcript/skeleton.ts';
import { type Drawn, mainRow, seenSpan } from './seen-rows.ts';

/** A lane whose entries begin ten events apart, with the first at `from`. */
function laneOf(from: number, kinds: readonly KindName[]): LaneSkeleton {
  const lane = new LaneSkeleton();
  lane.apply({
    total: kinds.length,
    parts: [
      {
        from: 0,
        kinds: kinds.map((kind) => String.fromCharCode(kindCode(kind))).join(''),
        outcomes: '-'.repeat(kinds.length),
        flags: 'A'.repeat(kinds.length),
        sequences: kinds.map((_, index) => (index === 0 ? from : 10)),
      },
    ],
  });
  return lane;
}

function drawn(lanes: readonly LaneSkeleton[], view: Partial<View> = {}): Drawn {
  const lane = (at: number) => lanes[at];
  const shown = {
    hidden: new Set<Lens>(hiddenAtFirst),
    isFocused: false,
    openLanes: new Map(),
    foldedTurns: new Set<number>(),
    openRuns: new Set<string>(),
    ...view,
  };
  return { rows: rowsOf(lane, shown), lane, foldedTo: 100, hasInner: (at) => at + 1 < lanes.length };
}
const none = new Set<string>();
const spans = (view: Drawn, seen: ReadonlySet<string> = none) =>
  Array.from({ length: view.rows.count }, (_, row) => seenSpan(view, row, seen));

test('a row has the events up to the next entry; harness context before it is its own', () => {
  const main = laneOf(3, ['prompt', 'notice:context', 'reply', 'prompt']);
  assert.deepEqual(spans(drawn([main])), [
    [1, 12],
    [13, 32],
    [33, 100],
  ]);
});

test('what a reader switched off, folded or narrowed away has not been seen', () => {
  const main = laneOf(3, ['prompt', 'tool:shell', 'reply', 'prompt', 'reply']);
  assert.deepEqual(spans(drawn([main], { hidden: new Set<Lens>(['context', 'shell']) })), [
    [1, 12],
    [23, 32],
    [33, 42],
    [43, 100],
  ]);
  assert.deepEqual(spans(drawn([main], { foldedTurns: new Set([0]) })), [
    [1, 12],
    [33, 42],
    [43, 100],
  ]);
  assert.deepEqual(spans(drawn([main], { range: { from: 33, to: 100 } })), [
    [33, 42],
    [43, 100],
  ]);
});

test('a run of calls in one line has been seen once it is open', () => {
  const calls: KindName[] = ['tool:read', 'tool:read', 'tool:read', 'tool:read', 'tool:read'];
  const main = laneOf(1, ['prompt', ...calls, 'reply']);
  assert.deepEqual(spans(drawn([main])), [[1, 10], undefined, [61, 100]]);
  const open = spans(drawn([main], { openRuns: 'all' }));
  assert.deepEqual([open.length, open[1], open[5]], [7, [11, 20], [51, 60]]);
});

test('a closed sub-agent has not been seen, nor an open one of which a row was not', () => {
  const main = laneOf(1, ['prompt', 'subagent', 'reply']);
  const inner = laneOf(12, ['prompt', 'reply']);
  assert.deepEqual(spans(drawn([main, inner])), [[1, 10], undefined, [21, 100]]);
  const open = drawn([main, inner], { openLanes: new Map([['0:1', 1]]) });
  assert.deepEqual(spans(open)[1], undefined);
  assert.deepEqual(spans(open, new Set(['1:0']))[1], undefined);
  assert.deepEqual(spans(open, new Set(['1:0', '1:1']))[1], [11, 20]);
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((row) => mainRow(open.rows, row)),
    [0, 1, 1, 1, 4],
  );
});

test('a closed sub-agent within an open one keeps it from being seen', () => {
  const lanes = [laneOf(1, ['prompt', 'subagent', 'reply']), laneOf(12, ['subagent']), laneOf(14, ['reply'])];
  const seen = new Set(['1:0', '2:0']);
  assert.equal(spans(drawn(lanes, { openLanes: new Map([['0:1', 1]]) }), seen)[1], undefined);
  const both = new Map([
    ['0:1', 1],
    ['1:0', 2],
  ]);
  assert.deepEqual(spans(drawn(lanes, { openLanes: both }), seen)[1], [11, 20]);
});

test('a sub-agent of which nothing else is recorded is seen by its row', () => {
  assert.deepEqual(spans(drawn([laneOf(1, ['prompt', 'subagent'])]))[1], [11, 100]);
});
