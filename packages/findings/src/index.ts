export type { Evidence, Finding, NotJudged, Severity } from './finding.ts';
export { findingsVersion, severities } from './finding.ts';
export { createFindings, type Findings, type FindingsContext, type Judgement } from './findings.ts';
export { createFindingsFold, type FindingsFold, type FindingsFoldState } from './fold.ts';
export type { Intervention } from './intervention.ts';
export { defaultPolicy, type FindingPolicy } from './policy.ts';
export type { RuleInfo } from './rules/catalog/rule-info.ts';
export { type RuleId, ruleCatalog } from './rules/catalog.ts';
export type { CheckedClaim, Support } from './rules/claim-check.ts';
