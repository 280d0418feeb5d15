import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { attentionOf } from './attention.ts';
import { outcomes, type Review, type ReviewFacts } from './facts.ts';
import { facts as factsOf, type Given } from './fixture.ts';
import { defaultPolicy, type ReviewPolicy } from './policy.ts';
import { standingOf } from './state.ts';

const facts = ({ session, ...given }: Given = {}) =>
  factsOf({ ...given, session: { lastMaterialAt: 1000, ...session } });
let serial = 0;
const review = (given: Partial<Review>): Review => ({
  reviewId: `rev_${String(++serial).padStart(4, '0')}`,
  reviewerId: 'ada',
  outcome: 'accepted',
  throughSequence: 100,
  createdAt: serial,
  ...given,
});
const stateOf = (given: Parameters<typeof facts>[0], policy = defaultPolicy) =>
  standingOf(facts(given), policy).state;

describe('where a review stands', () => {
  it('is what enough others said last', () => {
    assert.equal(stateOf({}), 'unreviewed');
    assert.equal(stateOf({ marks: [{ userId: 'ada', throughSequence: 3, at: 1 }] }), 'in_review');
    assert.equal(stateOf({ marks: [{ userId: 'author', throughSequence: 3, at: 1 }] }), 'unreviewed');
    assert.equal(stateOf({ ticks: [{ userId: 'ada' }] }), 'in_review');
    assert.equal(stateOf({ ticks: [{ userId: 'author' }] }), 'unreviewed');
    assert.equal(stateOf({ assignments: [{ userId: 'ada', createdAt: 1, declinedAt: 2 }] }), 'unreviewed');
    assert.equal(stateOf({ reviews: [review({})] }), 'accepted');
    assert.equal(stateOf({ reviews: [review({ outcome: 'noted' })] }), 'in_review');
    assert.equal(stateOf({ reviews: [review({}), review({ outcome: 'noted' })] }), 'accepted');
    assert.equal(stateOf({ reviews: [review({}), review({ outcome: 'follow_up' })] }), 'follow_up');
    assert.equal(
      stateOf({ reviews: [review({}), review({ outcome: 'follow_up', withdrawnAt: 9 })] }),
      'accepted',
    );
    assert.equal(stateOf({ reviews: [review({ outcome: 'follow_up', dismissedAt: 9 })] }), 'unreviewed');
    assert.equal(stateOf({ reviews: [review({ reviewerId: 'author' })] }), 'in_review');
    assert.equal(
      stateOf({ reviews: [review({ reviewerId: 'author' })] }, { ...defaultPolicy, selfCounts: true }),
      'accepted',
    );
    const two = { ...defaultPolicy, reviewers: 2 };
    assert.equal(stateOf({ reviews: [review({})] }, two), 'in_review');
    assert.equal(stateOf({ reviews: [review({}), review({ reviewerId: 'bo' })] }, two), 'accepted');
  });

  it('without an author is never accepted where the team wants another’s eyes', () => {
    const session = { authorId: undefined };
    const reviews = [review({}), review({ reviewerId: 'bo' })];
    const strict = { ...defaultPolicy, needsAuthor: true };
    assert.equal(stateOf({ session, reviews }, strict), 'in_review');
    assert.equal(stateOf({ reviews }, strict), 'accepted', 'with an author it is');
    assert.equal(stateOf({ session, reviews }), 'accepted', 'where nothing is required');
    assert.equal(stateOf({ session, reviews }, { ...strict, selfCounts: true }), 'accepted');
    const asked = [review({ outcome: 'follow_up' })];
    assert.equal(stateOf({ session, reviews: asked }, strict), 'follow_up');
  });

  it('is outgrown by what matters and by nothing else', () => {
    const standing = standingOf(facts({ reviews: [review({ throughSequence: 62 })] }), defaultPolicy);
    assert.deepEqual(standing, { state: 'outgrown', acceptedTo: 62, since: 38 });
  });

  it('is not needed where the policy says so', () => {
    const policy: ReviewPolicy = {
      ...defaultPolicy,
      enter: { edits: true, highFindings: true, repositories: ['r'], sample: 0 },
    };
    assert.equal(stateOf({ session: { edits: 0 } }, policy), 'not_needed');
    assert.equal(stateOf({ session: { edits: 0, highFindings: 1 } }, policy), 'unreviewed');
    assert.equal(stateOf({ session: { edits: 0, repositories: ['r', '/r'] } }, policy), 'unreviewed');
    assert.equal(stateOf({ session: { edits: 1 } }, policy), 'unreviewed');
    const asks = (more: Partial<ReviewPolicy['enter']>): ReviewPolicy => ({
      ...policy,
      enter: { ...policy.enter, ...more },
    });
    assert.equal(stateOf({ session: { edits: 4 } }, asks({ leastEdits: 5 })), 'not_needed');
    assert.equal(stateOf({ session: { edits: 5 } }, asks({ leastEdits: 5 })), 'unreviewed');
    const medium = { session: { edits: 0, mediumFindings: 1 } };
    assert.equal(stateOf(medium, policy), 'not_needed');
    assert.equal(stateOf(medium, asks({ mediumFindings: true })), 'unreviewed');
  });

  it('of imported history is nobody’s work unless the policy asks, whatever was found in it', () => {
    const session = { isHistory: true, highFindings: 3, repositories: ['r'] };
    const enter = { ...defaultPolicy.enter, repositories: ['r'] };
    assert.equal(stateOf({ session }, { ...defaultPolicy, enter }), 'not_needed');
    assert.equal(
      stateOf({ session }, { ...defaultPolicy, enter: { ...enter, history: true } }),
      'unreviewed',
    );
    assert.equal(stateOf({ session, reviews: [review({})] }), 'accepted', 'what people said stands');
  });
});

