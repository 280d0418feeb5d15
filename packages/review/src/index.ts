export { type Attention, type AttentionReason, attentionOf } from './attention.ts';
export * from './facts.ts';
export { defaultPolicy, entersQueue, type ReviewPolicy } from './policy.ts';
export { type ReviewState, reviewStates, type Standing, standingOf, standingReviews } from './state.ts';
