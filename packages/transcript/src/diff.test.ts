import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf, recordedChanges } from './calls/files.ts';
import { fileChange, hunksOf, parseApplyPatch, parseUnified, recordedHunks } from './diff.ts';

test('replacements are compared line by line', () => {
  const change = fileChange('a', 'update', { kind: 'replace', pairs: [['a\nb\nc\n', 'a\nB\nc\nd\n']] });
  assert.deepEqual([change.added, change.removed], [2, 1]);
  assert.deepEqual(hunksOf(change)[0]?.lines, [' a', '-b', '+B', ' c', '+d']);
});

test('a comparison that would take too long shows all of both', () => {
  const side = (prefix: string) => Array.from({ length: 5_000 }, (_, i) => `${prefix}${i}`).join('\n');
  const change = fileChange('a', 'update', { kind: 'replace', pairs: [[side('a'), side('b')]] });
  assert.deepEqual([change.added, change.removed], [5_000, 5_000]);
});

test('a file that is written or deleted is one hunk from its first line on, an empty one has no lines', () => {
  const hunk = (change: 'add' | 'delete', text: string) => {
    const [first] = hunksOf(fileChange('a', change, { kind: 'content', text }));
    return first && [first.oldStart, first.oldLines, first.newStart, first.newLines, first.lines.join()];
  };
  assert.deepEqual(hunk('add', 'a\nb'), [0, 0, 1, 2, '+a,+b']);
  assert.deepEqual(hunk('delete', 'a\n'), [1, 1, 0, 0, '-a']);
  assert.deepEqual(hunk('add', ''), [0, 0, 0, 0, '']);
});

test('hunks that were recorded as data are taken when they are hunks', () => {
  const hunk = { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] };
  const odd = [
    { ...hunk, oldStart: '1' },
    { ...hunk, newStart: null },
    { ...hunk, lines: 'x' },
  ];
  assert.deepEqual(recordedHunks([...odd, { ...hunk, lines: ['-a', 7] }, 'x', hunk]), [hunk]);
  assert.equal(recordedHunks(odd), undefined);
  assert.equal(recordedHunks({}), undefined);
});

test('unified diffs whose counts are wrong, whose blank lines lost their blank, or that go on with another file', () => {
  const lines = (patch: string, keepsEndings = false) =>
    parseUnified(patch, keepsEndings).map((h) => h.lines);
  assert.deepEqual(lines('@@ -1,2 +1,2 @@\n\n-a\n+b\nmore'), [[' ', '-a', '+b']]);
  assert.deepEqual(lines('@@ -1 +1 @@\n-a\n+b\n c\n\n'), [['-a', '+b']], 'what comes after is no part of it');
  assert.deepEqual(lines('@@ -1 +1 @@\n-a\n+b\ndiff x\n--- c\n+++ d\n@@ -1 +1 @@\n-c\n+d\n'), [
    ['-a', '+b'],
    ['-c', '+d'],
  ]);
  assert.deepEqual(lines('@@ -1,2 +0,0 @@\n--- x\n-y\n'), [['--- x', '-y']]);
  const ending = '\\ No newline at end of file';
  assert.deepEqual(lines(`@@ -1 +1 @@\n-a\n${ending}\n+b\n`, true), [['-a', ending, '+b']]);
  assert.deepEqual(lines('-a\n+b\n'), []);
});

test('content counts its lines, with and without a last newline', () => {
  const lines = (text: string) => fileChange('a', 'add', { kind: 'content', text }).added;
  assert.deepEqual([lines(''), lines('a'), lines('a\n'), lines('a\nb'), lines('\n\n')], [0, 1, 1, 2, 2]);
  assert.equal(fileChange('a', 'delete', { kind: 'content', text: 'a\nb\n' }).removed, 2);
});

test('unified diffs, with headers, several hunks and lines that look like headers', () => {
  const hunks = parseUnified(
    'Index: x\n--- a\n+++ b\n@@ -1,2 +1,2 @@ fn\n a\n--- old comment\n+new\n\\ No newline\n@@ -9 +9 @@\n-x\n+y\n',
  );
  assert.deepEqual(
    hunks.map((h) => h.lines),
    [
      [' a', '--- old comment', '+new'],
      ['-x', '+y'],
    ],
  );
  assert.deepEqual(parseUnified('no diff at all'), []);
});

test('the apply_patch language', () => {
  const changes = parseApplyPatch(
    '*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@ fn\n ctx\n-x\n+y\n*** Add File: c\n+1\n+2\n*** Delete File: d\n*** End Patch\n',
  );
  assert.deepEqual(
    changes.map(({ path, change, movedTo, added, removed }) => ({ path, change, movedTo, added, removed })),
    [
      { path: 'a', change: 'move', movedTo: 'b', added: 1, removed: 1 },
      { path: 'c', change: 'add', movedTo: undefined, added: 2, removed: 0 },
      { path: 'd', change: 'delete', movedTo: undefined, added: 0, removed: 0 },
    ],
  );
});

test('the apply_patch language: parts, empty lines, names with blanks, what is no patch', () => {
  const pairs = (patch: string) =>
    parseApplyPatch(patch).map(({ path, source }) => [
      path,
      source.kind === 'replace' ? source.pairs : source.kind,
    ]);
  assert.deepEqual(
    pairs(
      '*** Update File: a b.ts \n@@\n ctx\n\n-x\n+y\n@@ fn\n-1\n*** Update File: c\n@@\n same\n*** End Patch',
    ),
    [
      [
        'a b.ts',
        [
          ['ctx\n\nx\n', 'ctx\n\ny\n'],
          ['1\n', ''],
        ],
      ],
      ['c', []],
    ],
  );
  assert.deepEqual(pairs('*** Add File: \n+x'), []);
  assert.deepEqual(pairs('no patch'), []);
  const [moved] = parseApplyPatch('*** Update File: a\n*** Move to: b \n@@\n-x\n+y');
  assert.deepEqual([moved?.change, moved?.movedTo], ['move', 'b']);
});

test('what a call changes, in the words of every agent', () => {
  const of = (kind: 'edit' | 'write' | 'read', name: string, input: unknown) =>
    changesOf(kind, name, input)?.map((c) => `${c.change} ${c.path} +${c.added} -${c.removed}`);
  assert.deepEqual(of('edit', 'str_replace', { path: 'a', old_str: 'x', new_str: 'y\nz' }), [
    'update a +2 -1',
  ]);
  assert.deepEqual(of('edit', 'edit', { path: 'a', oldText: 'x', newText: '' }), ['update a +0 -1']);
  assert.deepEqual(of('write', 'create', { path: 'a', file_text: 'x\n' }), ['add a +1 -0']);
  assert.deepEqual(of('write', 'Write', { path: 'a', contents: 'x\n' }), ['add a +1 -0']);
  assert.deepEqual(of('edit', 'delete_file', { target_file: 'a' }), ['delete a +0 -0']);
  assert.equal(of('read', 'Read', { path: 'a' }), undefined);
  assert.equal(of('edit', 'Edit', {}), undefined);
  assert.deepEqual(
    recordedChanges({ a: { type: 'delete', content: 'x\n' } })?.map((c) => c.removed),
    [1],
  );
});
