import type { Judgement } from '@debrief/findings';

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
  find(sessionId: string): Promise<{ foldedTo: number; judgement: Judgement } | undefined>;
  summaries(sessionIds: readonly string[]): Promise<Map<string, FindingsSummary>>;
  /** In how many sessions of an organization each rule finds something, and how often. */
  fired(organizationId: string): Promise<{ rule: string; sessions: number; findings: number }[]>;
}
