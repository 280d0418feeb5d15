import { defaultPolicy, type FindingPolicy } from '@debrief/findings';

/** What an organization, or one of its repositories, says about itself; kept as JSON text. */
export type PolicyText = { repoRoot: string; body: string };

/** How often people decided about the findings of a rule, and how often they called one wrong. */
export interface RuleDecisions {
  rule: string;
  decisions: number;
  wrong: number;
}

const demotedFrom = { decisions: 30, share: 0.3 };

/** People call too many of its findings wrong: from then on the rule speaks in a low voice. */
export const isDemoted = ({ decisions, wrong }: Omit<RuleDecisions, 'rule'>): boolean =>
  decisions >= demotedFrom.decisions && wrong > decisions * demotedFrom.share;

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
