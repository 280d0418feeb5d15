import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { SessionModel } from '../model.ts';
import { assertRefused, at, me, type Organization, pick, step } from '../model-step.ts';

/** What the owner says about sessions: threads, comments, reviews, a mark, an assignment. */

interface SaidThread {
  id: string;
  isOpen: boolean;
  /** Bodies; a deleted one is empty. */
  comments: { id: string; body: string }[];
}

interface SaidReview {
  id: string;
  outcome: string;
  throughSequence: number;
  isWithdrawn: boolean;
}

export interface Said {
  threads: SaidThread[];
  reviews: SaidReview[];
  mark: number | undefined;
  isAssigned: boolean;
}

const said = new WeakMap<SessionModel, Said>();

const saidOf = (session: SessionModel): Said => {
  const known = said.get(session) ?? { threads: [], reviews: [], mark: undefined, isAssigned: false };
  said.set(session, known);
  return known;
};

const under = (session: SessionModel) => `${me}/sessions/${session.id}`;

type Run = (session: SessionModel, known: Said, real: Organization) => Promise<void>;

const onSession = <Given extends { at: number }>(name: string, given: Given, run: Run) =>
  step(
    name,
    given,
    (model) => model.sessions.length > 0,
    async (model, real) => {
      const session = pick(model.sessions, given.at);
      await run(session, saidOf(session), real);
    },
  );

const words = fc.constantFrom('Why?', 'Because.', '<b>x</b>');

const openThread = fc.record({ at, sequence: fc.nat(5), body: words }).map((given) =>
  onSession('openThread', given, async (session, known, { call, token }) => {
    const { sequence, body } = given;
    const answer = await call(token, 'POST', `${under(session)}/threads`, { anchor: { sequence }, body });
    if (sequence > session.events.length) return assertRefused(answer, 'validation_error', 'openThread');
    assert.equal(answer.status, 201, answer.text);
    const { thread } = answer.body as unknown as {
      thread: { threadId: string; number: number; comments: { commentId: string }[] };
    };
    assert.equal(thread.number, known.threads.length + 1);
    const comments = [{ id: String(thread.comments[0]?.commentId), body }];
    known.threads.push({ id: thread.threadId, isOpen: true, comments });
  }),
);

const reply = fc
  .record({ at, thread: at, body: words, state: fc.constantFrom('open', 'resolved', undefined) })
  .map((given) =>
    onSession('reply', given, async (session, known, { call, token }) => {
      if (known.threads.length === 0) return;
      const thread = pick(known.threads, given.thread);
      const { body, state } = given;
      const path = `${under(session)}/threads/${thread.id}/comments`;
      const answer = await call(token, 'POST', path, { body, ...(state && { state }) });
      assert.equal(answer.status, 201, answer.text);
      const { comments } = (answer.body as unknown as { thread: { comments: { commentId: string }[] } })
        .thread;
      thread.comments.push({ id: String(comments.at(-1)?.commentId), body });
      if (state) thread.isOpen = state === 'open';
    }),
  );

const change = fc.record({ at, thread: at, comment: at, body: fc.option(words) }).map((given) =>
  onSession('changeComment', given, async (session, known, { call, token }) => {
    if (known.threads.length === 0) return;
    const thread = pick(known.threads, given.thread);
    const comment = pick(thread.comments, given.comment);
    const path = `${under(session)}/threads/${thread.id}/comments/${comment.id}`;
    const { body } = given;
    const answer =
      body === null ? await call(token, 'DELETE', path) : await call(token, 'PATCH', path, { body });
    if (body !== null && comment.body === '') return assertRefused(answer, 'comment_not_found', path);
    assert.equal(answer.status, 200, answer.text);
    comment.body = body ?? '';
  }),
);

const submit = fc
  .record({ at, outcome: fc.constantFrom('accepted', 'follow_up', 'noted'), throughSequence: fc.nat(5) })
  .map((given) =>
    onSession('submit', given, async (session, known, { call, token }) => {
      const { outcome, throughSequence } = given;
      const answer = await call(token, 'POST', `${under(session)}/reviews`, { outcome, throughSequence });
      if (throughSequence > session.events.length) return assertRefused(answer, 'validation_error', 'submit');
      assert.equal(answer.status, 201, answer.text);
      const { reviewId } = (answer.body as unknown as { review: { reviewId: string } }).review;
      known.reviews.push({ id: reviewId, outcome, throughSequence, isWithdrawn: false });
    }),
  );

