import type { Act } from '../acts/act.ts';
import type { Evidence, Finding, Severity } from '../finding.ts';
import type { FindingPolicy } from '../policy.ts';
import type { RuleId } from './catalog.ts';
import type { CheckedClaim } from './checked-claim.ts';

/** The id of a rule that a team wrote: its name comes from the policy. */
export type TeamRuleId = `team.${string}`;

/** A finding before repeats are folded: `target` says which repeats are one. */
export interface Draft extends Omit<Finding, 'sequences' | 'rule'> {
  rule: RuleId | TeamRuleId;
  target: string;
}

export interface Whole {
  acts: readonly Act[];
  /** What the agent said, held against the acts. */
  claims: readonly CheckedClaim[];
  policy: FindingPolicy;
  /** The session goes on from another, which may hold what is missing here. */
  isContinued: boolean;
  /** Nothing more will come. What is missing while a session runs is only not there yet. */
  isEnded: boolean;
  /** The branch that was checked out at the beginning; absent where the records do not tell. */
  branch?: string | undefined;
}

const laneOf = ({ lane }: { lane?: string }) => (lane === undefined ? {} : { lane });

export const draft = (
  rule: RuleId | TeamRuleId,
  severity: Severity,
  at: { sequence: number; lane?: string },
  target: string,
  why: string,
  evidence: Evidence[] = [],
  facts: Finding['facts'] = {},
): Draft => ({ rule, severity, sequence: at.sequence, ...laneOf(at), target, why, evidence, facts });

/** Acts of one kind. */
export const only =
  <Kind extends Act['kind']>(kind: Kind) =>
  (act: Act): act is Extract<Act, { kind: Kind }> =>
    act.kind === kind;

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
