export { type Attention, type AttentionReason, attentionOf } from './attention.ts';
export {
  type Cause,
  type CauseReason,
  causeReasons,
  causesOf,
  isTurn,
  type TurnReason,
} from './cause.ts';
export * from './facts.ts';
export { linesOf, newsLife } from './line.ts';
export { defaultPolicy, entersQueue, type ReviewPolicy } from './policy.ts';
export { type Candidate, type Chosen, chooseReviewers, sentenceOf, type Why } from './rotation.ts';
export {
  type Grown,
  lacksAuthor,
  type ReviewState,
  reviewStates,
  type Standing,
  standingFrom,
  standingOf,
} from './state.ts';
export { type ReviewSummary, standingReviews, summaryOf } from './summary.ts';
