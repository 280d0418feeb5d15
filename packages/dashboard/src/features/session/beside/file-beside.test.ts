import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadEntry } from '../transcript/kept-entries.ts';
import { filesOf, nextBeside, stateAt } from './file-beside.ts';

const entry = (sequence: number, more: object = { kind: 'reply', text: 'x' }) =>
  ({ id: `${sequence}.0`, sequences: [sequence, sequence + 1], ...more }) as unknown as ReadEntry;
const edit = (sequence: number, ...paths: string[]) =>
  entry(sequence, { kind: 'tool', tool: 'edit', changes: paths.map((path) => ({ path, change: 'update' })) });

test('an entry names the files it changed, or the one it read', () => {
  assert.deepEqual(filesOf(edit(4, 'a.ts', 'b.ts')), ['a.ts', 'b.ts']);
  assert.deepEqual(filesOf(entry(4, { kind: 'tool', tool: 'read', input: { file_path: '/r/c.ts' } })), [
    '/r/c.ts',
  ]);
  assert.deepEqual(filesOf(entry(4, { kind: 'tool', tool: 'shell', input: { command: 'cat c.ts' } })), []);
  assert.deepEqual(filesOf(entry(4)), []);
});

test('what is shown follows what is read, and stays while that names no file', () => {
  const shown = { path: 'a.ts', at: 10 };
  assert.deepEqual(nextBeside([edit(20, 'b.ts')], shown, []), { path: 'b.ts', at: 20 });
  // The first on screen that names one.
  assert.deepEqual(nextBeside([entry(20), edit(22, 'b.ts')], shown, []), { path: 'b.ts', at: 22 });
  assert.equal(nextBeside([entry(20)], shown, [4, 10]), shown, 'no edit in between: nothing is asked for');
  assert.deepEqual(nextBeside([entry(20)], shown, [4, 10, 15]), { path: 'a.ts', at: 20 });
  assert.deepEqual(nextBeside([entry(5)], shown, [4, 10]), { path: 'a.ts', at: 5 });
  assert.equal(nextBeside([], shown, []), shown);
  assert.equal(nextBeside([entry(5)], undefined, []), undefined);
});

test('states are counted up to an event', () => {
  assert.deepEqual(
    [3, 4, 9, 10].map((at) => stateAt([4, 10], at)),
    [0, 1, 1, 2],
  );
});
