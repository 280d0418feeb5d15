import assert from 'node:assert/strict';
import { it } from 'node:test';
import { anOrganizationAlone, onAStoreAlone } from '../../../../testing/domain/organization.ts';
import type { MemberActor } from '../../actor.ts';
import type { Context } from '../../context.ts';
import { assignReviewer } from '../../review/assignment.ts';
import { deleteComment, editComment } from '../../review/comment.ts';
import { tellAsked } from '../../review/news.ts';
import { dismissReview, submitReview, withdrawReview } from '../../review/review.ts';
import { addComment, changeThread, openThread } from '../../review/thread.ts';

onAStoreAlone('who is expected to act', (storage) => {
  it('is told by whichever deed made it so, with whose deed it was', async () => {
    const team = await anOrganizationAlone(storage());
    const { owner } = team;
    const [ada, author] = [await team.member(), await team.member()];
    const { sessionId } = await team.session(author);
    const asked = async (
      part: 'thread' | 'review',
      name: string,
      deed: (context: Context) => Promise<unknown>,
    ) => {
      const ben: MemberActor = await team.member();
      const { store } = team.context;
      const real = store[part] as unknown as Record<string, (...args: unknown[]) => Promise<object>>;
      const fake = async (...args: unknown[]) => ({
        ...(await real[name]?.(...args)),
        asked: [{ userId: ben.userId, reason: 'answered', since: 0 }],
      });
      await deed({ ...team.context, store: { ...store, [part]: { ...real, [name]: fake } } } as Context);
      return (await team.told(ben.userId)).map((line) => [line.reason, line.sessionId, line.byUserId]);
    };
    const thread = async () => {
      const opened = await openThread(team.context, ada, { sessionId, anchor: { sequence: 0 }, body: 'x' });
      const { threadId, comments } = opened.thread;
      return { sessionId, threadId, commentId: comments[0]?.commentId as string };
    };
    const review = { sessionId, outcome: 'noted', throughSequence: 0 } as const;
    const submitted = async () => ({
      sessionId,
      reviewId: (await submitReview(team.context, ada, review)).review.reviewId,
    });
    const [place, first, second] = [await thread(), await submitted(), await submitted()];
    const deeds: Parameters<typeof asked>[] = [
      ['thread', 'open', (c) => openThread(c, ada, { sessionId, anchor: { sequence: 0 }, body: 'x' })],
      ['thread', 'reply', (c) => addComment(c, ada, { ...place, body: 'x' })],
      ['thread', 'change', (c) => changeThread(c, ada, { ...place, state: 'resolved' })],
      ['thread', 'edit', (c) => editComment(c, ada, { ...place, body: 'y' })],
      ['thread', 'edit', (c) => deleteComment(c, ada, place)],
      ['review', 'submit', (c) => submitReview(c, ada, review)],
      ['review', 'end', (c) => withdrawReview(c, ada, first)],
      [
        'review',
        'end',
        (c) => dismissReview(c, { ...owner, userId: ada.userId }, { ...second, reason: 'x' }),
      ],
      ['review', 'assign', (c) => assignReviewer(c, ada, { sessionId, userId: ada.userId })],
    ];
    for (const [part, name, deed] of deeds) {
      const told = await asked(part, name, deed);
      assert.deepEqual(told, [['answered', sessionId, ada.userId]], `${part}.${name}`);
    }
  });

  it('is told of a turn of theirs; what is said in threads is told with the thread', async () => {
    const team = await anOrganizationAlone(storage());
    const reader = await team.member();
    const session = await team.session();
    for (const reason of ['assigned', 'follow_up', 'answered', 'outgrown', 'answer', 'mentioned'] as const)
      await tellAsked(team.context, session, [{ userId: reader.userId, reason, since: 0 }]);
    const told = (await team.told(reader.userId)).map(({ reason, byUserId }) => [reason, byUserId]);
    assert.deepEqual(
      told.sort(),
      ['answered', 'assigned', 'follow_up', 'outgrown'].map((reason) => [reason, null]),
    );
  });
});
