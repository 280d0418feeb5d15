import assert from 'node:assert/strict';
import { execSync } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { commitLimits, hashText, lineHash, unpackHashes } from '@debrief/links';
import { author, createRepository, snapshot } from '../../testing/repository.ts';
import { factsOf } from './commit-facts.ts';
import { readHeadMoves, rewritesIn } from './reflog.ts';
import { remoteOf, type Worktree, worktreeOf } from './worktree.ts';

const repositories: ReturnType<typeof createRepository>[] = [];
const create = () => {
  const repository = createRepository();
  repositories.push(repository);
  return repository;
};
after(() => {
  for (const repository of repositories) repository.remove();
});

describe('facts of commits', () => {
  it('take the sessions that a note of Git AI names, and nothing else of it, however hostile it is', async () => {
    const { root, write, commit, git } = create();
    const note = (sha: string, text: string | Buffer) =>
      execSync(`git notes --ref=ai add -f -F - ${sha}`, { cwd: root, input: text, stdio: 'pipe' });
    const told = async (sha: string) => (await factsOf([sha], { root }))[0];
    write('src/main.rs', 'fn main() { println!("hello"); }\n');
    const sha = commit('First');
    // As the standard 3.0 has it, with a session, a human and a session of before 1.4.
    const metadata = {
      schema_version: 'authorship/3.0.0',
      sessions: {
        s_c9883b05a2487d: {
          agent_id: { tool: 'claude', id: 'one', model: 'm' },
          human_author: 'Ada <ada@example.invalid>',
        },
      },
    };
    note(
      sha,
      `src/main.rs\n  s_c9883b05a2487d::t_9f8e7d6c5b4a32 1-10,15-20\n  s_c9883b05a2487d::t_a1b2c3d4e5f678 25\n  h_31dce776f88375 35-40\n"src/my file.rs"\n  abcd1234abcd1234 1\n---\n${JSON.stringify(metadata)}\n  s_00000000000000::t_00000000000000 1\n`,
    );
    assert.deepEqual((await told(sha))?.trailers, [
      'Git-AI-Session: s_c9883b05a2487d',
      'Git-AI-Session: abcd1234abcd1234',
    ]);
    git('notes', '--ref=debrief', 'add', '-m', 'Debrief-Session: ses_1', sha);
    assert.deepEqual((await told(sha))?.trailers, [
      'Debrief-Session: ses_1',
      'Git-AI-Session: s_c9883b05a2487d',
      'Git-AI-Session: abcd1234abcd1234',
    ]);
    assert.doesNotMatch(JSON.stringify(await told(sha)), /Ada|example|authorship/);
    git('notes', '--ref=debrief', 'remove', sha);
    const plain = await told(sha);
    const other = 'f'.repeat(40);
    for (const [what, text, trailers] of [
      [
        'very many',
        Array.from({ length: 5000 }, (_, n) => `  s_${String(n).padStart(14, '0')}::t_0 1\n`).join(''),
        10,
      ],
      [
        'another commit in it',
        Buffer.from(`x\n\0\0commit\0${other}\0${other}\0\0${0}\0${0}\0m\0\0`, 'latin1'),
        0,
      ],
      ['a long line', `  s_c9883b05a2487d::t_0 ${'1,'.repeat(500_000)}1\n`, 0],
      ['larger than is read', 'x'.repeat(40 * 1024 * 1024), 0],
      [
        'what is no key',
        '  s_C9883B05A2487D::t_0 1\n  s_c9883b05a2487d::t_0 <b>\ns_c9883b05a2487d::t_0 1\n',
        0,
      ],
    ] as const) {
      note(sha, text);
      const facts = await factsOf([sha], { root });
      assert.deepEqual(
        facts.map((one) => one.sha),
        [sha],
        what,
      );
      assert.equal(facts[0]?.trailers.length, trailers, what);
      if (what !== 'larger than is read')
        assert.deepEqual({ ...facts[0], trailers: [] }, { ...plain, trailers: [] }, what);
    }
  });

  it('hold hashes and counts, and neither code nor message nor names', async () => {
    const { root, write, commit, git } = create();
    write('src/old name.ts', `${'// kept as it is, whatever happens\n'.repeat(30)}`);
    write('gone.txt', 'a line that goes away\n');
    write('picture.bin', Buffer.from([0, 1, 2, 3]));
    commit('First');
    git('mv', 'src/old name.ts', 'src/ñew "name".ts');
    git('rm', '-q', 'gone.txt');
    write(
      'src/ñew "name".ts',
      `${'// kept as it is, whatever happens\n'.repeat(30)}const añadido = confidentialValue;\n`,
    );
    write('picture.bin', Buffer.from([0, 9]));
    write('short.ts', '}\n--- not a header\n+++ neither is this one\n');
    const sha = commit(
      'Secret plans for tomorrow\n\nDebrief-Session: ses_1\nSigned-off-by: Ada <ada@example.invalid>',
    );
    const before = snapshot(join(root, '.git'));
    const [facts] = await factsOf([sha], { root, branch: 'main' });
    assert.deepEqual(snapshot(join(root, '.git')), before);
    assert.ok(facts);
    const patchId = execSync(`git show ${sha} | git patch-id --stable`, { cwd: root, encoding: 'utf8' });
    const { addedLines, authoredAt, committedAt, files, ...rest } = facts;
    assert.deepEqual(rest, {
      sha,
      tree: git('rev-parse', 'HEAD^{tree}'),
      parents: [git('rev-parse', 'HEAD^')],
      branch: 'main',
      patchId: patchId.split(' ')[0],
      subjectHash: hashText('Secret plans for tomorrow'),
      fileCount: 4,
      lineCount: 3,
      trailers: ['Debrief-Session: ses_1'],
    });
    assert.deepEqual(
      files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
      [
        { path: 'gone.txt', added: 0, removed: 1 },
        { path: 'picture.bin', added: 0, removed: 0 },
        { path: 'short.ts', added: 3, removed: 0 },
        { path: 'src/ñew "name".ts', added: 1, removed: 0 },
      ],
    );
    const lines = ['const añadido = confidentialValue;', '--- not a header', '+++ neither is this one'];
    assert.deepEqual(
      unpackHashes(addedLines),
      lines.map((line) => lineHash(line)).toSorted((a, b) => Number(a) - Number(b)),
    );
    assert.ok(Math.abs(Date.parse(authoredAt) - Date.now()) < 60_000 && committedAt >= authoredAt);
    for (const secret of ['Secret plans', 'confidential', author.name, author.email, 'Signed-off']) {
      assert.ok(!JSON.stringify(facts).includes(secret), secret);
    }
  });

  it('are bounded, and of a commit that is too large only its name and times are told', async () => {
    const { root, write, commit } = create();
    write('many.txt', Array.from({ length: 6000 }, (_, line) => `this is line number ${line}\n`).join(''));
    for (let file = 0; file < 310; file++) write(`files/${file}.txt`, 'x\n');
    const many = commit('many');
    write('big.txt', `${'0123456789abcdef'.repeat(6)}\n`.repeat(400_000));
    const big = commit('big');
    const [first, second] = await factsOf([many, big], { root });
    assert.equal(unpackHashes(first?.addedLines ?? '')?.length, commitLimits.lines);
    assert.equal(first?.lineCount, 6000);
    assert.equal(first?.files.length, commitLimits.files);
    assert.equal(first?.fileCount, 311);
    assert.deepEqual([second?.sha, second?.files, second?.lineCount], [big, [], 0]);
  });

  it('of a merge are without a patch; a commit that is gone is left out', async () => {
    const { root, write, commit, git } = create();
    write('a', 'one\n');
    commit('base');
    git('checkout', '-q', '-b', 'side');
    write('b', 'a line of the side branch\n');
    commit('side');
    git('checkout', '-q', 'main');
    write('c', 'a line of the main branch\n');
    commit('main');
    git('merge', '-q', '--no-edit', 'side');
    const merge = git('rev-parse', 'HEAD');
    const facts = await factsOf(['0'.repeat(39).concat('1'), merge], { root });
    assert.deepEqual(
      facts.map(({ sha, parents, files, patchId }) => [sha, parents.length, files, patchId]),
      [[merge, 2, [], undefined]],
    );
  });

  it('run nothing that a hostile repository names, and survive odd names', async () => {
    const { root, write, commit, git } = create();
    const trap = join(root, '.git', 'trap');
    writeFileSync(trap, `#!/bin/sh\ntouch ${join(root, 'sprung')}\n`);
    chmodSync(trap, 0o755);
    write('.gitattributes', '* diff=evil filter=evil\n');
    write('a\nnew\u001b[31mline.txt', 'a line of some length\n');
    write('\ttab "quoted" \\ back', 'another line of some length\n');
    write('good.txt', 'a third line of some length\n');
    const sha = commit(
      '\u001b]0;title\u0007 subject\n\ndiff --git a/x b/x\n@@ -0,0 +1 @@\n+a line of a message, not of a file',
    );
    for (const [name, value] of [
      ['core.fsmonitor', trap],
      ['core.pager', trap],
      ['core.sshCommand', trap],
      ['core.hooksPath', join(root, '.git')],
      ['core.alternateRefsCommand', trap],
      ['diff.external', trap],
      ['diff.evil.command', trap],
      ['diff.evil.textconv', trap],
      ['filter.evil.smudge', trap],
      ['filter.evil.clean', trap],
      ['gpg.program', trap],
      ['log.showSignature', 'true'],
      ['pager.log', trap],
      ['alias.log', `!${trap}`],
      ['credential.helper', `!${trap}`],
      ['extensions.partialClone', 'origin'],
      ['remote.origin.url', `ext::${trap}`],
      ['remote.origin.promisor', 'true'],
      ['protocol.ext.allow', 'always'],
      ['diff.noprefix', 'true'],
      ['color.ui', 'always'],
    ] as const) {
      git('config', name, value);
    }
    const [facts] = await factsOf([sha, 'f'.repeat(40)], { root, branch: 'x\u001b[2J' });
    assert.equal(facts?.sha, sha);
    assert.equal(facts.branch, undefined);
    assert.deepEqual(
      facts.files.map(({ path }) => path).filter((path) => !path.startsWith('.')),
      ['good.txt'],
    );
    assert.equal(facts.lineCount, 4);
    assert.ok(!existsSync(join(root, 'sprung')), 'something of the repository was run');
  });
});

