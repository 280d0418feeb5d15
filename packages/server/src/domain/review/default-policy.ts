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

/** The rules for a session in this repository. */
export const rulesFor = (policy: ReviewPolicy, repoRoot: string | null): ReviewRules & Expected =>
  policy.repositories.find((one) => one.repoRoot === repoRoot)?.rules ?? policy;
