import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import type { CommitFacts } from '@debrief/contract';
import { lineHash } from '@debrief/links';
import { behind, strengths } from '../../../../testing/links/found.ts';
import {
  aCommit,
  aSessionOf,
  linesOf,
  linkTime,
  prompt,
  runs,
  shaOf,
  writes,
} from '../../../../testing/links/link.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { aTeam } from '../../../../testing/team.ts';
import { deleteSession } from '../../../domain/erasure/deletion.ts';

const root = '/home/dev/app';

onEveryEngine('links', (server, engine) => {
  it('L11 a commit made by hand after a session is matched by its lines, with the event and the prompt', async () => {
    const team = await aTeam(server());
    const lines = linesOf('alpha');
    const sessionId = await aSessionOf(team, [
      prompt(1, 'Write the alpha part'),
      ...writes(2, `${root}/src/alpha.ts`, lines),
      prompt(5, 'Now beta'),
      ...writes(6, `${root}/src/beta.ts`, linesOf('beta')),
    ]);
    const commit = aCommit('alpha', { lines: [...lines, ...linesOf('byHand', 2)] });
    assert.deepEqual(await team.machine.reportCommits({ sessionId, commits: [commit] }), {
      sessionId,
      accepted: 1,
    });
    // Telling again changes nothing.
    assert.equal((await team.machine.reportCommits({ sessionId, commits: [commit] })).accepted, 0);
    const found = await behind(team, commit.sha.slice(0, 7));
    assert.deepEqual(strengths(found), [[sessionId, 'matched']]);
    assert.equal(found.links[0]?.lines, 10);
    assert.equal(found.commits[0]?.lines, 12);
    assert.equal(found.commits[0]?.linesOfSessions, 10);
    assert.deepEqual(found.commits[0]?.repositories, ['github.com/acme/app']);
    assert.ok(
      found.links[0]?.evidence.some(({ kind, sequences }) => kind === 'lines' && sequences?.[0] === 2),
    );
    const line = String(lineHash(lines[3] as string));
    const why = await team.owner.client.findLinks({ commit: commit.sha, line });
    assert.equal(why.line?.sessionId, sessionId);
    assert.equal(why.line?.sequence, 2);
    assert.deepEqual(why.line?.prompt, { sequence: 1, text: 'Write the alpha part' });
    const unknown = String(lineHash('a line that nobody wrote'));
    assert.equal((await team.owner.client.findLinks({ commit: commit.sha, line: unknown })).line, undefined);
    const own = await team.owner.client.listSessionLinks({ sessionId });
    assert.deepEqual(
      own.links.map(({ sha, strength }) => [sha, strength]),
      [[commit.sha, 'matched']],
    );
  });

  it('L11 commits that come before the events are concluded when the events come', async () => {
    const team = await aTeam(server());
    const sessionId = await aSessionOf(team, [prompt(1, 'hello')]);
    const commit = aCommit('early');
    await team.machine.reportCommits({ sessionId, commits: [commit] });
    const events = writes(2, `${root}/src/early.ts`, linesOf('early'));
    await team.machine.appendEvents({
      sessionId,
      events: events.map((payload) => ({ eventType: 'record', payload })),
    });
    assert.deepEqual(strengths(await behind(team, commit.sha)), [[sessionId, 'matched']]);
  });

  it('L12 stated before seen before matched; rewritten commits are followed; none where the work was by hand', async () => {
    const team = await aTeam(server());
    const sessionId = await aSessionOf(
      team,
      [
        prompt(1, 'Do it'),
        ...writes(2, `${root}/src/gamma.ts`, linesOf('gamma')),
        ...runs(5, 'git commit -m gamma', `[main ${shaOf('printed').slice(0, 7)}] gamma\n 1 file changed`),
      ],
      { externalId: 'agent-1' },
    );
    const nothing = { lines: linesOf('other') };
    const commits: CommitFacts[] = [
      aCommit('stated', { ...nothing, trailers: [`Debrief-Session: ${sessionId}`] }),
      aCommit('printed', nothing),
      aCommit('amended', nothing),
      aCommit('gamma', { patchId: shaOf('patch') }),
      aCommit('picked', { ...nothing, patchId: shaOf('patch') }),
      aCommit('hand', { lines: linesOf('elsewhere') }),
    ];
    await team.machine.reportCommits({
      sessionId,
      commits,
      rewrites: [{ from: shaOf('printed'), to: shaOf('amended'), kind: 'amend' }],
    });
    await behind(team, shaOf('picked'));
    const { links } = await team.owner.client.listSessionLinks({ sessionId });
    assert.deepEqual(Object.fromEntries(links.map(({ sha, strength }) => [sha, strength])), {
      [shaOf('stated')]: 'stated',
      [shaOf('printed')]: 'seen',
      [shaOf('amended')]: 'seen',
      [shaOf('gamma')]: 'matched',
      [shaOf('picked')]: 'matched',
    });
    const { commits: before } = await team.owner.client.findLinks({ commit: shaOf('printed') });
    assert.equal(before[0]?.rewrittenTo, shaOf('amended'));
    assert.deepEqual((await team.owner.client.findLinks({ commit: shaOf('hand') })).links, []);
  });

  it('L12 a note of Git AI states the session that its key is made of, and no other', async () => {
    const team = await aTeam(server());
    const session = (externalId: string) =>
      aSessionOf(team, writes(2, `${root}/src/${externalId}.ts`, linesOf(externalId)), { externalId });
    const named = await session('one');
    const other = await session('another');
    const digest = createHash('sha256').update('claude:one').digest('hex');
    const nothing = { lines: linesOf('nothing') };
    await team.machine.reportCommits({
      sessionId: other,
      commits: [
        aCommit('noted', { ...nothing, trailers: [`Git-AI-Session: s_${digest.slice(0, 14)}`] }),
        aCommit('noted before', { ...nothing, trailers: [`Git-AI-Session: ${digest.slice(0, 16)}`] }),
        aCommit('noted of nobody', { ...nothing, trailers: ['Git-AI-Session: s_00000000000000'] }),
      ],
    });
    assert.deepEqual(strengths(await behind(team, shaOf('noted'))), [[named, 'stated']]);
    assert.deepEqual(strengths(await behind(team, shaOf('noted before'))), [[named, 'stated']]);
    assert.deepEqual((await team.owner.client.findLinks({ commit: shaOf('noted of nobody') })).links, []);
  });

  it('L12 of two sessions in one worktree each has its own commits; another repository has none', async () => {
    const team = await aTeam(server());
    const one = await aSessionOf(team, writes(2, `${root}/src/one.ts`, linesOf('one')));
    const two = await aSessionOf(team, writes(2, `${root}/src/two.ts`, linesOf('two')));
    const fork = await aSessionOf(team, writes(2, '/home/dev/fork/src/one.ts', linesOf('one')), {
      repoRoot: '/home/dev/fork',
      repoRemote: 'https://github.com/somebody/app',
    });
    const worktree = await aSessionOf(team, writes(2, '/home/dev/wt/src/one.ts', linesOf('third')), {
      repoRoot: '/home/dev/wt',
      repoRemote: 'https://user:token@GitHub.com:443/Acme/App.git/',
    });
    await team.machine.reportCommits({
      sessionId: two,
      commits: [
        aCommit('one'),
        aCommit('two'),
        aCommit('third', { files: [{ path: 'src/one.ts', added: 1, removed: 0 }] }),
      ],
    });
    assert.deepEqual(strengths(await behind(team, shaOf('two'))), [[two, 'matched']]);
    assert.deepEqual(strengths(await behind(team, shaOf('one'), ({ links }) => links.length > 1)), [
      [one, 'matched'],
      [worktree, 'likely'],
    ]);
    assert.deepEqual(strengths(await behind(team, shaOf('third')))[0], [worktree, 'matched']);
    assert.deepEqual((await team.owner.client.listSessionLinks({ sessionId: fork })).links, []);
  });

  it('L12 a fork that went on after the commit is not behind it, though it has a copy of the work', async () => {
    const team = await aTeam(server());
    const work = [...writes(2, `${root}/src/forked.ts`, linesOf('forked')), prompt(620, 'Thanks')];
    const first = await aSessionOf(team, work);
    const fork = await aSessionOf(team, [...work, prompt(900, 'Something else')]);
    await team.machine.reportCommits({ sessionId: first, commits: [aCommit('forked')] });
    const found = await behind(team, shaOf('forked'), ({ links }) => links.length > 1);
    assert.deepEqual(strengths(found), [
      [first, 'matched'],
      [fork, 'likely'],
    ]);
  });

  it('L11 deleted with the session that told of it, unless another told of it too', async () => {
    const team = await aTeam(server());
    const one = await aSessionOf(team, writes(2, `${root}/src/eta.ts`, linesOf('eta')));
    const two = await aSessionOf(team, [prompt(1, 'hello')]);
    await team.machine.reportCommits({ sessionId: one, commits: [aCommit('eta'), aCommit('theta')] });
    await team.machine.reportCommits({ sessionId: two, commits: [aCommit('theta')] });
    await behind(team, shaOf('eta'));
    await deleteSession(server().running.context, { sessionId: one, organizationId: team.organizationId });
    await assert.rejects(team.owner.client.findLinks({ commit: shaOf('eta') }), { code: 'commit_not_found' });
    const kept = await team.owner.client.findLinks({ commit: shaOf('theta') });
    assert.deepEqual(kept.links, []);
  });

  it(`${engine}: what was concluded comes out the same when it is thrown away`, async () => {
    const team = await aTeam(server());
    const sessionId = await aSessionOf(team, writes(2, `${root}/src/mu.ts`, linesOf('mu')));
    await team.machine.reportCommits({ sessionId, commits: [aCommit('mu', { at: linkTime + 3_600_000 })] });
    const before = await behind(team, shaOf('mu'));
    await server().running.context.store.statistics.delete(sessionId);
    assert.deepEqual((await team.owner.client.findLinks({ commit: shaOf('mu') })).links, []);
    await team.machine.reportCommits({ sessionId, commits: [] });
    const after = await behind(team, shaOf('mu'));
    assert.deepEqual(
      after.links.map(({ strength, evidence }) => ({ strength, evidence })),
      before.links.map(({ strength, evidence }) => ({ strength, evidence })),
    );
  });
});
