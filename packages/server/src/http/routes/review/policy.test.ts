import assert from 'node:assert/strict';
import { it } from 'node:test';
import { refusedWith } from '../../../../testing/request.ts';
import { anotherSession, aReviewedTeam, standing } from '../../../../testing/review/team.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { aTeam, joinTeam } from '../../../../testing/team.ts';

onEveryEngine('the policy of reviews', (server) => {
  it('T15 the policy says how many, whether the own counts, and which sessions enter', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada, ben, author, owner } = team;
    const { policy } = await ada.client.getPolicy();
    assert.deepEqual(policy, {
      reviewers: 1,
      selfCounts: false,
      enter: { edits: true, highFindings: true, repositories: [], sample: 1 },
      defaultReviewers: [],
      mailWords: false,
      repositories: [],
    });
    await assert.rejects(ada.client.setPolicy(policy), refusedWith('insufficient_role'));
    const accept = (who: typeof ada, about = sessionId) =>
      who.client.submitReview({ sessionId: about, outcome: 'accepted', throughSequence: 0 });
    await accept(ada);
    assert.equal((await standing(team))[0], 'accepted');
    await owner.client.setPolicy({ ...policy, reviewers: 2 });
    assert.equal((await standing(team))[0], 'in_review');
    const tab = async (which: 'open' | 'done') =>
      (await owner.client.listReviews({ tab: which })).items.map(({ session }) => session.sessionId);
    assert.deepEqual([await tab('open'), await tab('done')], [[sessionId], []]);
    await accept(author);
    assert.equal((await standing(team))[0], 'in_review', 'the own does not count');
    await owner.client.setPolicy({ ...policy, reviewers: 2, selfCounts: true });
    assert.equal((await standing(team))[0], 'accepted');
    assert.deepEqual([await tab('open'), await tab('done')], [[], [sessionId]]);
    const rules = { ...policy, reviewers: 1, enter: { ...policy.enter, sample: 0 } };
    const { mailWords, repositories, ...plain } = rules;
    const strict = { ...plain, reviewers: 2 };
    await owner.client.setPolicy({ ...rules, repositories: [{ repoRoot: '/srv/strict', rules: strict }] });
    const stateOf = async (about: string) => (await owner.client.getReview({ sessionId: about })).review;
    const other = await anotherSession(team, '/srv/strict');
    assert.equal((await stateOf(other)).state, 'not_needed');
    assert.deepEqual(await tab('open'), []);
    await accept(ada, other);
    assert.deepEqual([(await stateOf(other)).state, (await stateOf(other)).needed], ['in_review', 2]);
    await accept(ben, other);
    assert.equal((await stateOf(other)).state, 'accepted');
    const wrong = [
      { ...policy, reviewers: 0 },
      { ...policy, reviewers: 6 },
      { ...policy, enter: { ...policy.enter, sample: 2 } },
      { ...policy, repositories: [1, 2].map(() => ({ repoRoot: '/a', rules: plain })) },
      {
        ...policy,
        repositories: ['git@x.org:a/b', 'https://x.org/a/b.git'].map((repository) => ({
          repository,
          rules: plain,
        })),
      },
      { ...policy, repositories: [{ rules: plain }] },
      { ...policy, repositories: [{ repository: 'x.org/a', repoRoot: '/a', rules: plain }] },
      { ...policy, enter: { ...policy.enter, leastEdits: 0 } },
    ];
    for (const one of wrong) {
      await assert.rejects(owner.client.setPolicy(one), refusedWith('validation_error'));
    }
    await assert.rejects(
      owner.client.setPolicy({ ...policy, defaultReviewers: ['usr_000000000000000000000000'] }),
      refusedWith('member_not_found'),
    );
    assert.deepEqual([mailWords, repositories], [false, []]);
  });

  it('T15 a session without an author is not accepted where somebody else has to, and says so', async () => {
    const team = await aTeam(server());
    const { sessionId, environmentId, owner } = team;
    const [ada, ben] = [await joinTeam(server(), team, 'member'), await joinTeam(server(), team, 'member')];
    const review = async () => (await owner.client.getReview({ sessionId })).review;
    const accept = (who: typeof ada, given: object = {}) =>
      who.client.submitReview({ sessionId, outcome: 'accepted', throughSequence: 0, ...given });
    await accept(ada);
    assert.deepEqual(
      [(await review()).state, (await review()).lacksAuthor],
      ['accepted', undefined],
      'nothing is required',
    );
    const { policy } = await owner.client.getPolicy();
    await owner.client.setPolicy({ ...policy, selfCounts: true });
    assert.deepEqual([(await review()).state, (await review()).lacksAuthor], ['accepted', undefined]);
    await owner.client.setPolicy(policy);
    for (const outcome of ['accepted', 'follow_up']) {
      await assert.rejects(accept(ben, { outcome }), refusedWith('author_unknown'));
      await assert.rejects(accept(ben, { outcome, notMine: false }), refusedWith('author_unknown'));
    }
    assert.equal((await accept(owner as never, { outcome: 'noted' })).review.notMine, undefined);
    assert.equal((await accept(ben, { notMine: true })).review.notMine, true);
    assert.deepEqual([(await review()).state, (await review()).lacksAuthor], ['in_review', true]);
    const open = async () =>
      (await owner.client.listReviews({ tab: 'open' })).items.map(({ session }) => session.sessionId);
    assert.deepEqual(await open(), [sessionId]);
    // It was ada's: what she said about her own work counts for nothing, ben's does.
    await owner.client.setAuthor({ environmentId, userId: ada.userId, earlier: true });
    assert.deepEqual([(await review()).state, (await review()).lacksAuthor], ['accepted', undefined]);
    await ben.client.withdrawReview({
      sessionId,
      reviewId: (await review()).reviews.find(({ reviewerId }) => reviewerId === ben.userId)?.reviewId ?? '',
    });
    assert.equal((await review()).state, 'in_review');
  });

  it('T15 the rules of a repository add to those of the organization: no folder is a way out', async () => {
    const team = await aReviewedTeam(server());
    const { owner, ada } = team;
    const { policy } = await owner.client.getPolicy();
    const { mailWords: _, repositories: __, ...rules } = policy;
    const none = { edits: false, highFindings: false, repositories: [], sample: 0 };
    const lax = { ...rules, reviewers: 1, selfCounts: true, enter: none };
    await owner.client.setPolicy({
      ...policy,
      reviewers: 2,
      repositories: [{ repoRoot: '/srv/lax', rules: lax }],
    });
    const sessionId = await anotherSession(team, '/srv/lax');
    const review = async () => (await owner.client.getReview({ sessionId })).review;
    assert.deepEqual([(await review()).state, (await review()).needed], ['unreviewed', 2]);
    for (const { client } of [team.author, ada])
      await client.submitReview({ sessionId, outcome: 'accepted', throughSequence: 0 });
    assert.equal((await review()).state, 'in_review', 'the own does not count there either');
  });

  it('T15 a rule for a repository holds in every clone of it, wherever that is', async () => {
    const team = await aReviewedTeam(server());
    const { owner, machine, environmentId, installationId: agentInstallationId } = team;
    const { policy } = await owner.client.getPolicy();
    const { mailWords: _, repositories: __, ...rules } = policy;
    const repository = 'git@github.com:Acme/Shop.git';
    const saved = await owner.client.setPolicy({
      ...policy,
      enter: { ...policy.enter, sample: 0 },
      repositories: [{ repository, rules: { ...rules, reviewers: 2 } }],
    });
    assert.deepEqual(
      saved.policy.repositories.map((one) => one.repository),
      ['github.com/acme/shop'],
    );
    assert.deepEqual((await owner.client.getPolicy()).policy, saved.policy);
    const needed = async (repoRoot: string, repoRemote?: string) => {
      const asked = { environmentId, agentInstallationId, repoRoot, ...(repoRemote && { repoRemote }) };
      const { sessionId } = await machine.openSession(asked);
      return (await owner.client.getReview({ sessionId })).review.needed;
    };
    assert.equal(await needed('/home/mira/shop', 'https://github.com/acme/shop'), 2);
    assert.equal(await needed('/srv/jonas/clone-of-it', 'ssh://git@github.com/acme/shop.git'), 2);
    assert.equal(await needed('/home/mira/other', 'https://github.com/acme/other'), 1);
    assert.equal(await needed('/home/mira/nothing'), 1);
  });

  it('T15 imported history enters the queue only where the policy asks', async () => {
    const team = await aReviewedTeam(server());
    const { owner, machine } = team;
    const sessionId = await anotherSession(team);
    const day = 86_400_000;
    const ago = (days: number) => new Date(Date.now() - days * day).toISOString();
    await machine.completeSession({ sessionId, endedAt: ago(4) });
    const recent = await anotherSession(team);
    await machine.completeSession({ sessionId: recent, endedAt: ago(2) });
    const { policy } = await owner.client.getPolicy();
    const open = async () =>
      (await owner.client.listReviews({ tab: 'open' })).items.map(({ session }) => session.sessionId).sort();
    assert.deepEqual(await open(), [team.sessionId, recent].sort());
    assert.equal((await owner.client.getReview({ sessionId })).review.state, 'not_needed');
    await owner.client.setPolicy({ ...policy, enter: { ...policy.enter, history: true } });
    assert.deepEqual(await open(), [team.sessionId, recent, sessionId].sort());
  });

  it('T15 an admin does not dismiss what others said about their own session', async () => {
    const team = await aTeam(server());
    const { sessionId, environmentId, owner } = team;
    const admin = await joinTeam(server(), team, 'admin');
    const ada = await joinTeam(server(), team, 'member');
    await owner.client.setAuthor({ environmentId, userId: admin.userId, earlier: true });
    const asked = { sessionId, outcome: 'follow_up' as const, throughSequence: 0 };
    const { review } = await ada.client.submitReview(asked);
    const dismissal = { sessionId, reviewId: review.reviewId, reason: 'Not so' };
    await assert.rejects(admin.client.dismissReview(dismissal), refusedWith('not_yours'));
    assert.equal((await owner.client.getReview({ sessionId })).review.state, 'follow_up');
    assert.ok((await owner.client.dismissReview(dismissal)).review.dismissed);
  });
});
