import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TeamRule } from '@debrief/contract';
import { refusedWith } from '../../../testing/request.ts';
import { completedSession, edits, judged, runs, until } from '../../../testing/session/judged-session.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aTeam } from '../../../testing/team.ts';

const lintFirst: TeamRule = {
  name: 'lint-first',
  title: 'Commit without lint',
  text: 'when commit unless ran "make lint" since the last edit',
  severity: 'high',
  sentence: 'Committed without make lint since the last edit.',
  isOn: true,
};

onEveryEngine("a team's own rule", (server) => {
  it('is found in sessions that are there already, shown with its own words, and decided like any other', async () => {
    const team = await aTeam(server());
    const { client } = team.owner;
    const records = [...edits('/repo/a.ts'), ...runs('git commit -m x')];
    const session = await completedSession(team, records, { repoRoot: '/repo' });
    await judged(team, session);
    const { policy } = await client.getFindingsPolicy();
    assert.deepEqual(policy.teamRules, []);
    await client.setFindingsPolicy({ ...policy, teamRules: [lintFirst] });
    const found = await until(
      async () => (await client.getFindings(session)).findings.find(({ rule }) => rule === 'team.lint-first'),
      (one) => one !== undefined,
      'a finding of the rule',
    );
    const { title, why, means, check, severity, sequence } = found ?? assert.fail();
    assert.deepEqual(
      { title, why, means, check, severity },
      {
        title: lintFirst.title,
        why: lintFirst.sentence,
        means: `A rule of your team: ${lintFirst.text}`,
        check: 'Whether the rule was meant for this.',
        severity: 'high',
      },
    );
    const findingId = `team.lint-first.${sequence}`;
    const { sessions } = await client.listSessions({ rule: 'team.lint-first' });
    assert.deepEqual(
      sessions.map(({ sessionId, findings }) => [sessionId, findings?.top[0]?.title]),
      [[session.sessionId, lintFirst.title]],
    );
    await client.decideFinding({ ...session, findingId, verdict: 'wrong' });
    const { rules } = await client.listRules();
    assert.deepEqual(rules[0], {
      rule: 'team.lint-first',
      family: 'Rules of your team',
      title: lintFirst.title,
      means: lintFirst.text,
      check: 'Whether the rule was meant for this.',
      severity: 'high',
      usualSeverity: 'high',
      isDemoted: false,
      sessions: rules[0]?.sessions,
      findings: rules[0]?.findings,
      decisions: { confirmed: 0, expected: 0, wrong: 1 },
    });
    const { teamRules: _, ...older } = policy;
    const kept = await client.setFindingsPolicy(older);
    assert.deepEqual(
      kept.policy.teamRules,
      [lintFirst],
      'a client that does not know of them changes nothing',
    );
    const gone = await client.setFindingsPolicy({ ...policy, teamRules: [] });
    assert.deepEqual(gone.policy.teamRules, []);
  });

  it('is refused with what is wrong with it', async () => {
    const { owner } = await aTeam(server());
    const { policy } = await owner.client.getFindingsPolicy();
    const refusals: [rules: TeamRule[], message: string][] = [
      [
        [{ ...lintFirst, text: 'when commit if' }],
        'teamRules.0.text, character 13: Here comes "unless", or nothing, not "if".',
      ],
      [[lintFirst, { ...lintFirst, title: 'Again' }], 'teamRules.1.name: another rule has this name.'],
    ];
    for (const [teamRules, message] of refusals)
      await assert.rejects(owner.client.setFindingsPolicy({ ...policy, teamRules }), (error: Error) => {
        assert.equal(error.message, message);
        return true;
      });
    for (const wrong of [{ name: 'Lint' }, { name: 'a.b' }, { sentence: 'a\nb' }, { title: '' }])
      await assert.rejects(
        owner.client.setFindingsPolicy({ ...policy, teamRules: [{ ...lintFirst, ...wrong }] }),
        refusedWith('validation_error'),
      );
  });
});
