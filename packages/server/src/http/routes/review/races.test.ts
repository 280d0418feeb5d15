import assert from 'node:assert/strict';
import { it } from 'node:test';
import { aReviewedTeam } from '../../../../testing/review/team.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { joinTeam } from '../../../../testing/team.ts';

/** A short form; RACES=200 is the long one. */
const rounds = Number(process.env.RACES ?? 20);

onEveryEngine('deletions that race deeds', (server) => {
  it('leave no line and answer no 503: a deed is either before or finds no session', async () => {
    const team = await aReviewedTeam(server());
    const { ada, ben, author, owner, environmentId, installationId } = team;
    const { store } = server().running.context;
    const refused: string[] = [];
    const noted = (error: { code?: string }) => void refused.push(error.code ?? String(error));
    for (let round = 0; round < rounds; round++) {
      const { sessionId } = await team.machine.openSession({
        environmentId,
        agentInstallationId: installationId,
      });
      const anchor = { sequence: 0 };
      const body = `@${ben.userId} @${author.userId} why?`;
      const { thread } = await ada.client.openThread({ sessionId, anchor, body });
      const place = { sessionId, threadId: thread.threadId };
      const deeds = Array.from({ length: 6 }, (_, n) => [
        ada.client.addComment({ ...place, body: `${n} ${body}` }),
        ben.client.openThread({ sessionId, anchor, body: `${n} @${ada.userId}` }),
        ada.client.submitReview({ sessionId, outcome: n % 2 ? 'accepted' : 'follow_up', throughSequence: 0 }),
        owner.client.assignReviewer({ sessionId, userId: ben.userId }),
      ]).flat();
      const all = deeds.map((deed) => (deed as Promise<unknown>).catch(noted));
      const deleting = owner.client.removeSession({ sessionId });
      await Promise.all([...all, deleting]);
      for (const { userId } of [ada, ben, author]) {
        const lines = await store.notification.list(userId, { unread: false, now: 0, limit: 100 });
        assert.deepEqual(
          lines.filter((line) => line.sessionId === sessionId),
          [],
          `round ${round}`,
        );
      }
    }
    assert.deepEqual(
      refused.filter((code) => code !== 'session_not_found' && code !== 'thread_not_found'),
      [],
    );
  });

  it('of members leave no line of theirs', async () => {
    const team = await aReviewedTeam(server());
    const { ada, owner, sessionId } = team;
    const { store } = server().running.context;
    for (let round = 0; round < 5; round++) {
      const leaving = await joinTeam(server(), team, 'member');
      const deeds = Array.from({ length: 4 }, () =>
        ada.client.openThread({ sessionId, anchor: { sequence: 0 }, body: `@${leaving.userId}` }),
      );
      await Promise.all([...deeds, owner.client.removeMember({ userId: leaving.userId })]);
      const lines = await store.notification.list(leaving.userId, { unread: false, now: 0, limit: 100 });
      assert.deepEqual(lines, []);
    }
  });
});
