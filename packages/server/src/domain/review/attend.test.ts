import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runStatement } from '../../../testing/engine.ts';
import {
  anotherSession,
  aReviewedTeam,
  grow,
  prompt,
  type ReviewedTeam,
} from '../../../testing/review/team.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aTeam, joinTeam } from '../../../testing/team.ts';
import { attendReviews } from './attend.ts';

onEveryEngine('what time does to reviews', (server) => {
  const told = async (userId: string) => {
    const { store } = server().running.context;
    const lines = await store.notification.list(userId, { unread: true, now: Date.now(), limit: 50 });
    return lines.filter(({ reason }) => reason !== 'author').map(({ reason, count }) => [reason, count]);
  };
  const attend = (later = 0, page?: number) => {
    const { context } = server().running;
    return attendReviews({ ...context, clock: () => Date.now() + later }, page);
  };
  const turn = async ({ ada }: ReviewedTeam) =>
    (await ada.client.listReviews({ tab: 'turn' })).items.map(({ session, attention }) => [
      session.sessionId,
      attention.map(({ reason }) => reason),
    ]);

  it('T14 a session that grows rings nobody; one that is closed or silent rings whoever accepted, once', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada, machine } = team;
    await grow(team, sessionId, [prompt('one')]);
    await ada.client.submitReview({ sessionId, outcome: 'accepted', throughSequence: 1 });
    // A short form of a live tail at 100 events a second.
    for (let step = 0; step < 5; step++) {
      await grow(
        team,
        sessionId,
        Array.from({ length: 40 }, (_, at) => prompt(`${step} ${at}`)),
      );
      await attend();
      assert.deepEqual([await turn(team), await told(ada.userId)], [[], []], 'while it runs');
    }
    assert.equal((await ada.client.getReview({ sessionId })).review.state, 'outgrown');
    await attend(59 * 60_000);
    assert.deepEqual(await told(ada.userId), []);
    await attend(61 * 60_000);
    assert.deepEqual(await told(ada.userId), [['outgrown', 1]], 'silent for an hour');
    assert.deepEqual(await turn(team), [[sessionId, ['outgrown']]]);
    await attend(62 * 60_000);
    await grow(team, sessionId, [prompt('more')]);
    await machine.completeSession({ sessionId });
    await attend();
    await attend();
    assert.deepEqual(await told(ada.userId), [['outgrown', 1]], 'told once');
    await ada.client.setMark({ sessionId, throughSequence: 202 });
    assert.deepEqual(await turn(team), []);
  });

  it('T14 what was accepted and outgrown is open again in the queue', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada, owner, machine } = team;
    await grow(team, sessionId, [prompt('one')]);
    await ada.client.submitReview({ sessionId, outcome: 'accepted', throughSequence: 1 });
    const tab = async (which: 'open' | 'done') =>
      (await owner.client.listReviews({ tab: which })).items.map(({ session }) => session.review?.state);
    assert.deepEqual([await tab('open'), await tab('done')], [[], ['accepted']]);
    await grow(team, sessionId, [prompt('two')]);
    assert.deepEqual(await tab('done'), [], 'at once');
    await machine.completeSession({ sessionId });
    await attend();
    assert.deepEqual([await tab('open'), await tab('done')], [['outgrown'], []]);
  });

  it('T15 default reviewers are asked once, for sessions that enter, when they are over', async () => {
    const team = await aReviewedTeam(server());
    const { ada, author, owner, machine } = team;
    const { policy } = await owner.client.getPolicy();
    const { mailWords: _, repositories: __, ...rules } = policy;
    const none = {
      ...policy,
      enter: { ...rules.enter, edits: false, sample: 0 },
      defaultReviewers: [ada.userId],
    };
    const asked = { ...rules, defaultReviewers: [ada.userId, author.userId] };
    await owner.client.setPolicy({ ...none, repositories: [{ repoRoot: '/srv/asked', rules: asked }] });
    const running = await anotherSession(team, '/srv/asked');
    const over = await anotherSession(team, '/srv/asked');
    const outside = await anotherSession(team);
    for (const sessionId of [over, outside, team.sessionId]) await machine.completeSession({ sessionId });
    await attend();
    await attend();
    assert.deepEqual(await turn(team), [[over, ['assigned']]], 'not the one from before the policy');
    assert.deepEqual(await told(ada.userId), [['assigned', 1]]);
    assert.deepEqual(await told(author.userId), [], 'not their own');
    await ada.client.removeReviewer({ sessionId: over, userId: ada.userId });
    await attend();
    assert.deepEqual(await turn(team), [], 'not again');
    await attend(2 * 3_600_000);
    assert.deepEqual(await turn(team), [[running, ['assigned']]]);
    const { review } = await ada.client.getReview({ sessionId: running });
    assert.equal(review.assignments[0]?.assignedBy, 'policy');
  });

  it('T15 sessions that need no review do not keep default reviewers from the others', async () => {
    const team = await aReviewedTeam(server());
    const { ada, owner, machine } = team;
    const { policy } = await owner.client.getPolicy();
    const { mailWords: _, repositories: __, ...rules } = policy;
    const none = { ...policy, enter: { ...rules.enter, edits: false, sample: 0 } };
    const asked = { ...rules, defaultReviewers: [ada.userId] };
    await owner.client.setPolicy({ ...none, repositories: [{ repoRoot: '/srv/asked', rules: asked }] });
    const wanted = await anotherSession(team, '/srv/asked');
    const others = [await anotherSession(team), await anotherSession(team)];
    for (const sessionId of [wanted, ...others]) await machine.completeSession({ sessionId });
    await attend(0, 1);
    assert.deepEqual(await turn(team), [[wanted, ['assigned']]]);
  });

  it('T14 what is over and read to its end is not looked at again, nor what still runs before its time', async () => {
    const team = await aReviewedTeam(server());
    const { ada, machine } = team;
    const { review } = server().running.context.store;
    const [running, over] = [team.sessionId, await anotherSession(team)];
    for (const sessionId of [running, over]) {
      await grow(team, sessionId, [prompt('one')]);
      await ada.client.submitReview({ sessionId, outcome: 'accepted', throughSequence: 1 });
    }
    await machine.completeSession({ sessionId: over });
    const lookAt = async (sessionId: string): Promise<number | null> => {
      const statement = `select look_at as at from review_standings where session_id = '${sessionId}'`;
      const [row] = (await runStatement(server().config.database, statement)) as [{ at: unknown }];
      return row.at === null ? null : Number(row.at);
    };
    await attend();
    assert.equal(await lookAt(over), null);
    const soon = ((await lookAt(running)) ?? 0) - Date.now();
    assert.ok(soon > 60_000 && soon <= 2 * 60_000, 'a running one again in two minutes');
    await attend(2 * 3_600_000);
    const later = ((await lookAt(running)) ?? 0) - Date.now() - 2 * 3_600_000;
    assert.ok(later > 29 * 60_000 && later <= 30 * 60_000, 'a silent one again in half an hour');
    const { refresh } = await review.look(Date.now(), 100);
    assert.deepEqual(refresh, []);
  });

  it('T14 nothing is expected of a member who has left, whatever the reason', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada, ben, author, owner } = team;
    await grow(team, sessionId, [prompt('one')]);
    const body = `What do you say, @${ada.userId}?`;
    await ben.client.openThread({ sessionId, anchor: { sequence: 1 }, body });
    const waited = async () => {
      const { review } = await ben.client.getReview({ sessionId });
      const { items } = await ben.client.listReviews({ tab: 'open' });
      const listed = items.find(({ session }) => session.sessionId === sessionId)?.attention ?? [];
      assert.deepEqual(listed, review.attention, 'lists show the same');
      return review.attention.map(({ userId, reason }) => [userId, reason]).sort();
    };
    const before = [
      [ada.userId, 'mentioned'],
      [author.userId, 'answer'],
    ];
    assert.deepEqual(await waited(), before.sort());
    await owner.client.removeMember({ userId: ada.userId });
    assert.deepEqual(await waited(), [[author.userId, 'answer']]);
    await owner.client.removeMember({ userId: author.userId });
    assert.deepEqual(await waited(), []);
    await ben.client.openThread({ sessionId, anchor: { sequence: 1 }, body: 'And why this?' });
    assert.deepEqual(await waited(), [], 'nor by what is said later');
  });

  it('T14 a session that gets an author later counts their review as their own, at once', async () => {
    const team = await aTeam(server());
    const { sessionId, environmentId, owner } = team;
    const ada = await joinTeam(server(), team, 'member');
    await ada.client.submitReview({ sessionId, outcome: 'accepted', throughSequence: 0 });
    const state = async () => (await ada.client.getReview({ sessionId })).review.state;
    assert.equal(await state(), 'accepted');
    await owner.client.setAuthor({ environmentId, userId: ada.userId, earlier: true });
    // Nobody waits until it is looked at by itself.
    for (let tries = 0; (await state()) === 'accepted' && tries < 100; tries++) await sleep(20);
    assert.equal(await state(), 'in_review');
  });
});
