import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { refusedWith } from '../../../../testing/request.ts';
import {
  anotherSession,
  aReviewedTeam,
  grow,
  type Member,
  type ReviewedTeam,
} from '../../../../testing/review/team.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { joinTeam } from '../../../../testing/team.ts';

const ids = async (member: { client: Member['client'] }, query: object) =>
  (await member.client.listReviews(query)).items.map(({ session }) => session.sessionId);

async function sessionsOf(team: ReviewedTeam, count: number): Promise<string[]> {
  const sessions = [team.sessionId];
  while (sessions.length < count) sessions.push(await anotherSession(team));
  return sessions;
}

const call = (command: string) =>
  [
    {
      type: 'assistant',
      message: {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 't', name: 'Bash', input: { command } }],
      },
    },
    {
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'ok' }] },
    },
  ].map((payload, at) => ({ eventType: 'x', payload: { ...payload, uuid: `c${at}` } }));

onEveryEngine('the queue', (server, engine) => {
  it('T17 has what waits for me, what is open and what is done, page by page', async () => {
    const team = await aReviewedTeam(server());
    const { ada, ben, author } = team;
    const sessions = await sessionsOf(team, 5);
    const [first, second, third] = sessions as [string, string, string];
    assert.deepEqual(await ids(ada, { order: 'waiting' }), sessions);
    assert.deepEqual(await ids(ada, { order: 'newest' }), sessions.toReversed());
    await author.client.assignReviewer({ sessionId: second, userId: ada.userId });
    await ada.client.submitReview({ sessionId: first, outcome: 'accepted', throughSequence: 0 });
    await ben.client.openThread({ sessionId: third, anchor: { sequence: 0 }, body: `@${ada.userId}` });
    const turn = await ada.client.listReviews({ tab: 'turn' });
    assert.deepEqual(
      turn.items.map(({ session, attention }) => [
        session.sessionId,
        attention.map(({ reason }) => reason).sort(),
      ]),
      [
        [second, ['assigned']],
        [third, ['answer', 'mentioned']],
      ],
    );
    assert.equal(turn.turn, 2);
    assert.deepEqual(await ids(author, { tab: 'turn' }), [third], 'a question to the author');
    assert.deepEqual(await ids(ada, { tab: 'done' }), [first]);
    assert.deepEqual(await ids(ada, { tab: 'open', order: 'waiting' }), sessions.slice(1));
    assert.deepEqual(await ids(ada, { assignee: 'me' }), [second]);
    assert.deepEqual(await ids(ada, { assignee: ada.userId }), [second]);
    assert.deepEqual(await ids(ada, { assignee: 'none', order: 'waiting' }), sessions.slice(2));
    assert.deepEqual(await ids(author, { author: 'me', order: 'waiting' }), sessions.slice(1));
    assert.deepEqual(await ids(ada, { author: 'me' }), []);
    assert.deepEqual(await ids(ada, { author: 'none' }), []);
    assert.deepEqual(await ids(ada, { state: 'in_review', order: 'waiting' }), [second, third]);
    assert.deepEqual(await ids(ada, { state: 'accepted', tab: 'done' }), [first]);
    assert.deepEqual(await ids(ada, { repoRoot: '/nowhere' }), []);
    for (const order of ['waiting', 'newest', 'risk'] as const) {
      const walked: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await ada.client.listReviews({ order, limit: 2, ...(cursor && { cursor }) });
        walked.push(...page.items.map(({ session }) => session.sessionId));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      assert.deepEqual(walked, await ids(ada, { order }), order);
    }
    const { nextCursor } = await ada.client.listReviews({ limit: 1, order: 'waiting' });
    await assert.rejects(
      ada.client.listReviews({ order: 'newest', cursor: nextCursor as string }),
      refusedWith('invalid_cursor'),
    );
  });

  it('T14 what a member has put off in the inbox is not their turn until then', async () => {
    const team = await aReviewedTeam(server());
    const { ada, ben, author, sessionId } = team;
    for (const { userId } of [ada, ben]) await author.client.assignReviewer({ sessionId, userId });
    const [line] = (await ada.client.listInbox({})).notifications;
    const notificationId = line?.notificationId as string;
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await ada.client.changeNotification({ notificationId, state: 'unread', until });
    const turn = await ada.client.listReviews({ tab: 'turn' });
    assert.deepEqual([turn.items.length, turn.turn], [0, 0]);
    assert.deepEqual(await ids(ben, { tab: 'turn' }), [sessionId], 'for others it is as before');
    const { queue } = server().running.context.store;
    const later = { organizationId: team.organizationId, userId: ada.userId, now: Date.now() + 3_700_000 };
    assert.equal(await queue.turns(later, 10), 1, 'it comes back by itself');
    await ada.client.changeNotification({ notificationId, state: 'unread' });
    assert.deepEqual(await ids(ada, { tab: 'turn' }), [sessionId]);
  });

  it('T17 by risk comes first what was found, the worst of it first', async () => {
    const team = await aReviewedTeam(server());
    const { ada } = team;
    const sessions = await sessionsOf(team, 4);
    const third = sessions[2] as string;
    await grow(team, third, call('git push --force origin main'));
    for (const begun = Date.now(); ; await sleep(50)) {
      const { session } = await ada.client.getSession({ sessionId: third });
      if ((session.findings?.high ?? 0) + (session.findings?.medium ?? 0) > 0) break;
      assert.ok(Date.now() - begun < 20_000, JSON.stringify(session.findings));
    }
    const byRisk = [third, ...sessions.filter((sessionId) => sessionId !== third)];
    assert.deepEqual(await ids(ada, { order: 'risk' }), byRisk);
    assert.deepEqual(await ids(ada, {}), byRisk, 'the default');
    const walked: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await ada.client.listReviews({ limit: 1, ...(cursor && { cursor }) });
      walked.push(...page.items.map(({ session }) => session.sessionId));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    assert.deepEqual(walked, byRisk);
    assert.equal((await ada.client.takeNextReview({})).item?.session.sessionId, third);
    assert.equal((await ada.client.takeNextReview({})).item?.session.sessionId, third, 'she has it in hand');
    const { item } = await ada.client.takeNextReview({ besides: [third] });
    assert.equal(item?.session.sessionId, sessions[0]);
  });

  it('T18 next hands out a session of somebody else that nobody has, has judged or declined', async () => {
    const team = await aReviewedTeam(server());
    const { ada, ben, author } = team;
    const [first, second] = (await sessionsOf(team, 2)) as [string, string];
    const next = async (member: Member, ...besides: string[]) =>
      (await member.client.takeNextReview({ order: 'waiting', besides })).item;
    assert.equal(await next(author), undefined, 'their own');
    await ben.client.declineReview({ sessionId: first });
    const taken = await next(ben);
    assert.equal(taken?.session.sessionId, second);
    assert.equal(taken?.reservation?.userId, ben.userId);
    assert.equal(taken?.session.review?.state, 'in_review');
    assert.equal((await next(ada))?.session.sessionId, first);
    assert.equal(await next(ada, first), undefined, 'both are taken');
    await ada.client.submitReview({ sessionId: first, outcome: 'noted', throughSequence: 0 });
    assert.equal((await ada.client.getReview({ sessionId: first })).review.reservation, undefined);
    assert.equal(await next(ada), undefined, 'she has judged it');
    const owner = { client: team.owner.client } as Member;
    assert.equal((await next(owner))?.session.sessionId, first, 'somebody else may');
  });

  it('T19 twenty clients take from the queue at once: no session twice, and what is left expires', async () => {
    const team = await aReviewedTeam(server());
    const { context } = server().running;
    const members: Member[] = [];
    while (members.length < 20) members.push(await joinTeam(server(), team, 'member'));
    // A short form; TAKES=1000 is the long one.
    const takes = Number(process.env.TAKES ?? 200);
    const count = Math.floor(takes * 0.9);
    await sessionsOf(team, count);
    let left = takes;
    const begun = Date.now();
    const taken: string[] = [];
    await Promise.all(
      members.map(async ({ client }) => {
        const besides: string[] = [];
        while (left-- > 0) {
          const { item } = await client.takeNextReview({ order: 'waiting', besides });
          if (item) besides.push(item.session.sessionId);
        }
        taken.push(...besides);
      }),
    );
    assert.equal(taken.length, count, engine);
    assert.equal(new Set(taken).size, count, 'a session was handed out twice');
    const [someone] = members as [Member];
    const filter = {
      organizationId: team.organizationId,
      userId: someone.userId,
      tab: 'open' as const,
      order: 'waiting' as const,
      policy: await context.store.review.policy(team.organizationId),
      forTaking: true,
      limit: 5000,
    };
    // However long it took, the first reservation was made after this began.
    const soon = await context.store.queue.list({ ...filter, now: begun + 29 * 60_000 });
    const later = await context.store.queue.list({ ...filter, now: Date.now() + 31 * 60_000 });
    assert.deepEqual([soon.length, later.length], [0, count]);
    const [one] = later;
    assert.ok(one);
    const { session } = one;
    const reserve = (at: number) =>
      context.store.queue.reserve({ session, at }, someone.userId, at + 30 * 60_000);
    assert.equal(await reserve(begun + 29 * 60_000), false);
    assert.equal(await reserve(Date.now() + 31 * 60_000), true);
  });
});
