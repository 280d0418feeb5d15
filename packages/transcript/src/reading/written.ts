import type { Entry } from '../entry.ts';
import type { TurnCounts } from './counts.ts';
import type { Edit } from './edit.ts';

/** A new entry, or what a later record changed of one. */
export interface EntryWrite {
  id: string;
  lane: number;
  index: number;
  /** The whole entry when it is new; else what replaces the fields of the same name (undefined removes one). */
  part: Partial<Entry>;
  isNew: boolean;
  /** Sequences to add; of a new entry they are in `part`. */
  sequences: number[];
  /** Text to add at the end of `text`. */
  append: string;
}

export interface LaneWrite {
  lane: number;
  /** The agent's own name of the sub-agent. */
  id: string;
  /** Id of the sub-agent's entry, and the lane which that stands in. */
  entry: string;
  parent: number;
}

/** What a feed adds to what a sub-agent used. */
export interface LaneUsageWrite {
  lane: number;
  usage: TurnUsage;
}

/** Entries of a lane that the agent took back: `from` … `to` - 1. */
export interface Retraction {
  lane: number;
  from: number;
  to: number;
}

export interface TurnStart {
  id: string;
  index: number;
  sequence: number;
  origin: string;
  text: string;
}

/** Costs in billionths of a dollar, so that adding them up in any order comes to the same. */
export interface TurnUsage {
  requests: number;
  input: number;
  output: number;
  cache: number;
  cost: number;
  /** Requests without a known price. */
  unpriced: number;
}

/** What a feed adds to a turn. */
export interface TurnWrite {
  turn: number;
  start?: TurnStart;
  counts: TurnCounts;
  /** Earliest and latest time of its entries. */
  from?: string;
  to?: string;
  /** The last thing the agent said in the main conversation. */
  answer?: string;
  usage: TurnUsage;
}

export const noUsage = (): TurnUsage => ({
  requests: 0,
  input: 0,
  output: 0,
  cache: 0,
  cost: 0,
  unpriced: 0,
});

export function addUsage(to: TurnUsage, from: TurnUsage, sign: 1 | -1 = 1): void {
  for (const name of Object.keys(to) as (keyof TurnUsage)[]) to[name] += sign * from[name];
}

/** All that became readable with one feed; to be stored before the next. */
export interface Written {
  lanes: LaneWrite[];
  laneUsage: LaneUsageWrite[];
  entries: EntryWrite[];
  retractions: Retraction[];
  turns: TurnWrite[];
  edits: Edit[];
}
