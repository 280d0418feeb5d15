import type { SlowCall } from './slowest.ts';
import type { Span } from './span-list.ts';

/** What is drawn on a lane of its own. */
export const stripLanes = ['prompts', 'edits', 'commands', 'failures', 'waiting'] as const;
export type StripLane = (typeof stripLanes)[number];

/** A session over time: bounded, however long it was. Times are milliseconds since 1970. */
export interface Strip {
  /** When somebody was at work; between these nothing happened. */
  active: [from: number, to: number][];
  lanes: Record<StripLane, Span[]>;
  /** When each of the first sub-agents worked. */
  subagents: { from: number; to: number; sequence: number; title: string }[];
  slowest: SlowCall[];
  places: [at: number, sequence: number][];
}
