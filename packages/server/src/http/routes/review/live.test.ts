import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SessionReviewDetail, Thread } from '@debrief/contract';
import { isWithin } from '../../../../../../scripts/test/slowness.ts';
import { migratedDatabase } from '../../../../testing/engine.ts';
import { Listener } from '../../../../testing/review/listener.ts';
import { aReviewedTeam, type Member } from '../../../../testing/review/team.ts';
import { databaseUrl, testServer } from '../../../../testing/server.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';

interface Told {
  version: number;
  thread: Thread;
}

const of = <Data>(listener: Listener, kind: string): Data[] =>
  listener.messages.filter(({ event }) => event === kind).map(({ data }) => JSON.parse(data ?? '') as Data);

async function within<Result>(
  ms: number,
  work: () => Promise<Result>,
  check: () => boolean,
  listener: Listener,
) {
  const begun = performance.now();
  const result = await work();
  await listener.until(check, 10_000);
  const took = performance.now() - begun;
  assert.ok(isWithin(took, ms), `${Math.round(took)} ms`);
  return result;
}

const follow = (url: string, { token }: Member, sessionId: string, reviewAfter?: number) =>
  new Listener().open(url, token, { sessionId, ...(reviewAfter !== undefined && { reviewAfter }) });

onEveryEngine('what is said, live', (server) => {
  it('T20 threads and reviews come with the stream, with what is new in them', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada, ben } = team;
    const before = await ada.client.openThread({ sessionId, anchor: { sequence: 0 }, body: 'Before' });
    const listener = await follow(server().url, ben, sessionId);
    await listener.until(() => listener.sessions().length > 0);
    assert.equal(listener.sessions()[0]?.review?.openThreads, 1);
    const threads = () => of<Told>(listener, 'thread');
    const { thread } = await within(
      2000,
      () => ada.client.openThread({ sessionId, anchor: { sequence: 0 }, body: '<b>New</b>' }),
      () => threads().length === 1,
      listener,
    );
    assert.deepEqual(threads()[0]?.thread, thread);
    await ada.client.addComment({ sessionId, threadId: before.thread.threadId, body: 'More' });
    await listener.until(() => threads().length === 2);
    const told = threads()[1] as Told;
    assert.deepEqual(
      told.thread.comments.map(({ body }) => body),
      ['More'],
      'only what is new',
    );
    assert.equal(told.thread.commentCount, 2);
    await ada.client.submitReview({ sessionId, outcome: 'follow_up', throughSequence: 0 });
    const reviews = () => of<SessionReviewDetail>(listener, 'review');
    await listener.until(() => reviews().at(-1)?.state === 'follow_up');
    assert.deepEqual(reviews().at(-1), (await ben.client.getReview({ sessionId })).review);
    listener.close();
    // Whoever was away gets what they missed.
    const late = await follow(server().url, ben, sessionId, told.version - 1);
    await late.until(() => of<Told>(late, 'thread').length === 1);
    assert.equal(of<Told>(late, 'thread')[0]?.thread.comments[0]?.body, 'More');
    late.close();
  });
});

describe('what is said on several servers with one PostgreSQL', () => {
  it('T20 is on the other server within a second', async () => {
    const database = await migratedDatabase('postgres');
    const shared = { DATABASE_URL: databaseUrl(database), SERVER_KEY: '1'.repeat(64) };
    const first = await testServer('postgres', shared);
    const second = await testServer('postgres', { ...shared, ...(await first.issuer.env()) });
    try {
      const team = await aReviewedTeam(first);
      const { sessionId, ada, ben } = team;
      const listener = await follow(second.url, ben, sessionId);
      await listener.until(() => listener.sessions().length > 0);
      const times: number[] = [];
      for (let at = 1; at <= 20; at++) {
        const begun = performance.now();
        await ada.client.openThread({ sessionId, anchor: { sequence: 0 }, body: `Number ${at}` });
        await listener.until(() => of(listener, 'thread').length === at, 5000);
        times.push(performance.now() - begun);
      }
      times.sort((a, b) => a - b);
      assert.ok(isWithin(times[18] as number, 1000), `p95 ${times[18]} ms`);
      listener.close();
    } finally {
      await first[Symbol.asyncDispose]();
      await second[Symbol.asyncDispose]();
      await database.remove();
    }
  });
});
