import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readPatch } from './patch.ts';
import { readHeadMoves, rewritesIn } from './reflog.ts';
import { branchIn, headStamp, remoteOf, worktreeOf } from './worktree.ts';

const sha = (letter: string) => letter.repeat(40);

describe('what git keeps of a folder', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'debrief-reflog-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  function repository(name: string, files: Record<string, string>) {
    const root = join(folder, name);
    mkdirSync(join(root, '.git', 'logs'), { recursive: true });
    for (const [path, text] of Object.entries(files)) writeFileSync(join(root, '.git', path), text);
    return root;
  }
  const opened = async (root: string) => {
    const worktree = await worktreeOf(root);
    assert.ok(worktree);
    return worktree;
  };

  it('is found beside the folder, or where a worktree points to', async () => {
    const root = repository('plain', { HEAD: 'ref: refs/heads/a/b\n' });
    const plain = await opened(root);
    assert.deepEqual(plain, { root, gitDir: join(root, '.git'), commonDir: join(root, '.git') });
    assert.equal(await branchIn(plain), 'a/b');
    const inner = join(root, '.git', 'worktrees', 'w');
    mkdirSync(inner, { recursive: true });
    writeFileSync(join(inner, 'HEAD'), `${sha('a')}\n`);
    writeFileSync(join(inner, 'commondir'), '../..\n');
    const tree = join(folder, 'tree');
    mkdirSync(tree);
    writeFileSync(join(tree, '.git'), `gitdir: ${inner}\n`);
    const linked = await opened(tree);
    assert.deepEqual(linked, { root: tree, gitDir: inner, commonDir: join(root, '.git') });
    assert.equal(await branchIn(linked), undefined);
    assert.equal(await worktreeOf(join(folder, 'nothing')), undefined);
    assert.equal(await worktreeOf(repository('empty', {})), undefined);
    assert.equal(await worktreeOf(repository('huge', { HEAD: 'x'.repeat(64 * 1024 + 1) })), undefined);
  });

  it('names origin, else the first remote, and never a password', async () => {
    const remote = async (name: string, config: string) =>
      remoteOf(await opened(repository(name, { HEAD: 'x', config })));
    const section = (name: string, url: string) => `[remote "${name}"]\n\turl = ${url}\n\tfetch = +x\n`;
    const two = section('other', 'https://u:p@o.example/a') + section('origin', 'git@h.example:a/b.git');
    assert.equal(await remote('two', two), 'git@h.example:a/b.git');
    assert.equal(
      await remote('one', `${section('other', 'https://u:p@o.example/a')}[branch "x"]\n\turl = no\n`),
      'https://o.example/a',
    );
    assert.equal(await remoteOf(await opened(repository('without', { HEAD: 'x' }))), undefined);
    assert.equal(await remote('none', '[core]\n\turl = no\n'), undefined);
    assert.equal(
      await remote('twice', `${section('origin', 'https://a/1')}\turl = https://a/2\n`),
      'https://a/1',
    );
  });

  it('tells the commits that were made, and nothing that only moved HEAD', async () => {
    const line = (from: string, to: string, message: string, at = 1_700_000_000) =>
      `${sha(from)} ${sha(to)} Ann <ann@example.com> ${at} +0100\t${message}\n`;
    const text = [
      line('0', 'a', 'commit (initial): one'),
      line('a', 'b', 'commit: two'),
      line('b', 'c', 'checkout: moving from a to b'),
      line('c', 'd', 'commit (amend): two '),
      line('d', 'd', 'commit: nothing'),
      line('d', 'e', 'merge topic: Fast-forward'),
      line('e', 'f', "merge topic: Merge made by the 'ort' strategy."),
      line('f', '1', 'rebase (pick): two'),
      line('1', '2', 'rebase -i (fixup): two'),
      line('2', '3', 'cherry-pick: one'),
      line('3', '4', 'reset: moving to HEAD~1'),
      line('4', '5', 'pull: Fast-forward'),
      'not a line of git\n',
    ].join('');
    const worktree = await opened(repository('log', { HEAD: 'x', 'logs/HEAD': text }));
    const moves = await readHeadMoves(worktree);
    assert.deepEqual(
      moves.map(({ to, deed, subject, at }) => [to[0], deed, subject, at]),
      [
        ['a', 'commit', 'one', 1_700_000_000_000],
        ['b', 'commit', 'two', 1_700_000_000_000],
        ['d', 'amend', 'two', 1_700_000_000_000],
        ['f', 'commit', "Merge made by the 'ort' strategy.", 1_700_000_000_000],
        ['1', 'rebase', 'two', 1_700_000_000_000],
        ['2', 'amend', 'two', 1_700_000_000_000],
        ['3', 'cherry-pick', 'one', 1_700_000_000_000],
      ],
    );
    assert.deepEqual(
      rewritesIn(moves).map(({ from, to, kind }) => [from[0], to[0], kind]),
      [
        ['c', 'd', 'amend'],
        ['d', '1', 'rebase'],
        ['1', '2', 'amend'],
        ['a', '3', 'cherry-pick'],
      ],
    );
    const stamp = await headStamp(worktree);
    assert.equal(await headStamp(worktree), stamp);
    writeFileSync(join(worktree.gitDir, 'logs', 'HEAD'), `${text}${line('5', '6', 'commit: x')}`);
    assert.notEqual(await headStamp(worktree), stamp);
    assert.equal(await headStamp({ ...worktree, gitDir: folder }), undefined);
  });
});

