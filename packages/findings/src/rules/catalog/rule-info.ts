import type { Severity } from '../../finding.ts';

/** What a reader of the Rules page learns about a rule. */
export interface RuleInfo {
  family:
    | 'Losing things'
    | 'Getting around controls'
    | 'Tests and truth'
    | 'Secrets, network, supply chain'
    | 'Getting nowhere';
  title: string;
  /** The highest severity it gives. */
  severity: Severity;
  means: string;
  check: string;
}

/** Writes rules of one family: what each gives at most, its title, what it means and what to check. */
export const rulesOfFamily =
  (family: RuleInfo['family']) =>
  (severity: Severity, title: string, means: string, check: string): RuleInfo => ({
    family,
    title,
    severity,
    means,
    check,
  });
