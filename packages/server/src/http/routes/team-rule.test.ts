import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TeamRule } from '@debrief/contract';
import { refusedWith } from '../../../testing/request.ts';
import {
  completedSession,
  edits,
  judged,
  reads,
  runs,
  until,
} from '../../../testing/session/judged-session.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aTeam, joinTeam } from '../../../testing/team.ts';

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
      recentSessions: rules[0]?.recentSessions,
      decisions: { confirmed: 0, expected: 0, wrong: 1 },
      confirmedSessions: 0,
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

  it('is tried on the sessions that are there, and nothing is kept of it', async () => {
    const team = await aTeam(server());
    const { client } = team.owner;
    const commit = runs('git commit -m x');
    const hasty = await completedSession(team, [...edits('/repo/a.ts'), ...commit], { repoRoot: '/repo' });
    const other = await completedSession(team, [...edits('/other/a.ts'), ...commit], { repoRoot: '/other' });
    const careful = await completedSession(team, [...runs('make lint'), ...commit], { repoRoot: '/repo' });
    for (const session of [hasty, other, careful]) await judged(team, session);
    const before = await client.getFindingsPolicy();
    const all = await client.backtestRule({ teamRule: { ...lintFirst, isOn: false } });
    assert.deepEqual(
      {
        ...all,
        examples: all.examples.map(({ sessionId, label, severity }) => ({ sessionId, label, severity })),
      },
      {
        // The team has had one before.
        sessions: 4,
        isWhole: true,
        flagged: 2,
        examples: [other, hasty].map(({ sessionId }) => ({
          sessionId,
          label: 'git commit -m x',
          severity: 'high',
        })),
        decided: { confirmed: 0, dismissed: 0, undecided: 2 },
      },
    );
    const { findings } = await client.getFindings(hasty);
    assert.equal(
      findings.some(({ rule }) => rule.startsWith('team.')),
      false,
    );
    assert.deepEqual(await client.getFindingsPolicy(), before);
    const one = await client.backtestRule({ teamRule: lintFirst, repoRoot: '/repo' });
    assert.deepEqual([one.sessions, one.flagged], [2, 1]);
    const [known] = findings;
    assert.ok(known, 'some rule speaks of edits without tests');
    await client.decideFinding({ ...hasty, findingId: known.findingId, verdict: 'confirmed' });
    const again = await client.backtestRule({ teamRule: lintFirst });
    assert.deepEqual(again.decided, { confirmed: 1, dismissed: 0, undecided: 1 });
    const changed = await client.backtestRule({ change: { rule: known.rule, severity: 'low' } });
    assert.equal(changed.flagged, 2);
    assert.deepEqual(new Set(changed.examples.map(({ severity }) => severity)), new Set(['low']));
    assert.deepEqual(changed.decided, { confirmed: 1, dismissed: 0, undecided: 1 });
  });

  it('is tried by admins only, one at a time, and refused with what is wrong', async () => {
    const team = await aTeam(server());
    const member = await joinTeam(server(), team, 'member');
    await assert.rejects(
      member.client.backtestRule({ teamRule: lintFirst }),
      refusedWith('insufficient_role'),
    );
    const { client } = team.owner;
    for (const bad of [
      {},
      { teamRule: lintFirst, change: { rule: 'git.discard', severity: 'low' as const } },
      { teamRule: { ...lintFirst, text: 'when' } },
      { change: { rule: 'no.rule', severity: 'low' as const } },
    ])
      await assert.rejects(client.backtestRule(bad), refusedWith('validation_error'));
    assert.deepEqual(await client.backtestRule({ teamRule: lintFirst }), {
      sessions: 1,
      isWhole: true,
      flagged: 0,
      examples: [],
      decided: { confirmed: 0, dismissed: 0, undecided: 0 },
    });
  });

  it('is offered where a file of instructions says it, and never adopted by itself', async () => {
    const team = await aTeam(server());
    const member = await joinTeam(server(), team, 'member');
    const { client } = team.owner;
    await assert.rejects(member.client.offerTeamRules({}), refusedWith('insufficient_role'));
    const said = 'Run `make lint` before every commit.';
    const hostile = `Never use \`<img src=x onerror=alert(1)>\`. ${'Do not edit `a/'.repeat(4000)}`;
    const first = await completedSession(
      team,
      reads('/repo/AGENTS.md', `# Rules\n\n- ${said}\n- Never push to main.`),
    );
    const second = await completedSession(team, reads('/repo/CLAUDE.md', `${said}\n${hostile}`));
    for (const session of [first, second]) await judged(team, session);
    const before = await client.getFindingsPolicy();
    const answer = await client.offerTeamRules({});
    assert.deepEqual(answer, {
      sessions: 3,
      offers: [
        {
          text: lintFirst.text,
          title: 'Commit without make lint',
          sentence: 'Committed without make lint since the last edit.',
          ...{ said, file: 'CLAUDE.md', sessions: 2, sessionId: second.sessionId, sequence: 1 },
        },
        {
          text: 'when push to "main"',
          title: 'Push to main',
          sentence: 'Pushed straight to main.',
          ...{
            said: 'Never push to main.',
            file: 'AGENTS.md',
            sessions: 1,
            sessionId: first.sessionId,
            sequence: 1,
          },
        },
      ],
    });
    assert.deepEqual(await client.getFindingsPolicy(), before, 'nothing is adopted');
    await client.setFindingsPolicy({ ...before.policy, teamRules: [lintFirst] });
    const left = await client.offerTeamRules({});
    assert.deepEqual(
      left.offers.map(({ text }) => text),
      ['when push to "main"'],
      'what the team has is not offered again',
    );
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
