import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { type AuditAction, limits, type NextAnswer } from '@debrief/contract';
import { read } from '../../../../testing/domain/kept-json.ts';
import {
  anOrganizationAlone,
  begin,
  type OrganizationAlone,
  onAStoreAlone,
} from '../../../../testing/domain/organization.ts';
import type { MemberActor } from '../../actor.ts';
import type { SessionRecord } from '../../records.ts';
import { assignReviewer, declineReview, removeReviewer } from '../../review/assignment.ts';
import { deleteComment, editComment } from '../../review/comment.ts';
import { takeNextReview } from '../../review/queue.ts';
import { dismissReview, getReview, setMark, submitReview, withdrawReview } from '../../review/review.ts';
import { addComment, changeThread, listThreads, openThread } from '../../review/thread.ts';

onAStoreAlone('what people say about a session', (storage) => {
  let team: OrganizationAlone;
  let author: MemberActor;
  let ada: MemberActor;
  let session: SessionRecord;
  let sessionId: string;
  beforeEach(async () => {
    team = await anOrganizationAlone(storage());
    [author, ada] = [await team.member(), await team.member()];
    session = await team.session(author);
    sessionId = session.sessionId;
  });

  const open = (actor: MemberActor, body = 'Why?', more: object = {}) =>
    openThread(team.context, actor, { sessionId, anchor: { sequence: 0 }, body, ...more });
  const rings = async (work: () => Promise<unknown>) => (await team.hears(work)).sessions;
  const reasons = async ({ userId }: MemberActor) =>
    (await team.told(userId)).map(({ reason, byUserId }) => [reason, byUserId]);

  it('every deed is heard by whoever looks at the session and audited once; one that changes nothing is neither', async () => {
    const { context, owner } = team;
    const { thread } = await open(ada);
    const { threadId } = thread;
    const place = { sessionId, threadId, commentId: thread.comments[0]?.commentId as string };
    const { reviewId } = (
      await submitReview(context, ada, { sessionId, outcome: 'follow_up', throughSequence: 0 })
    ).review;
    const second = (await submitReview(context, ada, { sessionId, outcome: 'follow_up', throughSequence: 0 }))
      .review.reviewId;
    const noted = { sessionId, outcome: 'noted', throughSequence: 0 } as const;
    const dismissal = { sessionId, reviewId: second, reason: 'x' };
    const deeds: [name: string, entry: AuditAction | undefined, () => Promise<unknown>][] = [
      ['open', 'thread_opened', () => open(ada)],
      ['reply', undefined, () => addComment(context, author, { sessionId, threadId, body: 'So.' })],
      [
        'resolve',
        'thread_resolved',
        () => changeThread(context, ada, { sessionId, threadId, state: 'resolved' }),
      ],
      ['edit', 'comment_edited', () => editComment(context, ada, { ...place, body: 'Why not?' })],
      ['delete', 'comment_deleted', () => deleteComment(context, ada, place)],
      ['mark', undefined, () => setMark(context, ada, { sessionId, throughSequence: 0 })],
      ['assign', 'assignee_added', () => assignReviewer(context, owner, { sessionId, userId: ada.userId })],
      [
        'unassign',
        'assignee_removed',
        () => removeReviewer(context, owner, { sessionId, userId: ada.userId }),
      ],
      ['decline', undefined, () => declineReview(context, ada, { sessionId })],
      ['review', 'review_submitted', () => submitReview(context, ada, noted)],
      ['withdraw', 'review_withdrawn', () => withdrawReview(context, ada, { sessionId, reviewId })],
      ['dismiss', 'review_dismissed', () => dismissReview(context, owner, dismissal)],
      ['take', undefined, () => takeNextReview(context, owner, {})],
    ];
    const twice = ['delete', 'assign', 'withdraw', 'dismiss'];
    const entries = async () => team.context.store.audit.list(owner.organizationId, { limit: 100 });
    for (const [name, entry, deed] of deeds) {
      const known = new Set((await entries()).map(({ auditId }) => auditId));
      assert.deepEqual(await rings(deed), [{ sessionId }], name);
      if (twice.includes(name)) assert.deepEqual(await rings(deed), [], `${name} again`);
      const left = (await entries()).filter(({ auditId }) => !known.has(auditId));
      assert.deepEqual(
        left.map(({ action }) => action),
        entry ? [entry] : [],
        name,
      );
    }
  });

  it('a retry with the same key is not heard, not audited and told to nobody', async () => {
    const { context } = team;
    const thread = { idempotencyKey: 'k' };
    const review = { sessionId, outcome: 'follow_up' as const, throughSequence: 0, idempotencyKey: 'k' };
    const { threadId } = (await open(ada, 'Why?', thread)).thread;
    const comment = { sessionId, threadId, body: 'And?', idempotencyKey: 'k' };
    await addComment(context, ada, comment);
    await submitReview(context, ada, review);
    const told = (await team.told(author.userId)).map(({ reason, count }) => [reason, count]);
    for (const again of [
      () => open(ada, 'Why?', thread),
      () => addComment(context, ada, comment),
      () => submitReview(context, ada, review),
    ]) {
      assert.deepEqual(await rings(async () => assert.equal((await again()).replayed, true)), []);
    }
    assert.equal((await team.entries('thread_opened')).length, 1);
    assert.equal((await team.entries('review_submitted')).length, 1);
    assert.deepEqual(
      (await team.told(author.userId)).map(({ reason, count }) => [reason, count]),
      told,
    );
  });

  it('a thread is resolved once in the audit log, by a reply or without one; reopening is none', async () => {
    const { context } = team;
    const { threadId } = (await open(ada)).thread;
    const resolutions = async () => (await team.entries('thread_resolved')).map(({ actorId }) => actorId);
    const change = (state: 'open' | 'resolved') => changeThread(context, ada, { sessionId, threadId, state });
    const reply = (state?: 'open' | 'resolved') =>
      addComment(context, author, { sessionId, threadId, body: 'So.', ...(state && { state }) });
    await reply();
    await change('open');
    assert.deepEqual(await resolutions(), []);
    await change('resolved');
    assert.deepEqual(await resolutions(), [ada.userId]);
    await change('resolved');
    await reply('resolved');
    assert.deepEqual(await resolutions(), [ada.userId]);
    await reply('open');
    await reply('resolved');
    assert.deepEqual((await resolutions()).sort(), [ada.userId, author.userId].sort());
  });

  it('what is said and done has the time of the server', async () => {
    const { context, owner, time } = team;
    const at = (minutes: number) => {
      time.now = begin + minutes * 60_000;
      return new Date(time.now).toISOString();
    };
    const opened = at(1);
    const { thread } = await open(ada);
    assert.deepEqual(
      [thread.createdAt, thread.updatedAt, thread.comments[0]?.createdAt],
      [opened, opened, opened],
    );
    const { threadId } = thread;
    const place = { sessionId, threadId, commentId: thread.comments[0]?.commentId as string };
    const replied = at(2);
    const reply = (await addComment(context, author, { sessionId, threadId, body: 'x' })).thread;
    assert.deepEqual([reply.comments[1]?.createdAt, reply.updatedAt], [replied, replied]);
    const resolved = at(3);
    const answer = await changeThread(context, ada, { sessionId, threadId, state: 'resolved' });
    assert.equal(answer.thread.resolvedAt, resolved);
    const edited = at(4);
    const { comment } = await editComment(context, ada, { ...place, body: 'y' });
    assert.equal(comment.editedAt, edited);
    const deleted = at(5);
    assert.equal((await deleteComment(context, ada, place)).comment.deletedAt, deleted);
    const submitted = at(6);
    const { review } = await submitReview(context, ada, {
      sessionId,
      outcome: 'accepted',
      throughSequence: 0,
    });
    assert.equal(review.createdAt, submitted);
    const { reviewId } = review;
    const marked = at(7);
    assert.equal((await setMark(context, ada, { sessionId, throughSequence: 0 })).mark.updatedAt, marked);
    const assigned = at(8);
    const { assignment } = await assignReviewer(context, owner, { sessionId, userId: ada.userId });
    assert.deepEqual([assignment.createdAt, assignment.declinedAt], [assigned, undefined]);
    const declined = at(9);
    const { assignment: refused } = await declineReview(context, ada, { sessionId, note: 'On holiday' });
    assert.deepEqual([refused.declinedAt, refused.note], [declined, 'On holiday']);
    const withdrawn = at(10);
    assert.equal((await withdrawReview(context, ada, { sessionId, reviewId })).review.withdrawnAt, withdrawn);
    const other = await submitReview(context, ada, { sessionId, outcome: 'accepted', throughSequence: 0 });
    const dismissed = at(11);
    const ended = await dismissReview(context, owner, {
      sessionId,
      reviewId: other.review.reviewId,
      reason: 'Too early',
    });
    assert.deepEqual(ended.review.dismissed, { by: owner.userId, at: dismissed, reason: 'Too early' });
  });

  it('tells whoever is asked, wrote in the thread or is mentioned, and nobody of their own deeds', async () => {
    const { context, owner } = team;
    const ben = await team.member();
    await open(author, `@${ben.userId} please look`);
    assert.deepEqual(await reasons(ben), [['mentioned', author.userId]]);
    assert.deepEqual(await reasons(author), []);
    const { threadId } = (await open(ada)).thread;
    assert.deepEqual(await reasons(author), [['asked', ada.userId]], 'an answer is wanted');
    await addComment(context, author, { sessionId, threadId, body: 'Because.' });
    assert.deepEqual(await reasons(ada), [['replied', author.userId]]);
    await assignReviewer(context, owner, { sessionId, userId: ben.userId });
    assert.deepEqual(
      (await reasons(ben)).sort(),
      [
        ['assigned', owner.userId],
        ['mentioned', author.userId],
      ].sort(),
    );
    await submitReview(context, ada, { sessionId, outcome: 'follow_up', throughSequence: 0 });
    assert.ok((await reasons(author)).some(([reason, by]) => reason === 'follow_up' && by === ada.userId));
    team.time.now += 1000;
    await open(author, 'It is done.');
    assert.ok((await reasons(ada)).some(([reason, by]) => reason === 'answered' && by === author.userId));
  });

  it('the review of a session names its author, where it has one', async () => {
    const { context, owner } = team;
    const shown = async (id: string) => (await getReview(context, owner, { sessionId: id })).review;
    assert.equal((await shown(sessionId)).authorUserId, author.userId);
    const nobodys = await shown((await team.session()).sessionId);
    assert.deepEqual(['authorUserId' in nobodys, 'reservation' in nobodys], [false, false]);
    assert.deepEqual([nobodys.needed, nobodys.version, nobodys.material], [1, 0, 0]);
  });

  it('a reservation is shown until its end', async () => {
    const { context, owner, time } = team;
    const { item } = read<NextAnswer>(await takeNextReview(context, ada, {}));
    const until = begin + limits.reservationMinutes * 60_000;
    assert.deepEqual(item?.reservation, { userId: ada.userId, until: new Date(until).toISOString() });
    const shown = async () => (await getReview(context, owner, { sessionId })).review;
    time.now = until - 1;
    assert.equal((await shown()).reservation?.userId, ada.userId);
    assert.equal((await shown()).state, 'in_review');
    assert.deepEqual(await takeNextReview(context, owner, {}), {}, 'somebody has it');
    time.now = until;
    assert.equal((await shown()).reservation, undefined);
    assert.notEqual((await takeNextReview(context, owner, {})).item, undefined);
  });

  it('threads come in pages: as many as asked for, at most a full page, and a cursor where there are more', async () => {
    const { context } = team;
    for (let at = 0; at < 3; at++) await open(ada, `Thread ${at}`);
    const page = await listThreads(context, ada, { sessionId, limit: 2 });
    assert.deepEqual(
      page.threads.map(({ number }) => number),
      [1, 2],
    );
    assert.notEqual(page.nextCursor, null);
    const rest = await listThreads(context, ada, { sessionId, cursor: page.nextCursor ?? '' });
    assert.deepEqual([rest.threads.map(({ number }) => number), rest.nextCursor], [[3], null]);
    const asked: number[] = [];
    const list = async (_: string, query: { limit: number }) => {
      asked.push(query.limit);
      return { threads: [], more: false };
    };
    const noted = { ...context, store: { ...context.store, thread: { ...context.store.thread, list } } };
    await listThreads(noted, ada, { sessionId });
    await listThreads(noted, ada, { sessionId, limit: 1_000_000 });
    assert.deepEqual(asked, [limits.threadsPage.default, limits.threadsPage.max]);
  });

  it('of a session of another organization nothing is said and nothing heard', async () => {
    const stranger: MemberActor = { ...ada, organizationId: 'org_other' };
    const missing = { code: 'session_not_found' };
    const { context } = team;
    await assert.rejects(open(stranger), missing);
    await assert.rejects(listThreads(context, stranger, { sessionId }), missing);
    await assert.rejects(getReview(context, stranger, { sessionId }), missing);
    await assert.rejects(setMark(context, stranger, { sessionId, throughSequence: 0 }), missing);
    await assert.rejects(declineReview(context, stranger, { sessionId }), missing);
    await assert.rejects(assignReviewer(context, stranger, { sessionId, userId: ada.userId }), missing);
  });
});
