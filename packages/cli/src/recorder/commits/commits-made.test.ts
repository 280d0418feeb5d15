import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type CommitRewrite, commitLimits } from '@debrief/links';
import { createRepository } from '../../testing/repository.ts';
import {
  commitReport,
  commitsMade,
  factsIn,
  isInTime,
  leadingTo,
  sendableRemote,
  watchedFor,
} from './commits-made.ts';
import { type Worktree, worktreeOf } from './worktree.ts';

const sha = (letter: string) => letter.repeat(40);
const second = 1_700_000_000;

describe('the commits made in a folder', () => {
  let root: string;
  let worktree: Worktree;
  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'debrief-made-'));
    mkdirSync(join(root, '.git', 'logs'), { recursive: true });
    writeFileSync(join(root, '.git', 'HEAD'), 'ref: refs/heads/main\n');
    worktree = (await worktreeOf(root)) as Worktree;
  });
  afterEach(() => rmSync(root, { recursive: true }));
  const log = (...lines: [from: string, to: string, message: string, at?: number][]) =>
    writeFileSync(
      join(root, '.git', 'logs', 'HEAD'),
      lines
        .map(
          ([from, to, message, at = second]) => `${sha(from)} ${sha(to)} A <a@b> ${at} +0000\t${message}\n`,
        )
        .join(''),
    );
  const made = async (...pauses: Parameters<typeof commitsMade>[1]) =>
    (await commitsMade(worktree, pauses)).made.map(({ to }) => to[0]);

  it('are those that still stand: none that was amended or rebased, but one that was picked', async () => {
    log(
      ['0', 'a', 'commit: one'],
      ['a', 'b', 'commit (amend): one'],
      ['b', 'c', 'rebase (pick): one'],
      ['c', 'd', 'commit: two'],
      ['e', 'f', 'cherry-pick: two'],
    );
    assert.deepEqual(await made(), ['c', 'd', 'f']);
    const { rewrites } = await commitsMade(worktree, []);
    assert.deepEqual(
      rewrites.map(({ from, to, kind }) => [from[0], to[0], kind]),
      [
        ['a', 'b', 'amend'],
        ['b', 'c', 'rebase'],
        ['d', 'f', 'cherry-pick'],
      ],
    );
  });

  it('are none of a pause, to the second', async () => {
    log(
      ['0', 'a', 'commit: one', second],
      ['a', 'b', 'commit: two', second + 1],
      ['b', 'c', 'commit: three', second + 2],
    );
    const ms = second * 1000;
    const pause = (from: number, to?: number, repository?: string) => ({
      from,
      ...(to !== undefined && { to }),
      ...(repository && { repository }),
    });
    assert.deepEqual(await made(pause(ms + 999, ms + 2000)), ['c'], 'git counts whole seconds');
    assert.deepEqual(await made(pause(ms + 1000, ms + 2000)), ['a', 'c']);
    assert.deepEqual(await made(pause(ms + 1000, ms + 2001)), ['a']);
    assert.deepEqual(await made(pause(ms + 1000)), ['a'], 'a pause without an end goes on');
    assert.deepEqual(await made(pause(ms + 1000, undefined, root)), ['a']);
    assert.deepEqual(await made(pause(ms, undefined, '/elsewhere')), ['a', 'b', 'c']);
  });

  it('are none that took the place of one of a pause, whenever that was', async () => {
    const later = second + 100;
    log(
      ['0', 'a', 'commit: before', second],
      ['a', 'b', 'commit: paused', second + 10],
      ['b', 'c', 'commit (amend): renamed', later],
      ['a', 'd', 'rebase (pick): renamed', later + 1],
      ['d', 'e', 'rebase (squash): renamed', later + 2],
      ['1', 'f', 'cherry-pick: renamed', later + 3],
      ['f', '2', 'commit: after', later + 4],
    );
    const pause = { from: (second + 5) * 1000, to: (second + 20) * 1000 };
    const { made, rewrites } = await commitsMade(worktree, [pause]);
    assert.deepEqual(
      made.map(({ to }) => to[0]),
      ['a', '2'],
    );
    assert.deepEqual(rewrites, []);
  });

  it('are told with a remote that the server would take', async () => {
    const remote = (url: string) => {
      writeFileSync(join(root, '.git', 'config'), `[remote "origin"]\n\turl = ${url}\n`);
      return sendableRemote(worktree);
    };
    assert.equal(await remote('git@h.example:a/b.git'), 'git@h.example:a/b.git');
    const long = (length: number) => `https://h.example/${'x'.repeat(length - 18)}`;
    assert.equal(await remote(long(500)), long(500));
    assert.equal(await remote(long(501)), undefined);
    assert.equal(await remote('https://h.example/\u001b'), undefined);
    rmSync(join(root, '.git', 'config'));
    assert.equal(await sendableRemote(worktree), undefined);
  });
});

describe('a commit and a session', () => {
  it('belong together from a minute before its beginning to two days after its end', () => {
    const span = { from: 1_000_000, lastChange: 2_000_000 };
    assert.equal(watchedFor, 48 * 3_600_000);
    assert.deepEqual(
      [1_000_000 - 60_001, 1_000_000 - 60_000, 2_000_000 + watchedFor, 2_000_001 + watchedFor].map((at) =>
        isInTime(at, span),
      ),
      [false, true, true, false],
    );
  });

  it('are joined by the rewrites that lead to the commit, over any number of steps', () => {
    const pairs: CommitRewrite[] = [
      { from: 'a', to: 'b', kind: 'amend' },
      { from: 'x', to: 'y', kind: 'amend' },
      { from: 'b', to: 'c', kind: 'rebase' },
    ];
    assert.deepEqual(leadingTo(new Set(['c']), pairs), [pairs[0], pairs[2]]);
    assert.deepEqual(leadingTo(new Set(['b']), pairs), [pairs[0]]);
    assert.deepEqual(leadingTo(new Set(), pairs), []);
  });
});

describe('the report of a session', () => {
  it('has the commits of its time with branch and remote, each once', async () => {
    const repository = createRepository();
    const now = Date.now();
    repository.git('remote', 'add', 'origin', 'https://h.example/a.git');
    repository.commit('before', new Date(now - 3_600_000));
    const shas = ['one', 'two'].map((message) => repository.commit(message, new Date(now)));
    const span = { from: now - 60_000, lastChange: now };
    const report = await commitReport(repository.root, span, []);
    assert.deepEqual(
      [report.repoRemote, report.commits.map((one) => [one.sha, one.branch]), report.rewrites],
      ['https://h.example/a.git', shas.map((one) => [one, 'main']), []],
    );
    repository.remove();
    assert.deepEqual(await commitReport(repository.root, span, []), { commits: [], rewrites: [] });
  });

  it('has the newest two hundred, asked for in pieces', async () => {
    const repository = createRepository();
    const first = repository.commit('first');
    const worktree = (await worktreeOf(repository.root)) as Worktree;
    const shas = [...Array(commitLimits.commits + 1).fill(sha('f')), first];
    const facts = await factsIn(worktree, shas);
    assert.deepEqual(
      facts.map((one) => one.sha),
      [first],
    );
    assert.deepEqual(await factsIn(worktree, [first, ...Array(200).fill(sha('f'))]), []);
    const ending = AbortSignal.abort();
    await assert.rejects(factsIn(worktree, [first], ending));
    repository.remove();
  });
});