describe('who is expected to act', () => {
  const reasons = (given: Parameters<typeof facts>[0]) =>
    attentionOf(facts(given)).map(({ userId, reason }) => `${userId} ${reason}`);
  const thread = (given: object = {}) => ({
    threadId: 't',
    sequence: 40,
    isOpen: true,
    needsAnswer: true,
    openedBy: 'ada',
    lastCommentBy: 'ada',
    lastCommentAt: 5,
    mentions: [],
    ...given,
  });

  it('is whoever was asked, until they have judged or declined', () => {
    const assignments = [{ userId: 'ada', createdAt: 1 }];
    assert.deepEqual(reasons({ assignments }), ['ada assigned']);
    assert.deepEqual(reasons({ assignments, reviews: [review({})] }), []);
    assert.deepEqual(reasons({ assignments, reviews: [review({ outcome: 'noted' })] }), []);
    assert.deepEqual(reasons({ assignments: [{ userId: 'ada', createdAt: 1, declinedAt: 2 }] }), []);
  });

  it('is the author while a question is open, and the reviewer when it is answered', () => {
    assert.deepEqual(reasons({ threads: [thread()] }), ['author answer']);
    assert.deepEqual(reasons({ threads: [thread({ lastCommentBy: 'author' })] }), []);
    assert.deepEqual(reasons({ threads: [thread({ isOpen: false })] }), []);
    const followUp = review({ outcome: 'follow_up', createdAt: 4 });
    assert.deepEqual(reasons({ reviews: [followUp] }), ['author follow_up']);
    assert.deepEqual(reasons({ reviews: [followUp], threads: [thread({ lastCommentBy: 'author' })] }), [
      'ada answered',
    ]);
  });

  it('is nobody while a session grows, and whoever accepted once it is quiet', () => {
    const reviews = [review({ throughSequence: 60 })];
    assert.deepEqual(reasons({ reviews, session: { quietTo: 60 } }), []);
    assert.deepEqual(reasons({ reviews }), ['ada outgrown']);
    assert.deepEqual(reasons({ reviews, marks: [{ userId: 'ada', throughSequence: 100, at: 1 }] }), []);
  });

  it('is whoever is mentioned, until they have answered or read past it', () => {
    const session = { authorId: undefined };
    const mentions = [{ userId: 'bo', at: 3, isAnswered: false }];
    const threads = [thread({ mentions })];
    assert.deepEqual(reasons({ session, threads }), ['bo mentioned']);
    const answered = [{ userId: 'bo', at: 3, isAnswered: true }];
    assert.deepEqual(reasons({ session, threads: [thread({ mentions: answered })] }), []);
    assert.deepEqual(reasons({ session, threads: [thread({ mentions, isOpen: false })] }), []);
    const read = (throughSequence: number, at: number) => ({
      marks: [{ userId: 'bo', throughSequence, at }],
    });
    assert.deepEqual(reasons({ session, threads, ...read(40, 3) }), []);
    assert.deepEqual(reasons({ session, threads, ...read(39, 3) }), ['bo mentioned']);
    assert.deepEqual(reasons({ session, threads, ...read(40, 2) }), ['bo mentioned'], 'read before');
  });
});

