/** A stretch of time in which somebody was at work, or a pause between two of them, and where it is drawn. */
export interface AxisStretch {
  from: number;
  to: number;
  isPause: boolean;
  /** Share of the width, from 0 to 1. */
  left: number;
  width: number;
}

/** Shorter pauses are part of the work around them. */
const pauseMs = 60_000;
/** A pause is as wide as this, however long it was; many of them share a third of the width. */
const pauseWidth = 0.03;
const mostForPauses = 0.33;

/**
 * Where a time is drawn: working time to scale, pauses all the same width, so that an hour of lunch leaves the room to
 * the work.
 */
export class TimeAxis {
  readonly stretches: readonly AxisStretch[];

  constructor(active: readonly (readonly number[])[], marks: readonly number[] = []) {
    this.stretches = laidOut(joined(active, marks));
  }

  get from(): number {
    return this.stretches[0]?.from ?? 0;
  }

  get to(): number {
    return this.stretches.at(-1)?.to ?? 0;
  }

  get pauses(): AxisStretch[] {
    return this.stretches.filter(({ isPause }) => isPause);
  }

  /** Share of the width where a time is. */
  at(time: number): number {
    const found = this.stretches.find(({ to }) => time <= to) ?? this.stretches.at(-1);
    if (!found) return 0;
    const share = found.to === found.from ? 0 : (time - found.from) / (found.to - found.from);
    return found.left + Math.min(1, Math.max(0, share)) * found.width;
  }

  timeAt(share: number): number {
    const found = this.stretches.find(({ left, width }) => share <= left + width) ?? this.stretches.at(-1);
    if (!found) return 0;
    const inside = found.width === 0 ? 0 : (share - found.left) / found.width;
    return found.from + Math.min(1, Math.max(0, inside)) * (found.to - found.from);
  }
}

/** Stretches of work that are far enough apart; a moment outside of all of them is one of its own. */
function joined(active: readonly (readonly number[])[], marks: readonly number[]): [number, number][] {
  const all = [
    ...active.map(([from = 0, to = from]): [number, number] => [from, to]),
    ...marks.map((at): [number, number] => [at, at]),
  ].sort((a, b) => a[0] - b[0]);
  const kept: [number, number][] = [];
  for (const [from, to] of all) {
    const last = kept.at(-1);
    if (last && from - last[1] < pauseMs) last[1] = Math.max(last[1], to);
    else kept.push([from, to]);
  }
  return kept;
}

function laidOut(work: readonly [number, number][]): AxisStretch[] {
  const total = work.reduce((sum, [from, to]) => sum + to - from, 0);
  const pauses = Math.max(0, work.length - 1);
  const forPauses = Math.min(mostForPauses, pauses * pauseWidth);
  // A stretch of a moment still can be seen.
  const least = (0.2 * (1 - forPauses)) / Math.max(1, work.length);
  const rest = 1 - forPauses - least * work.length;
  const stretches: AxisStretch[] = [];
  let left = 0;
  for (const [from, to] of work) {
    const last = stretches.at(-1);
    if (last) {
      const width = forPauses / pauses;
      stretches.push({ from: last.to, to: from, isPause: true, left, width });
      left += width;
    }
    const share = total === 0 ? 1 / work.length : (to - from) / total;
    const width = least + rest * share;
    stretches.push({ from, to, isPause: false, left, width });
    left += width;
  }
  return stretches;
}
