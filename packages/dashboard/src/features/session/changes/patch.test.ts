import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { toPatch } from './patch.ts';

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

test('a path cannot break out of its header line', () => {
  const [head = ''] = toPatch([{ path: 'x\n+++ b/evil', change: 'move', hunks: [] }]).split('\n');
  assert.match(head, /^diff --git "a\/x\\n/);
});
