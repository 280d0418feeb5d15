import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { repositoryOf } from '../repository.ts';

it('the repository of a folder is the one above it; a path of another system has none', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'debrief-repository-'));
  const before = process.cwd();
  t.after(() => {
    process.chdir(before);
    rmSync(root, { recursive: true });
  });
  mkdirSync(join(root, '.git'));
  mkdirSync(join(root, 'src/deep'), { recursive: true });
  process.chdir(root);
  assert.equal(repositoryOf(join(root, 'src/deep')), root);
  assert.equal(repositoryOf(root), root);
  for (const foreign of ['D:\\shop', 'C:/work/shop', '.', 'src', ''])
    assert.equal(repositoryOf(foreign), undefined, foreign);
});
