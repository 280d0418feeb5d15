import assert from 'node:assert/strict';
import { it } from 'node:test';
import { limits } from '@debrief/contract';
import { isWithin } from '../../../../../../scripts/test/slowness.ts';
import { refusedWith } from '../../../../testing/request.ts';
import { aReviewedTeam } from '../../../../testing/review/team.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { aTeam, joinTeam } from '../../../../testing/team.ts';

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '"><svg/onload=alert(1)>',
  '`\u202e`',
  "'; drop table comments; --",
  '{{constructor.constructor("alert(1)")()}}',
  'a\u2028</script>',
];

onEveryEngine('comments', (server) => {
  it('T4 words are edited by whoever wrote them, deleted by them or an admin, and then gone', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada, ben, author, owner } = team;
    const opened = await ada.client.openThread({ sessionId, anchor: { sequence: 0 }, body: 'First words' });
    const { threadId, comments } = opened.thread;
    const commentId = comments[0]?.commentId as string;
    const place = { sessionId, threadId, commentId };
    await assert.rejects(ben.client.editComment({ ...place, body: 'x' }), refusedWith('not_yours'));
    await assert.rejects(owner.client.editComment({ ...place, body: 'x' }), refusedWith('not_yours'));
    await assert.rejects(author.client.deleteComment(place), refusedWith('not_yours'));
    const { comment } = await ada.client.editComment({ ...place, body: 'Other words' });
    assert.equal(comment.body, 'Other words');
    assert.ok(comment.editedAt);
    const deleted = (await owner.client.deleteComment(place)).comment;
    assert.deepEqual([deleted.body, deleted.mentions], ['', []]);
    assert.ok(deleted.deletedAt);
    assert.deepEqual((await ada.client.deleteComment(place)).comment, deleted, 'again the same');
    await assert.rejects(
      ada.client.editComment({ ...place, body: 'back' }),
      refusedWith('comment_not_found'),
    );
    const { threads } = await ben.client.listThreads({ sessionId });
    assert.ok(!JSON.stringify(threads).includes('words'));
    assert.equal(threads[0]?.comments.length, 1, 'a tombstone');
    for (const [wrong, code] of [
      [{ ...place, commentId: 'cmt_000000000000000000000000' }, 'comment_not_found'],
      [{ ...place, commentId: '../x' }, 'comment_not_found'],
      [{ ...place, threadId: 'thr_000000000000000000000000' }, 'thread_not_found'],
      [{ ...place, sessionId: 'ses_000000000000000000000000' }, 'session_not_found'],
    ] as const) {
      await assert.rejects(ada.client.deleteComment(wrong), refusedWith(code));
    }
  });

  it('T7 words that hold a secret are refused, and kept nowhere, until somebody means them', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada } = team;
    const token = ['ghp', '8sQv2LmXr4TzBn6KdWc0YhPjFa3GuEoRi1Ss'].join('_');
    const anchor = { sequence: 0 };
    const body = `It used ${token}.`;
    const { thread } = await ada.client.openThread({ sessionId, anchor, body: `Why? @${ada.userId}` });
    const place = { sessionId, threadId: thread.threadId };
    const commentId = thread.comments[0]?.commentId as string;
    const deeds: ((more: object) => Promise<unknown>)[] = [
      (more) => ada.client.openThread({ sessionId, anchor, body, ...more }),
      (more) => ada.client.addComment({ ...place, body, ...more }),
      (more) => ada.client.editComment({ ...place, commentId, body, ...more }),
      (more) => ada.client.submitReview({ sessionId, outcome: 'noted', throughSequence: 0, body, ...more }),
    ];
    const said = async () =>
      JSON.stringify([
        await ada.client.listThreads({ sessionId }),
        await ada.client.getReview({ sessionId }),
      ]);
    for (const [index, deed] of deeds.entries()) {
      await assert.rejects(deed({}), (error: Error) => {
        refusedWith('secret_found')(error);
        assert.match(error.message, /\(github\)/);
        return !error.message.includes(token);
      });
      assert.equal((await said()).split(token).length - 1, index, 'nothing was kept');
      await deed({ asIs: true });
      assert.equal((await said()).split(token).length - 1, index + 1);
    }
    // What redaction left in the transcript may be quoted.
    await ada.client.addComment({
      ...place,
      body: 'See [REDACTED:github:0395] in #12, and commit 3fa9c0d1e2.',
    });
  });

  it('T6 a mention is the id of a member; twenty in a comment are enough', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada, ben, author } = team;
    const stranger = (await aReviewedTeam(server())).ada.userId;
    const body = `@${ben.userId} and @${ben.userId}, @${stranger}, @usr_nobody, a@${author.userId}.`;
    const { thread } = await ada.client.openThread({ sessionId, anchor: { sequence: 0 }, body });
    assert.deepEqual([...(thread.comments[0]?.mentions ?? [])].sort(), [author.userId, ben.userId].sort());
    const { store } = server().running.context;
    const told = async (userId: string) =>
      (await store.notification.list(userId, { unread: true, now: Date.now(), limit: 10 })).map(
        ({ reason, threadId }) => [reason, threadId],
      );
    assert.deepEqual(await told(ben.userId), [['mentioned', thread.threadId]]);
    assert.deepEqual(await told(stranger), []);
    // An edit tells whoever it mentions for the first time, and nobody twice.
    const { owner, ownerId } = team;
    await owner.client.readInbox({});
    const place = { sessionId, threadId: thread.threadId };
    const commentId = thread.comments[0]?.commentId as string;
    await ada.client.editComment({ ...place, commentId, body: `@${ben.userId} and @${ownerId}` });
    assert.deepEqual(await told(ownerId), [['mentioned', thread.threadId]]);
    const [line] = (await ben.client.listInbox({})).notifications;
    assert.equal(line?.count, 1);
    const large = await aTeam(server());
    const members = [];
    for (let at = 0; at < 21; at++) members.push((await joinTeam(server(), large, 'member')).userId);
    const all = members.map((userId) => `@${userId}`).join(' ');
    const inLarge = { sessionId: large.sessionId, anchor: { sequence: 0 } };
    await assert.rejects(
      large.owner.client.openThread({ ...inLarge, body: all }),
      refusedWith('limit_reached'),
    );
    await large.owner.client.openThread({ ...inLarge, body: all.slice(0, 20 * 29) });
  });

  it('T7 hostile words come back as they were, and too many of them are refused', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada } = team;
    for (const body of hostile) {
      const { thread } = await ada.client.openThread({ sessionId, anchor: { sequence: 0 }, body });
      assert.equal(thread.comments[0]?.body, body);
    }
    const { threads } = await ada.client.listThreads({ sessionId });
    assert.deepEqual(
      threads.map(({ comments }) => comments[0]?.body),
      hostile,
    );
    const say = (body: string) => ada.client.openThread({ sessionId, anchor: { sequence: 0 }, body });
    assert.equal((await say('  two\nlines\t\n ')).thread.comments[0]?.body, 'two\nlines');
    for (const body of ['', '  \n ', 'a\u0000b', 'a\u0007', '\ud800', 'x'.repeat(limits.commentBody + 1)]) {
      await assert.rejects(say(body), refusedWith('validation_error'));
    }
    await say('x'.repeat(limits.commentBody));
    const begun = performance.now();
    await say(`@usr_${'@usr_'.repeat(1999)}`);
    assert.ok(isWithin(performance.now() - begun, 2000));
  });
});
