import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangedFile } from '@debrief/contract';
import { treeLines } from './file-tree.ts';

const file = (path: string): ChangedFile => ({
  path,
  change: 'update',
  added: 1,
  removed: 0,
  edits: 1,
  commands: 0,
  retracted: 0,
  first: '1.1',
  last: '1.1',
});
const shown = (...paths: string[]) =>
  treeLines(paths.map(file), (path) => path).map(({ name, depth }) => `${'  '.repeat(depth)}${name}`);

test('folders first, names in order, chains of folders in one line', () => {
  assert.deepEqual(shown('src/b.ts', 'src/a.ts', 'docs/deep/er/x.md', 'README.md'), [
    'docs/deep/er',
    '  x.md',
    'src',
    '  a.ts',
    '  b.ts',
    'README.md',
  ]);
});

test('a file and a folder of the same name, and a path of very many folders', () => {
  assert.deepEqual(shown('a', 'a/b'), ['a', '  b', 'a']);
  assert.equal(treeLines([file(`${'d/'.repeat(2_000)}x`)], (path) => path).length > 0, true);
});
