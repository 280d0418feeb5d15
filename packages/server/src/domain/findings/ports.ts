import type { Judgement } from '@debrief/findings';
import type { DispositionRecord, FindingsPolicyRecord } from './records.ts';

/** Findings of a session that nobody has called wrong or expected, in few words. */
export interface FindingsSummary {
  sessionId: string;
  high: number;
  medium: number;
  low: number;
  /** JSON text: the first few. */
  top: string;
}

/** What the projection found in the sessions. */
export interface JudgementStore {
  find(sessionId: string): Promise<Judgement | undefined>;
  summaries(sessionIds: readonly string[]): Promise<Map<string, FindingsSummary>>;
  /** In how many sessions of an organization each rule finds something, and how often. */
  fired(organizationId: string): Promise<{ rule: string; sessions: number; findings: number }[]>;
}

/** How often people decided what about the findings of a rule. */
export interface RuleVerdicts {
  rule: string;
  confirmed: number;
  expected: number;
  wrong: number;
}

type Demotion = (counts: { decisions: number; wrong: number }) => boolean;

/**
 * What people say about findings. Whatever changes here makes the sessions it concerns be judged again: `isForAll` says
 * that it concerns all of the organization, because a rule was demoted or is no longer.
 */
export interface FindingStore {
  dispositions(organizationId: string, sessionId: string): Promise<DispositionRecord[]>;
  /** One decision a finding: another replaces it. */
  decide(decided: DispositionRecord, isDemoted: Demotion): Promise<{ isForAll: boolean }>;
  /** Undefined when nothing was decided. */
  withdraw(
    place: Pick<DispositionRecord, 'organizationId' | 'sessionId' | 'rule' | 'sequence'>,
    isDemoted: Demotion,
  ): Promise<{ isForAll: boolean } | undefined>;
  decisions(organizationId: string): Promise<RuleVerdicts[]>;
  policies(organizationId: string): Promise<FindingsPolicyRecord[]>;
  /** Replaces all of them. */
  setPolicies(organizationId: string, policies: readonly FindingsPolicyRecord[]): Promise<void>;
}
