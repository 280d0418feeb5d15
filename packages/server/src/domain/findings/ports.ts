import type { Judgement, Severity, ShownCheck, ShownOffer, TeamRule } from '@debrief/findings';
import type { CheckedSession } from '@debrief/lessons';
import type { Caller } from '../actor.ts';
import type { LookedSession } from '../records.ts';
import type { RuleDecisions } from './policy.ts';
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

/** A session in which a rule speaks, and where first. */
export interface BacktestHit {
  sessionId: string;
  sequence: number;
  label: string;
  severity: Severity;
}

/** A rule that a file of instructions could be, and a session that shows it. */
export interface OfferedRule extends ShownOffer {
  sessionId: string;
}

/** A check that a sentence of a file of instructions could be, and a session that shows it. */
export interface OfferedCheck extends ShownCheck {
  sessionId: string;
}

/** What is to be counted in sessions. */
export interface CheckQuestion {
  /** Texts that can be read. */
  checks: readonly string[];
  /** Only in sessions that edit files under one of these; in all where there are none. */
  paths: readonly string[];
  /** The team's own commands that run its tests. */
  testCommands: readonly string[];
  /** It will be asked again: the answers are kept beside the sessions. */
  isKept?: boolean;
}

export interface SessionChecks {
  sessionId: string;
  /** In the order of the checks. */
  checked: CheckedSession[];
}

/** What the projection found in the sessions. */
export interface JudgementStore {
  find(sessionId: string): Promise<Judgement | undefined>;
  summaries(sessionIds: readonly string[]): Promise<Map<string, FindingsSummary>>;
  /** In how many sessions of an organization each rule finds something, and how often. */
  fired(
    organizationId: string,
    since: number,
  ): Promise<{ rule: string; sessions: number; findings: number; recent: number }[]>;
  /** What a rule of the team's own would have said in these sessions. */
  backtest(caller: Caller, rule: TeamRule, sessions: readonly LookedSession[]): Promise<BacktestHit[]>;
  /** Rules that files of instructions could be which these sessions show, in their order. */
  offered(caller: Caller, sessions: readonly LookedSession[]): Promise<OfferedRule[]>;
  /** How checks come out in these sessions; those that are not meant are left out. */
  checked(
    caller: Caller,
    question: CheckQuestion,
    sessions: readonly LookedSession[],
  ): Promise<SessionChecks[]>;
  /** Checks that sentences of files of instructions could be which these sessions show, in their order. */
  offeredChecks(caller: Caller, sessions: readonly LookedSession[]): Promise<OfferedCheck[]>;
  /** Where a rule that exists has spoken in these sessions, in their order. */
  raised(sessionIds: readonly string[], rule: string): Promise<BacktestHit[]>;
}

/** How often people decided what about the findings of a rule. */
export interface RuleVerdicts {
  rule: string;
  confirmed: number;
  expected: number;
  wrong: number;
}

type Demotion = (counted: Omit<RuleDecisions, 'rule'>) => boolean;

/** What a decision changes beyond its session: the rule is quiet from now on, or no longer. */
export type ForAll = 'quiet' | 'heard' | undefined;

/**
 * What people say about findings. Whatever changes here makes the sessions it concerns be judged again: `forAll` says
 * that it concerns all of the organization, because a rule was demoted or is no longer.
 */
export interface FindingStore {
  dispositions(organizationId: string, sessionId: string): Promise<DispositionRecord[]>;
  /** One decision a finding: another replaces it. */
  decide(decided: DispositionRecord, isDemoted: Demotion): Promise<{ forAll: ForAll }>;
  /** Undefined when nothing was decided. */
  withdraw(
    place: Pick<DispositionRecord, 'organizationId' | 'sessionId' | 'rule' | 'sequence'>,
    isDemoted: Demotion,
  ): Promise<{ forAll: ForAll } | undefined>;
  decisions(organizationId: string): Promise<RuleVerdicts[]>;
  /** In how many sessions somebody confirmed a finding of each rule; of any rule under the empty name. With `until` only what was decided by then. */
  confirmedSessions(organizationId: string, until?: number): Promise<Map<string, number>>;
  /** What was decided in these sessions. */
  decidedIn(
    organizationId: string,
    sessionIds: readonly string[],
  ): Promise<Pick<DispositionRecord, 'sessionId' | 'rule' | 'verdict'>[]>;
  /** As far as they count towards making a rule quiet. */
  counted(organizationId: string): Promise<RuleDecisions[]>;
  policies(organizationId: string): Promise<FindingsPolicyRecord[]>;
  /** Replaces all of them. */
  setPolicies(organizationId: string, policies: readonly FindingsPolicyRecord[]): Promise<void>;
}
