export type { Act } from './acts/act.ts';
export type * from './brief/brief.ts';
export type { BriefContext } from './brief/compose.ts';
export { type BriefFold, type BriefFoldState, createBriefFold } from './brief/fold.ts';
export { briefText } from './brief/text.ts';
export { fileKind } from './file.ts';
export type { Evidence, Finding, NotJudged, Severity } from './finding.ts';
export { findingsVersion, severities } from './finding.ts';
export {
  createFindings,
  type Findings,
  type FindingsContext,
  type Judgement,
  type ShownCheck,
  type ShownOffer,
} from './findings.ts';
export { createFindingsFold, type FindingsFold, type FindingsFoldState } from './fold.ts';
export { heardBy } from './heard-by.ts';
export type { Intervention } from './intervention.ts';
export { defaultPolicy, type FindingPolicy } from './policy.ts';
export type { RuleInfo } from './rules/catalog/rule-info.ts';
export { type RuleId, ruleCatalog } from './rules/catalog.ts';
export type { CheckedClaim, RunEvidence, Support } from './rules/checked-claim.ts';
export * from './team-rule/index.ts';
