import assert from 'node:assert/strict';
import { it } from 'node:test';
import { refusedWith } from '../../../testing/request.ts';
import {
  asks,
  completedSession,
  discards,
  judged,
  masks,
  rulesOf,
  runs,
  says,
  until,
} from '../../../testing/session/judged-session.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aTeam } from '../../../testing/team.ts';

onEveryEngine('findings', (server) => {
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
    const one = await completedSession(team, [...masks(), asks('No, look at the output again')], {
      repoRoot: '/repo',
    });
    const found = await until(
      () => judged(team, one),
      ({ findings }) => findings.some(({ rule }) => rule === 'test.red-end'),
      'the end',
    );
    assert.deepEqual(rulesOf(found), ['test.red-end high', 'claim.unsupported high']);
    const [, claim] = found.findings;
    assert.equal(claim?.findingId, 'claim.unsupported.6');
    assert.match(claim?.why ?? '', /Says “All tests pass\.”, but run #4 failed: `npm test`\./);
    assert.ok(claim?.means && claim.check && claim.title);
    assert.deepEqual(
      found.claims.map(({ support, run }) => [support, run?.sequence]),
      [['contradicted', 4]],
    );
    assert.deepEqual(
      found.interventions.map(({ what, words }) => [what, words]),
      [['corrected', 'No, look at the output again']],
    );
    const { session: shown } = await team.owner.client.getSession(one);
    assert.deepEqual([shown.findings?.high, shown.findings?.medium, shown.findings?.low], [2, 0, 0]);
    assert.deepEqual(
      shown.findings?.top.map(({ rule, title }) => [rule, title]),
      [
        ['test.red-end', 'Ended with failing tests'],
        ['claim.unsupported', 'Claims what the session does not show'],
      ],
    );
    const stranger = await aTeam(server(), 'Other');
    await assert.rejects(stranger.owner.client.getFindings(one), refusedWith('session_not_found'));
  });

  it('filter and order the list and the search', async () => {
    const team = await aTeam(server());
    const quiet = await completedSession(team, [asks('needle quiet')]);
    const worst = await completedSession(team, [asks('needle worst'), ...masks()], { repoRoot: '/repo' });
    const middle = await completedSession(team, [asks('needle middle'), ...runs('sudo chown dev a')]);
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

  it('are gone with their session', async () => {
    const team = await aTeam(server());
    const one = await completedSession(team, discards());
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
