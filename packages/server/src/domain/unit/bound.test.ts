import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { limits } from '@debrief/contract';
import { anOrganizationAlone, type OrganizationAlone } from '../../../testing/domain/organization.ts';
import type { Context } from '../context.ts';
import { beat } from '../environment.ts';
import { createIntegration } from '../link/integration.ts';
import { addPullLink } from '../link/link.ts';
import { assignReviewer, declineReview, removeReviewer } from '../review/assignment.ts';
import { deleteComment, editComment } from '../review/comment.ts';
import { setMark, setSeen, submitReview, withdrawReview } from '../review/review.ts';
import { addComment, changeThread, openThread } from '../review/thread.ts';
import { setTick } from '../review/tick.ts';
import { issueSecret } from '../secret.ts';

describe('what the store says no to', () => {
  let team: OrganizationAlone;
  let sessionId: string;
  before(async () => {
    team = await anOrganizationAlone();
    ({ sessionId } = await team.session());
  });
  after(() => team[Symbol.asyncDispose]());

  /** The context with one function of one part of the store answering this; what it was given is in `asked`. */
  function answering(part: keyof Context['store'], name: string, answer: unknown) {
    const asked: unknown[] = [];
    const fake = async (...given: unknown[]) => {
      asked.push(...given);
      return answer;
    };
    const { context } = team;
    const store = { ...context.store, [part]: { ...context.store[part], [name]: fake } };
    return { context: { ...context, store } as Context, asked };
  }

  const aThread = async () => {
    const { thread } = await openThread(team.context, team.owner, {
      sessionId,
      anchor: { sequence: 0 },
      body: 'Why?',
    });
    return { sessionId, threadId: thread.threadId, commentId: thread.comments[0]?.commentId as string };
  };

  it('a limit is the one that is documented, and nothing is heard or audited when it is reached', async () => {
    const { owner } = team;
    const place = await aThread();
    const cases: [
      keyof Context['store'],
      string,
      unknown,
      unknown,
      (context: Context) => Promise<unknown>,
    ][] = [
      ['secret', 'add', false, limits.activeSecrets, (context) => issueSecret(context, owner, {})],
      [
        'integration',
        'add',
        false,
        limits.integrations,
        (context) => createIntegration(context, owner, { provider: 'github' }),
      ],
      [
        'thread',
        'open',
        'limit',
        { threads: limits.threadsPerSession },
        (context) => openThread(context, owner, { sessionId, anchor: { sequence: 0 }, body: 'x' }),
      ],
      [
        'thread',
        'reply',
        'limit',
        { comments: limits.commentsPerThread },
        (context) => addComment(context, owner, { ...place, body: 'x' }),
      ],
      [
        'review',
        'submit',
        'limit',
        { reviews: limits.reviewsPerSession },
        (context) => submitReview(context, owner, { sessionId, outcome: 'noted', throughSequence: 0 }),
      ],
      [
        'review',
        'assign',
        'limit',
        { assignees: limits.assigneesPerSession },
        (context) => assignReviewer(context, owner, { sessionId, userId: owner.userId }),
      ],
    ];
    for (const [part, name, answer, limit, deed] of cases) {
      const { context, asked } = answering(part, name, answer);
      const before = await team.context.store.audit.list(owner.organizationId, { limit: 100 });
      const heard = await team.hears(() => assert.rejects(deed(context), { code: 'limit_reached' }, name));
      assert.ok(
        asked.some((given) => JSON.stringify(given) === JSON.stringify(limit)),
        `${part}.${name} was not told of ${JSON.stringify(limit)}`,
      );
      assert.deepEqual(heard.sessions, []);
      const now = await team.context.store.audit.list(owner.organizationId, { limit: 100 });
      assert.equal(now.length, before.length, `${part}.${name}`);
    }
  });

  it('a session that is deleted meanwhile is not found', async () => {
    const { owner } = team;
    const place = await aThread();
    const { review } = await submitReview(team.context, owner, {
      sessionId,
      outcome: 'noted',
      throughSequence: 0,
    });
    const { userId } = owner;
    const { reviewId } = review;
    const noted = { outcome: 'noted', throughSequence: 0 } as const;
    const tick = { kind: 'file', subject: 'a.ts', version: '1' } as const;
    const cases: [keyof Context['store'], string, (context: Context) => Promise<unknown>][] = [
      ['thread', 'open', (c) => openThread(c, owner, { sessionId, anchor: { sequence: 0 }, body: 'x' })],
      ['thread', 'reply', (c) => addComment(c, owner, { ...place, body: 'x' })],
      ['thread', 'change', (c) => changeThread(c, owner, { ...place, state: 'resolved' })],
      ['thread', 'edit', (c) => editComment(c, owner, { ...place, body: 'x' })],
      ['thread', 'edit', (c) => deleteComment(c, owner, place)],
      ['review', 'submit', (c) => submitReview(c, owner, { sessionId, ...noted })],
      ['review', 'end', (c) => withdrawReview(c, owner, { sessionId, reviewId })],
      ['review', 'mark', (c) => setMark(c, owner, { sessionId, throughSequence: 0 })],
      ['review', 'untick', (c) => setTick(c, owner, { sessionId, ...tick, ticked: false })],
      ['review', 'tick', (c) => setTick(c, owner, { sessionId, ...tick, ticked: true })],
      ['review', 'see', (c) => setSeen(c, owner, { sessionId, throughSequence: 0 })],
      ['review', 'assign', (c) => assignReviewer(c, owner, { sessionId, userId })],
      ['review', 'unassign', (c) => removeReviewer(c, owner, { sessionId, userId })],
      ['review', 'decline', (c) => declineReview(c, owner, { sessionId })],
    ];
    for (const [part, name, deed] of cases) {
      const { context } = answering(part, name, 'gone');
      const heard = await team.hears(() =>
        assert.rejects(deed(context), { code: 'session_not_found' }, `${part}.${name}`),
      );
      assert.deepEqual(heard.sessions, []);
    }
  });

  it('what was looked for and is gone is not found', async () => {
    const { owner } = team;
    const { environmentId } = team.tenant.environment;
    const place = await aThread();
    const { reviewId } = (
      await submitReview(team.context, owner, { sessionId, outcome: 'noted', throughSequence: 0 })
    ).review;
    const cases: [keyof Context['store'], string, string, (context: Context) => Promise<unknown>][] = [
      ['thread', 'reply', 'thread_not_found', (c) => addComment(c, owner, { ...place, body: 'x' })],
      ['thread', 'change', 'thread_not_found', (c) => changeThread(c, owner, { ...place, state: 'open' })],
      ['thread', 'edit', 'comment_not_found', (c) => editComment(c, owner, { ...place, body: 'x' })],
      ['thread', 'edit', 'comment_not_found', (c) => deleteComment(c, owner, place)],
      ['review', 'end', 'review_not_found', (c) => withdrawReview(c, owner, { sessionId, reviewId })],
      ['environment', 'beat', 'environment_revoked', (c) => beat(c, team.machine, { environmentId })],
    ];
    for (const [part, name, code, deed] of cases) {
      await assert.rejects(deed(answering(part, name, undefined).context), { code }, `${part}.${name}`);
    }
  });

  it('people say something about two hundred pull requests of a session, and may change their mind', async () => {
    const { owner } = team;
    const decisions = Array.from({ length: 200 }, (_, n) => ({
      url: `https://github.com/acme/app/pull/${n + 1}`,
    }));
    const { context } = answering('link', 'pullDecisionsOfSession', decisions);
    const add = (number: number, given: Context) =>
      addPullLink(given, owner, { sessionId, url: `https://github.com/acme/app/pull/${number}` });
    await assert.rejects(add(201, context), { code: 'limit_reached' });
    await add(200, context);
    await add(201, answering('link', 'pullDecisionsOfSession', decisions.slice(1)).context);
  });
});
