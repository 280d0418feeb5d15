import type { BriefStrip } from '@debrief/contract';
import type { TimeAxis } from './axis.ts';
import { sequenceAt } from './places.ts';

/** One stretch of work in words and numbers: a row of the table. */
export interface StretchRow {
  from: number;
  to: number;
  /** How long nothing happened before it; absent for the first. */
  pauseMs?: number;
  sequence: number;
  prompts: number;
  edits: number;
  commands: number;
  failures: number;
  subagents: number;
}

/** The strip for those who do not see it. */
export function stretchRows(strip: BriefStrip, axis: TimeAxis): StretchRow[] {
  const rows: StretchRow[] = [];
  let pause: number | undefined;
  for (const { from, to, isPause } of axis.stretches) {
    if (isPause) {
      pause = to - from;
      continue;
    }
    const isIn = (at: number) => at >= from && at <= to;
    const sum = (lane: readonly number[][]) =>
      lane.reduce((total, [at = 0, , , count = 0]) => (isIn(at) ? total + count : total), 0);
    const { prompts, edits, commands, failures } = strip.lanes;
    rows.push({
      from,
      to,
      ...(pause !== undefined && { pauseMs: pause }),
      sequence: sequenceAt(strip.places, from),
      prompts: sum(prompts),
      edits: sum(edits),
      commands: sum(commands),
      failures: sum(failures),
      subagents: strip.subagents.filter((bar) => isIn(bar.from)).length,
    });
    pause = undefined;
  }
  return rows;
}

/** Sub-agents on as few lines as they need, so that those at the same time stand below each other. */
export function tracksOf<Bar extends { from: number; to: number }>(
  bars: readonly Bar[],
  most: number,
): Bar[][] {
  const tracks: Bar[][] = [];
  for (const bar of bars.toSorted((a, b) => a.from - b.from)) {
    const free = tracks.find((track) => (track.at(-1)?.to ?? 0) <= bar.from);
    if (free) free.push(bar);
    else if (tracks.length < most) tracks.push([bar]);
    else tracks.at(-1)?.push(bar);
  }
  return tracks;
}
