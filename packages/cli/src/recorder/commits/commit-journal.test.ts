import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type CommitFacts, type CommitRewrite, commitLimits } from '@debrief/links';
import { CommitJournal } from './commit-journal.ts';

const commit = (sha: string | number) => ({ sha: String(sha) }) as CommitFacts;
const rewrite = (from: string | number, to: string | number): CommitRewrite => ({
  from: String(from),
  to: String(to),
  kind: 'amend',
});
const many = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('the journal of commits', () => {
  let folder: string;
  let journal: CommitJournal;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'debrief-commits-'));
    journal = await CommitJournal.open(folder);
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const path = () => join(folder, 'commits.json');
  const waiting = (session: string) => {
    const next = journal.next(session);
    return next && [next.commits.map(({ sha }) => sha), next.rewrites.map(({ from, to }) => `${from}${to}`)];
  };
  const reopen = async () => {
    await journal.flush();
    journal = await CommitJournal.open(folder);
  };

  it('gives what waits for a session, until it is told', () => {
    assert.deepEqual([journal.waiting(), journal.next('s')], [[], undefined]);
    journal.add('s', [commit('a'), commit('b')], [rewrite('x', 'a')]);
    journal.add('t', [], [rewrite('x', 'a')]);
    assert.deepEqual(waiting('s'), [['a', 'b'], ['xa']]);
    assert.deepEqual(waiting('t'), [[], ['xa']]);
    assert.deepEqual(journal.waiting(), ['s', 't']);
    journal.noteTold('s', [commit('a')], []);
    assert.deepEqual(waiting('s'), [['b'], ['xa']]);
    journal.noteTold('s', [commit('b')], [rewrite('x', 'a')]);
    assert.deepEqual([waiting('s'), journal.waiting()], [undefined, ['t']]);
    journal.noteTold('nobody', [commit('b')], []);
    assert.equal(journal.has('nobody', 'b'), false);
  });

  it('tells nothing twice, neither what waits nor what was told', () => {
    for (let turn = 0; turn < 2; turn++) {
      journal.add('s', [commit('a')], [rewrite('x', 'a')]);
      assert.deepEqual(waiting('s'), [['a'], ['xa']]);
    }
    assert.equal(journal.has('s', 'a'), true);
    assert.equal(journal.has('s', 'b'), false);
    assert.equal(journal.has('t', 'a'), false);
    journal.noteTold('s', [commit('a')], [rewrite('x', 'a')]);
    assert.equal(journal.has('s', 'a'), true);
    journal.add('s', [commit('a')], [rewrite('x', 'a')]);
    assert.equal(waiting('s'), undefined);
    journal.add('s', [commit('b')], [rewrite('x', 'b')]);
    assert.deepEqual(waiting('s'), [['b'], ['xb']], 'another end makes another pair');
  });

  it('gives as much at a time as the server takes', () => {
    journal.add(
      's',
      many(commitLimits.commits + 1).map(commit),
      many(commitLimits.rewrites + 1).map((n) => rewrite(n, 'to')),
    );
    const next = journal.next('s');
    assert.deepEqual(
      [next?.commits.length, next?.rewrites.length, next?.commits[0]?.sha],
      [commitLimits.commits, commitLimits.rewrites, '0'],
    );
    journal.noteTold('s', next?.commits ?? [], next?.rewrites ?? []);
    assert.deepEqual(waiting('s'), [[String(commitLimits.commits)], [`${commitLimits.rewrites}to`]]);
  });

  it('keeps the newest of what waits and of what was told, and no more than it may', async () => {
    journal.add(
      's',
      many(501).map(commit),
      many(501).map((n) => rewrite(n, 'to')),
    );
    assert.equal(journal.has('s', '0'), false);
    assert.equal(journal.has('s', '1'), true);
    journal.noteTold('t', many(3).map(commit), []);
    journal.add('t', [commit('first')], []);
    journal.noteTold(
      't',
      many(2001).map(commit),
      many(2001).map((n) => rewrite(n, 'to')),
    );
    assert.equal(journal.has('t', '0'), false);
    assert.equal(journal.has('t', '1'), true);
    await journal.flush();
    const { sessions } = JSON.parse(readFileSync(path(), 'utf8'));
    assert.deepEqual(
      [sessions.s.commits.length, sessions.s.rewrites.length, sessions.s.rewrites[0].from],
      [500, 500, '1'],
    );
    assert.deepEqual([sessions.t.told.length, sessions.t.toldRewrites.length], [2000, 2000]);
  });

  it('is the same after a restart, for its owner alone', async () => {
    journal.add('s', [commit('a'), commit('b')], [rewrite('x', 'a')]);
    journal.noteTold('s', [commit('a')], []);
    journal.noteStamp('/git', 'stamp');
    await reopen();
    assert.deepEqual(waiting('s'), [['b'], ['xa']]);
    assert.equal(journal.has('s', 'a'), true);
    assert.deepEqual([journal.stampOf('/git'), journal.stampOf('/other')], ['stamp', undefined]);
    assert.equal(statSync(path()).mode & 0o777, 0o600);
  });

  it('is written only after something changed', async () => {
    const changes: [string, () => void, isWritten: boolean][] = [
      ['nothing', () => {}, false],
      ['a stamp', () => journal.noteStamp('/git', 'a'), true],
      ['a commit', () => journal.add('s', [commit('a')], []), true],
      ['the same commit', () => journal.add('s', [commit('a')], []), false],
      ['a rewrite', () => journal.add('s', [], [rewrite('a', 'b')]), true],
      ['told', () => journal.noteTold('s', [commit('a')], []), true],
      ['kept', () => journal.keepOnly(new Set(['s']), new Set(['/git'])), false],
      ['a folder left', () => journal.keepOnly(new Set(['s']), new Set()), true],
      ['forgotten', () => journal.forget('s'), true],
    ];
    for (const [what, change, isWritten] of changes) {
      rmSync(path(), { force: true });
      change();
      await journal.flush();
      assert.equal(existsSync(path()), isWritten, what);
    }
  });

  it('is written at the next flush where the disk refused one', async () => {
    journal.noteStamp('/git', 'a');
    mkdirSync(path());
    await assert.rejects(journal.flush());
    rmdirSync(path());
    await reopen();
    assert.equal(journal.stampOf('/git'), 'a');
  });

  it('forgets sessions and folders that nobody watches; what waits is kept', async () => {
    for (const session of ['watched', 'told', 'waiting']) journal.add(session, [commit('a')], []);
    for (const session of ['watched', 'told']) journal.noteTold(session, [commit('a')], []);
    for (const gitDir of ['/watched', '/left']) journal.noteStamp(gitDir, 'x');
    journal.keepOnly(new Set(['watched']), new Set(['/watched']));
    assert.deepEqual(
      ['watched', 'told', 'waiting'].map((session) => journal.has(session, 'a')),
      [true, false, true],
    );
    assert.deepEqual([journal.stampOf('/watched'), journal.stampOf('/left')], ['x', undefined]);
    journal.forget('waiting');
    assert.deepEqual(journal.waiting(), []);
  });

  it('begins anew where its file is of another version or no JSON', async () => {
    for (const text of ['{"version":2,"stamps":{"/git":"x"},"sessions":{}}', '{', '']) {
      writeFileSync(path(), text);
      journal = await CommitJournal.open(folder);
      assert.equal(journal.stampOf('/git'), undefined);
      journal.add('s', [commit('a')], []);
      assert.deepEqual(waiting('s'), [['a'], []]);
    }
  });
});