describe('the log of HEAD', () => {
  it('tells commits from other moves, and which commit took the place of which', async () => {
    const { root, write, commit, git } = create();
    write('a', '1\n');
    const base = commit('base');
    git('checkout', '-q', '-b', 'work');
    write('a', '2\n');
    const first = commit('work: one');
    write('b', '2\n');
    git('add', '-A');
    git('commit', '-q', '--amend', '--no-edit');
    const amended = git('rev-parse', 'HEAD');
    git('checkout', '-q', 'main');
    write('c', '3\n');
    const other = commit('other');
    git('checkout', '-q', 'work');
    git('rebase', '-q', 'main');
    const rebased = git('rev-parse', 'HEAD');
    git('checkout', '-q', '-b', 'release', base);
    git('cherry-pick', rebased);
    const picked = git('rev-parse', 'HEAD');
    git('reset', '-q', '--hard', base);
    const moves = await readHeadMoves((await worktreeOf(root)) as Worktree);
    assert.deepEqual(
      moves.map(({ to, deed }) => [to, deed]),
      [
        [base, 'commit'],
        [first, 'commit'],
        [amended, 'amend'],
        [other, 'commit'],
        [rebased, 'rebase'],
        [picked, 'cherry-pick'],
      ],
    );
    assert.deepEqual(rewritesIn(moves), [
      { from: first, to: amended, kind: 'amend' },
      { from: amended, to: rebased, kind: 'rebase' },
      { from: rebased, to: picked, kind: 'cherry-pick' },
    ]);
  });

  it('of a worktree is its own, with the remote of its repository and no password', async () => {
    const { root, write, commit, git } = create();
    write('a', '1\n');
    commit('base');
    git('remote', 'add', 'upstream', 'git@example.com:team/app.git');
    git('remote', 'add', 'origin', 'https://me:s3cret@example.com/me/app.git');
    git('worktree', 'add', '-q', join(root, 'tree'), '-b', 'side');
    const main = (await worktreeOf(root)) as Worktree;
    const side = (await worktreeOf(join(root, 'tree'))) as Worktree;
    assert.equal(side.gitDir, join(root, '.git', 'worktrees', 'tree'));
    assert.equal(side.commonDir, join(root, '.git'));
    assert.equal(await remoteOf(side), 'https://example.com/me/app.git');
    assert.equal(await remoteOf(main), await remoteOf(side));
    assert.equal(await worktreeOf(join(root, 'nowhere')), undefined);
  });
});
