import { DebriefError } from '@debrief/contract/error';
import type { RuleInfo } from '@debrief/findings';
import { ruleCatalog } from '@debrief/findings/catalog';
import { isTeamRule } from '@debrief/findings/team-rule';

export const ruleInfo = (rule: string): RuleInfo | undefined =>
  Object.hasOwn(ruleCatalog, rule) ? ruleCatalog[rule as keyof typeof ruleCatalog] : undefined;

/** What to check about a finding of a rule that the team wrote itself. */
export const teamCheck = 'Whether the rule was meant for this.';

/** What somebody filters by has to be a rule: a misspelt one would only find nothing. */
export function knownRule(rule: string | undefined): string | undefined {
  if (rule !== undefined && !ruleInfo(rule) && !isTeamRule(rule))
    throw new DebriefError('validation_error', 'rule: there is no such rule.');
  return rule;
}
