import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { type CommitFacts, type CommitRewrite, conclude, createSessionFold } from '@debrief/links';
import { createFold } from '@debrief/transcript';
import { isWithin } from '../../../../../scripts/test/slowness.ts';
import { canonical } from '../../pause.ts';
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts';
import { createMachine, type Machine } from '../../testing/machine.ts';
import {
  author,
  createRepository,
  repositoryAt,
  snapshot,
  type TestRepository,
} from '../../testing/repository.ts';
import type { Recorder } from '../run/recorder.ts';

/** A session of Claude Code that writes a file by its edit tool, some minutes ago. */
function sessionLines(id: string, cwd: string, file: string, content: string): string {
  const at = new Date(Date.now() - 5 * 60_000).toISOString();
  const base = { sessionId: id, cwd, gitBranch: 'main', version: '2.1.0', timestamp: at };
  const call = {
    type: 'tool_use',
    id: `toolu_${id}`,
    name: 'Write',
    input: { file_path: join(cwd, file), content },
  };
  const result = { type: 'tool_result', tool_use_id: `toolu_${id}`, content: 'ok' };
  return [
    { ...base, type: 'user', uuid: `${id}-1`, message: { role: 'user', content: 'Write it.' } },
    { ...base, type: 'assistant', uuid: `${id}-2`, message: { role: 'assistant', content: [call] } },
    { ...base, type: 'user', uuid: `${id}-3`, message: { role: 'user', content: [result] } },
  ]
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('');
}

const linesNamed = (name: string, count = 8): string =>
  Array.from(
    { length: count },
    (_, index) => `export const ${name}Value${index} = compute(${index});\n`,
  ).join('');

/** A `git` before the real one on PATH that notes each time it is run. */
function countingGit(): { calls(): number; restore(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'debrief-git-'));
  const log = join(folder, 'log');
  const path = process.env.PATH ?? '';
  writeFileSync(log, '');
  writeFileSync(join(folder, 'git'), `#!/bin/sh\necho x >> '${log}'\nPATH='${path}' exec git "$@"\n`);
  chmodSync(join(folder, 'git'), 0o755);
  process.env.PATH = `${folder}${delimiter}${path}`;
  return {
    calls: () => readFileSync(log, 'utf8').length / 2,
    restore() {
      process.env.PATH = path;
      rmSync(folder, { recursive: true });
    },
  };
}

