import { type Cause, causesOf, isTurn } from './cause.ts';
import type { ReviewFacts } from './facts.ts';

/** What only tells is told for so long; what waits for somebody is told until it does not. */
export const newsLife = 90 * 86_400_000;

/**
 * The lines of everybody's inbox about a session: what concerns them and was not their own deed, one line for a comment.
 * `toldFrom`: what only tells and is older was told before there were such lines.
 */
export function linesOf(
  facts: ReviewFacts,
  { now, toldFrom = 0 }: { now: number; toldFrom?: number },
): Cause[] {
  const from = Math.max(toldFrom, now - newsLife + 1);
  const lines = causesOf(facts).filter(
    ({ userId, by, reason, since }) => by !== userId && (isTurn(reason) || since >= from),
  );
  const strongest = new Map<string, number>();
  for (const line of lines) {
    const key = commentOf(line);
    if (key) strongest.set(key, Math.max(strongest.get(key) ?? 0, strengthOf(line)));
  }
  return lines.filter((line) => {
    const key = commentOf(line);
    return !key || strengthOf(line) === strongest.get(key);
  });
}

/** The author's last answer is heard of as the answer to a follow-up where there is one. */
const strengths: Partial<Record<Cause['reason'], number>> = {
  asked: 4,
  answered: 3,
  mentioned: 2,
  replied: 1,
};
const strengthOf = ({ reason }: Cause): number => strengths[reason] ?? 0;

/** For whom a comment of when is told; it is told once, by the strongest reason. */
const commentOf = (line: Cause): string | undefined =>
  strengthOf(line) > 0 ? `${line.userId} ${line.by} ${line.since}` : undefined;
