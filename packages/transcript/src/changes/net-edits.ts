import type { FileChange } from '../entry.ts';
import { type FileStep, type NetChange, netChange } from './net.ts';
import type { SeenLines } from './seen.ts';

/** One edit of a file with its whole text; without `change` only that somebody changed the file. */
export interface WholeEdit {
  sequence: number;
  change?: FileChange | undefined;
  command?: 'write' | 'delete' | 'move' | undefined;
}

/** What edits come to, with what the agent was shown of the file in between. Steps are places in `edits`. */
export function netOfEdits(
  edits: readonly WholeEdit[],
  sights: readonly { sequence: number; seen: SeenLines }[],
): NetChange {
  const steps: FileStep[] = [];
  const places: number[] = [];
  const left = [...sights].sort((a, b) => a.sequence - b.sequence);
  for (const [place, { sequence, change, command }] of edits.entries()) {
    while ((left[0]?.sequence ?? sequence) < sequence) {
      steps.push({ seen: (left.shift() as (typeof left)[number]).seen });
      places.push(-1);
    }
    // Text that could not be read again is as good as a command's: somebody changed the file.
    steps.push(change ? { change } : { command: command ?? 'write' });
    places.push(place);
  }
  const net = netChange(steps);
  const placed = (numbers: readonly number[]) => numbers.map((step) => places[step] as number);
  return {
    ...net,
    hunks: net.hunks.map((hunk) => ({ ...hunk, steps: placed(hunk.steps) })),
    loose: placed(net.loose),
  };
}
