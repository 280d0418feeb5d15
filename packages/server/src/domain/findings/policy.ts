import { defaultPolicy, type FindingPolicy } from '@debrief/findings';

/** What an organization, or one of its repositories, says about itself; kept as JSON text. */
export type PolicyText = { repoRoot: string; body: string };

/** What people think of a rule, as far as it counts (counted-sql.ts). */
export interface RuleDecisions {
  rule: string;
  /** One for a person and a session. */
  decisions: number;
  wrong: number;
  /** Who has decided about its findings, and of them who has called one wrong. */
  people: number;
  wrongPeople: number;
  /** Whose sessions those were that somebody called wrong. */
  wrongAuthors: number;
}

/** Numbers as the databases hand them over, which may be text or nothing. */
export const readDecisions = ({ rule, ...counts }: RuleDecisions): RuleDecisions => ({
  rule,
  decisions: Number(counts.decisions),
  wrong: Number(counts.wrong),
  people: Number(counts.people),
  wrongPeople: Number(counts.wrongPeople),
  wrongAuthors: Number(counts.wrongAuthors),
});

const demotedFrom = { decisions: 30, share: 0.3, people: 3, authors: 2 };

/** People call too many of its findings wrong: from then on the rule speaks in a low voice. */
export const isDemoted = (counted: Omit<RuleDecisions, 'rule'>): boolean =>
  counted.decisions >= demotedFrom.decisions &&
  counted.wrong > counted.decisions * demotedFrom.share &&
  counted.wrongPeople >= demotedFrom.people &&
  counted.wrongPeople > counted.people * demotedFrom.share &&
  counted.wrongAuthors >= demotedFrom.authors;

/** The policy as it was written; what it leaves out is as by default. */
export const readPolicy = (body: string): FindingPolicy => ({
  ...defaultPolicy,
  ...(JSON.parse(body) as Partial<FindingPolicy>),
});

/** The organization's policy with what a repository adds to its lists and says about single rules. */
export function combinedPolicy(
  organization: FindingPolicy | undefined,
  repository: FindingPolicy | undefined,
): FindingPolicy {
  const [first, second] = [organization ?? defaultPolicy, repository];
  if (!second) return first;
  const both = (name: 'guardedPaths' | 'guardedBranches' | 'trustedHosts' | 'testCommands') => [
    ...new Set([...first[name], ...second[name]]),
  ];
  return {
    guardedPaths: both('guardedPaths'),
    guardedBranches: both('guardedBranches'),
    trustedHosts: both('trustedHosts'),
    testCommands: both('testCommands'),
    rules: { ...first.rules, ...second.rules },
    // A repository's rule takes the place of the organization's of the same name.
    teamRules: [
      ...first.teamRules.filter(({ name }) => !second.teamRules.some((own) => own.name === name)),
      ...second.teamRules,
    ],
  };
}

/** Rules that demoted themselves are low, unless somebody has said what they are to be. */
export function withDemotions(policy: FindingPolicy, decisions: readonly RuleDecisions[]): FindingPolicy {
  const demoted = decisions.filter(isDemoted).map(({ rule }) => [rule, 'low'] as const);
  return { ...policy, rules: { ...Object.fromEntries(demoted), ...policy.rules } };
}
