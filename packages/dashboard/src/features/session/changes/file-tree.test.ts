import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangedFile } from '@debrief/contract';
import { firstShown, treeLines } from './file-tree.ts';

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

test('folders of Windows are folders, and what lies outside comes last', () => {
  assert.deepEqual(shown('/tmp/a.json', 'C:\\Temp\\b.txt', 'src\\prompt\\engine.go', 'src/a\\b.ts'), [
    'src',
    '  prompt',
    '    engine.go',
    '  a\\b.ts',
    '/tmp',
    '  a.json',
    'C:/Temp',
    '  b.txt',
  ]);
});

test('what an edit wrote is shown first, wherever it stands', () => {
  const lines = treeLines(
    [{ ...file('a.txt'), edits: 0, commands: 1 }, file('b/c.txt'), file('d.txt')],
    (path) => path,
  );
  assert.equal(firstShown(lines)?.path, 'b/c.txt');
  assert.equal(firstShown(treeLines([{ ...file('a.txt'), edits: 0 }], (path) => path))?.path, 'a.txt');
  assert.equal(firstShown([]), undefined);
});

test('a file and a folder of the same name, and a path of very many folders', () => {
  assert.deepEqual(shown('a', 'a/b'), ['a', '  b', 'a']);
  assert.equal(treeLines([file(`${'d/'.repeat(2_000)}x`)], (path) => path).length > 0, true);
});
