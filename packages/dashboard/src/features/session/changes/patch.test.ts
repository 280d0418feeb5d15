import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { commonFolder, patchName, toPatch } from './patch.ts';

test('git applies the patch: a file changed, one added, one deleted, one moved', () => {
  const folder = mkdtempSync(join(tmpdir(), 'debrief-patch-'));
  try {
    writeFileSync(join(folder, 'a.txt'), 'one\ntwo\nthree\n');
    writeFileSync(join(folder, 'gone.txt'), 'bye\n');
    writeFileSync(join(folder, 'old.txt'), 'same\n');
    const hunk = (
      oldStart: number,
      oldLines: number,
      newStart: number,
      newLines: number,
      lines: string[],
    ) => ({
      oldStart,
      oldLines,
      newStart,
      newLines,
      lines,
    });
    const patch = toPatch([
      { path: 'a.txt', change: 'update', hunks: [hunk(1, 3, 1, 3, [' one', '-two', '+2', ' three'])] },
      { path: 'new.txt', change: 'add', hunks: [hunk(0, 0, 1, 1, ['+hello'])] },
      { path: 'gone.txt', change: 'delete', hunks: [hunk(1, 1, 0, 0, ['-bye'])] },
      { path: 'fresh.txt', was: 'old.txt', change: 'move', hunks: [] },
      { path: 'untouched.txt', change: 'update', hunks: [] },
    ]);
    execFileSync('git', ['init', '-q'], { cwd: folder });
    execFileSync('git', ['apply', '-'], { cwd: folder, input: patch });
    assert.equal(readFileSync(join(folder, 'a.txt'), 'utf8'), 'one\n2\nthree\n');
    assert.equal(readFileSync(join(folder, 'new.txt'), 'utf8'), 'hello\n');
    assert.equal(readFileSync(join(folder, 'fresh.txt'), 'utf8'), 'same\n');
    assert.throws(() => readFileSync(join(folder, 'gone.txt')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('git applies what is hard to write: carriage returns, no last line break, empty files, odd names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'debrief-patch-'));
  try {
    const none = '\\ No newline at end of file';
    const names = [
      'with space.txt',
      'tab\there.txt',
      'quo"te\\.txt',
      'ümläut 日本.txt',
      'bell\u0007.txt',
      'end ',
    ];
    const hunk = { oldStart: 1, oldLines: 2, newStart: 1, newLines: 2 };
    const lines = [' \tone\r', '-two', none, '+2\r', none];
    for (const name of names) writeFileSync(join(folder, name), '\tone\r\ntwo');
    writeFileSync(join(folder, 'old name'), '\tone\r\ntwo');
    writeFileSync(join(folder, 'nothing'), '');
    const patch = toPatch([
      ...names.map((path) => ({ path, change: 'update', hunks: [{ ...hunk, lines }] })),
      { path: 'new name', was: 'old name', change: 'move', hunks: [{ ...hunk, lines }] },
      { path: 'empty', change: 'add', hunks: [] },
      { path: 'nothing', change: 'delete', hunks: [] },
    ]);
    execFileSync('git', ['init', '-q'], { cwd: folder });
    execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: folder, input: patch });
    for (const name of [...names, 'new name'])
      assert.equal(readFileSync(join(folder, name), 'utf8'), '\tone\r\n2\r', name);
    assert.equal(readFileSync(join(folder, 'empty'), 'utf8'), '');
    for (const gone of ['nothing', 'old name']) assert.throws(() => readFileSync(join(folder, gone)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a file is named by the way to it from the folder; one outside of it has no name', () => {
  assert.equal(patchName('/home/mira/shop/src/a.ts', '/home/mira/shop'), 'src/a.ts');
  assert.equal(patchName('/home/mira/shop2/a.ts', '/home/mira/shop'), undefined);
  assert.equal(patchName('/home/mira/shop/../a.ts', '/home/mira/shop'), undefined);
  assert.equal(patchName('./src/a.ts', undefined), 'src/a.ts');
  assert.equal(patchName('/etc/passwd', undefined), undefined);
  assert.equal(patchName('D:\\shop\\src\\a.go', 'd:\\shop'), 'src/a.go');
  assert.equal(patchName('C:\\Users\\x', 'D:\\shop'), undefined);
  assert.equal(commonFolder(['/r/a/b.ts', '/r/a/c/d.ts']), '/r/a/');
  assert.equal(commonFolder(['/r/b.ts', '/s/d.ts']), undefined);
  assert.equal(commonFolder(['b.ts']), undefined);
});

test('a path cannot break out of its header line', () => {
  const [head = ''] = toPatch([{ path: 'x\n+++ b/evil', change: 'move', hunks: [] }]).split('\n');
  assert.match(head, /^diff --git "a\/x\\n/);
});
