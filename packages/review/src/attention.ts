import { causesOf, isTurn, type TurnReason } from './cause.ts';
import type { ReviewFacts } from './facts.ts';

/** A question that waits is called by what is expected. */
export type AttentionReason = Exclude<TurnReason, 'asked'> | 'answer';

/** Who is expected to act now, why, and since when. */
export interface Attention {
  userId: string;
  reason: AttentionReason;
  since: number;
}

/**
 * Of all causes those that wait for somebody, once for a member and a reason. The growth of a running session rings
 * nobody: an acceptance counts as outgrown only once the session was closed or silent for an hour. Agents, integrations
 * and people who have left are never expected to act.
 */
export function attentionOf(facts: ReviewFacts): Attention[] {
  const first = new Map<string, Attention>();
  for (const { userId, reason, since } of causesOf(facts)) {
    const key = `${userId} ${reason}`;
    // The causes come in the order of their time.
    if (!isTurn(reason) || first.has(key)) continue;
    first.set(key, { userId, reason: reason === 'asked' ? 'answer' : reason, since });
  }
  return [...first.values()];
}
