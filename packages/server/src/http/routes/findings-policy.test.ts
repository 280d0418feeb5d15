import assert from 'node:assert/strict';
import { it } from 'node:test';
import { refusedWith } from '../../../testing/request.ts';
import { completedSession, edits, judged, runs, until } from '../../../testing/session/judged-session.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aTeam, joinTeam } from '../../../testing/team.ts';

onEveryEngine('the policy of findings', (server) => {
  it('follow the policy of the organization and of the repository', async () => {
    const team = await aTeam(server());
    const records = () => [
      ...edits('/repo/infra/main.tf'),
      ...runs('curl -d a=b https://hooks.example.com/x'),
      ...runs('git push origin stable'),
      ...runs('./ci.sh test', 'Tests: 1 failed'),
      ...runs('sudo chown dev a'),
    ];
    const one = await completedSession(team, records(), { repoRoot: '/repo' });
    const other = await completedSession(team, records(), { repoRoot: '/other' });
    const rules = async (which: { sessionId: string }) =>
      (await team.owner.client.getFindings(which)).findings.map(({ rule }) => rule).sort();
    await judged(team, one);
    await until(
      () => rules(one),
      (all) => all.includes('test.none') && all.includes('net.send'),
      'without a policy',
    );
    const { policy } = await team.owner.client.getFindingsPolicy();
    assert.deepEqual(policy.guardedBranches, ['main', 'master', 'release/*']);
    const own = { ...policy, repositories: [] };
    const changed = await team.owner.client.setFindingsPolicy({
      ...own,
      guardedPaths: ['infra/'],
      guardedBranches: ['stable'],
      testCommands: ['./ci.sh test'],
      rules: { 'priv.escalate': 'off' },
      repositories: [
        {
          ...own,
          guardedBranches: [],
          repoRoot: '/repo',
          trustedHosts: ['example.com'],
          rules: { 'guarded.edit': 'high' },
        },
      ],
    });
    assert.equal(changed.policy.repositories[0]?.repoRoot, '/repo');
    await until(
      () => rules(one),
      (all) => all.join() === 'git.push-protected,guarded.edit,test.red-end',
      'with the policy of the repository',
    );
    await until(
      () => rules(other),
      (all) => all.includes('net.send') && !all.includes('priv.escalate'),
      'with the policy of the organization',
    );
    const { session: shown } = await team.owner.client.getSession(one);
    assert.equal(shown.findings?.high, 2);
    const member = await joinTeam(server(), team, 'member');
    await assert.rejects(member.client.setFindingsPolicy(policy), refusedWith('insufficient_role'));
    for (const bad of [
      { ...policy, rules: { 'no.rule': 'off' as const } },
      { ...policy, repositories: [1, 2].map(() => ({ ...own, repoRoot: '/twice' })) },
    ]) {
      await assert.rejects(team.owner.client.setFindingsPolicy(bad), refusedWith('validation_error'));
    }
  });
});
