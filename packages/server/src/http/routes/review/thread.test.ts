import assert from 'node:assert/strict';
import { it } from 'node:test';
import { limits, type Thread } from '@debrief/contract';
import { refusedWith, send } from '../../../../testing/request.ts';
import { aReviewedTeam, grow, prompt } from '../../../../testing/review/team.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { newId } from '../../../domain/id.ts';

onEveryEngine('threads', (server) => {
  it('T1 a thread is numbered per session, replied to, resolved with a reply and reopened', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada, author } = team;
    await grow(team, sessionId, [prompt('one'), prompt('two')]);
    const anchor = { sequence: 2, entry: '2.0', part: 'text' as const, range: [0, 3] };
    const first = (await ada.client.openThread({ sessionId, anchor, body: 'Why two?' })).thread;
    const second = await ada.client.openThread({ sessionId, anchor: { sequence: 0 }, body: 'All of it' });
    assert.deepEqual([first.number, second.thread.number], [1, 2]);
    assert.deepEqual(first.anchor, anchor);
    assert.deepEqual([first.state, first.needsAnswer, first.openedBy], ['open', true, ada.userId]);
    const { threadId } = first;
    const { thread } = await author.client.addComment({
      sessionId,
      threadId,
      body: 'Because.',
      state: 'resolved',
    });
    assert.deepEqual(
      thread.comments.map(({ writtenBy, body }) => [writtenBy, body]),
      [
        [ada.userId, 'Why two?'],
        [author.userId, 'Because.'],
      ],
    );
    assert.deepEqual([thread.state, thread.resolvedBy, thread.commentCount], ['resolved', author.userId, 2]);
    assert.ok(thread.resolvedAt);
    const again = (await ada.client.changeThread({ sessionId, threadId, state: 'open' })).thread;
    assert.deepEqual([again.state, again.resolvedBy, again.resolvedAt], ['open', undefined, undefined]);
    assert.equal(again.comments.length, 2);
    const session = (await ada.client.getSession({ sessionId })).session;
    assert.deepEqual([session.review?.threads, session.review?.openThreads], [2, 2]);
    const listed = (await ada.client.listSessions({})).sessions.find((one) => one.sessionId === sessionId);
    assert.deepEqual(listed?.review, session.review);
    assert.equal(session.review?.state, 'in_review');
  });

  it('T2 the author, and whoever says FYI, waits for nobody', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada, author } = team;
    const anchor = { sequence: 0 };
    const needs = async (client: typeof ada.client, body: string, needsAnswer?: boolean) =>
      (
        await client.openThread({
          sessionId,
          anchor,
          body,
          ...(needsAnswer !== undefined && { needsAnswer }),
        })
      ).thread.needsAnswer;
    assert.equal(await needs(ada.client, 'A question'), true);
    assert.equal(await needs(ada.client, 'FYI: nice'), false);
    assert.equal(await needs(ada.client, 'FYIs are many'), true);
    assert.equal(await needs(author.client, 'My own'), false);
    assert.equal(await needs(author.client, 'My own', true), true);
  });

  it('T3 anchors lie within the session and are not too long', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada } = team;
    await grow(team, sessionId, [prompt('one')]);
    const wrong = [
      { sequence: 2 },
      { sequence: -1 },
      { sequence: 1.5 },
      { sequence: 0, part: 'text' as const, range: [0, 5] },
      { sequence: 1, range: [0, 5] },
      { sequence: 1, part: 'text' as const },
      { sequence: 1, entry: '1.0', part: 'text' as const, range: [5, 5] },
      { sequence: 1, entry: '1.0', part: 'text' as const, range: [9, 5] },
      { sequence: 1, entry: '1.0', part: 'text' as const, range: [0, limits.anchorRange + 1] },
      { sequence: 1, entry: '1.0', part: 'text' as const, range: [0] },
      { sequence: 1, entry: '1.0', part: 'sound' as never },
      { sequence: 1, line: 3 },
      { sequence: 1, entry: '<b>' },
      { sequence: 1, path: 'a\u0000b' },
    ];
    for (const anchor of wrong) {
      await assert.rejects(
        ada.client.openThread({ sessionId, anchor, body: 'x' }),
        refusedWith('validation_error'),
        JSON.stringify(anchor),
      );
    }
    const anchor = { sequence: 1, entry: '1.0', part: 'text' as const, range: [0, 3] };
    const given = { ...anchor, quotation: 'dropped' };
    assert.deepEqual(
      (await ada.client.openThread({ sessionId, anchor: given, body: 'x' })).thread.anchor,
      anchor,
    );
  });

  it('T5 the same key gives the same thread, comment and review; for something else it is refused', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada, ben } = team;
    const thread = { sessionId, anchor: { sequence: 0 }, body: 'Once', idempotencyKey: 'k1' };
    const opened = await Promise.all(Array.from({ length: 5 }, () => ada.client.openThread(thread)));
    assert.equal(new Set(opened.map((one) => one.thread.threadId)).size, 1);
    await assert.rejects(
      ada.client.openThread({ ...thread, body: 'Twice' }),
      refusedWith('idempotency_key_reused'),
    );
    const { threadId } = (opened[0] as { thread: Thread }).thread;
    const reply = { sessionId, threadId, body: 'Reply', idempotencyKey: 'k1' };
    await Promise.all(Array.from({ length: 5 }, () => ada.client.addComment(reply)));
    const review = { sessionId, outcome: 'noted' as const, throughSequence: 0, idempotencyKey: 'k1' };
    const reviews = await Promise.all(Array.from({ length: 5 }, () => ada.client.submitReview(review)));
    assert.equal(new Set(reviews.map((one) => one.review.reviewId)).size, 1);
    await assert.rejects(
      ada.client.submitReview({ ...review, outcome: 'accepted' }),
      refusedWith('idempotency_key_reused'),
    );
    const { threads } = await ada.client.listThreads({ sessionId });
    assert.deepEqual(
      threads.map(({ comments }) => comments.map(({ body }) => body)),
      [['Once', 'Reply']],
    );
    const repeated = await send(server(), 'POST', `/v1/organizations/me/sessions/${sessionId}/threads`, {
      credential: ada.token,
      headers: { 'Idempotency-Key': 'k1' },
      json: { anchor: thread.anchor, body: thread.body },
    });
    assert.equal(repeated.headers.get('Idempotent-Replayed'), 'true');
    // A key is a member's own.
    await ben.client.openThread(thread);
    assert.equal((await ada.client.listThreads({ sessionId })).threads.length, 2);
  });

  it('T8 pages by number and by bytes, and what is said meanwhile is not missed', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada } = team;
    for (let at = 0; at < 5; at++) {
      await ada.client.openThread({ sessionId, anchor: { sequence: 0 }, body: `Thread ${at}` });
    }
    const numbers: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await ada.client.listThreads({ sessionId, limit: 2, ...(cursor && { cursor }) });
      numbers.push(...page.threads.map(({ number }) => number));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    assert.deepEqual(numbers, [1, 2, 3, 4, 5]);
    const { threads, version } = await ada.client.listThreads({ sessionId });
    await ada.client.changeThread({
      sessionId,
      threadId: (threads[1] as Thread).threadId,
      state: 'resolved',
    });
    assert.equal((await ada.client.listThreads({ sessionId, state: 'open' })).threads.length, 4);
    assert.equal((await ada.client.listThreads({ sessionId, state: 'resolved' })).threads.length, 1);
    assert.equal((await ada.client.listThreads({ sessionId })).version, version + 1);
    await assert.rejects(ada.client.listThreads({ sessionId, cursor: 'x' }), refusedWith('invalid_cursor'));
  });

  it('T9 a session has so many threads, a thread so many comments', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada, organizationId } = team;
    const opened = await ada.client.openThread({ sessionId, anchor: { sequence: 0 }, body: 'x' });
    const { store } = server().running.context;
    const session = await store.session.find(organizationId, sessionId);
    assert.ok(session);
    const about = { session, at: Date.now(), channels: [] };
    const open = (threads: number) => {
      const threadId = newId('thr');
      const thread = { ...threadRecord(organizationId, sessionId, ada.userId), threadId };
      return store.thread.open(about, thread, { ...commentRecord(ada.userId), threadId }, { threads });
    };
    assert.equal(await open(1), 'limit');
    assert.equal(typeof (await open(2)), 'object');
    const reply = (comments: number) =>
      store.thread.reply(about, opened.thread.threadId, commentRecord(ada.userId), {}, { comments });
    assert.equal(await reply(1), 'limit');
    assert.equal(typeof (await reply(2)), 'object');
    assert.equal(
      (await ada.client.listThreads({ sessionId })).threads.length,
      2,
      'what was refused left nothing',
    );
  });
});

const threadRecord = (organizationId: string, sessionId: string, userId: string) => ({
  sessionId,
  organizationId,
  anchor: { sequence: 0 },
  state: 'open' as const,
  needsAnswer: true,
  openedBy: userId,
  resolvedBy: null,
  resolvedAt: null,
  commentCount: 1,
  createdAt: 1,
  updatedAt: 1,
});

const commentRecord = (userId: string) => ({
  commentId: newId('cmt'),
  writtenBy: userId,
  body: 'x',
  mentions: [],
  createdAt: 1,
  editedAt: null,
  deletedAt: null,
  byAgent: false,
});
