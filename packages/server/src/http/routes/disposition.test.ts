import assert from 'node:assert/strict';
import { it } from 'node:test';
import { refusedWith } from '../../../testing/request.ts';
import { completedSession, discards, judged, runs, until } from '../../../testing/session/judged-session.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aTeam, joinTeam } from '../../../testing/team.ts';

onEveryEngine('decisions about findings', (server) => {
  it('are decided about: kept, counted no more, and taken back', async () => {
    const team = await aTeam(server());
    const member = await joinTeam(server(), team, 'member');
    const one = await completedSession(team, discards());
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
    const one = await completedSession(team, pushes);
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
});
