import assert from 'node:assert/strict';
import { it } from 'node:test';
import { refusedWith } from '../../../../testing/request.ts';
import { aReviewedTeam, grow, prompt, standing, title } from '../../../../testing/review/team.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { deleteSession } from '../../../domain/erasure/deletion.ts';

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

  it('T21 what somebody has seen is theirs alone: nothing changes for others, and it goes with them', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada, ben, owner } = team;
    await grow(team, sessionId, [prompt('one'), prompt('two'), prompt('three')]);
    const picture = ({ client }: Pick<typeof ada, 'client'>) => client.getReview({ sessionId });
    const before = await picture(ben);
    const see = async (throughSequence: number) =>
      (await ada.client.setSeen({ sessionId, throughSequence })).seen;
    for (const wrong of [4, -1, 0.5]) await assert.rejects(see(wrong), refusedWith('validation_error'));
    assert.deepEqual([await see(2), await see(1), await see(3)], [2, 2, 3]);
    assert.deepEqual(await picture(ben), before, 'neither a version nor a state is another');
    assert.deepEqual((await picture(owner)).review.marks, []);
    assert.deepEqual([(await picture(ada)).seen, (await picture(ben)).seen], [3, 0]);
    assert.deepEqual(await standing(team), ['unreviewed', undefined, undefined]);
    const { store } = server().running.context;
    await owner.client.removeMember({ userId: ada.userId });
    assert.equal(await store.review.seen(sessionId, ada.userId), 0);
  });

  it('T22 a judgement says how far its reviewer had read; one that goes further is accepted unread', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada, ben } = team;
    await grow(team, sessionId, [prompt('one'), prompt('two'), prompt('three')]);
    const judge = async (who: typeof ada, given: object) => {
      const accepted = { sessionId, outcome: 'accepted', throughSequence: 3, ...given } as const;
      const { review } = await who.client.submitReview(accepted);
      return [review.rests, review.unread];
    };
    await assert.rejects(judge(ada, { readTo: 4 }), refusedWith('validation_error'));
    assert.deepEqual(await judge(ada, { readTo: 1 }), [{ readTo: 1, of: 3 }, true]);
    assert.deepEqual(await judge(ada, { readTo: 1, throughSequence: 1 }), [{ readTo: 1, of: 3 }, undefined]);
    assert.deepEqual(await judge(ada, { readTo: 1, outcome: 'follow_up' }), [
      { readTo: 1, of: 3 },
      undefined,
    ]);
    assert.deepEqual(await judge(ben, {}), [{ readTo: 0, of: 3 }, true], 'nothing was said of it');
    await ben.client.setMark({ sessionId, throughSequence: 3 });
    assert.deepEqual(await judge(ben, {}), [{ readTo: 3, of: 3 }, undefined], 'by the mark');
    const { review } = await ada.client.getReview({ sessionId });
    assert.deepEqual(
      review.reviews.map(({ unread }) => unread ?? false),
      [true, false, false, true, false],
    );
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
    await ada.client.setSeen({ sessionId, throughSequence: 0 });
    await owner.client.assignReviewer({ sessionId, userId: ada.userId });
    const { context } = server().running;
    const { store } = context;
    await deleteSession(context, team);
    assert.equal(await store.thread.find(sessionId, opened.thread.threadId), undefined);
    assert.equal(await store.review.standing(sessionId), undefined);
    assert.deepEqual((await store.queue.attention([sessionId])).size, 0);
    for (const call of [
      () => ada.client.listThreads({ sessionId }),
      () => ada.client.getReview({ sessionId }),
      () => ada.client.setMark({ sessionId, throughSequence: 0 }),
      () => ada.client.setSeen({ sessionId, throughSequence: 0 }),
    ]) {
      await assert.rejects(call, refusedWith('session_not_found'));
    }
  });
});
