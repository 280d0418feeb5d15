import type { CheckKind } from '../check-kind.ts';
import type { Severity } from '../finding.ts';
import type { Intervention } from '../intervention.ts';
import type { RunEvidence, Support } from '../rules/checked-claim.ts';
import type { Strip } from './strip/drawn.ts';

/**
 * One screen of a session: what was asked, what was done and changed, what is proven, what is open, what it cost and how
 * it ended. Made of the records alone; everything in it names the event it comes from. Lists are short, and say how many
 * there are in all.
 */
export interface Brief {
  outcome: BriefOutcome;
  asked: Asked;
  did: Did;
  changed: Changed;
  proved: Proved;
  steppedIn: SteppedIn;
  open: Open;
  /** Absent where the records have no times. */
  time?: { activeMs: number; waitingMs: number };
  /** The same over time; absent like it. */
  strip?: Strip;
}

export type OutcomeKind = 'finished' | 'handed over' | 'abandoned' | 'failed' | 'cannot be told';

export interface BriefOutcome {
  kind: OutcomeKind;
  /** In words, without its end: “the last run of the tests failed”. */
  reason: string;
  /** Where that is to be seen. */
  sequence?: number;
}

/** A list of what is shown, and how many there are. */
export interface Listed<Item> {
  items: Item[];
  total: number;
}

export interface AskedPrompt {
  sequence: number;
  text: string;
}

export interface Asked {
  first?: AskedPrompt;
  /** Later prompts that ask for something else or more; “yes, go on” is none. */
  later: Listed<AskedPrompt>;
  /** All prompts of people. */
  prompts: number;
}

export type WorkKind = 'explored' | 'planned' | 'edited' | 'ran' | 'delegated' | 'asked' | 'answered';

/** All of one kind of work. */
export interface Work {
  kind: WorkKind;
  calls: number;
  /** Time of the main conversation that went into it. */
  ms: number;
  /** Where the first of it is. */
  sequence: number;
}

/** A step of the agent's plan, or what one prompt led to. */
export interface Phase {
  of: 'plan' | 'prompt';
  text: string;
  sequence: number;
  calls: number;
  ms: number;
  status?: 'pending' | 'active' | 'done' | 'cancelled';
}

export interface SubagentPart {
  sequence: number;
  /** Id of its entry. */
  entry: string;
  title: string;
  type?: string;
  calls: number;
  ms?: number;
  outcome: 'running' | 'ok' | 'error' | 'denied' | 'interrupted' | 'unknown';
}

export interface Did {
  calls: number;
  work: Work[];
  phases: Listed<Phase>;
  subagents: Listed<SubagentPart>;
  /** Runs of tests, builds, linters and type checkers. */
  runs: Listed<{ sequence: number; of: CheckKind }>;
}

export interface ChangedPath {
  path: string;
  added: number;
  removed: number;
  edits: number;
  /** Of the first edit. */
  sequence?: number;
}

export interface Changed {
  /** Those with the most changed lines first. */
  files: Listed<ChangedPath>;
  linesAdded: number;
  linesRemoved: number;
  commits: Listed<{ sequence: number; hash?: string }>;
  pullRequests: Listed<{ sequence: number; url: string }>;
}

/** How a kind of check stands at the end. `passed` is proven; everything else is not. */
export interface StandingCheck {
  of: CheckKind;
  state: 'passed' | 'failed' | 'edited' | 'partly' | 'not-run' | 'unreadable';
  run: RunEvidence;
}

/** What the agent said of its checks and the record does not show. */
export interface UnprovenClaim {
  sequence: number;
  of: CheckKind;
  about: 'pass' | 'dismissal';
  text: string;
  support: Exclude<Support, 'supported'>;
  /** The run it is held against. */
  run?: number;
}

export interface Proved {
  checks: StandingCheck[];
  claims: number;
  supported: number;
  /** The last ones. */
  unproven: Listed<UnprovenClaim>;
}

export interface SteppedIn {
  denied: number;
  interrupted: number;
  corrected: number;
  sentBack: number;
  items: Pick<Intervention, 'sequence' | 'what' | 'words' | 'wordsAt'>[];
}

export interface Open {
  findings: {
    high: number;
    medium: number;
    low: number;
    /** The most severe, one of each rule. */
    top: { rule: string; severity: Severity; sequence: number; title: string }[];
  };
  /** The agent's last plan, when something of it is not done. */
  plan?: { sequence: number; total: number; left: Listed<string> };
  /** Asked and not answered. */
  question?: { sequence: number; text: string };
}

/** So many of each are shown. */
export const shown = {
  later: 20,
  phases: 20,
  subagents: 12,
  runs: 1,
  files: 12,
  commits: 12,
  pullRequests: 5,
  unproven: 6,
  steppedIn: 12,
  findings: 4,
  planItems: 12,
} as const;
