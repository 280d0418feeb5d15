import { DebriefError, type PolicyAnswer, type ReviewPolicy, type ReviewRules } from '@debrief/contract';
import type { MemberActor } from '../actor.ts';
import { recordDeed } from '../audit.ts';
import type { Context } from '../context.ts';

export async function getPolicy(context: Context, actor: MemberActor): Promise<PolicyAnswer> {
  const { needsAuthor: _, ...policy } = await context.store.review.policy(actor.organizationId);
  return { policy };
}

const rulesOf = ({ reviewers, selfCounts, enter, defaultReviewers, ticks }: ReviewRules): ReviewRules => ({
  reviewers,
  selfCounts,
  enter: {
    edits: enter.edits,
    highFindings: enter.highFindings,
    repositories: [...new Set(enter.repositories)],
    sample: enter.sample,
  },
  defaultReviewers: [...new Set(defaultReviewers)],
  ...(ticks && { ticks: { files: ticks.files, claims: ticks.claims } }),
});

export async function setPolicy(
  context: Context,
  actor: MemberActor,
  input: ReviewPolicy,
): Promise<PolicyAnswer> {
  const policy: ReviewPolicy = {
    ...rulesOf(input),
    mailWords: input.mailWords,
    repositories: input.repositories.map(({ repoRoot, rules }) => ({ repoRoot, rules: rulesOf(rules) })),
  };
  const { organizationId } = actor;
  const roots = policy.repositories.map(({ repoRoot }) => repoRoot);
  if (new Set(roots).size < roots.length) {
    throw new DebriefError('validation_error', 'repositories names a repository twice.');
  }
  const members = new Set(
    (await context.store.member.list(organizationId)).flatMap(({ userId, status }) =>
      status === 'active' ? [userId] : [],
    ),
  );
  const named = [policy, ...policy.repositories.map(({ rules }) => rules)].flatMap(
    ({ defaultReviewers }) => defaultReviewers,
  );
  if (named.some((userId) => !members.has(userId))) {
    throw new DebriefError('member_not_found', 'defaultReviewers names somebody who is no active member.');
  }
  await context.store.review.setPolicy(organizationId, policy, { by: actor.userId, at: context.clock() });
  await recordDeed(context, actor, 'policy_changed', organizationId);
  return { policy };
}
