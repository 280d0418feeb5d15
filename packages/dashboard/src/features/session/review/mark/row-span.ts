import type { Rows } from '../../transcript/rows.ts';
import type { LaneSkeleton } from '../../transcript/skeleton.ts';
import type { Span } from './read-spans.ts';

/**
 * The events that belong to a row of the main conversation, for a mark that is set there. Entries of kinds that are switched off belong
 * to the row after them; those of a turn that is folded away belong to nobody.
 */
export function spanOfRow(
  rows: Rows,
  main: LaneSkeleton,
  row: number,
  foldedTo: number,
  isFolded: (index: number) => boolean,
): Span | undefined {
  if (rows.lanes[row] !== 0) return undefined;
  const index = rows.indexes[row] as number;
  const own = main.sequences[index] as number;
  const next = index + 1 < main.length ? (main.sequences[index + 1] as number) : foldedTo + 1;
  if (own === 0 || next === 0) return undefined;
  let before = row - 1;
  while (before >= 0 && rows.lanes[before] !== 0) before--;
  const previous = before < 0 ? -1 : (rows.indexes[before] as number);
  const first = before >= 0 && isFolded(previous) ? own : (main.sequences[previous + 1] as number);
  return [previous < 0 ? 1 : Math.min(first || own, own), Math.max(own, next - 1)];
}
