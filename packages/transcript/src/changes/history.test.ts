import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangedFile, Edit, SoftEdit } from '../reading/edit.ts';
import { fileHistories } from './history.ts';

let index = 0;
const edit = (entry: string, files: Partial<ChangedFile>[], soft?: SoftEdit[], lane = 0): Edit => ({
  kind: 'edit',
  entry,
  lane,
  index: index++,
  turn: 3,
  sequence: 40,
  files: files.map((file) => ({ path: 'a', change: 'update', added: 2, removed: 1, ...file })),
  ...(soft && { soft }),
});
const write = (path: string): SoftEdit => ({ path, change: 'write' });

/** The files with the entries that changed them; one that was taken back has an exclamation mark. */
const told = (...edits: Edit[]) =>
  fileHistories(edits).map(({ path, was, edits: all }) => [
    was === undefined ? path : `${was} → ${path}`,
    all.map(({ entry, isRetracted }) => (isRetracted ? `${entry}!` : entry)).join(' '),
  ]);

test('files come in the order of their first edit, each with its edits in order', () => {
  index = 0;
  assert.deepEqual(told(edit('1', [{ path: 'b' }, { path: 'a' }]), edit('2', [{ path: 'a' }])), [
    ['b', '1'],
    ['a', '1 2'],
  ]);
});

test('an edit says where it stands and what it did; a command has no lines and no place', () => {
  index = 5;
  const [file] = fileHistories([
    edit(
      '1',
      [{ path: 'x' }, { path: 'a', change: 'move', movedTo: 'b' }],
      [{ path: 'b', change: 'delete' }],
    ),
  ]).slice(1);
  const base = { entry: '1', lane: 0, index: 5, turn: 3, sequence: 40, isRetracted: false };
  assert.deepEqual(file?.edits, [
    { ...base, path: 'a', change: 'move', movedTo: 'b', added: 2, removed: 1, place: 1 },
    { ...base, path: 'b', change: 'command', command: 'delete', added: 0, removed: 0, place: -1 },
  ]);
});

test('a later line of an entry replaces the earlier one in its place', () => {
  index = 0;
  assert.deepEqual(told(edit('1', [{ path: 'a' }]), edit('2', [{ path: 'b' }]), edit('1', [{ path: 'c' }])), [
    ['c', '1'],
    ['b', '2'],
  ]);
});

test('a retraction takes back what its lane has from its number on', () => {
  index = 0;
  const edits = [edit('0', [{}]), edit('1', [{}]), edit('2', [{}], undefined, 1), edit('3', [{}])];
  assert.deepEqual(told(...edits, { kind: 'retraction', lane: 0, from: 1 }), [['a', '0 1! 2 3!']]);
  assert.deepEqual(told({ kind: 'retraction', lane: 0, from: 0 }, ...edits), [['a', '0 1 2 3']]);
});

test('a file keeps its history when it moves; the name it had is free again', () => {
  index = 0;
  const move = (entry: string, path: string, movedTo: string) =>
    edit(entry, [{ path, change: 'move', movedTo }]);
  assert.deepEqual(
    told(
      edit('1', [{}]),
      move('2', 'a', 'b'),
      move('3', 'b', 'c'),
      edit('4', [{ path: 'c' }]),
      edit('5', [{}]),
    ),
    [
      ['a → c', '1 2 3 4'],
      ['a', '5'],
    ],
  );
  assert.deepEqual(told(move('1', 'a', 'a')), [['a', '1']]);
  index = 0;
  assert.deepEqual(told(move('1', 'a', 'b'), { kind: 'retraction', lane: 0, from: 0 }), [['a', '1!']]);
});

test('a command names a file from its folder: the one known under a longer path is meant', () => {
  index = 0;
  const known = [edit('1', [{ path: '/p/src/a.ts' }]), edit('2', [{ path: '/p/b.ts' }])];
  assert.deepEqual(told(...known, edit('3', [], [write('src/a.ts'), write('./b.ts'), write('c.ts')])), [
    ['/p/src/a.ts', '1 3'],
    ['/p/b.ts', '2 3'],
    ['c.ts', '3'],
  ]);
  // Part of a name is no path, and of two it may be either.
  const twins = [edit('4', [{ path: '/p/a.ts' }]), edit('5', [{ path: '/q/a.ts' }])];
  assert.deepEqual(told(...twins, edit('6', [], [write('a.ts'), write('other/p/a.ts')])), [
    ['/p/a.ts', '4'],
    ['/q/a.ts', '5'],
    ['a.ts', '6'],
    ['other/p/a.ts', '6'],
  ]);
  // A name that the file no longer has is not meant either, and one that is known as it stands is.
  const moved = edit('7', [{ path: '/p/a.ts', change: 'move', movedTo: '/p/z.ts' }]);
  assert.deepEqual(told(moved, edit('8', [], [write('a.ts'), write('z.ts')])), [
    ['/p/a.ts → /p/z.ts', '7 8'],
    ['a.ts', '8'],
  ]);
  assert.deepEqual(
    told(edit('9', [{ path: 'a.ts' }, { path: '/p/a.ts' }]), edit('10', [], [write('a.ts')])),
    [
      ['a.ts', '9 10'],
      ['/p/a.ts', '9'],
    ],
  );
});
