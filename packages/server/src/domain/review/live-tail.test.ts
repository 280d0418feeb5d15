import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { aReviewedTeam, folded, grow, prompt } from '../../../testing/review/team.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { attendReviews } from './attend.ts';

/**
 * A session that grows by 100 events a second while four people have to do with it. `TAIL_SECONDS=600` is the long form,
 * at that pace for ten minutes; without it there are a few steps, one after the other.
 */
const seconds = Number(process.env.TAIL_SECONDS ?? 0);
const steps = seconds || 4;

onEveryEngine('a live tail', (server, engine) => {
  it('T14 changes who is expected to act at most once for each reviewer', async (test) => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada, ben, author, owner, machine } = team;
    const { context } = server().running;
    await grow(team, sessionId, [prompt('one')]);
    await ada.client.submitReview({ sessionId, outcome: 'accepted', throughSequence: 1 });
    await owner.client.submitReview({ sessionId, outcome: 'noted', throughSequence: 1 });
    await author.client.assignReviewer({ sessionId, userId: ben.userId });
    await ben.client.openThread({ sessionId, anchor: { sequence: 1 }, body: `Why, @${ada.userId}?` });
    const people = [ada.userId, ben.userId, author.userId, team.ownerId];
    const expected = async (userId: string) => {
      const { attention } = (await owner.client.getReview({ sessionId })).review;
      return JSON.stringify(attention.filter((one) => one.userId === userId));
    };
    const known = new Map<string, string>();
    const changes = new Map(people.map((userId) => [userId, 0]));
    const look = async () => {
      await attendReviews(context);
      for (const userId of people) {
        const now = await expected(userId);
        if (known.has(userId) && known.get(userId) !== now) {
          changes.set(userId, (changes.get(userId) ?? 0) + 1);
        }
        known.set(userId, now);
      }
    };
    await look();
    const begun = Date.now();
    for (let step = 1; step <= steps; step++) {
      for (const half of [0, 1]) {
        const events = Array.from({ length: 50 }, (_, at) => prompt(`${step} ${half} ${at}`));
        await machine.appendEvents({ sessionId, events });
      }
      if (seconds === 0 || step % 5 === 0) await look();
      if (seconds > 0) await sleep(Math.max(0, begun + step * 1000 - Date.now()));
    }
    const took = (Date.now() - begun) / 1000;
    assert.deepEqual([...changes.values()], [0, 0, 0, 0], 'while it runs');
    await machine.completeSession({ sessionId });
    const events = await folded(team, sessionId);
    await look();
    await look();
    assert.deepEqual([...changes.values()], [1, 0, 0, 0], 'whoever accepted, once it is over');
    test.diagnostic(`${engine}: ${events} events in ${took.toFixed(0)} s`);
  });
});
