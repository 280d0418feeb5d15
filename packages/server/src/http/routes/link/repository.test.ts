import assert from 'node:assert/strict';
import { it } from 'node:test';
import { behind, strengths } from '../../../../testing/links/found.ts';
import {
  aCommit,
  aSessionOf,
  linesOf,
  linkTime,
  prompt,
  shaOf,
  writes,
} from '../../../../testing/links/link.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { aTeam } from '../../../../testing/team.ts';

onEveryEngine('repositories', (server) => {
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

  it('its commits are listed newest first, in pages, with and without sessions behind them', async () => {
    const team = await aTeam(server());
    const repoRemote = 'https://git.example.com/listed.git';
    const sessionId = await aSessionOf(team, writes(2, '/srv/listed/src/with.ts', linesOf('with')), {
      repoRoot: '/srv/listed',
      repoRemote,
    });
    const many = Array.from({ length: 60 }, (_, n) => aCommit(`by hand ${n}`, { at: linkTime + n * 60_000 }));
    const withSession = aCommit('with', { at: linkTime + 90 * 60_000 });
    await team.machine.reportCommits({ sessionId, commits: many.slice(0, 50) });
    await team.machine.reportCommits({ sessionId, commits: [...many.slice(50), withSession] });
    await behind(team, withSession.sha);
    const repository = 'git.example.com/listed';
    const first = await team.owner.client.listCommits({ repository });
    const second = await team.owner.client.listCommits({ repository, cursor: first.nextCursor ?? '' });
    assert.deepEqual(
      [...first.commits, ...second.commits].map(({ commit }) => commit.sha),
      [withSession, ...many.toReversed()].map(({ sha }) => sha),
    );
    assert.deepEqual([first.commits.length, second.commits.length, second.nextCursor], [50, 11, null]);
    assert.deepEqual(
      first.commits[0]?.links.map(({ strength, byHand, session }) => [strength, byHand, session.sessionId]),
      [['matched', false, sessionId]],
    );
    assert.ok(second.commits.every(({ links }) => links.length === 0));
    assert.deepEqual(await team.owner.client.listCommits({ repository: 'git.example.com/none' }), {
      commits: [],
      nextCursor: null,
    });
    const other = await aTeam(server());
    assert.deepEqual((await other.owner.client.listCommits({ repository })).commits, []);
    await assert.rejects(team.owner.client.listCommits({ repository, cursor: 'zz' }), {
      code: 'invalid_cursor',
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
});
