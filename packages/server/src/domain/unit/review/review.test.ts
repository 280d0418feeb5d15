import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Anchor, DebriefError, limits } from '@debrief/contract';
import type { MemberActor } from '../../actor.ts';
import { readAnchor } from '../../review/anchor.ts';
import { defaultReviewPolicy, knownName, rulesFor } from '../../review/default-policy.ts';
import { isReplay, replayOf, reviewKey } from '../../review/key.ts';
import { isQuietAt, nextLook, presentStanding, summaryFrom } from '../../review/standing.ts';

describe('an anchor', () => {
  const session = { eventCount: 10 };
  const isRefused = (anchor: Anchor) => {
    try {
      readAnchor(anchor, session);
    } catch (error) {
      assert.ok(error instanceof DebriefError && error.code === 'validation_error');
      return true;
    }
    return false;
  };

  it('points into the session: its last event is the last place', () => {
    assert.deepEqual(readAnchor({ sequence: 10 }, session), { sequence: 10 });
    assert.equal(isRefused({ sequence: 11 }), true);
    assert.deepEqual(readAnchor({ sequence: 0, path: 'a.ts' }, session), { sequence: 0, path: 'a.ts' });
  });

  it('of the session as a whole has no place within an entry', () => {
    for (const inner of [
      { entry: '1.0' },
      { entry: '1.0', part: 'text' },
      { path: 'a', line: 3 },
      { entry: '1.0', part: 'text', range: [0, 1] },
    ]) {
      assert.equal(isRefused({ sequence: 0, ...inner } as Anchor), true, JSON.stringify(inner));
      assert.equal(isRefused({ sequence: 1, ...inner } as Anchor), false, JSON.stringify(inner));
    }
  });

  it('with a line needs its file, with a range its part, with a part its entry, and a range of a bounded length', () => {
    assert.equal(isRefused({ sequence: 1, line: 3 } as Anchor), true);
    assert.equal(isRefused({ sequence: 1, entry: '1.0', range: [0, 1] } as Anchor), true);
    assert.equal(isRefused({ sequence: 1, part: 'text' } as Anchor), true);
    const range = (from: number, to: number) =>
      isRefused({ sequence: 1, entry: '1.0', part: 'text', range: [from, to] } as Anchor);
    assert.equal(range(3, 3), true);
    assert.equal(range(3, 2), true);
    assert.equal(range(3, 4), false);
    assert.equal(range(3, 3 + limits.anchorRange), false);
    assert.equal(range(3, 4 + limits.anchorRange), true);
  });

  it('keeps the fields that are known and no others', () => {
    const whole = { sequence: 2, entry: 'e', part: 'text', path: 'a', line: 4, range: [1, 2] } as Anchor;
    assert.deepEqual(readAnchor({ ...whole, other: 1 } as Anchor, session), whole);
  });
});

describe('the key of a deed', () => {
  const actor = (userId: string): MemberActor => ({
    kind: 'member',
    organizationId: 'o',
    userId,
    role: 'member',
  });

  it('is a member’s own and belongs to one kind of deed; the body tells a repetition', () => {
    assert.equal(reviewKey(actor('a'), 'comment', undefined, {}), undefined);
    const key = reviewKey(actor('a'), 'comment', 'k', { body: 'x' });
    assert.deepEqual(reviewKey(actor('a'), 'comment', 'k', { body: 'x' }), key);
    for (const other of [
      reviewKey(actor('b'), 'comment', 'k', { body: 'x' }),
      reviewKey(actor('a'), 'thread', 'k', { body: 'x' }),
      reviewKey(actor('a'), 'comment', 'l', { body: 'x' }),
    ]) {
      assert.notEqual(other?.keyHash, key?.keyHash);
    }
    const changed = reviewKey(actor('a'), 'comment', 'k', { body: 'y' });
    assert.equal(changed?.keyHash, key?.keyHash);
    assert.notEqual(changed?.fingerprint, key?.fingerprint);
  });

  it('used again gives what came of it, used for something else is refused', () => {
    assert.equal(replayOf({ replayOf: 'cmt_1' }), 'cmt_1');
    assert.throws(() => replayOf('key_reused'), { code: 'idempotency_key_reused' });
    for (const [outcome, isOne] of [
      ['key_reused', true],
      [{ replayOf: 'x' }, true],
      ['gone', false],
      [null, false],
      [{}, false],
    ] as const) {
      assert.equal(isReplay(outcome), isOne, JSON.stringify(outcome));
    }
  });
});

