import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { QueuePage } from '@debrief/contract';
import { read } from '../../../../testing/domain/kept-json.ts';
import { anOrganizationAlone } from '../../../../testing/domain/organization.ts';
import { engines } from '../../../../testing/engine.ts';
import { testStorage } from '../../../../testing/storage.ts';
import { setAuthor } from '../../author.ts';
import { defaultReviewPolicy } from '../../review/default-policy.ts';
import { setPolicy } from '../../review/policy.ts';
import { listReviews } from '../../review/queue.ts';
import { getReview, submitReview } from '../../review/review.ts';
import { openThread } from '../../review/thread.ts';

describe('an author who becomes known later', () => {
  for (const engine of engines) {
    it(`T15 what they said of the session is their own at once, and what was asked waits for them, on ${engine}`, async () => {
      await using storage = await testStorage(engine);
      const team = await anOrganizationAlone(storage);
      const { context, owner, tenant } = team;
      const { environmentId } = tenant.environment;
      const [ada, ben] = [await team.member(), await team.member()];
      const { sessionId } = await team.session();
      await setPolicy(context, owner, defaultReviewPolicy);
      const accepted = { sessionId, outcome: 'accepted', throughSequence: 0, notMine: true } as const;
      await submitReview(context, ada, accepted);
      await openThread(context, ben, { sessionId, anchor: { sequence: 0 }, body: 'Why?' });
      const now = async () => {
        const { review } = await getReview(context, owner, { sessionId });
        const done = read<QueuePage>(await listReviews(context, owner, { tab: 'done' }));
        return {
          state: review.state,
          own: review.reviews.map(({ self }) => self),
          waiting: review.attention.map(({ userId, reason }) => [userId, reason]),
          stored: [...((await context.store.queue.attention([sessionId])).get(sessionId) ?? [])].map(
            ({ userId, reason }) => [userId, reason],
          ),
          done: done.items.length,
          version: review.version,
        };
      };
      const before = await now();
      assert.deepEqual(
        [before.state, before.own, before.waiting, before.done],
        ['in_review', [false], [], 0],
      );
      // Nothing else runs here: what follows is in the same step.
      const heard = await team.hears(() =>
        setAuthor(context, owner, { environmentId, userId: ada.userId, earlier: true }),
      );
      const after = await now();
      assert.deepEqual(
        [after.state, after.own, after.waiting, after.stored, after.done],
        ['in_review', [true], [[ada.userId, 'answer']], [[ada.userId, 'answer']], 0],
      );
      assert.ok(after.version > before.version, 'open pages are told');
      assert.ok(heard.sessions.some((one) => one.sessionId === sessionId));
      assert.ok(heard.members.includes(ada.userId));
      assert.ok((await team.told(ada.userId)).some(({ reason }) => reason === 'asked'));
      // Somebody else's counts.
      team.time.now += 1000;
      await submitReview(context, ben, { ...accepted, notMine: undefined as never });
      const done = await now();
      assert.deepEqual([done.state, done.own, done.done], ['accepted', [true, false], 1]);
    });
  }
});
