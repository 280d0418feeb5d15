import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CommitFacts, FoundLinks } from '@debrief/contract';
import { lineHash } from '@debrief/links';
import {
  aCommit,
  aSessionOf,
  eventually,
  linesOf,
  linkTime,
  prompt,
  runs,
  shaOf,
  writes,
} from '../../../testing/links/link.ts';
import { send } from '../../../testing/request.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aTeam, joinTeam, type Team } from '../../../testing/team.ts';
import { deleteSession } from '../../domain/session/deletion.ts';

const root = '/home/dev/app';
const me = '/v1/organizations/me';

/** Waits until a commit has a link, and answers what is behind it. */
const behind = (
  team: Team,
  sha: string,
  wanted: (found: FoundLinks) => boolean = (found) => found.links.length > 0,
) =>
  eventually(async () => {
    const found = await team.owner.client.findLinks({ commit: sha });
    return wanted(found) && found;
  });

const strengths = ({ links }: FoundLinks) =>
  links.map(({ strength, session }) => [session.sessionId, strength]);

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

  it('L13 what people say wins, in both directions, and is taken back in the same way', async () => {
    const team = await aTeam(server());
    const member = await joinTeam(server(), team, 'member');
    const sessionId = await aSessionOf(team, writes(2, `${root}/src/delta.ts`, linesOf('delta')));
    const other = await aSessionOf(team, [prompt(1, 'nothing')]);
    await team.machine.reportCommits({ sessionId, commits: [aCommit('delta')] });
    const sha = shaOf('delta');
    await behind(team, sha);
    await member.client.removeLink({ sessionId, sha });
    assert.deepEqual((await member.client.findLinks({ commit: sha })).links, []);
    const added = await member.client.addLink({ sessionId: other, sha });
    assert.deepEqual(
      added.links.map(({ strength, byHand, evidence }) => [strength, byHand, evidence[0]?.kind]),
      [['stated', true, 'hand']],
    );
    await member.client.addLink({ sessionId, sha });
    const found = await member.client.findLinks({ commit: sha });
    assert.deepEqual(
      found.links.map(({ strength }) => strength),
      ['stated', 'stated'],
    );
    assert.equal(found.commits[0]?.linesOfSessions, 10);
    for (const path of [
      `${me}/sessions/${sessionId}/links/${shaOf('nobody')}`,
      `${me}/sessions/${sessionId}/links/not-a-sha`,
    ]) {
      const refused = await send(server(), 'PUT', path, { credential: member.token, json: {} });
      assert.equal(refused.code, 'commit_not_found', path);
    }
  });

  it('L13 people link sessions with pull requests and unlink them, also from what they were merged as', async () => {
    const team = await aTeam(server());
    const member = await joinTeam(server(), team, 'member');
    const url = 'https://github.com/acme/app/pull/41';
    const opener = await aSessionOf(team, runs(2, 'gh pr create --fill', `${url}\n`));
    const other = await aSessionOf(team, [prompt(1, 'nothing')]);
    const behindPull = async () =>
      (await member.client.findLinks({ pull: url })).sessions.map(({ session, byHand = false }) => [
        session.sessionId,
        byHand,
      ]);
    await eventually(async () => (await behindPull()).length > 0);
    const added = await member.client.addPullLink({ sessionId: other, url: `${url}/?tab=files#top` });
    assert.deepEqual(added.pulls, [{ url, number: 41, state: 'unknown', byHand: true }]);
    const removed = await member.client.removePullLink({ sessionId: opener, url });
    assert.deepEqual(removed.pulls, []);
    assert.deepEqual(await behindPull(), [[other, true]]);
    await member.client.addPullLink({ sessionId: opener, url });
    assert.deepEqual((await member.client.listSessionLinks({ sessionId: opener })).pulls, [
      { url, number: 41, state: 'unknown', sequence: 1, byHand: true },
    ]);
    for (const bad of ['https://github.com/acme/app', 'javascript:alert(1)/pull/3', 'pull/3']) {
      await assert.rejects(member.client.addPullLink({ sessionId: other, url: bad }), {
        code: 'validation_error',
      });
    }
    const deeds = await team.owner.client.listAudit({ limit: 20 });
    assert.deepEqual(
      deeds.entries.filter(({ action }) => action.startsWith('link_')).map(({ action }) => action),
      ['link_added', 'link_removed', 'link_added'],
    );
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

  it('L11 is bounded and refuses what is malformed, and what is another organization’s', async () => {
    const [team, other] = [await aTeam(server()), await aTeam(server(), 'Other')];
    const { sessionId } = team;
    const path = `/v1/sessions/${sessionId}/commits`;
    const good = aCommit('iota');
    const bad: [object, string][] = [
      [{}, 'validation_error'],
      [{ commits: Array.from({ length: 51 }, (_, n) => aCommit(`c${n}`)) }, 'validation_error'],
      [{ commits: [{ ...good, sha: 'HEAD' }] }, 'validation_error'],
      [{ commits: [{ ...good, addedLines: 'AAAA' }] }, 'validation_error'],
      [{ commits: [{ ...good, addedLines: 'not base64!' }] }, 'validation_error'],
      [{ commits: [{ ...good, addedLines: Buffer.alloc(80_004).toString('base64') }] }, 'validation_error'],
      [{ commits: [{ ...good, authoredAt: 'yesterday' }] }, 'validation_error'],
      [
        { commits: [{ ...good, files: Array(2001).fill({ path: 'a', added: 0, removed: 0 }) }] },
        'validation_error',
      ],
      [{ commits: [{ ...good, files: [{ path: 'a\u0000b', added: 0, removed: 0 }] }] }, 'validation_error'],
      [{ commits: [{ ...good, branch: 'x'.repeat(256) }] }, 'validation_error'],
      [{ commits: [], rewrites: [{ from: good.sha, to: good.sha, kind: 'squash' }] }, 'validation_error'],
    ];
    for (const [json, code] of bad) {
      const reply = await send(server(), 'POST', path, { credential: team.secret, json });
      assert.equal(reply.code, code, JSON.stringify(json).slice(0, 200));
    }
    const foreign = await send(server(), 'POST', path, {
      credential: other.secret,
      json: { commits: [good] },
    });
    assert.equal(foreign.code, 'session_not_found');
    await team.machine.reportCommits({ sessionId, commits: [good] });
    await assert.rejects(other.owner.client.findLinks({ commit: good.sha }), { code: 'commit_not_found' });
    for (const query of ['', '?commit=abc', '?commit=HEAD', `?commit=${good.sha}&path=a`, '?path=a&line=1']) {
      const reply = await send(server(), 'GET', `${me}/links${query}`, { credential: team.owner.token });
      assert.equal(reply.status, 400, query);
    }
  });

  it('shows subjects, branches and paths of anybody as they are, and runs none of them', async () => {
    const team = await aTeam(server());
    const path = '<img src=x onerror=alert(1)>/`$(touch pwned)`;drop table commits;--';
    const branch = '-rf $(id) <script>';
    const commit = aCommit('hostile', { branch, files: [{ path, added: 2_147_483_647, removed: 0 }] });
    await team.machine.reportCommits({ sessionId: team.sessionId, commits: [commit] });
    const { commits } = await team.owner.client.findLinks({ commit: commit.sha });
    assert.equal(commits[0]?.branch, branch);
    assert.equal(commits[0]?.files[0]?.path, path);
    const odd = await team.owner.client.findLinks({ path: "' or 1=1; --" });
    assert.deepEqual(odd.sessions, []);
  });

  it('L10 a repository is the same on every machine; one without a remote is found again when it gets one', async () => {
    const team = await aTeam(server());
    const early = await aSessionOf(team, writes(2, '/srv/app/a.ts', linesOf('kappa')), {
      repoRoot: '/srv/app',
      repoRemote: '',
    });
    const { session } = await team.owner.client.getSession({ sessionId: early });
    assert.equal(session.repository, `${team.environmentId}:/srv/app`);
    const later = await aSessionOf(team, writes(2, '/srv/app/a.ts', linesOf('lambda')), {
      repoRoot: '/srv/app',
      repoRemote: 'ssh://git@Git.Example.com:2222/Team/App.git',
    });
    const repository = 'git.example.com/Team/App';
    const found = await team.owner.client.getRepository({ repository });
    assert.equal(found.sessions, 2);
    assert.deepEqual(found.files, [{ path: 'a.ts', sessions: 2 }]);
    assert.equal(found.weeks.length, 12);
    assert.deepEqual(found.agents, [{ agentId: 'claude-code', sessions: 2 }]);
    assert.deepEqual(found.people, [{ sessions: 2 }]);
    // One that states no remote is where the others in this folder are; a remote may come with the commits, too.
    const third = await aSessionOf(team, [prompt(1, 'hello')], { repoRoot: '/srv/app', repoRemote: '' });
    const again = await team.owner.client.getSession({ sessionId: third });
    assert.equal(again.session.repository, repository);
    const { repositories } = await team.owner.client.listRepositories();
    assert.deepEqual(
      repositories.map((one) => one.repository),
      [repository],
    );
    const history = await team.owner.client.findLinks({ path: 'a.ts', repository });
    const remote = `https://token@${repository}.git`;
    assert.deepEqual(await team.owner.client.findLinks({ path: 'a.ts', remote }), history);
    const elsewhere = { path: 'a.ts', remote: 'git@example.com:other/app', repository };
    assert.deepEqual((await team.owner.client.findLinks(elsewhere)).sessions, []);
    assert.deepEqual(
      history.sessions.map(({ session: one, sequence }) => [one.sessionId, sequence]).sort(),
      [
        [early, 1],
        [later, 1],
      ].sort(),
    );
    await assert.rejects(team.owner.client.getRepository({ repository: 'github.com/nobody/nothing' }), {
      code: 'repository_not_found',
    });
  });

  it('L10 a remote that comes with the commits names the repository of all sessions in that folder', async () => {
    const team = await aTeam(server());
    const given = { repoRoot: '/srv/late', repoRemote: '' };
    const one = await aSessionOf(team, writes(2, '/srv/late/src/nu.ts', linesOf('nu')), given);
    const clone = await aSessionOf(team, writes(2, '/tmp/late/src/nu.ts', linesOf('xi')), {
      repoRoot: '/tmp/late',
      repoRemote: 'https://git.example.com/late.git',
    });
    await team.machine.reportCommits({ sessionId: one, commits: [aCommit('nu')] });
    await behind(team, shaOf('nu'));
    const repoRemote = 'git@git.example.com:late.git';
    await team.machine.reportCommits({ sessionId: one, commits: [], repoRemote });
    const { session } = await team.owner.client.getSession({ sessionId: one });
    assert.equal(session.repository, 'git.example.com/late');
    // The session in the other clone is compared with what was told before the remote was known.
    const found = await behind(team, shaOf('nu'), ({ links }) => links.length > 1);
    assert.deepEqual(strengths(found), [
      [one, 'matched'],
      [clone, 'likely'],
    ]);
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