describe('where a review stands', () => {
  it('without a word nothing has begun; a reservation counts until it ends', () => {
    const now = 1_000_000;
    const isBegun = (standing: object | undefined) => summaryFrom(standing as never, now).isBegun;
    assert.deepEqual(summaryFrom(undefined, now), {
      followUps: 0,
      hasOwnFollowUp: false,
      accepted: [],
      acceptedWithOwn: [],
      isBegun: false,
    });
    assert.equal(isBegun({ isBegun: 1, reservedUntil: 0 }), true);
    assert.equal(isBegun({ isBegun: 0, reservedUntil: now + 1 }), true);
    assert.equal(isBegun({ isBegun: 0, reservedUntil: now }), false);
    assert.equal(isBegun({ isBegun: 0, reservedUntil: null }), false);
    assert.equal(summaryFrom({ ownFollowUp: 1, followUps: 2 } as never, now).hasOwnFollowUp, true);
    assert.equal(summaryFrom({ ownFollowUp: 0, followUps: 2 } as never, now).followUps, 2);
  });

  it('a session is quiet when it is closed, or silent for an hour', () => {
    const hour = 3_600_000;
    const isQuiet = (status: string, updatedAt: number) => isQuietAt({ status, updatedAt }, 2 * hour);
    assert.equal(isQuiet('completed', 2 * hour), true);
    assert.equal(isQuiet('active', hour), true);
    assert.equal(isQuiet('active', hour + 1), false);
  });

  it('is looked at again every two minutes while it runs, every half hour while it is silent, and not after its end', () => {
    const [minute, now] = [60_000, 10 * 3_600_000];
    const next = (status: string, updatedAt: number, isFolded = 1) =>
      nextLook({ status, updatedAt, isFolded } as never, now);
    assert.equal(next('active', now), now + 2 * minute);
    assert.equal(next('active', now - 60 * minute), now + 30 * minute);
    assert.equal(next('completed', now, 0), now + 2 * minute, 'not read to its end yet');
    assert.equal(next('completed', now), null);
  });

  it('is shown with its threads; edits and findings bring a session in where the rules say so', () => {
    const session = { authorUserId: null, material: 3, edits: 0, highFindings: 0, repoRoot: null, draw: 0.5 };
    const enter = { ...defaultReviewPolicy.enter, sample: 0 };
    const policy = { ...defaultReviewPolicy, enter };
    const show = (standing: object | undefined, more: object = {}, rules = policy) =>
      presentStanding(standing as never, { ...session, ...more }, rules, 1000);
    const { state, threads, openThreads } = show(undefined);
    assert.deepEqual([state, threads, openThreads], ['not_needed', 0, 0]);
    assert.equal(show(undefined, { edits: 1 }).state, 'unreviewed');
    assert.equal(show(undefined, { highFindings: 1 }).state, 'unreviewed');
    const repositories = { ...policy, enter: { ...enter, repositories: ['/a'] } };
    assert.equal(show(undefined, { repoRoot: '/a' }, repositories).state, 'unreviewed');
    assert.equal(show(undefined, { repoRoot: '/b' }, repositories).state, 'not_needed');
    const said = { threads: 4, openThreads: 2, accepted: [3], acceptedWithOwn: [3], followUps: 0 };
    const accepted = show(said);
    assert.deepEqual([accepted.state, accepted.threads, accepted.openThreads], ['accepted', 4, 2]);
    assert.equal(show(said, { material: 4 }).state, 'outgrown');
    const own = { ...said, accepted: [] };
    assert.equal(show(own).state, 'not_needed');
    assert.equal(show(own, {}, { ...policy, selfCounts: true }).state, 'accepted');
    assert.equal(show({ ...own, reservedUntil: 1001 }).state, 'in_review');
  });

  it('goes by the rules of its repository where there are some', () => {
    const rules = { ...defaultReviewPolicy, reviewers: 3 };
    const policy = { ...defaultReviewPolicy, repositories: [{ repoRoot: '/a', rules }] };
    const { mailWords: _, repositories: __, ...usual } = defaultReviewPolicy;
    assert.deepEqual(rulesFor(policy, { repoRoot: '/a' }), { ...usual, reviewers: 3 });
    assert.deepEqual(rulesFor(policy, { repoRoot: '/b' }), usual);
    assert.deepEqual(rulesFor({ ...policy, needsAuthor: true }, { repoRoot: null }), {
      ...usual,
      needsAuthor: true,
    });
    const enter = { edits: false, highFindings: true, repositories: ['/x'], sample: 0.5 };
    const own = { ...usual, reviewers: 1, selfCounts: true, enter, defaultReviewers: ['usr_1'] };
    const general = { edits: true, highFindings: false, repositories: ['/y'], sample: 0.2 };
    const lax = { ...policy, reviewers: 2, enter: general, repositories: [{ repoRoot: '/a', rules: own }] };
    const both = { edits: true, highFindings: true, repositories: ['/y', '/x'], sample: 0.5 };
    assert.deepEqual(rulesFor(lax, { repoRoot: '/a' }), {
      reviewers: 2,
      selfCounts: false,
      enter: both,
      defaultReviewers: ['usr_1'],
    });
  });

  it('a repository is known by its remote on every machine; that goes before a folder', () => {
    const ruled = (reviewers: number) => ({ ...defaultReviewPolicy, reviewers });
    const repositories = [
      { repoRoot: '/a', rules: ruled(2) },
      { repository: 'git.example.com/shop', rules: ruled(3) },
    ];
    const policy = { ...defaultReviewPolicy, repositories };
    const needed = (repository: string | null, repoRoot: string) =>
      rulesFor(policy, { repository, repoRoot }).reviewers;
    assert.equal(needed('git.example.com/shop', '/home/ada/shop'), 3);
    assert.equal(needed('git.example.com/shop', '/a'), 3);
    assert.equal(needed('git.example.com/other', '/a'), 2);
    assert.equal(needed('env_1:/b', '/b'), 1);
  });

  it('what somebody types is the name that sessions have', () => {
    for (const [typed, name] of [
      ['git@github.com:Acme/Shop.git', 'github.com/acme/shop'],
      [' https://me:token@github.com/acme/shop ', 'github.com/acme/shop'],
      ['GitHub.com/Acme/shop', 'github.com/acme/shop'],
      ['git.example.com/Team/App', 'git.example.com/Team/App'],
      ['/home/mira/shop', '/home/mira/shop'],
      ['C:\\work\\app', 'C:\\work\\app'],
      ['env_1:/home/mira/shop', 'env_1:/home/mira/shop'],
      ['shop', 'shop'],
    ] as const)
      assert.equal(knownName(typed), name);
  });

  it('of two rules the wider one holds', () => {
    const enter = { edits: true, highFindings: false, repositories: [], sample: 0 };
    const both = (one: object, other: object) => {
      const rules = { ...defaultReviewPolicy, enter: { ...enter, ...other } };
      const policy = { ...rules, enter: { ...enter, ...one }, repositories: [{ repository: 'r', rules }] };
      return rulesFor(policy, { repository: 'r', repoRoot: null }).enter;
    };
    assert.deepEqual(both({ leastEdits: 9 }, { leastEdits: 5 }), { ...enter, leastEdits: 5 });
    assert.deepEqual(both({ leastEdits: 9 }, {}), enter);
    assert.deepEqual(both({ leastEdits: 9 }, { edits: false }), { ...enter, leastEdits: 9 });
    const asked = { history: true, mediumFindings: true };
    assert.deepEqual(
      [both(asked, {}), both({}, asked)],
      [1, 2].map(() => ({ ...enter, ...asked })),
    );
  });
});
