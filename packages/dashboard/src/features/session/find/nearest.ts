import type { FoundMatch } from '@debrief/contract';

/**
 * Where a link leads that names an event and what was looked for: the last match that began at or before the event,
 * because an entry is made of several events; else the first one after it. Without an event the first match.
 */
export function nearestMatch(matches: readonly FoundMatch[], sequence: number | undefined): number {
  if (matches.length === 0) return -1;
  if (sequence === undefined) return 0;
  let nearest = -1;
  for (const [at, match] of matches.entries()) {
    if (match.sequence > sequence) continue;
    if (nearest < 0 || match.sequence > (matches[nearest]?.sequence ?? 0)) nearest = at;
  }
  return Math.max(0, nearest);
}

/** The match that follows, or the one before; past either end it goes on at the other. `at` is -1 before the first step. */
export function nextMatch(at: number, step: 1 | -1, matches: number): number {
  const from = at < 0 && step < 0 ? 0 : at;
  return (from + step + matches) % matches;
}
