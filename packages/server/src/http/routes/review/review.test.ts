import assert from 'node:assert/strict';
import { it } from 'node:test';
import { refusedWith } from '../../../../testing/request.ts';
import {
  anotherSession,
  aReviewedTeam,
  grow,
  prompt,
  type ReviewedTeam,
  title,
} from '../../../../testing/review/team.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { deleteUser } from '../../../domain/session/deletion.ts';

const standing = async ({ owner, sessionId }: ReviewedTeam) => {
  const { review } = await owner.client.getReview({ sessionId });
  return [review.state, review.acceptedTo, review.since];
};
const waiting = async ({ owner, sessionId }: ReviewedTeam) =>
  (await owner.client.getReview({ sessionId })).review.attention.map(({ userId, reason }) => [
    userId,
    reason,
  ]);

onEveryEngine('reviews', (server) => {
  it('T10 a session is unreviewed, in review, accepted, outgrown and accepted again', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada, owner } = team;
    assert.deepEqual(await standing(team), ['unreviewed', undefined, undefined]);
    const through = await grow(team, sessionId, [prompt('one'), prompt('two')]);
    await ada.client.setMark({ sessionId, throughSequence: 1 });
    assert.deepEqual(await standing(team), ['in_review', undefined, undefined]);
    const given = { sessionId, outcome: 'accepted' as const, body: 'Fine.' };
    const { review } = await ada.client.submitReview({ ...given, throughSequence: through });
    assert.deepEqual(
      [review.reviewerId, review.outcome, review.throughSequence, review.body, review.self],
      [ada.userId, 'accepted', 2, 'Fine.', false],
    );
    assert.deepEqual(await standing(team), ['accepted', 2, undefined]);
    await grow(team, sessionId, [title('A title is no reason to look again')]);
    assert.deepEqual(await standing(team), ['accepted', 2, undefined]);
    await grow(team, sessionId, [prompt('three'), prompt('four')]);
    assert.deepEqual(await standing(team), ['outgrown', 2, 3]);
    const listed = (await owner.client.listSessions({})).sessions.find((one) => one.sessionId === sessionId);
    assert.deepEqual([listed?.review?.state, listed?.review?.since], ['outgrown', 3]);
    await ada.client.submitReview({ ...given, throughSequence: 5 });
    assert.deepEqual(await standing(team), ['accepted', 5, undefined]);
  });

  it('T11 a follow-up stands until it is replaced, withdrawn or dismissed with a reason', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada, ben, author, owner } = team;
    const judge = async (who: typeof ada, outcome: 'accepted' | 'follow_up' | 'noted') =>
      (await who.client.submitReview({ sessionId, outcome, throughSequence: 0 })).review.reviewId;
    await judge(ben, 'accepted');
    const first = await judge(ada, 'follow_up');
    assert.equal((await standing(team))[0], 'follow_up');
    await judge(ada, 'noted');
    assert.equal((await standing(team))[0], 'follow_up', 'a note replaces nothing');
    await judge(ada, 'accepted');
    assert.equal((await standing(team))[0], 'accepted');
    const second = await judge(ada, 'follow_up');
    const place = { sessionId, reviewId: second };
    await assert.rejects(ben.client.withdrawReview(place), refusedWith('not_yours'));
    await assert.rejects(owner.client.withdrawReview(place), refusedWith('not_yours'));
    const withdrawn = await ada.client.withdrawReview(place);
    assert.deepEqual(await ada.client.withdrawReview(place), withdrawn, 'again the same');
    const third = await judge(ada, 'follow_up');
    for (const who of [ada, ben, author]) {
      await assert.rejects(
        who.client.dismissReview({ sessionId, reviewId: third, reason: 'x' }),
        refusedWith('insufficient_role'),
      );
    }
    const reason = '<b>settled</b> elsewhere';
    const dismissed = await owner.client.dismissReview({ sessionId, reviewId: third, reason });
    assert.deepEqual(
      [dismissed.review.dismissed?.by, dismissed.review.dismissed?.reason],
      [team.ownerId, reason],
    );
    assert.equal((await standing(team))[0], 'accepted');
    await assert.rejects(
      owner.client.dismissReview({ sessionId, reviewId: third, reason: ' ' }),
      refusedWith('validation_error'),
    );
    const { review } = await ben.client.getReview({ sessionId });
    assert.deepEqual(
      review.reviews.map((one) => one.reviewId).includes(first),
      true,
      'what no longer stands is still told',
    );
    for (const reviewId of ['rev_000000000000000000000000', 'x']) {
      await assert.rejects(
        ada.client.withdrawReview({ sessionId, reviewId }),
        refusedWith('review_not_found'),
      );
    }
  });

  it('T12 nobody judges or reads past the end, and a mark only goes back when told to', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada } = team;
    await grow(team, sessionId, [prompt('one'), prompt('two'), prompt('three')]);
    const submit = (throughSequence: number) =>
      ada.client.submitReview({ sessionId, outcome: 'noted', throughSequence });
    for (const wrong of [4, -1, 0.5]) await assert.rejects(submit(wrong), refusedWith('validation_error'));
    const mark = async (throughSequence: number, back?: boolean) =>
      (await ada.client.setMark({ sessionId, throughSequence, ...(back !== undefined && { back }) })).mark
        .throughSequence;
    await assert.rejects(mark(4), refusedWith('validation_error'));
    assert.deepEqual([await mark(2), await mark(1), await mark(3), await mark(1, true)], [2, 2, 3, 1]);
    const { review } = await ada.client.getReview({ sessionId });
    assert.deepEqual(
      review.marks.map(({ userId, throughSequence }) => [userId, throughSequence]),
      [[ada.userId, 1]],
    );
  });

  it('T14 whoever asked for a follow-up is told when the author answers with a thread of their own', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada, author } = team;
    await ada.client.submitReview({
      sessionId,
      outcome: 'follow_up',
      throughSequence: 0,
      body: 'And the test?',
    });
    await author.client.openThread({
      sessionId,
      anchor: { sequence: 0 },
      body: 'It is in the next session.',
    });
    assert.deepEqual(await waiting(team), [[ada.userId, 'answered']]);
    const { notifications } = await ada.client.listInbox({});
    assert.deepEqual(
      notifications.map(({ reason, by }) => [reason, by]),
      [['answered', author.userId]],
    );
  });

  it('T13 whoever leaves is asked for nothing any more, and what they had in hand is free', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada, ben, author, owner } = team;
    const declined = await anotherSession(team);
    await author.client.assignReviewer({ sessionId, userId: ada.userId });
    await author.client.assignReviewer({ sessionId, userId: ben.userId });
    await ada.client.declineReview({ sessionId: declined });
    const taken = await ada.client.takeNextReview({});
    assert.equal(taken.item?.session.sessionId, sessionId);
    const before = (await owner.client.getReview({ sessionId })).review;
    await owner.client.removeMember({ userId: ada.userId });
    const { review } = await owner.client.getReview({ sessionId });
    assert.deepEqual(
      review.assignments.map(({ userId }) => userId),
      [ben.userId],
    );
    assert.deepEqual(await waiting(team), [[ben.userId, 'assigned']]);
    assert.equal(review.reservation, undefined);
    assert.ok(review.version > before.version, 'who looks at it hears of it');
    const { assignments } = (await owner.client.getReview({ sessionId: declined })).review;
    assert.equal(assignments[0]?.userId, ada.userId, 'what was declined stays');
    const removed = async () =>
      (await owner.client.listAudit({ action: 'assignee_removed' })).entries.map(({ actorId, targetId }) => [
        actorId,
        targetId,
      ]);
    assert.deepEqual(await removed(), [[team.ownerId, sessionId]]);
    await deleteUser(server().running.context, ben.userId);
    assert.equal((await owner.client.getReview({ sessionId })).review.state, 'unreviewed');
    assert.deepEqual(await removed(), [
      [undefined, sessionId],
      [team.ownerId, sessionId],
    ]);
  });

  it('T13 oneself can be assigned by oneself, others by the author and admins; declining outlives it', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada, ben, author, owner } = team;
    const assign = (who: { client: typeof ada.client }, userId: string) =>
      who.client.assignReviewer({ sessionId, userId });
    await assert.rejects(assign(ada, ben.userId), refusedWith('insufficient_role'));
    assert.equal((await assign(author, ada.userId)).assignment.assignedBy, author.userId);
    assert.equal((await assign(ada, ada.userId)).assignment.assignedBy, author.userId, 'already asked');
    await assign(owner, ben.userId);
    assert.deepEqual(
      (await waiting(team)).sort(),
      [
        [ada.userId, 'assigned'],
        [ben.userId, 'assigned'],
      ].sort(),
    );
    const { assignment } = await ben.client.declineReview({ sessionId, note: 'On holiday' });
    assert.deepEqual([assignment.assignedBy, assignment.note], [team.ownerId, 'On holiday']);
    assert.deepEqual(await waiting(team), [[ada.userId, 'assigned']]);
    await assert.rejects(
      ben.client.removeReviewer({ sessionId, userId: ada.userId }),
      refusedWith('insufficient_role'),
    );
    await ada.client.removeReviewer({ sessionId, userId: ada.userId });
    await assert.rejects(
      ada.client.removeReviewer({ sessionId, userId: ada.userId }),
      refusedWith('member_not_found'),
    );
    assert.deepEqual(await waiting(team), []);
    for (const wrong of ['usr_000000000000000000000000', 'x']) {
      await assert.rejects(assign(owner, wrong), refusedWith('member_not_found'));
    }
    await assign(owner, ben.userId);
    assert.deepEqual(await waiting(team), [[ben.userId, 'assigned']], 'asked again');
    const { store } = server().running.context;
    const told = await store.notification.list(ben.userId, { unread: true, now: Date.now(), limit: 10 });
    assert.deepEqual(
      told.map(({ reason, sessionId: about }) => [reason, about]),
      [['assigned', sessionId]],
    );
  });

  it('T14 questions wait for the author, their answer for whoever asked', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada, author } = team;
    await ada.client.submitReview({ sessionId, outcome: 'follow_up', throughSequence: 0 });
    const { thread } = await ada.client.openThread({ sessionId, anchor: { sequence: 0 }, body: 'Why?' });
    assert.deepEqual((await waiting(team)).sort(), [
      [author.userId, 'answer'],
      [author.userId, 'follow_up'],
    ]);
    await author.client.addComment({ sessionId, threadId: thread.threadId, body: 'Because.' });
    assert.deepEqual(await waiting(team), [[ada.userId, 'answered']]);
    await ada.client.submitReview({ sessionId, outcome: 'accepted', throughSequence: 0 });
    assert.deepEqual(await waiting(team), []);
    const { store } = server().running.context;
    const told = async (userId: string) =>
      (await store.notification.list(userId, { unread: true, now: Date.now(), limit: 10 }))
        .map(({ reason }) => reason)
        .filter((reason) => reason !== 'author')
        .sort();
    assert.deepEqual(await told(ada.userId), ['answered', 'replied']);
    assert.deepEqual(await told(author.userId), ['follow_up', 'replied']);
  });

  it('T15 the policy says how many, whether the own counts, and which sessions enter', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada, ben, author, owner } = team;
    const { policy } = await ada.client.getPolicy();
    assert.deepEqual(policy, {
      reviewers: 1,
      selfCounts: false,
      enter: { edits: true, highFindings: true, repositories: [], sample: 1 },
      defaultReviewers: [],
      mailWords: false,
      repositories: [],
    });
    await assert.rejects(ada.client.setPolicy(policy), refusedWith('insufficient_role'));
    const accept = (who: typeof ada, about = sessionId) =>
      who.client.submitReview({ sessionId: about, outcome: 'accepted', throughSequence: 0 });
    await accept(ada);
    assert.equal((await standing(team))[0], 'accepted');
    await owner.client.setPolicy({ ...policy, reviewers: 2 });
    assert.equal((await standing(team))[0], 'in_review');
    const tab = async (which: 'open' | 'done') =>
      (await owner.client.listReviews({ tab: which })).items.map(({ session }) => session.sessionId);
    assert.deepEqual([await tab('open'), await tab('done')], [[sessionId], []]);
    await accept(author);
    assert.equal((await standing(team))[0], 'in_review', 'the own does not count');
    await owner.client.setPolicy({ ...policy, reviewers: 2, selfCounts: true });
    assert.equal((await standing(team))[0], 'accepted');
    assert.deepEqual([await tab('open'), await tab('done')], [[], [sessionId]]);
    const rules = { ...policy, reviewers: 1, enter: { ...policy.enter, sample: 0 } };
    const { mailWords, repositories, ...plain } = rules;
    const strict = { ...plain, reviewers: 2 };
    await owner.client.setPolicy({ ...rules, repositories: [{ repoRoot: '/srv/strict', rules: strict }] });
    const stateOf = async (about: string) => (await owner.client.getReview({ sessionId: about })).review;
    const other = await anotherSession(team, '/srv/strict');
    assert.equal((await stateOf(other)).state, 'not_needed');
    assert.deepEqual(await tab('open'), []);
    await accept(ada, other);
    assert.deepEqual([(await stateOf(other)).state, (await stateOf(other)).needed], ['in_review', 2]);
    await accept(ben, other);
    assert.equal((await stateOf(other)).state, 'accepted');
    const wrong = [
      { ...policy, reviewers: 0 },
      { ...policy, reviewers: 6 },
      { ...policy, enter: { ...policy.enter, sample: 2 } },
      { ...policy, repositories: [1, 2].map(() => ({ repoRoot: '/a', rules: plain })) },
    ];
    for (const one of wrong) {
      await assert.rejects(owner.client.setPolicy(one), refusedWith('validation_error'));
    }
    await assert.rejects(
      owner.client.setPolicy({ ...policy, defaultReviewers: ['usr_000000000000000000000000'] }),
      refusedWith('member_not_found'),
    );
    assert.deepEqual([mailWords, repositories], [false, []]);
  });

  it('T16 a deleted session takes everything along', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada, owner } = team;
    const body = `Hello @${team.ben.userId}`;
    const opened = await ada.client.openThread({
      sessionId,
      anchor: { sequence: 0 },
      body,
      idempotencyKey: 'k',
    });
    await ada.client.submitReview({ sessionId, outcome: 'follow_up', throughSequence: 0 });
    await ada.client.setMark({ sessionId, throughSequence: 0 });
    await owner.client.assignReviewer({ sessionId, userId: ada.userId });
    const { store, log } = server().running.context;
    await log.erase(sessionId);
    await store.session.delete(sessionId);
    assert.equal(await store.thread.find(sessionId, opened.thread.threadId), undefined);
    assert.equal(await store.review.standing(sessionId), undefined);
    assert.deepEqual((await store.queue.attention([sessionId])).size, 0);
    for (const call of [
      () => ada.client.listThreads({ sessionId }),
      () => ada.client.getReview({ sessionId }),
      () => ada.client.setMark({ sessionId, throughSequence: 0 }),
    ]) {
      await assert.rejects(call, refusedWith('session_not_found'));
    }
  });
});
