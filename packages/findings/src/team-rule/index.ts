export { completionsOf } from './completion.ts';
export { commandFits, fits, pathFits } from './match.ts';
export { isFineAtTheEnd, type Occasion, occasionsOf } from './occasions.ts';
export { offersIn, type RuleOffer } from './offer.ts';
export { type CheckOffer, checksIn } from './offer-check.ts';
export { conditionsOf, parseTeamRule, Reader, TeamRuleFault, whenOf, wordsOf } from './parse.ts';
export {
  isTeamRule,
  maxTeamRules,
  maxTeamRuleText,
  type ReadRule,
  type TeamRule,
  teamRulePrefix,
  type Unless,
  type When,
} from './team-rule.ts';
