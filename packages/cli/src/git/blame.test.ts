import assert from 'node:assert/strict';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createRepository } from '../testing/repository.ts';
import { blame, lineBefore, repositoryFile } from './blame.ts';

test('a line is found in the file as it was committed, unless it was added or changed since', () => {
  const before = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);
  const after = ['new at the top', ...before.slice(0, 20), 'changed', ...before.slice(21), 'new at the end'];
  const find = (line: number) => lineBefore(`${before.join('\n')}\n`, `${after.join('\n')}\n`, line);
  assert.deepEqual([1, 2, 21, 22, 23, 41, 42].map(find), [undefined, 1, 20, undefined, 22, 40, undefined]);
  assert.equal(lineBefore('same\n', 'same\n', 1), 1);
});

test('the commit of a line, also when the file was edited and renamed; filters of the repository never run', async () => {
  const repository = createRepository();
  try {
    repository.write('old.ts', 'first line of the file\nsecond line of the file\n');
    const first = repository.commit('First');
    repository.git('mv', 'old.ts', 'new.ts');
    repository.write('new.ts', 'first line of the file\nsecond line of the file\nthird line of the file\n');
    const second = repository.commit('Second');
    const trap = join(repository.root, '.git', 'trap');
    writeFileSync(trap, `#!/bin/sh\ntouch '${join(repository.root, 'sprung')}'\ncat\n`);
    chmodSync(trap, 0o755);
    repository.write('.gitattributes', '* filter=evil diff=evil\n');
    repository.git('config', 'filter.evil.clean', trap);
    repository.git('config', 'diff.evil.textconv', trap);
    repository.write(
      'new.ts',
      'zero\nfirst line of the file\nsecond line of the file\nthird line of the file\n',
    );
    const file = await repositoryFile(join(repository.root, 'new.ts'));
    assert.equal(file.path, 'new.ts');
    assert.equal((await blame(file, 1)).commit, undefined);
    const { commit, text } = await blame(file, 2);
    assert.equal(text, 'first line of the file');
    assert.deepEqual([commit?.sha, commit?.path, commit?.subject], [first, 'old.ts', 'First']);
    assert.equal((await blame(file, 4)).commit?.sha, second);
    await assert.rejects(blame(file, 9), /lines, not 9/);
    assert.ok(!existsSync(join(repository.root, 'sprung')), 'a filter of the repository was run');
  } finally {
    repository.remove();
  }
});
