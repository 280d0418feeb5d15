import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Route, type RouteName, reviewRoutes, routes, threadRoutes } from '@debrief/contract';

import { send } from '../../../../testing/request.ts';
import { anotherSession, aReviewedTeam, type ReviewedTeam } from '../../../../testing/review/team.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { joinTeam } from '../../../../testing/team.ts';
import { defaultReviewPolicy } from '../../../domain/review/default-policy.ts';

/** Every route of reviews × who asks × whose session it is: the exact answer, by a rule written apart. */

const callers = ['none', 'secret', 'author', 'member', 'writer', 'admin', 'owner', 'stranger'] as const;
type Caller = (typeof callers)[number];

interface Target {
  sessionId: string;
  threadId: string;
  commentId: string;
  reviewId: string;
  userId: string;
}

const bodies: Partial<Record<RouteName, object>> = {
  openThread: { anchor: { sequence: 0 }, body: 'Words' },
  addComment: { body: 'Words' },
  changeThread: { needsAnswer: true },
  editComment: { body: 'Other words' },
  submitReview: { outcome: 'noted', throughSequence: 0 },
  dismissReview: { reason: 'So' },
  setMark: { throughSequence: 0 },
  setSeen: { throughSequence: 0 },
  setTick: { kind: 'file', subject: 'a.ts', version: '1', ticked: false },
  setPolicy: defaultReviewPolicy,
  doMany: { deed: 'ask', sessionIds: ['ses_none'], body: 'Words' },
};

/** What a session has that somebody may say something about: a thread and a review of the writer. */
async function aTarget(team: ReviewedTeam): Promise<Target> {
  const sessionId = await anotherSession(team);
  const writer = team.ada.client;
  const { thread } = await writer.openThread({ sessionId, anchor: { sequence: 0 }, body: 'A question' });
  const { review } = await writer.submitReview({ sessionId, outcome: 'noted', throughSequence: 0 });
  await team.owner.client.assignReviewer({ sessionId, userId: team.ben.userId });
  return {
    sessionId,
    threadId: thread.threadId,
    commentId: thread.comments[0]?.commentId as string,
    reviewId: review.reviewId,
    userId: team.ben.userId,
  };
}

/** By interface and decisions alone. */
function expected(name: RouteName, caller: Caller, isForeign: boolean): [number, string | undefined] {
  const row: Route = routes[name];
  if (caller === 'none') return [401, 'missing_credentials'];
  if (caller === 'secret') return [401, 'wrong_credential_type'];
  const isAdmin = caller === 'admin' || caller === 'owner' || caller === 'stranger';
  if (row.role === 'admin' && !isAdmin) return [403, 'insufficient_role'];
  if (row.path.includes('{sessionId}') && isForeign) return [404, 'session_not_found'];
  if (name === 'editComment' && caller !== 'writer') return [403, 'not_yours'];
  if (name === 'withdrawReview' && caller !== 'writer') return [403, 'not_yours'];
  if (name === 'deleteComment' && caller !== 'writer' && !isAdmin) return [403, 'not_yours'];
  // Somebody else: the author and admins only.
  if ((name === 'assignReviewer' || name === 'removeReviewer') && !isAdmin && caller !== 'author') {
    return [403, 'insufficient_role'];
  }
  return [Number(Object.keys(row.responses)[0]), undefined];
}

onEveryEngine('the matrix of reviews', (server, engine) => {
  it('T13 every route answers every caller exactly, and shows nothing to strangers', async (test) => {
    const [team, other] = [await aReviewedTeam(server()), await aReviewedTeam(server())];
    const admin = await joinTeam(server(), team, 'admin');
    const third = await joinTeam(server(), team, 'member');
    const credentials: Record<Caller, string | undefined> = {
      none: undefined,
      secret: team.secret,
      author: team.author.token,
      member: third.token,
      writer: team.ada.token,
      admin: admin.token,
      owner: team.owner.token,
      stranger: other.owner.token,
    };
    // A refusal leaves everything as it was, so the next caller can try the same thing.
    const targets = new Map<ReviewedTeam, Target>();
    let cases = 0;
    const names = [...Object.keys(threadRoutes), ...Object.keys(reviewRoutes)] as RouteName[];
    for (const name of names) {
      for (const caller of callers) {
        for (const owned of [team, other]) {
          const target = targets.get(owned) ?? (await aTarget(owned));
          targets.set(owned, target);
          const row: Route = routes[name];
          const path = row.path.replace(/\{(\w+)\}/g, (_, part: keyof Target) => target[part]);
          const json = row.body ? (bodies[name] ?? {}) : undefined;
          const { status, code, text } = await send(server(), row.method, path, {
            credential: credentials[caller],
            json,
          });
          const isForeign = (caller === 'stranger') !== (owned === other);
          assert.deepEqual(
            [status, code],
            expected(name, caller, isForeign),
            `${name} as ${caller}, ${isForeign ? 'foreign' : 'own'}: ${text.slice(0, 200)}`,
          );
          if (status < 300 && row.method !== 'GET') targets.delete(owned);
          if (isForeign) assert.ok(!text.includes('A question') && !text.includes(target.commentId));
          cases++;
        }
      }
    }
    test.diagnostic(`${engine}: ${cases} cases`);
    assert.equal(cases, names.length * callers.length * 2);
  });
});
