import { DebriefError, type PolicyAnswer, type ReviewPolicy, type ReviewRules } from '@debrief/contract';
import type { MemberActor } from '../actor.ts';
import { recordDeed } from '../audit.ts';
import type { Context } from '../context.ts';
import { knownName } from './default-policy.ts';

export async function getPolicy(context: Context, actor: MemberActor): Promise<PolicyAnswer> {
  const { needsAuthor: _, ...policy } = await context.store.review.policy(actor.organizationId);
  return { policy };
}

const rulesOf = ({ reviewers, selfCounts, enter, defaultReviewers, ticks }: ReviewRules): ReviewRules => ({
  reviewers,
  selfCounts,
  enter: {
    edits: enter.edits,
    ...(enter.leastEdits !== undefined && { leastEdits: enter.leastEdits }),
    highFindings: enter.highFindings,
    ...(enter.mediumFindings && { mediumFindings: true }),
    repositories: [...new Set(enter.repositories.map(knownName))],
    sample: enter.sample,
    ...(enter.history && { history: true }),
  },
  defaultReviewers: [...new Set(defaultReviewers)],
  ...(ticks && { ticks: { files: ticks.files, claims: ticks.claims } }),
});

type Own = ReviewPolicy['repositories'][number];

/** A remote is kept as sessions have it. */
function ownOf({ repository, repoRoot, rules }: Own): Own {
  if (repository !== undefined && repoRoot === undefined) {
    return { repository: knownName(repository), rules: rulesOf(rules) };
  }
  if (repoRoot !== undefined && repository === undefined) return { repoRoot, rules: rulesOf(rules) };
  throw new DebriefError('validation_error', 'repositories: each has a repository or a repoRoot.');
}

export async function setPolicy(
  context: Context,
  actor: MemberActor,
  input: ReviewPolicy,
): Promise<PolicyAnswer> {
  const policy: ReviewPolicy = {
    ...rulesOf(input),
    ...(input.rotation && { rotation: { perDay: input.rotation.perDay } }),
    mailWords: input.mailWords,
    repositories: input.repositories.map(ownOf),
  };
  const { organizationId } = actor;
  const names = policy.repositories.map(({ repository, repoRoot }) => `${repository} ${repoRoot}`);
  if (new Set(names).size < names.length) {
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
