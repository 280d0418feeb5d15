import type { Severity } from '@debrief/contract';

/** What a list is ordered by: the severity, then the number of different rules that found something that severe. */
export const leastRisk: Record<Severity, number> = { low: 100, medium: 200, high: 300 };

export const riskOf = (severity: Severity, rules: number): number =>
  leastRisk[severity] + Math.min(99, rules);
