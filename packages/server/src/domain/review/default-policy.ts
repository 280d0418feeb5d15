import type { ReviewPolicy, ReviewRules } from '@debrief/contract';
import { defaultPolicy, type ReviewPolicy as Expected } from '@debrief/review';
import { normaliseRemote } from '../link/repository-key.ts';

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

/** Where a session ran: its repository as every machine knows it, and the folder on this one. */
export interface RepositoryNames {
  repository?: string | null;
  repoRoot: string | null;
}

/** All names of the repository of a session. */
export const namesOf = ({ repository, repoRoot }: RepositoryNames): string[] =>
  [repository, repoRoot].filter((name) => typeof name === 'string');

/**
 * A repository as sessions have it, from what somebody typed: a remote in any of its forms, with or without a scheme. A
 * folder, or what a session without a remote is called by, stays as it is.
 */
export function knownName(typed: string): string {
  const text = typed.trim();
  if (/^(?:[/\\~]|[a-z]:[\\/]|env_)/i.test(text)) return text;
  const isAddress = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,9}\//i.test(text);
  return normaliseRemote(text) ?? (isAddress ? normaliseRemote(`https://${text}`) : undefined) ?? text;
}

type Own = ReviewPolicy['repositories'][number];

/** Those by remote come first: a folder is one machine's. */
export const inOrder = ({ repositories }: Pick<ReviewPolicy, 'repositories'>): Own[] =>
  repositories.toSorted((a, b) => Number(a.repository === undefined) - Number(b.repository === undefined));

const ownRules = (
  { repositories }: ReviewPolicy,
  { repository, repoRoot }: RepositoryNames,
): Own | undefined =>
  repositories.find((own) => own.repository !== undefined && own.repository === repository) ??
  repositories.find((own) => own.repository === undefined && own.repoRoot === repoRoot);

/**
 * The rules for a session in this repository: those of the organization, and on top what the repository asks. Where a
 * session ran is what its machine says, so a repository can ask for more and never for less: otherwise one would only
 * have to work in another folder.
 */
export function rulesFor(policy: AppliedPolicy, names: RepositoryNames): AppliedRules {
  const { reviewers, selfCounts, enter, defaultReviewers, needsAuthor, ticks } = policy;
  const usual = {
    reviewers,
    selfCounts,
    enter,
    defaultReviewers,
    ...(needsAuthor && { needsAuthor }),
    ...(ticks && { ticks }),
  };
  const own = ownRules(policy, names)?.rules;
  if (!own) return usual;
  return {
    ...usual,
    reviewers: Math.max(reviewers, own.reviewers),
    selfCounts: selfCounts && own.selfCounts,
    enter: widerOf(enter, own.enter),
    defaultReviewers: own.defaultReviewers,
    ...(own.ticks && { ticks: moreOf(ticks, own.ticks) }),
  };
}

type AskedTicks = NonNullable<ReviewRules['ticks']>;

const moreOf = (one: AskedTicks | undefined, other: AskedTicks): AskedTicks => ({
  files: Math.max(one?.files ?? 0, other.files),
  claims: Math.max(one?.claims ?? 0, other.claims),
});

type Enter = ReviewRules['enter'];

/** Both lines hold, so of two bounds the lower one, if both ask for edits. */
function widerOf(one: Enter, other: Enter): Enter {
  const bounds = [one, other].filter(({ edits }) => edits).map(({ leastEdits = 1 }) => leastEdits);
  const leastEdits = Math.min(...bounds);
  return {
    edits: one.edits || other.edits,
    ...(bounds.length > 0 && leastEdits > 1 && { leastEdits }),
    highFindings: one.highFindings || other.highFindings,
    ...((one.mediumFindings || other.mediumFindings) && { mediumFindings: true }),
    repositories: [...new Set([...one.repositories, ...other.repositories])],
    sample: Math.max(one.sample, other.sample),
    ...((one.history || other.history) && { history: true }),
  };
}
