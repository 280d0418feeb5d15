export interface Part {
  at: number;
  text: string;
  marked: boolean;
}

/** A text cut at its matches; ranges that overlap, run backwards or past the end do no harm. */
export function highlight(text: string, matches: readonly (readonly number[])[]): Part[] {
  const parts: Part[] = [];
  const push = (from: number, to: number, marked: boolean) => {
    if (to > from) parts.push({ at: from, text: text.slice(from, to), marked });
  };
  let at = 0;
  for (const [from = 0, to = 0] of [...matches].sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0))) {
    const start = Math.min(Math.max(from, at), text.length);
    const end = Math.min(to, text.length);
    if (end <= start) continue;
    push(at, start, false);
    push(start, end, true);
    at = end;
  }
  push(at, text.length, false);
  return parts;
}
