import assert from 'node:assert/strict';
import { it } from 'node:test';
import { refusedWith } from '../../../../testing/request.ts';
import { anotherSession, aReviewedTeam, waiting } from '../../../../testing/review/team.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { deleteUser } from '../../../domain/erasure/deletion.ts';

onEveryEngine('assignments and whose turn it is', (server) => {
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
    assert.deepEqual(await told(ada.userId), ['replied'], 'what waited is over');
    assert.deepEqual(await told(author.userId), ['accepted']);
  });
});
