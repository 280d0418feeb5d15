import { skeletonFlags } from '@debrief/contract';
import { type KindName, kindCode, type LaneSkeleton } from './skeleton.ts';

/** As many calls of one kind in a row become one line: "Bash × 53". */
const minRun = 5;

/** Calls that read much alike. Edits, sub-agents, plans and questions are what people came for. */
const repeatable: readonly KindName[] = [
  'tool:shell',
  'tool:read',
  'tool:search',
  'tool:web',
  'tool:mcp',
  'tool:other',
];
const isRepeatable = new Uint8Array(256);
for (const kind of repeatable) isRepeatable[kindCode(kind)] = 1;

/** What went wrong, was refused, taken back or changed something is never put away. */
const { error, denied, edit, retracted, decision } = skeletonFlags;
const notable = error | denied | edit | retracted | decision;

/** Calls of one kind in a row. */
export interface Stretch {
  first: number;
  /** Behind the last one. */
  end: number;
  count: number;
  /** There are enough to become one line. */
  isRun: boolean;
}

const isPlain = (lane: LaneSkeleton, index: number): boolean =>
  isRepeatable[lane.kinds[index] as number] === 1 && ((lane.flags[index] as number) & notable) === 0;

/**
 * The calls alike that begin with an entry; undefined when it is none. What a filter hides does not interrupt them.
 * Those that reach the end of their lane are no run: there may be more, and whoever follows wants to see them come.
 */
export function stretchFrom(lane: LaneSkeleton, isHidden: Uint8Array, first: number): Stretch | undefined {
  if (!isPlain(lane, first)) return undefined;
  const kind = lane.kinds[first];
  let [end, count] = [first, 0];
  for (let index = first; index < lane.length; index++) {
    if (isHidden[lane.kinds[index] as number]) continue;
    if (lane.kinds[index] !== kind || !isPlain(lane, index))
      return { first, end, count, isRun: count >= minRun };
    count++;
    end = index + 1;
  }
  return { first, end, count, isRun: false };
}

/** The first entry of the run that an entry would be in. */
export function runStart(lane: LaneSkeleton, isHidden: Uint8Array, index: number): number {
  let first = index;
  for (let at = index - 1; at >= 0 && isPlain(lane, index); at--) {
    if (isHidden[lane.kinds[at] as number]) continue;
    if (lane.kinds[at] !== lane.kinds[index] || !isPlain(lane, at)) break;
    first = at;
  }
  return first;
}