describe('commits where sessions run', () => {
  let server: FakeServer;
  let machine: Machine;
  let recorder: Recorder;
  let git: ReturnType<typeof countingGit>;
  let repository: TestRepository;

  before(() => {
    git = countingGit();
  });
  after(() => git.restore());
  beforeEach(async () => {
    server = await startFakeServer();
    machine = await createMachine({ delay: () => 1 });
    recorder = await machine.recorder(server.url);
    repository = createRepository();
    repository.write('readme.md', 'A project.\n');
    repository.commit('base', new Date(Date.now() - 3_600_000));
  });
  afterEach(async () => {
    await recorder.close();
    await server.close();
    await machine.remove();
    repository.remove();
  });

  /** The session writes the file, and the recorder has seen it. */
  async function runSession(id: string, file: string, content: string, { root } = repository): Promise<void> {
    writeFileSync(join(root, file), content);
    await machine.write(`.claude/projects/-x/${id}.jsonl`, sessionLines(id, root, file, content));
    await recorder.scan();
    await recorder.uploader.drained();
  }
  const stored = (id: string) => [...server.sessions.values()].find(({ body }) => body.externalId === id);
  const told = (id: string) => {
    const reports = (stored(id)?.reports ?? []) as { commits: CommitFacts[]; rewrites: CommitRewrite[] }[];
    return {
      commits: reports.flatMap((one) => one.commits),
      rewrites: reports.flatMap((one) => one.rewrites),
    };
  };
  /** What the server would conclude from what it was told. */
  function links(id: string): [sha: string, strength: string][] {
    const { commits, rewrites } = told(id);
    const [fold, session] = [createFold('claude-code'), createSessionFold()];
    const events = (stored(id)?.events ?? []).map((event, index) => ({ sequence: index + 1, ...event }));
    session.feed(fold.feed(events).written);
    return conclude(session.facts(), { ids: [id] }, commits, rewrites).map(({ sha, strength }) => [
      sha,
      strength,
    ]);
  }

  it('a repository that git cannot read is not tried at every look, and told of once it can', async (t) => {
    await runSession('s0', 'zero.ts', linesNamed('zero'));
    const sha = repository.commit('By hand');
    const config = join(repository.root, '.git', 'config');
    const good = readFileSync(config);
    writeFileSync(config, '[');
    const calls = git.calls();
    for (let look = 0; look < 5; look++) await recorder.lookAtCommits();
    assert.equal(git.calls(), calls + 1);
    writeFileSync(config, good);
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 60_000 });
    await recorder.lookAtCommits();
    assert.deepEqual(links('s0'), [[sha, 'matched']]);
  });

  it('a commit by hand after the session is told and found; nothing runs and nothing changes while HEAD rests', async () => {
    await runSession('s1', 'one.ts', linesNamed('one'));
    await recorder.lookAtCommits();
    assert.deepEqual(told('s1').commits, []);
    const sha = repository.commit('By hand');
    const before = snapshot(join(repository.root, '.git'));
    await recorder.lookAtCommits();
    const calls = git.calls();
    assert.deepEqual(links('s1'), [[sha, 'matched']]);
    for (let look = 0; look < 5; look++) await recorder.lookAtCommits();
    assert.equal(git.calls(), calls, 'git ran although nothing moved');
    assert.deepEqual(snapshot(join(repository.root, '.git')), before);
    assert.equal(stored('s1')?.reports.length, 1);
    const sent = JSON.stringify(stored('s1')?.reports);
    for (const secret of [author.name, author.email, 'By hand', 'compute'])
      assert.ok(!sent.includes(secret), secret);
  });

  it('amend, rebase and cherry-pick are followed', async () => {
    await runSession('s1', 'one.ts', linesNamed('one'));
    const { git: run, write, commit } = repository;
    run('checkout', '-q', '-b', 'work');
    const first = commit('Work');
    await recorder.lookAtCommits();
    write('readme.md', 'A project, described.\n');
    run('commit', '-q', '-a', '--amend', '-m', 'Work, better');
    const amended = run('rev-parse', 'HEAD');
    await recorder.lookAtCommits();
    run('checkout', '-q', 'main');
    write('other.md', 'This is written by hand.\n');
    const other = commit('By hand');
    run('checkout', '-q', 'work');
    run('rebase', '-q', 'main');
    const rebased = run('rev-parse', 'HEAD');
    await recorder.lookAtCommits();
    run('checkout', '-q', '-b', 'release', 'main');
    run('cherry-pick', 'work');
    const picked = run('rev-parse', 'HEAD');
    await recorder.lookAtCommits();
    assert.deepEqual(told('s1').rewrites, [
      { from: first, to: amended, kind: 'amend' },
      { from: amended, to: rebased, kind: 'rebase' },
      ...(picked === rebased ? [] : [{ from: rebased, to: picked, kind: 'cherry-pick' }]),
    ]);
    const found = new Map(links('s1'));
    for (const sha of [first, amended, rebased, picked]) assert.equal(found.get(sha), 'matched');
    assert.equal(found.get(other), undefined);
  });

  it('two sessions in one folder each get their own commit; work by hand belongs to neither', async () => {
    await runSession('s1', 'one.ts', linesNamed('one'));
    await runSession('s2', 'two.ts', linesNamed('two'));
    const { git: run, write } = repository;
    run('add', 'one.ts');
    run('commit', '-q', '-m', 'One');
    const one = run('rev-parse', 'HEAD');
    run('add', 'two.ts');
    run('commit', '-q', '-m', 'Two');
    const two = run('rev-parse', 'HEAD');
    write('hand.ts', linesNamed('hand'));
    repository.commit('Hand');
    await recorder.lookAtCommits();
    assert.equal(told('s1').commits.length, 3);
    assert.deepEqual(links('s1'), [[one, 'matched']]);
    assert.deepEqual(links('s2'), [[two, 'matched']]);
  });

  it('a worktree of the same repository is told of its own commits only', async () => {
    const tree = join(repository.root, '..', `${repository.root.split('/').at(-1)}-tree`);
    repository.git('worktree', 'add', '-q', tree, '-b', 'side');
    const side = repositoryAt(tree);
    await runSession('s1', 'one.ts', linesNamed('one'));
    await runSession('s2', 'two.ts', linesNamed('two'), side);
    const one = repository.commit('One');
    const two = side.commit('Two');
    await recorder.lookAtCommits();
    assert.deepEqual(links('s1'), [[one, 'matched']]);
    assert.deepEqual(links('s2'), [[two, 'matched']]);
    assert.deepEqual(
      told('s2').commits.map(({ sha, branch }) => [sha, branch]),
      [[two, 'side']],
    );
    side.remove();
  });

  it('commits from before the session, of other folders and of old sessions are not told', async () => {
    // Ten minutes before the session began.
    repository.commit('Before', new Date(Date.now() - 15 * 60_000));
    await runSession('s1', 'one.ts', linesNamed('one'));
    const elsewhere = createRepository();
    elsewhere.write('one.ts', linesNamed('one'));
    elsewhere.commit('Elsewhere');
    await recorder.lookAtCommits();
    assert.deepEqual(told('s1').commits, []);
    for (const state of recorder.spool.states.sessions.values()) {
      Object.assign(state, {
        lastChangeAt: Date.now() - 49 * 3_600_000,
        lastRecordAt: Date.now() - 49 * 3_600_000,
      });
    }
    repository.commit('Two days later');
    await recorder.lookAtCommits();
    assert.deepEqual(told('s1').commits, []);
    elsewhere.remove();
  });

  it('a pause, a repository that is left out and the setting keep commits on the machine for ever', async () => {
    await runSession('s1', 'one.ts', linesNamed('one'));
    const from = Date.now() - 2000;
    machine.settings.pauses = [{ id: 'p', from, begun: true, repository: canonical(repository.root) }];
    repository.commit('During the pause');
    const calls = git.calls();
    await recorder.lookAtCommits();
    assert.equal(git.calls(), calls);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    machine.settings.pauses = [
      { id: 'p', from, to: Date.now(), begun: true, ended: true, repository: canonical(repository.root) },
    ];
    machine.settings.noCommitFacts = [canonical(repository.root)];
    repository.write('two.ts', linesNamed('two'));
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const after = repository.commit('After it');
    await recorder.lookAtCommits();
    machine.settings.noCommitFacts = [];
    machine.settings.commitFacts = false;
    await recorder.lookAtCommits();
    assert.deepEqual(told('s1').commits, []);
    delete machine.settings.commitFacts;
    await recorder.lookAtCommits();
    assert.deepEqual(
      told('s1').commits.map(({ sha }) => sha),
      [after],
    );
  });

  it('what the server did not take is kept over a restart and told once it does', async () => {
    await runSession('s1', 'one.ts', linesNamed('one'));
    const sha = repository.commit('By hand');
    server.faults.always = { status: 503, code: 'service_unavailable' };
    await recorder.lookAtCommits();
    await recorder.close();
    delete server.faults.always;
    repository.git('update-ref', '-d', 'refs/heads/main');
    rmSync(join(repository.root, '.git', 'logs', 'HEAD'));
    recorder = await machine.recorder(server.url);
    await recorder.lookAtCommits();
    assert.deepEqual(
      told('s1').commits.map((commit) => commit.sha),
      [sha],
    );
    await recorder.lookAtCommits();
    assert.equal(stored('s1')?.reports.length, 1);
  });

  it('costs little for each commit', async (t) => {
    await runSession('s1', 'one.ts', linesNamed('one'));
    for (let index = 0; index < 50; index++) {
      repository.write(`file${index}.ts`, linesNamed(`many${index}`, 40));
      repository.commit(`Commit ${index}`);
    }
    const began = performance.now();
    await recorder.lookAtCommits();
    const each = (performance.now() - began) / 50;
    t.diagnostic(`${each.toFixed(1)} ms a commit`);
    assert.equal(told('s1').commits.length, 50);
    assert.ok(isWithin(each, 20), `${each} ms`);
  });
});
