export type { Act, Intervention } from './acts/act.ts';
export type { Evidence, Finding, NotJudged, Severity } from './finding.ts';
export { severities } from './finding.ts';
export { createFindings, type Findings, type FindingsContext, type FindingsState } from './findings.ts';
export { defaultPolicy, type FindingPolicy } from './policy.ts';
export { type RuleId, type RuleInfo, ruleCatalog } from './rules/catalog.ts';
export type { CheckedClaim, Support } from './rules/claim-check.ts';
