import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { refusedWith } from '../../../testing/request.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aTeam, joinTeam, type Team } from '../../../testing/team.ts';

/** Records of Claude Code in few words. */
let serial = 0;
const says = (text: string) => ({
  type: 'assistant',
  uuid: `s${++serial}`,
  message: { id: `s${serial}`, role: 'assistant', content: [{ type: 'text', text }] },
});
const asks = (text: string) => ({
  type: 'user',
  uuid: `p${++serial}`,
  message: { role: 'user', content: text },
});
function calls(name: string, input: object, content: string) {
  const id = `t${++serial}`;
  return [
    {
      type: 'assistant',
      uuid: `a${serial}`,
      message: { id, role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
    },
    {
      type: 'user',
      uuid: `u${serial}`,
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
    },
  ];
}
const runs = (command: string, output = '') => calls('Bash', { command }, output);
const edits = (path: string) =>
  calls('Edit', { file_path: path, old_string: 'a', new_string: 'b' }, 'The file has been updated.');

async function until<Value>(
  ask: () => Promise<Value>,
  isIt: (value: Value) => boolean,
  what: string,
): Promise<Value> {
  for (const begun = Date.now(); ; await sleep(40)) {
    const value = await ask();
    if (isIt(value)) return value;
    assert.ok(Date.now() - begun < 20_000, `${what}: not in time: ${JSON.stringify(value)}`);
  }
}

onEveryEngine('findings', (server) => {
  async function session(team: Team, records: object[], given: { repoRoot?: string; title?: string } = {}) {
    const { sessionId } = await team.machine.openSession({
      environmentId: team.environmentId,
      agentInstallationId: team.installationId,
      ...given,
    });
    const events = records.map((payload) => ({ eventType: (payload as { type: string }).type, payload }));
    for (let from = 0; from < events.length; from += 50)
      await team.machine.appendEvents({ sessionId, events: events.slice(from, from + 50) });
    await team.machine.completeSession({ sessionId });
    return { sessionId, events: events.length };
  }
  /** The findings once the whole session, and its end, have been judged. */
  const judged = (team: Team, { sessionId, events }: { sessionId: string; events: number }) =>
    until(
      () => team.owner.client.getFindings({ sessionId }),
      ({ foldedTo, isCurrent }) => isCurrent && foldedTo === events,
      'findings',
    );
  const rulesOf = ({ findings }: { findings: { rule: string; severity: string }[] }) =>
    findings.map(({ rule, severity }) => `${rule} ${severity}`);

  const discards = () => [...edits('/repo/notes.md'), ...runs('git checkout -- .')];
  const masks = () => [
    asks('Fix the parser'),
    ...runs('npm test | tail -3', 'Tests: 2 failed, 3 passed'),
    says('All tests pass.'),
  ];

  it('are current when the newest events changed nothing about them', async () => {
    const team = await aTeam(server());
    const { environmentId, installationId: agentInstallationId } = team;
    const { sessionId } = await team.machine.openSession({ environmentId, agentInstallationId });
    const append = (records: object[]) =>
      team.machine.appendEvents({
        sessionId,
        events: records.map((payload) => ({ eventType: 'record', payload })),
      });
    await append(discards());
    const before = await judged(team, { sessionId, events: 4 });
    await append([says('On with it.')]);
    const after = await judged(team, { sessionId, events: 5 });
    assert.deepEqual(after.findings, before.findings);
  });

  it('say what happened, whether claims hold and where people stepped in', async () => {
    const team = await aTeam(server());
    const one = await session(team, [...masks(), asks('No, look at the output again')]);
    const found = await until(
      () => judged(team, one),
      ({ findings }) => findings.some(({ rule }) => rule === 'test.red-end'),
      'the end',
    );
    assert.deepEqual(rulesOf(found), ['test.red-end high', 'claim.unsupported high', 'test.masked medium']);
    const [, claim] = found.findings;
    assert.equal(claim?.findingId, 'claim.unsupported.4');
    assert.match(claim?.why ?? '', /Says “All tests pass\.”, but the last run #2 failed\./);
    assert.ok(claim?.means && claim.check && claim.title);
    assert.deepEqual(
      found.claims.map(({ support, run }) => [support, run?.sequence]),
      [['failed', 2]],
    );
    assert.deepEqual(
      found.interventions.map(({ what, words }) => [what, words]),
      [['corrected', 'No, look at the output again']],
    );
    const { session: shown } = await team.owner.client.getSession(one);
    assert.deepEqual([shown.findings?.high, shown.findings?.medium, shown.findings?.low], [2, 1, 0]);
    assert.deepEqual(
      shown.findings?.top.map(({ rule, title }) => [rule, title]),
      [
        ['test.red-end', 'Ended with failing tests'],
        ['claim.unsupported', 'Claims what the session does not show'],
        ['test.masked', 'A failure counted as success'],
      ],
    );
    const stranger = await aTeam(server(), 'Other');
    await assert.rejects(stranger.owner.client.getFindings(one), refusedWith('session_not_found'));
  });

  it('filter and order the list and the search', async () => {
    const team = await aTeam(server());
    const quiet = await session(team, [asks('needle quiet')]);
    const worst = await session(team, [asks('needle worst'), ...masks()]);
    const middle = await session(team, [asks('needle middle'), ...runs('sudo ls')]);
    for (const one of [quiet, worst, middle]) await judged(team, one);
    const list = async (asked: object) =>
      (await team.owner.client.listSessions({ ...asked })).sessions
        .map(({ sessionId }) => sessionId)
        .filter((id) => id !== team.sessionId);
    await until(
      () => list({ sort: 'risk' }),
      (ids) => ids[0] === worst.sessionId && ids[1] === middle.sessionId,
      'risk first',
    );
    assert.deepEqual(await list({ severity: 'high' }), [worst.sessionId]);
    assert.deepEqual(await list({ severity: 'medium' }), [middle.sessionId, worst.sessionId]);
    assert.deepEqual(await list({ rule: 'priv.escalate' }), [middle.sessionId]);
    const first = await team.owner.client.listSessions({ sort: 'risk', limit: 1 });
    assert.deepEqual(
      first.sessions.map(({ sessionId }) => sessionId),
      [worst.sessionId],
    );
    const second = await team.owner.client.listSessions({
      sort: 'risk',
      limit: 1,
      cursor: first.nextCursor ?? '',
    });
    assert.deepEqual(
      second.sessions.map(({ sessionId }) => sessionId),
      [middle.sessionId],
    );
    const found = await team.owner.client.searchSessions({ q: 'needle', severity: 'high' });
    assert.deepEqual(
      found.hits.map(({ session: { sessionId, findings } }) => [sessionId, findings?.high]),
      [[worst.sessionId, 2]],
    );
    const byRule = await team.owner.client.searchSessions({ q: 'needle', rule: 'priv.escalate' });
    assert.deepEqual(
      byRule.hits.map(({ session: { sessionId } }) => sessionId),
      [middle.sessionId],
    );
    await assert.rejects(list({ rule: 'no.such-rule' }), refusedWith('validation_error'));
    await assert.rejects(list({ rule: "x' or 1=1 --" }), refusedWith('validation_error'));
  });

  it('are decided about: kept, counted no more, and taken back', async () => {
    const team = await aTeam(server());
    const member = await joinTeam(server(), team, 'member');
    const one = await session(team, discards());
    await judged(team, one);
    const counts = async () => (await team.owner.client.getSession(one)).session.findings?.high;
    await until(counts, (high) => high === 1, 'one high finding');
    const place = { sessionId: one.sessionId, findingId: 'git.discard.3' };
    const decided = await member.client.decideFinding({ ...place, verdict: 'expected', note: 'a try' });
    assert.deepEqual(
      [decided.disposition?.verdict, decided.disposition?.note, decided.disposition?.decidedBy],
      ['expected', 'a try', member.userId],
    );
    await until(counts, (high) => high === 0, 'a decided finding does not count');
    const { findings } = await team.owner.client.getFindings(one);
    assert.equal(findings.find(({ rule }) => rule === 'git.discard')?.disposition?.verdict, 'expected');
    await member.client.decideFinding({ ...place, verdict: 'confirmed' });
    await until(counts, (high) => high === 1, 'a confirmed finding counts');
    await member.client.decideFinding({ ...place, verdict: 'wrong' });
    await until(counts, (high) => high === 0, 'a wrong finding does not count');
    const rule = (await team.owner.client.listRules()).rules.find((info) => info.rule === 'git.discard');
    assert.deepEqual(rule?.decisions, { confirmed: 0, expected: 0, wrong: 1 });
    await member.client.withdrawDecision(place);
    await member.client.withdrawDecision(place);
    await until(counts, (high) => high === 1, 'what was taken back counts');
    for (const findingId of ['git.discard.99', 'git.discard', 'nothing', 'toString.3']) {
      await assert.rejects(
        member.client.decideFinding({ ...place, findingId, verdict: 'wrong' }),
        refusedWith('finding_not_found'),
        findingId,
      );
    }
  });

  it('become low by themselves when people call them wrong', async () => {
    const team = await aTeam(server());
    const pushes = Array.from({ length: 31 }, (_, n) => runs(`git push --force origin fix-${n}`)).flat();
    const one = await session(team, pushes);
    const { findings } = await judged(team, one);
    assert.equal(findings.length, 31);
    for (const [index, { findingId }] of findings.slice(0, 30).entries()) {
      await team.owner.client.decideFinding({
        ...{ sessionId: one.sessionId, findingId },
        verdict: index < 10 ? 'wrong' : 'confirmed',
      });
    }
    const severity = async () => (await team.owner.client.getFindings(one)).findings[0]?.severity;
    await until(severity, (now) => now === 'low', 'the rule is demoted');
    const info = async () =>
      (await team.owner.client.listRules()).rules.find(({ rule }) => rule === 'git.force-push');
    assert.deepEqual([(await info())?.isDemoted, (await info())?.severity], [true, 'low']);
    const [wrong] = findings;
    await team.owner.client.decideFinding({
      ...{ sessionId: one.sessionId, findingId: wrong?.findingId ?? '' },
      verdict: 'confirmed',
    });
    await until(severity, (now) => now === 'high', 'nine of thirty are not too many');
    assert.equal((await info())?.isDemoted, false);
  });

  it('follow the policy of the organization and of the repository', async () => {
    const team = await aTeam(server());
    const records = () => [
      ...edits('/repo/infra/main.tf'),
      ...runs('curl -d a=b https://hooks.example.com/x'),
      ...runs('git push origin stable'),
      ...runs('./ci.sh test', 'Tests: 1 failed'),
      ...runs('sudo ls'),
    ];
    const one = await session(team, records(), { repoRoot: '/repo' });
    const other = await session(team, records(), { repoRoot: '/other' });
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
      (all) => all.join() === 'git.push-protected,guarded.edit,test.masked,test.red-end',
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

  it('are gone with their session', async () => {
    const team = await aTeam(server());
    const one = await session(team, discards());
    await judged(team, one);
    await until(
      async () => (await team.owner.client.listRules()).rules.filter(({ sessions }) => sessions > 0),
      (fired) => fired.length > 0,
      'fired',
    );
    await team.owner.client.decideFinding({ ...one, findingId: 'git.discard.3', verdict: 'wrong' });
    await team.owner.client.removeSession(one);
    const { rules } = await team.owner.client.listRules();
    assert.deepEqual(
      rules.filter(({ sessions, decisions }) => sessions + decisions.wrong > 0),
      [],
    );
  });
});