const withdraw = fc.record({ at, review: at }).map((given) =>
  onSession('withdraw', given, async (session, known, { call, token }) => {
    if (known.reviews.length === 0) return;
    const review = pick(known.reviews, given.review);
    const answer = await call(token, 'DELETE', `${under(session)}/reviews/${review.id}`);
    assert.equal(answer.status, 200, answer.text);
    review.isWithdrawn = true;
  }),
);

const mark = fc.record({ at, throughSequence: fc.nat(5), back: fc.boolean() }).map((given) =>
  onSession('mark', given, async (session, known, { call, token }) => {
    const { throughSequence, back } = given;
    const answer = await call(token, 'PUT', `${under(session)}/mark`, { throughSequence, back });
    if (throughSequence > session.events.length) return assertRefused(answer, 'validation_error', 'mark');
    assert.equal(answer.status, 200, answer.text);
    known.mark = back ? throughSequence : Math.max(known.mark ?? 0, throughSequence);
  }),
);

const assign = fc.record({ at, isAssigned: fc.boolean() }).map((given) =>
  onSession('assign', given, async (session, known, { call, token }) => {
    const { ownerUserId } = (await call(token, 'GET', me)).body;
    const path = `${under(session)}/assignees/${ownerUserId}`;
    const answer = await call(token, given.isAssigned ? 'PUT' : 'DELETE', path);
    if (!given.isAssigned && !known.isAssigned) return assertRefused(answer, 'member_not_found', path);
    assert.equal(answer.status, 200, answer.text);
    known.isAssigned = given.isAssigned;
  }),
);

export const reviewCommands = [openThread, reply, change, submit, withdraw, mark, assign];

/** What the decisions say of the state, in other words than packages/review does. */
function statesOf({ threads, reviews, mark: read, isAssigned }: Said): string[] {
  const valid = reviews.filter(({ isWithdrawn }) => !isWithdrawn);
  const last = valid.filter(({ outcome }) => outcome !== 'noted').at(-1);
  if (last?.outcome === 'follow_up') return ['follow_up'];
  // Which of the two depends on how far the server has read.
  if (last) return ['accepted', 'outgrown'];
  const isBegun = valid.length > 0 || isAssigned || (read ?? 0) > 0 || threads.some(({ isOpen }) => isOpen);
  return [isBegun ? 'in_review' : 'unreviewed'];
}

/** Everything the server tells of a session is what was said about it. */
export async function compareSaid(
  sessions: readonly SessionModel[],
  { call, token }: Organization,
): Promise<void> {
  for (const session of sessions) {
    const known = said.get(session);
    if (!known) continue;
    const { review } = (await call(token, 'GET', `${under(session)}/review`)).body as unknown as {
      review: {
        state: string;
        reviews: { reviewId: string; outcome: string; throughSequence: number; withdrawnAt?: string }[];
        marks: { throughSequence: number }[];
        assignments: unknown[];
        threads: number;
        openThreads: number;
      };
    };
    assert.deepEqual(
      review.reviews
        .map((one) => [one.reviewId, one.outcome, one.throughSequence, 'withdrawnAt' in one])
        .sort(),
      known.reviews.map((one) => [one.id, one.outcome, one.throughSequence, one.isWithdrawn]).sort(),
    );
    const marks = known.mark === undefined ? [] : [known.mark];
    assert.deepEqual(
      review.marks.map((one) => one.throughSequence),
      marks,
    );
    assert.equal(review.assignments.length, known.isAssigned ? 1 : 0);
    assert.ok(statesOf(known).includes(review.state), `${review.state} for ${JSON.stringify(known)}`);
    const open = known.threads.filter(({ isOpen }) => isOpen).length;
    assert.deepEqual([review.threads, review.openThreads], [known.threads.length, open]);
    const { threads } = (await call(token, 'GET', `${under(session)}/threads?limit=100`)).body as unknown as {
      threads: { threadId: string; state: string; comments: { body: string }[] }[];
    };
    assert.deepEqual(
      threads.map((one) => [one.threadId, one.state, one.comments.map(({ body }) => body)]),
      known.threads.map((one) => [
        one.id,
        one.isOpen ? 'open' : 'resolved',
        one.comments.map(({ body }) => body),
      ]),
    );
  }
}
