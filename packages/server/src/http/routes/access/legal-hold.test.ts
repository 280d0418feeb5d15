import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { LegalHold } from '@debrief/contract';
import { refusedWith } from '../../../../testing/request.ts';
import { anotherSession, aReviewedTeam, prompt } from '../../../../testing/review/team.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { aTeam, joinTeam, type Team } from '../../../../testing/team.ts';
import { deleteOrganization, deleteSession, deleteUser } from '../../../domain/erasure/deletion.ts';
import { finishErasures } from '../../../domain/erasure/erasure.ts';
import { finishRedactions } from '../../../domain/redaction/finish.ts';
import { enforceRetention } from '../../../housekeeping.ts';

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();

const keep = (team: Team, kind: LegalHold['kind'], subject: string, days = 365): Promise<LegalHold> =>
  team.owner.client.setLegalHold({ kind, subject, reason: 'The dispute', until: inDays(days) });

const refusals = async (team: Team): Promise<string[]> =>
  (await team.owner.client.listAudit({ action: 'legal_hold_refused', limit: 100 })).entries.map(
    ({ targetId, actorId, outcome }) => `${outcome} ${targetId} ${actorId}`,
  );

onEveryEngine('a legal hold', (server, engine) => {
  const context = () => server().running.context;

  it('refuses deletion and redaction, whoever asks, in one sentence, and the audit log has each', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, owner, author, machine, ownerId } = team;
    await machine.appendEvents({ sessionId, events: [prompt('the word is hush-hush')] });
    const { legalHoldId, until, ...hold } = await keep(team, 'session', sessionId);
    assert.deepEqual(hold, {
      ...{ kind: 'session', subject: sessionId, reason: 'The dispute', state: 'active', sessions: 1 },
      ...{ setBy: ownerId, setAt: hold.setAt },
    });
    const refused = refusedWith('legal_hold');
    const wanted = { sessionId, text: 'hush-hush', reason: 'x' };
    await assert.rejects(author.client.removeSession({ sessionId }), (error: Error) => {
      assert.equal(error.message, `A legal hold keeps this session until ${until.slice(0, 10)}.`);
      return refused(error);
    });
    await assert.rejects(owner.client.removeSession({ sessionId }), refused);
    await assert.rejects(author.client.redactSession(wanted), refused);
    await assert.rejects(owner.client.redactSession(wanted), refused);
    await assert.rejects(deleteSession(context(), team), refused, 'the operator');
    await assert.rejects(deleteOrganization(context(), team.organizationId), refused);
    assert.deepEqual(
      (await refusals(team)).sort(),
      [
        ...Array<string>(2).fill(`refused ${sessionId} ${author.userId}`),
        ...Array<string>(2).fill(`refused ${sessionId} ${ownerId}`),
        ...[`refused ${sessionId} undefined`, `refused ${team.organizationId} undefined`],
      ].sort(),
    );
    const { events } = await author.client.listEvents({ sessionId });
    assert.ok(JSON.stringify(events).includes('hush-hush'));
    assert.equal((await author.client.previewRedaction({ sessionId, text: 'hush-hush' })).count, 1);
    assert.deepEqual((await author.client.listRedactions({ sessionId })).redactions, []);
    // Nothing of another session.
    const other = await anotherSession(team);
    await author.client.removeSession({ sessionId: other });
    assert.equal((await owner.client.listLegalHolds()).legalHolds[0]?.legalHoldId, legalHoldId);
    await assert.rejects(author.client.listLegalHolds(), refusedWith('insufficient_role'));
  });

  it('keeps what is of a repository or a member, also what comes later, and leaves alone what is not', async () => {
    const team = await aReviewedTeam(server());
    const { owner, author, ada, machine, environmentId, installationId: agentInstallationId } = team;
    const open = async (repoRemote: string) =>
      (await machine.openSession({ environmentId, agentInstallationId, repoRemote })).sessionId;
    const before = await open('https://h.example/a/kept.git');
    const free = await open('https://h.example/a/free.git');
    assert.equal((await keep(team, 'repository', 'git@h.example:a/kept.git')).sessions, 1);
    const later = await open('https://h.example/a/kept.git');
    for (const sessionId of [before, later])
      await assert.rejects(author.client.removeSession({ sessionId }), refusedWith('legal_hold'));
    await author.client.removeSession({ sessionId: free });
    const { sessions, label } = await keep(team, 'member', author.userId);
    assert.deepEqual([sessions, label], [3, author.email]);
    const next = await open('https://h.example/a/free.git');
    await assert.rejects(owner.client.removeSession({ sessionId: next }), refusedWith('legal_hold'));
    await assert.rejects(deleteUser(context(), author.userId), refusedWith('legal_hold'));
    await deleteUser(context(), ada.userId);
    await assert.rejects(keep(team, 'member', 'usr_nobody'), refusedWith('member_not_found'));
    await assert.rejects(keep(team, 'session', free), refusedWith('session_not_found'));
    await assert.rejects(keep(team, 'session', next, 0.5), refusedWith('validation_error'));
    await assert.rejects(keep(team, 'session', next, 4000), refusedWith('validation_error'));
  });

  it('beats retention, which says so once of each session, and goes on when it ends', async () => {
    const team = await aTeam(server());
    const { machine, sessionId, owner } = team;
    await machine.appendEvents({ sessionId, events: [prompt('kept')] });
    await machine.completeSession({ sessionId });
    const other = await anotherSession(team);
    await machine.completeSession({ sessionId: other });
    await keep(team, 'session', sessionId, 100);
    const at = (days: number) => ({ ...context(), clock: () => Date.now() + days * day });
    const isThere = async (id: string) =>
      (await context().store.session.find(team.organizationId, id)) !== undefined;
    await enforceRetention(at(60), 30);
    await enforceRetention(at(61), 30);
    assert.deepEqual([await isThere(sessionId), await isThere(other)], [true, false]);
    assert.deepEqual(await refusals(team), [`refused ${sessionId} undefined`]);
    assert.equal(
      (await owner.client.listEvents({ sessionId })).events.length,
      1,
      `the month stays on ${engine}`,
    );
    assert.equal((await context().store.backlog(Date.now() + 61 * day, 30)).overdue, 0);
    await enforceRetention(at(101), 30);
    assert.equal(await isThere(sessionId), false);
  });

  it('is lifted by two admins, neither of them the one it is about', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, owner, ownerId } = team;
    const second = await joinTeam(server(), team, 'admin');
    const third = await joinTeam(server(), team, 'admin');
    const { legalHoldId } = await keep(team, 'session', sessionId);
    const say = (who: typeof second | typeof owner, agreed = true) =>
      who.client.liftLegalHold({ legalHoldId, agreed });
    const asked = await say(owner);
    assert.deepEqual([asked.state, asked.liftAskedBy], ['lift_asked', ownerId]);
    await assert.rejects(say(owner), refusedWith('second_admin_needed'));
    await assert.rejects(owner.client.removeSession({ sessionId }), refusedWith('legal_hold'));
    assert.equal((await say(second, false)).state, 'active', 'declined');
    assert.equal((await say(second)).liftAskedBy, second.userId);
    // Who is no admin any more has not asked.
    await owner.client.changeMember({ userId: second.userId, role: 'member' });
    assert.equal((await say(third)).liftAskedBy, third.userId);
    const lifted = await say(owner);
    assert.deepEqual(
      [lifted.state, lifted.liftAskedBy, lifted.liftedBy, lifted.sessions],
      ['lifted', third.userId, ownerId, 0],
    );
    await owner.client.removeSession({ sessionId });
    const own = await keep(team, 'member', third.userId);
    const lift = { legalHoldId: own.legalHoldId, agreed: true };
    await assert.rejects(third.client.liftLegalHold(lift), refusedWith('second_admin_needed'));
    await assert.rejects(
      owner.client.liftLegalHold({ legalHoldId: 'lgh_0123456789abcdefghij', agreed: true }),
      refusedWith('legal_hold_not_found'),
    );
  });

  it('set while sessions are deleted or redacted lets finish what has begun and refuses what has not', async () => {
    const team = await aReviewedTeam(server());
    const { owner, author, machine, organizationId } = team;
    const sessions = await Promise.all(Array.from({ length: 12 }, () => anotherSession(team)));
    for (const sessionId of sessions)
      await machine.appendEvents({ sessionId, events: [prompt('said hush-hush')] });
    const deed = (sessionId: string, index: number) =>
      index % 2 === 0
        ? owner.client.removeSession({ sessionId })
        : owner.client.redactSession({ sessionId, text: 'hush-hush', reason: 'x' });
    const done = sessions.map((sessionId, index) =>
      deed(sessionId, index).then(
        () => true,
        (error: unknown) => {
          assert.ok(refusedWith('legal_hold')(error as Error));
          return false;
        },
      ),
    );
    const { setAt } = await keep(team, 'member', author.userId);
    const outcomes = await Promise.all(done);
    await finishErasures(context());
    await finishRedactions(context());
    for (const [index, sessionId] of sessions.entries()) {
      const isThere = (await context().store.session.find(organizationId, sessionId)) !== undefined;
      if (index % 2 === 0) {
        assert.equal(isThere, !outcomes[index], 'deleted, or there with all it had');
        const erasure = await context().store.erasure.find(organizationId, sessionId);
        assert.equal(erasure !== undefined, outcomes[index]);
        if (erasure) assert.ok(erasure.removedAt !== null, 'finished');
      }
      if (!isThere) continue;
      const { events } = await owner.client.listEvents({ sessionId });
      const says = JSON.stringify(events).includes('hush-hush');
      assert.equal(says, !outcomes[index], 'all of it, or none');
    }
    // From then on nothing begins.
    for (const [index, sessionId] of sessions.entries())
      if (!outcomes[index]) await assert.rejects(deed(sessionId, index), refusedWith('legal_hold'));
    const { entries } = await owner.client.listAudit({ action: 'session_deleted', limit: 100 });
    assert.ok(entries.every(({ at }) => Date.parse(at) <= Date.parse(setAt) + 5000));
  });
});
