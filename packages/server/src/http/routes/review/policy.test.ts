import assert from 'node:assert/strict';
import { it } from 'node:test';
import { refusedWith } from '../../../../testing/request.ts';
import { anotherSession, aReviewedTeam, standing } from '../../../../testing/review/team.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';

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
});
