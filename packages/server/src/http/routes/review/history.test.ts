import assert from 'node:assert/strict';
import { it } from 'node:test';
import { attentionOf, standingOf, summaryOf } from '@debrief/review';
import fc from 'fast-check';
import { anotherSession, aReviewedTeam, grow, prompt } from '../../../../testing/review/team.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { rulesFor } from '../../../domain/review/default-policy.ts';

/** HISTORIES makes it longer. */
const histories = Number(process.env.HISTORIES ?? 25);

const person = fc.nat(3);
const deeds = fc.array(
  fc.oneof(
    fc.record({ deed: fc.constant('open' as const), person, mentioned: fc.option(person) }),
    fc.record({ deed: fc.constant('reply' as const), person, at: fc.nat(3), mentioned: fc.option(person) }),
    fc.record({ deed: fc.constant('resolve' as const), person, at: fc.nat(3), isOpen: fc.boolean() }),
    fc.record({ deed: fc.constant('delete' as const), at: fc.nat(3) }),
    fc.record({
      deed: fc.constant('review' as const),
      person,
      outcome: fc.constantFrom('accepted' as const, 'follow_up' as const, 'noted' as const),
      through: fc.nat(3),
    }),
    fc.record({ deed: fc.constant('dismiss' as const), at: fc.nat(3) }),
    fc.record({ deed: fc.constant('mark' as const), person, through: fc.nat(3) }),
    fc.record({ deed: fc.constant('assign' as const), person }),
    fc.record({ deed: fc.constant('decline' as const), person }),
  ),
  { maxLength: 14 },
);

onEveryEngine('histories of reviews', (server) => {
  it('T10 what is kept beside a session is what its facts come to', async () => {
    const team = await aReviewedTeam(server());
    const { store } = server().running.context;
    const { owner } = team;
    const people = [{ client: owner.client, userId: team.ownerId }, team.author, team.ada, team.ben];
    await fc.assert(
      fc.asyncProperty(deeds, async (history) => {
        const sessionId = await anotherSession(team);
        await grow(team, sessionId, [prompt('1'), prompt('2'), prompt('3')]);
        const threads: string[] = [];
        const reviews: string[] = [];
        for (const one of history) {
          const who = people['person' in one ? one.person : 0] as (typeof people)[number];
          const mention =
            'mentioned' in one && one.mentioned !== null ? `@${people[one.mentioned]?.userId}` : '';
          const threadId = 'at' in one ? threads[one.at % threads.length] : undefined;
          if (one.deed === 'open') {
            const anchor = { sequence: 1 };
            const { thread } = await who.client.openThread({ sessionId, anchor, body: `Why? ${mention}` });
            threads.push(thread.threadId);
          } else if (one.deed === 'reply' && threadId) {
            await who.client.addComment({ sessionId, threadId, body: `So. ${mention}` });
          } else if (one.deed === 'resolve' && threadId) {
            await who.client.changeThread({ sessionId, threadId, state: one.isOpen ? 'open' : 'resolved' });
          } else if (one.deed === 'delete' && threadId) {
            const found = await store.thread.find(sessionId, threadId);
            const commentId = String(found?.comments.at(-1)?.commentId);
            await owner.client.deleteComment({ sessionId, threadId, commentId });
          } else if (one.deed === 'review') {
            const given = { sessionId, outcome: one.outcome, throughSequence: one.through };
            reviews.push((await who.client.submitReview(given)).review.reviewId);
          } else if (one.deed === 'dismiss' && reviews.length > 0) {
            const reviewId = reviews[one.at % reviews.length] as string;
            await owner.client.dismissReview({ sessionId, reviewId, reason: 'So' });
          } else if (one.deed === 'mark') {
            await who.client.setMark({ sessionId, throughSequence: one.through });
          } else if (one.deed === 'assign') {
            await owner.client.assignReviewer({ sessionId, userId: who.userId });
          } else if (one.deed === 'decline') await who.client.declineReview({ sessionId });
        }
        const picture = await store.review.picture(sessionId);
        assert.ok(picture);
        const { facts, session, standing } = picture;
        const summary = summaryOf(facts);
        if (standing) {
          assert.deepEqual(
            [standing.followUps, standing.ownFollowUp === 1, standing.accepted, standing.acceptedWithOwn],
            [summary.followUps, summary.hasOwnFollowUp, summary.accepted, summary.acceptedWithOwn],
          );
          assert.equal(standing.isBegun === 1, summary.isBegun);
        }
        const kept = (await store.queue.attention([sessionId])).get(sessionId) ?? [];
        const line = ({ userId, reason, since }: (typeof kept)[number]) => `${userId} ${reason} ${since}`;
        assert.deepEqual(kept.map(line).sort(), attentionOf(facts).map(line).sort());
        const policy = await store.review.policy(team.organizationId);
        const { state } = standingOf(facts, rulesFor(policy, { repoRoot: null }));
        const { review } = await owner.client.getReview({ sessionId });
        const shown = (await owner.client.getSession({ sessionId })).session.review;
        assert.deepEqual([review.state, shown?.state], [state, state]);
        assert.equal(session.reviewDone, state === 'accepted' ? 1 : 0);
      }),
      { numRuns: histories },
    );
  });
});
