export { completionsOf } from './completion.ts';
export type { RuleOffer } from './offer.ts';
export { parseTeamRule, TeamRuleFault } from './parse.ts';
export { isTeamRule, maxTeamRules, maxTeamRuleText, type TeamRule, teamRulePrefix } from './team-rule.ts';
