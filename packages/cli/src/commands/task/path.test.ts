import assert from 'node:assert/strict';
import { it } from 'node:test';
import { checkPaths, isPlainPath, staysWithin } from './path.ts';

it('only paths that stay below a folder, on every system, go into a task', () => {
  for (const path of ['a', 'a/b.test.ts', 'größe/ß', 'a b', '.github/x', 'a..b'])
    assert.ok(isPlainPath(path), path);
  const bad = [
    '',
    '/a',
    'a/../b',
    '..',
    './a',
    'a//b',
    'a/',
    'a\\b',
    'a\nb',
    'a\u001b[2J',
    'a/.git/hooks/x',
    '.GIT/x',
  ];
  for (const path of [...bad, 'a\ufffd', 'x'.repeat(1001), 'a\u202eb'])
    assert.ok(!isPlainPath(path), JSON.stringify(path));
  assert.throws(() => checkPaths(['a', 'b', 'a']), /twice/);
  assert.throws(() => checkPaths(['a', 'a/b/c']), /below a file/);
  assert.doesNotThrow(() => checkPaths(['a/b', 'a/c', 'ab']));
});

it('a symbolic link stays within the repository, or is left out', () => {
  for (const [path, target] of [
    ['a', 'b'],
    ['a/b', '../c'],
    ['a/b/c', '../../d'],
    ['a', './b/'],
  ] as const)
    assert.ok(staysWithin(path, target), `${path} → ${target}`);
  for (const [path, target] of [
    ['a', '/etc'],
    ['a', '..'],
    ['a/b', '../../c'],
    ['a', 'b/../../c'],
    ['a', 'b\0c'],
    ['a', ''],
  ] as const)
    assert.ok(!staysWithin(path, target), `${path} → ${target}`);
});
