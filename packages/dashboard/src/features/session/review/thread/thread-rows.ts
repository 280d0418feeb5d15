import type { Thread } from '@debrief/contract';

/** The event an anchor stands at: the first one of its entry, by which a row is known. */
const placeOf = ({ anchor }: Pick<Thread, 'anchor'>): number =>
  anchor.entry === undefined ? anchor.sequence : Number.parseInt(anchor.entry, 10);

/**
 * The rows of the transcript that open threads stand at. Where the entry itself has no row, because it is folded or
 * filtered away, it is the row of the main conversation before it.
 */
export function threadRows(
  rows: { count: number; lanes: ArrayLike<number>; sequence(row: number): number },
  threads: readonly Pick<Thread, 'anchor' | 'state'>[],
): Set<number> {
  const open = threads.filter(({ state, anchor }) => state === 'open' && anchor.sequence > 0);
  const places = [...new Set(open.map(placeOf))].sort((a, b) => a - b);
  if (places.length === 0 || rows.count === 0) return new Set();
  const exact = new Map<number, number>();
  const before = new Map<number, number>();
  const wanted = new Set(places);
  let next = 0;
  let last = 0;
  for (let row = 0; row < rows.count; row++) {
    const sequence = rows.sequence(row);
    if (wanted.has(sequence) && !exact.has(sequence)) exact.set(sequence, row);
    if (rows.lanes[row] !== 0) continue;
    for (; next < places.length && (places[next] as number) < sequence; next++) {
      before.set(places[next] as number, last);
    }
    last = row;
  }
  return new Set(places.map((place) => exact.get(place) ?? before.get(place) ?? last));
}
