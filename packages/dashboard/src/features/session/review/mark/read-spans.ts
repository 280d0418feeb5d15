/** Events from one sequence to another, both included. */
export type Span = readonly [from: number, to: number];

/** Spans in order, with those that touch joined. */
export function withSpan(spans: readonly Span[], [from, to]: Span): Span[] {
  if (to < from) return [...spans];
  const apart: Span[] = [];
  let [start, end] = [from, to];
  for (const span of spans) {
    if (span[1] < start - 1 || span[0] > end + 1) apart.push(span);
    else {
      start = Math.min(start, span[0]);
      end = Math.max(end, span[1]);
    }
  }
  return [...apart, [start, end] as const].sort((a, b) => a[0] - b[0]);
}

/**
 * How far a session is read without a gap. Whoever jumps to the end has not read what lies between, so the mark waits
 * until that has been on screen, too.
 */
export function markAfter(mark: number, spans: readonly Span[]): number {
  let through = mark;
  for (const [from, to] of spans) if (from <= through + 1 && to > through) through = to;
  return through;
}
