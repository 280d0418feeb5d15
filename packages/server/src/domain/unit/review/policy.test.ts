import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import {
  anOrganizationAlone,
  begin,
  type OrganizationAlone,
  onAStoreAlone,
} from '../../../../testing/domain/organization.ts';
import type { Context } from '../../context.ts';
import { inviteMember } from '../../member.ts';
import { defaultReviewPolicy } from '../../review/default-policy.ts';
import { getPolicy, setPolicy } from '../../review/policy.ts';

onAStoreAlone('the policy of reviews', (storage) => {
  let team: OrganizationAlone;
  beforeEach(async () => {
    team = await anOrganizationAlone(storage());
  });

  const { mailWords: _, repositories: __, ...plain } = defaultReviewPolicy;
  const inRepository = (rules: typeof plain) => ({
    ...defaultReviewPolicy,
    repositories: [{ repoRoot: '/a', rules }],
  });

  it('is kept with who changed it and when, each name once, and nothing that is no rule', async () => {
    const { context, owner } = team;
    const ada = (await team.member()).userId;
    const rules = {
      ...plain,
      enter: { ...plain.enter, repositories: ['/b', '/b'] },
      defaultReviewers: [ada, ada],
    };
    const given = { ...inRepository(rules), ...rules, mailWords: true, other: 1 };
    const kept: unknown[][] = [];
    const { store } = context;
    const review = {
      ...store.review,
      setPolicy: async (...args: Parameters<typeof store.review.setPolicy>) => {
        kept.push(args);
        return store.review.setPolicy(...args);
      },
    };
    const noted = { ...context, store: { ...store, review } } as Context;
    const once = {
      ...plain,
      enter: { ...plain.enter, repositories: ['/b'] },
      defaultReviewers: [ada],
    };
    const expected = { ...once, mailWords: true, repositories: [{ repoRoot: '/a', rules: once }] };
    assert.deepEqual((await setPolicy(noted, owner, given)).policy, expected);
    assert.deepEqual((await getPolicy(context, owner)).policy, expected);
    assert.deepEqual(kept, [[owner.organizationId, expected, { by: owner.userId, at: begin }]]);
    const [entry, ...more] = await team.entries('policy_changed');
    assert.deepEqual([entry?.actorId, entry?.targetId, more.length], [owner.userId, owner.organizationId, 0]);
  });

  it('asks active members only, and names a repository once; what is refused changes nothing', async () => {
    const { context, owner } = team;
    const invited = (await inviteMember(context, owner, { email: 'late@example.com' })).userId;
    for (const userId of [invited, 'usr_000000000000000000000000']) {
      const rules = { ...plain, defaultReviewers: [owner.userId, userId] };
      for (const policy of [{ ...defaultReviewPolicy, ...rules }, inRepository(rules)])
        await assert.rejects(setPolicy(context, owner, policy), { code: 'member_not_found' });
    }
    const { repositories } = inRepository(plain);
    const twice = { ...defaultReviewPolicy, repositories: [...repositories, ...repositories] };
    await assert.rejects(setPolicy(context, owner, twice), { code: 'validation_error' });
    assert.deepEqual((await getPolicy(context, owner)).policy, defaultReviewPolicy);
    assert.deepEqual(await team.entries('policy_changed'), []);
  });
});
