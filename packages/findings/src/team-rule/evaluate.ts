import type { Act } from '../acts/act.ts';
import { type Draft, draft, type Whole } from '../rules/draft.ts';
import { occasionsOf } from './occasions.ts';
import { parseTeamRule, TeamRuleFault } from './parse.ts';
import { type ReadRule, type TeamRule, teamRulePrefix } from './team-rule.ts';

const read = new WeakMap<TeamRule, ReadRule | undefined>();

/** A text that cannot be read says nothing: it was refused when it was written, and an older server may have kept it. */
function readOnce(rule: TeamRule): ReadRule | undefined {
  if (!read.has(rule)) {
    try {
      read.set(rule, parseTeamRule(rule.text));
    } catch (error) {
      if (!(error instanceof TeamRuleFault)) throw error;
      read.set(rule, undefined);
    }
  }
  return read.get(rule);
}

/** What the team's own rules say. One look at every act for each rule. */
export function teamRules({ acts, policy, branch }: Whole): Draft[] {
  return policy.teamRules
    .filter(({ isOn }) => isOn)
    .flatMap((rule) => {
      const found = readOnce(rule);
      return found ? flagged(acts, rule, found, branch) : [];
    });
}

function flagged(acts: readonly Act[], rule: TeamRule, found: ReadRule, branch?: string): Draft[] {
  const drafts: Draft[] = [];
  for (const { act, what, isFine } of occasionsOf(acts, found, branch)) {
    if (isFine) continue;
    const evidence = [{ sequence: act.sequence, label: what.slice(0, 200) }];
    drafts.push({
      ...draft(`${teamRulePrefix}${rule.name}`, rule.severity, act, '', rule.sentence, evidence),
      team: { title: rule.title, text: rule.text },
    });
  }
  return drafts;
}
