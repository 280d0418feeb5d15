import type { Verdict } from '@debrief/contract';

/** What a person decided about a finding; (session, rule, sequence) identifies it, also after a rebuild. */
export interface DispositionRecord {
  sessionId: string;
  rule: string;
  sequence: number;
  organizationId: string;
  verdict: Verdict;
  note: string | null;
  decidedBy: string;
  decidedAt: number;
}

/** What an organization, or one of its repositories (`repoRoot` is empty for all), says about itself. */
export interface FindingsPolicyRecord {
  organizationId: string;
  repoRoot: string;
  /** JSON text of a policy. */
  body: string;
  updatedBy: string;
  updatedAt: number;
}
