import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { refusedWith } from '../../../../testing/request.ts';
import {
  anotherSession,
  aReviewedTeam,
  grow,
  type Member,
  prompt,
  type ReviewedTeam,
} from '../../../../testing/review/team.ts';
import { edits } from '../../../../testing/session/judged-session.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { attendReviews } from '../../../domain/review/attend.ts';

const changing = (path: string) => edits(path).map((payload) => ({ eventType: 'record', payload }));
const day = 86_400_000;

onEveryEngine('reviewers by rotation', (server) => {
  const attend = (later = 0) => {
    const { context } = server().running;
    return attendReviews({ ...context, clock: () => Date.now() + later });
  };

  /** A session that is over and has changed this file, if any; `knower` is known to know it before that. */
  async function over(team: ReviewedTeam, path?: string, knower?: Member): Promise<string> {
    const sessionId = await anotherSession(team, '/repo');
    await grow(team, sessionId, path ? changing(path) : [prompt('Say hello')]);
    // The server asks by itself, too, as soon as it is over.
    if (knower) await known(team, sessionId, knower);
    await team.machine.completeSession({ sessionId });
    return sessionId;
  }

  const assigned = async ({ ben }: ReviewedTeam, sessionId: string) =>
    (await ben.client.getReview({ sessionId })).review.assignments.map((one) => [
      one.userId,
      one.assignedBy,
      one.why,
    ]);

  async function rotate({ owner }: ReviewedTeam, perDay: number): Promise<void> {
    const { policy } = await owner.client.getPolicy();
    assert.equal(policy.rotation, undefined, 'off by default');
    await owner.client.setPolicy({ ...policy, rotation: { perDay } });
    assert.deepEqual((await owner.client.getPolicy()).policy.rotation, { perDay });
  }

  /** What a session changed is known a moment after it was read. */
  async function known(team: ReviewedTeam, sessionId: string, { userId }: Member): Promise<void> {
    const { organizationId } = team;
    const { rotation, session: sessions } = server().running.context.store;
    const session = await sessions.find(organizationId, sessionId);
    assert.ok(session);
    for (const begun = Date.now(); ; await sleep(50)) {
      const { knows } = await rotation.about(session);
      if (knows.has(userId)) return;
      assert.ok(Date.now() - begun < 30_000, 'nobody knows the file');
    }
  }

  it('T27 asks who knows the files, within the cap, nobody who is away and never the author; says why, and is audited', async () => {
    const team = await aReviewedTeam(server());
    const { ada, ben, author, owner, ownerId } = team;
    const before = await over(team, '/repo/a.ts');
    await ben.client.submitReview({ sessionId: before, outcome: 'noted', throughSequence: 1 });
    await attend();
    assert.deepEqual(await assigned(team, before), [], 'without a rotation nobody is asked');
    await rotate(team, 1);

    const first = await over(team, '/repo/a.ts', ben);
    await attend();
    await attend();
    const toBen = 'It is you by rotation: you know one file that it changed.';
    assert.deepEqual(await assigned(team, first), [[ben.userId, 'policy', toBen]]);
    const { review } = await ada.client.getReview({ sessionId: first });
    assert.equal(review.assignments[0]?.why, 'By rotation: knows one file that it changed.');
    const today = (await ben.client.getToday({})).groups.flatMap(({ items }) => items);
    assert.deepEqual(
      today.flatMap(({ sessionId, why, turn }) => (why ? [[sessionId, why, turn]] : [])),
      [[first, toBen, ['assigned']]],
    );
    const { items } = await ben.client.listReviews({ tab: 'turn' });
    assert.deepEqual(
      items.map(({ session, why }) => [session.sessionId, why]),
      [[first, toBen]],
    );
    const others = (await ada.client.getToday({})).groups.flatMap((group) => group.items);
    assert.ok(others.every(({ why }) => why === undefined));
    const { entries } = await owner.client.listAudit({ action: 'assignee_added' });
    assert.deepEqual(
      entries.map(({ actorId, targetId }) => [actorId, targetId]),
      [['policy', first]],
    );

    const awayUntil = new Date(Date.now() + day).toISOString();
    assert.equal((await ada.client.getInboxSettings()).awayUntil, null);
    assert.equal((await ada.client.changeInboxSettings({ awayUntil })).awayUntil, awayUntil);
    const second = await over(team, '/repo/a.ts');
    await attend();
    const turn = 'By rotation: was asked longest ago.';
    assert.deepEqual(await assigned(team, second), [[ownerId, 'policy', turn]], 'ben was asked once today');
    const third = await over(team);
    await attend();
    assert.deepEqual(await assigned(team, third), [], 'all others were asked today');
    assert.equal((await ada.client.changeInboxSettings({ awayUntil: null })).awayUntil, null);
    await attend();
    assert.deepEqual(await assigned(team, third), [[ada.userId, 'policy', turn]], 'who is back');
    const fourth = await over(team);
    await attend(day - 3_600_000);
    assert.deepEqual(await assigned(team, fourth), []);
    await attend(day + 60_000);
    assert.equal((await assigned(team, fourth)).length, 1, 'a day later');
    for (const sessionId of [first, second, third, fourth]) {
      const userIds = (await assigned(team, sessionId)).map(([userId]) => userId);
      assert.ok(!userIds.includes(author.userId));
    }
  });

  it('T27 asks as many as have to accept, besides those who were asked, and nobody again who said no', async () => {
    const team = await aReviewedTeam(server());
    const { ada, ben, owner, ownerId } = team;
    const { policy } = await owner.client.getPolicy();
    await owner.client.setPolicy({ ...policy, reviewers: 2, rotation: { perDay: 50 } });
    const sessionId = await anotherSession(team, '/repo');
    await grow(team, sessionId, [prompt('Say hello')]);
    await ada.client.assignReviewer({ sessionId, userId: ada.userId });
    await ben.client.declineReview({ sessionId });
    await team.machine.completeSession({ sessionId });
    await attend();
    const asked = (await assigned(team, sessionId)).map(([userId, by]) => [userId, by]).sort();
    assert.deepEqual(
      asked,
      [
        [ada.userId, ada.userId],
        [ben.userId, ben.userId],
        [ownerId, 'policy'],
      ].sort(),
    );
  });

  it('T27 asks nobody who may not read it anyway, and nobody while it is held', async () => {
    const team = await aReviewedTeam(server());
    const { organizationId, ownerId } = team;
    const { access } = server().running.context.store;
    const changed = { by: ownerId, at: Date.now() };
    await access.setPolicy(
      organizationId,
      { visibility: 'reviewers', hold: 'none', repositories: [] },
      changed,
    );
    await rotate(team, 50);
    const sessions = [await anotherSession(team), await anotherSession(team), await anotherSession(team)];
    await access.hold({ organizationId, sessionId: sessions[2] as string }, 3_600_000, changed);
    for (const sessionId of sessions) await team.machine.completeSession({ sessionId });
    await attend();
    const { review } = server().running.context.store;
    const askedOf = async (sessionId: string) =>
      (await review.picture(sessionId))?.assignments.map(({ userId }) => userId);
    assert.deepEqual(
      await Promise.all(sessions.map(askedOf)),
      [[ownerId], [ownerId], []],
      'of four members only the owner reads what others did',
    );
    await attend(2 * 3_600_000);
    assert.deepEqual(await askedOf(sessions[2] as string), [ownerId], 'once it is shared');
  });

  it('T27 a time to be away until lies in the future, by a year at most; a cap is a number', async () => {
    const team = await aReviewedTeam(server());
    const { ada, owner } = team;
    const quietHours = { from: '22:00', to: '06:00' };
    await ada.client.changeInboxSettings({ quietHours });
    assert.deepEqual((await ada.client.changeInboxSettings({ digest: true })).quietHours, quietHours);
    assert.equal(
      (await ada.client.changeInboxSettings({ quietHours: null })).quietHours,
      null,
      'null is none',
    );
    for (const awayUntil of ['2020-01-01T00:00:00.000Z', new Date(Date.now() + 400 * day).toISOString()]) {
      await assert.rejects(ada.client.changeInboxSettings({ awayUntil }), refusedWith('validation_error'));
    }
    const { policy } = await owner.client.getPolicy();
    for (const perDay of [0, 101, 1.5]) {
      const input = { ...policy, rotation: { perDay } };
      await assert.rejects(owner.client.setPolicy(input), refusedWith('validation_error'));
    }
  });
});