describe('random histories', () => {
  const person = fc.constantFrom('author', 'ada', 'bo', 'cy');
  const when = fc.integer({ min: 0, max: 5 });
  const sequence = fc.integer({ min: 0, max: 120 });
  const optional = fc.option(when, { nil: undefined });
  const history = fc.record({
    session: fc.record({
      authorId: fc.option(fc.constant('author'), { nil: undefined }),
      lastMaterial: sequence,
      lastMaterialAt: when,
      quietTo: sequence,
      edits: fc.integer({ min: 0, max: 2 }),
      isHistory: fc.boolean(),
      highFindings: fc.integer({ min: 0, max: 2 }),
      draw: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    reviews: fc.uniqueArray(
      fc.record({
        reviewId: fc.string({ minLength: 1, maxLength: 4 }),
        reviewerId: person,
        outcome: fc.constantFrom(...outcomes),
        throughSequence: sequence,
        createdAt: when,
        withdrawnAt: optional,
        dismissedAt: optional,
      }),
      { selector: ({ reviewId }) => reviewId, maxLength: 8 },
    ),
    marks: fc.array(fc.record({ userId: person, throughSequence: sequence, at: when }), { maxLength: 5 }),
    assignments: fc.array(fc.record({ userId: person, createdAt: when, declinedAt: optional }), {
      maxLength: 4,
    }),
    threads: fc.array(
      fc.record({
        threadId: fc.string(),
        sequence,
        isOpen: fc.boolean(),
        needsAnswer: fc.boolean(),
        openedBy: person,
        lastCommentBy: person,
        lastCommentAt: when,
        mentions: fc.array(fc.record({ userId: person, at: when, isAnswered: fc.boolean() }), {
          maxLength: 2,
        }),
      }),
      { maxLength: 4 },
    ),
  });
  const policy = fc.record({
    reviewers: fc.integer({ min: 1, max: 3 }),
    selfCounts: fc.boolean(),
    enter: fc.record({
      edits: fc.boolean(),
      highFindings: fc.boolean(),
      repositories: fc.constant([]),
      sample: fc.constantFrom(0, 0.5, 1),
    }),
  });

  it('come to the same in any order, and only to what facts support', () => {
    fc.assert(
      fc.property(history, policy, (one, rules) => {
        const mixed: ReviewFacts = {
          ...one,
          reviews: one.reviews.toReversed(),
          marks: one.marks.toReversed(),
          assignments: one.assignments.toReversed(),
          threads: one.threads.toReversed(),
        };
        const standing = standingOf(one, rules);
        assert.deepEqual(standingOf(mixed, rules), standing);
        assert.deepEqual(attentionOf(mixed), attentionOf(one));
        const valid = one.reviews.filter(
          ({ withdrawnAt, dismissedAt }) => withdrawnAt === undefined && dismissedAt === undefined,
        );
        if (standing.state === 'follow_up') assert.ok(valid.some(({ outcome }) => outcome === 'follow_up'));
        if (standing.state === 'accepted' || standing.state === 'outgrown') {
          const people = new Set(
            valid.filter(({ outcome }) => outcome === 'accepted').map(({ reviewerId }) => reviewerId),
          );
          assert.ok(people.size >= rules.reviewers);
        }
        if (standing.state === 'unreviewed') assert.equal(valid.length, 0);
      }),
      { numRuns: 10_000 },
    );
  });

  it('of a session that only grows ring nobody', () => {
    fc.assert(
      fc.property(history, sequence, (one, more) => {
        const lastMaterial = one.session.lastMaterial + more;
        const grown = { ...one, session: { ...one.session, lastMaterial } };
        assert.deepEqual(attentionOf(grown), attentionOf(one));
      }),
      { numRuns: 2000 },
    );
  });
});
