import type { Severity } from '../finding.ts';

/** A rule that a team wrote itself: data, never code. Its text is one line that `parse.ts` reads. */
export interface TeamRule {
  /** Small letters and hyphens; its findings have the rule `team.<name>`. */
  name: string;
  title: string;
  /** `when commit unless ran "make lint" since the last edit` */
  text: string;
  severity: Severity;
  /** What a finding says. */
  sentence: string;
  isOn: boolean;
}

export const teamRulePrefix = 'team.';

/** Whether a rule's id is one that a team gave; which rules there are is in the policy. */
export const isTeamRule = (rule: string): boolean => /^team\.[a-z][a-z-]{0,39}$/.test(rule);

export const maxTeamRules = 30;
export const maxTeamRuleText = 500;
/** More conditions than these nobody reads, and each costs a look at every act. */
export const maxConditions = 5;

export const checks = ['tests', 'build', 'lint', 'types'] as const;
export type CheckName = (typeof checks)[number];

/** What the rule is about. Patterns are text in which `*` stands for anything. */
export type When =
  | { act: 'command'; pattern: string }
  | { act: 'edit'; change: 'any' | 'new' | 'existing' | 'deleted'; path: string }
  | { act: 'commit' }
  | { act: 'push'; branch: string }
  | { act: 'claim'; of: CheckName | undefined }
  | { act: 'tool'; name: string }
  | { act: 'prompt'; words: string };

/** What makes it fine, when it came before. */
export type Unless =
  | { was: 'ran'; pattern: string; isSinceEdit: boolean }
  | { was: 'passed'; of: CheckName; isSinceEdit: boolean }
  | { was: 'asked'; words: string }
  | { was: 'plan approved' }
  | { was: 'on branch'; branch: string };

export interface ReadRule {
  when: When;
  unless: Unless[];
}
