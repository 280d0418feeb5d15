import { hiddenAtFirst } from '../../transcript/entries.ts';
import { hiddenCodes, placeKey, type Rows } from '../../transcript/rows.ts';
import { kindCode, type LaneSkeleton } from '../../transcript/skeleton.ts';
import type { Span } from './read-spans.ts';

/** What is drawn of a transcript. */
export interface Drawn {
  rows: Rows;
  lane(lane: number): LaneSkeleton | undefined;
  foldedTo: number;
  /** The entry stands for a sub-agent whose own conversation is recorded. */
  hasInner(lane: number, index: number): boolean;
}

const subagent = kindCode('subagent');
/** What nobody switches on does not have to be on the screen. */
const isQuiet = hiddenCodes(new Set(hiddenAtFirst));

/**
 * The events that have been seen when a row of the main conversation was on the screen. What is folded to one line,
 * switched off or outside of what the page is narrowed to has not; nor has a sub-agent, until each of its rows was.
 */
export function seenSpan(drawn: Drawn, row: number, seen: ReadonlySet<string>): Span | undefined {
  const { rows, foldedTo } = drawn;
  const main = drawn.lane(0);
  if (!main || rows.lanes[row] !== 0 || !isUnfolded(drawn, row)) return undefined;
  for (let at = row + 1; at < rows.count && rows.lanes[at] !== 0; at++) {
    const key = placeKey(rows.lanes[at] as number, rows.indexes[at] as number);
    if (!seen.has(key) || !isUnfolded(drawn, at)) return undefined;
  }
  const index = rows.indexes[row] as number;
  const own = main.sequences[index] as number;
  const next = index + 1 < main.length ? (main.sequences[index + 1] as number) : foldedTo + 1;
  if (own === 0 || next === 0) return undefined;
  const first = firstWith(drawn, main, row);
  const from = first === 0 ? 1 : (main.sequences[first] as number);
  return [Math.min(from || own, own), Math.max(own, next - 1)];
}

/** The row of the main conversation that a row is of, or stands under; -1 where there is none. */
export function mainRow({ lanes }: Rows, row: number): number {
  let at = row;
  while (at >= 0 && lanes[at] !== 0) at--;
  return at;
}

/** The row stands for itself, and not for others that are folded away. */
function isUnfolded({ rows, lane, hasInner }: Drawn, row: number): boolean {
  if (rows.run(row)?.isOpen === false) return false;
  const [at, index] = [rows.lanes[row] as number, rows.indexes[row] as number];
  if (lane(at)?.kinds[index] !== subagent || !hasInner(at, index)) return true;
  return row + 1 < rows.count && (rows.depths[row + 1] as number) > (rows.depths[row] as number);
}

/** Harness context belongs to the row after it. */
function firstWith({ rows }: Drawn, { kinds }: LaneSkeleton, row: number): number {
  const before = mainRow(rows, row - 1);
  const previous = before < 0 ? -1 : (rows.indexes[before] as number);
  let first = rows.indexes[row] as number;
  while (first - 1 > previous && isQuiet[kinds[first - 1] as number]) first--;
  return first;
}