describe('a patch', () => {
  const files = (patch: string) =>
    readPatch(patch).files.map(({ path, added, removed }) => [path, added, removed]);

  it('is counted line by line, within its hunks only', () => {
    const patch = [
      'diff --git a/x.ts b/x.ts',
      '--- a/x.ts',
      '+++ b/x.ts',
      '@@ -1,2 +1,3 @@ where',
      ' kept',
      '-removed line of the file',
      '+added line of the file',
      '+++ looks like a header',
      'diff --git a/y.ts b/y.ts',
      '@@ -3 +3 @@',
      '--- looks like one, too',
      '+another added line here',
      'diff --git a/z.ts b/z.ts',
      '@@ -1,3 +1,2 @@',
      ' kept',
      '-removed',
      ' kept, too',
      '+no part of the hunk any more',
    ].join('\n');
    assert.deepEqual(files(patch), [
      ['x.ts', 2, 1],
      ['y.ts', 1, 1],
      ['z.ts', 0, 1],
    ]);
    assert.equal(readPatch(patch).hashes.size, 3);
    assert.equal(readPatch(`${patch}\n`).hashes.size, 3);
  });

  it('has hunks of one line where no number is said, and of none where it is 0', () => {
    const header = 'diff --git a/x b/x\n';
    assert.deepEqual(files(`${header}@@ -3 +3 @@\n-a\n+b\n+stray\n-stray\n`), [['x', 1, 1]]);
    assert.deepEqual(files(`${header}@@ -3,0 +4,2 @@\n+a\n+b\n+stray\n-stray\n`), [['x', 2, 0]]);
    assert.deepEqual(files(`${header}@@ broken @@\n-a\n+b\n+stray\n`), [['x', 1, 1]]);
    assert.deepEqual(files(`${header}@@ -1 +1,2 @@\n-a\n\\ No newline at end of file\n+b\n+c`), [
      ['x', 2, 1],
    ]);
  });

  it('names a file by what it is called afterwards, or was before it was removed', () => {
    assert.deepEqual(files('diff --git a/a b/b\nrename from a\nrename to b\n'), [['b', 0, 0]]);
    assert.deepEqual(files('diff --git a/a b/b\ncopy from a\ncopy to b\n'), [['b', 0, 0]]);
    assert.deepEqual(files('diff --git a/gone b/gone\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n'), [
      ['gone', 0, 1],
    ]);
    assert.deepEqual(files('diff --git a/new b/new\n--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+x\n'), [
      ['new', 1, 0],
    ]);
    assert.deepEqual(files('diff --git a/mode b/mode\nold mode 1\n'), [['mode', 0, 0]]);
    const quoted = String.raw`"a/\303\251 \"q\"\t" "b/\303\251 \"q\"\t"`;
    assert.deepEqual(files(`diff --git ${quoted}\n`), [['é "q"\t', 0, 0]]);
    assert.deepEqual(files('+stray\n-stray\n'), []);
  });
});
