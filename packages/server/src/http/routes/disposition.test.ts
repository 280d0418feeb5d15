import assert from 'node:assert/strict';
import { it } from 'node:test';
import { aSession } from '../../../testing/record.ts';
import { refusedWith } from '../../../testing/request.ts';
import { completedSession, discards, judged, runs, until } from '../../../testing/session/judged-session.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aTeam, joinTeam } from '../../../testing/team.ts';
import { isDemoted } from '../../domain/findings/policy.ts';

onEveryEngine('decisions about findings', (server) => {
  it('are decided about: kept, counted no more, and taken back', async () => {
    const team = await aTeam(server());
    const member = await joinTeam(server(), team, 'member');
    const { ownerUserId } = await team.owner.client.getOrganization();
    await team.owner.client.setAuthor({
      environmentId: team.environmentId,
      userId: ownerUserId,
      earlier: true,
    });
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

  it('F5 make a rule low by themselves when enough people call it wrong; admins are told and it is audited', async () => {
    const team = await aTeam(server());
    const { organizationId, environmentId, installationId, owner } = team;
    const { store } = server().running.context;
    const admin = await joinTeam(server(), team, 'admin');
    const people = await Promise.all([1, 2, 3].map(() => joinTeam(server(), team, 'member')));
    await owner.client.setAuthor({ environmentId, userId: people[0]?.userId as string, earlier: true });
    const one = await completedSession(team, runs('git push --force origin fix'));
    const { findings } = await judged(team, one);
    assert.equal(findings.length, 1);
    for (let n = 0; n < 29; n++) {
      const authorUserId = people[n % 3]?.userId as string;
      const session = aSession({ organizationId, environmentId, installationId, authorUserId });
      await store.session.open(session, undefined);
      const decidedBy = people[(n + 1) % 3]?.userId as string;
      const place = { organizationId, sessionId: session.sessionId, rule: 'git.force-push', sequence: 1 };
      const verdict = n < 10 ? ('wrong' as const) : ('confirmed' as const);
      await store.finding.decide({ ...place, verdict, note: null, decidedBy, decidedAt: 1 }, isDemoted);
    }
    const severity = async () => (await owner.client.getFindings(one)).findings[0]?.severity;
    const info = async () =>
      (await owner.client.listRules()).rules.find(({ rule }) => rule === 'git.force-push');
    const told = async (who: typeof admin) =>
      (await who.client.listInbox({})).notifications.map(({ reason, sessionId }) => [reason, sessionId]);
    assert.deepEqual([await severity(), (await info())?.isDemoted, await told(admin)], ['high', false, []]);
    const place = { sessionId: one.sessionId, findingId: findings[0]?.findingId ?? '' };
    await owner.client.decideFinding({ ...place, verdict: 'confirmed' });
    await until(severity, (now) => now === 'low', 'the rule is demoted');
    assert.deepEqual([(await info())?.isDemoted, (await info())?.severity], [true, 'low']);
    assert.deepEqual(await told(admin), [['rule', one.sessionId]]);
    assert.deepEqual(await told(people[1] as typeof admin), [], 'no news for members');
    await owner.client.withdrawDecision(place);
    await until(severity, (now) => now === 'high', 'twenty-nine are not enough');
    assert.equal((await info())?.isDemoted, false);
    const { entries } = await owner.client.listAudit({ limit: 50 });
    const { ownerUserId } = await owner.client.getOrganization();
    assert.deepEqual(
      entries
        .filter(({ action }) => action.startsWith('rule_'))
        .map(({ action, actorId, targetId }) => [action, actorId, targetId]),
      [
        ['rule_restored', ownerUserId, 'git.force-push'],
        ['rule_quieted', ownerUserId, 'git.force-push'],
      ],
    );
  });
});
