/** What a bench is, what it hands back, and what it is told. */

export interface Goal {
  atLeast?: number;
  atMost?: number;
  /** Of the value; a ratio has none. */
  unit?: string;
}

export interface Row {
  /** Stable: the documentation keeps the last figure of each. */
  id: string;
  /** The bench that measures it, as given to `npm run bench -- <bench>`. */
  bench: string;
  title: string;
  /** What it is held against. */
  floor: string;
  goal?: Goal;
  /** Median of the rounds. */
  value: number;
  /** Least and most of the rounds. */
  spread: [number, number];
  rounds: number[];
  /** The same ratio by CPU time of the main thread per request: steadier than the clock on a busy machine. */
  cpu?: number;
  /** Absolute figures and circumstances. */
  note: string;
}

export interface Curve {
  id: string;
  title: string;
  x: { label: string; log?: boolean; ticks?: [number, string][] };
  y: { label: string; from?: number };
  series: { name: string; points: [number, number][] }[];
}

export interface Setting {
  rounds: number;
  /** Of one measurement. */
  seconds: number;
  connections: number;
  /** The counts of the goals (20 million events, …) instead of those that fit into ten minutes. */
  full: boolean;
  /** A hundredth of everything: shows that it runs, measures nothing. */
  quick: boolean;
  say(line: string): void;
}

export interface Result {
  rows: Row[];
  curves?: Curve[];
}

export interface Bench {
  name: string;
  summary: string;
  /** Only when asked for by name. */
  optional?: boolean;
  run(setting: Setting): Promise<Result>;
}

export const meets = ({ goal, value }: Row): boolean | undefined =>
  goal &&
  (goal.atLeast === undefined || value >= goal.atLeast) &&
  (goal.atMost === undefined || value <= goal.atMost);

/** How many of something: the goal's own count, the usual, or next to nothing. */
export const amount = (setting: Setting, counts: { full: number; usual: number; quick: number }): number =>
  setting.full ? counts.full : setting.quick ? counts.quick : counts.usual;
