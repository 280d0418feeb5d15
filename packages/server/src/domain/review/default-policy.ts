import type { ReviewPolicy, ReviewRules } from '@debrief/contract';
import { defaultPolicy, type ReviewPolicy as Expected } from '@debrief/review';

/** Nothing is required until a team says otherwise. */
export const defaultReviewPolicy: ReviewPolicy = {
  reviewers: defaultPolicy.reviewers,
  selfCounts: defaultPolicy.selfCounts,
  enter: { ...defaultPolicy.enter, repositories: [...defaultPolicy.enter.repositories] },
  defaultReviewers: [],
  mailWords: false,
  repositories: [],
};

/** As it is applied: a team that has written a policy wants to know that it was somebody else who accepted. */
export type AppliedPolicy = ReviewPolicy & Pick<Expected, 'needsAuthor'>;
export type AppliedRules = ReviewRules & Pick<Expected, 'needsAuthor'>;

/**
 * The rules for a session in this repository: those of the organization, and on top what the repository asks. Where a
 * session ran is what its machine says, so a repository can ask for more and never for less: otherwise one would only
 * have to work in another folder.
 */
export function rulesFor(policy: AppliedPolicy, repoRoot: string | null): AppliedRules {
  const { reviewers, selfCounts, enter, defaultReviewers, needsAuthor, ticks } = policy;
  const usual = {
    reviewers,
    selfCounts,
    enter,
    defaultReviewers,
    ...(needsAuthor && { needsAuthor }),
    ...(ticks && { ticks }),
  };
  const own = policy.repositories.find((one) => one.repoRoot === repoRoot)?.rules;
  if (!own) return usual;
  return {
    ...usual,
    reviewers: Math.max(reviewers, own.reviewers),
    selfCounts: selfCounts && own.selfCounts,
    enter: {
      edits: enter.edits || own.enter.edits,
      highFindings: enter.highFindings || own.enter.highFindings,
      repositories: [...new Set([...enter.repositories, ...own.enter.repositories])],
      sample: Math.max(enter.sample, own.enter.sample),
    },
    defaultReviewers: own.defaultReviewers,
    ...(own.ticks && { ticks: moreOf(ticks, own.ticks) }),
  };
}

type AskedTicks = NonNullable<ReviewRules['ticks']>;

const moreOf = (one: AskedTicks | undefined, other: AskedTicks): AskedTicks => ({
  files: Math.max(one?.files ?? 0, other.files),
  claims: Math.max(one?.claims ?? 0, other.claims),
});
