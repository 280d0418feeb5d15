import type { Measure, Measures } from './measures.ts';

/** Weeks by number, the first and the last one. */
export interface WeekRange {
  first: number;
  last: number;
}

export type WeekMeasures = Map<number, Measures>;

export interface CellName {
  week: number;
  repository: string;
  agentId: string;
}

/** Sessions that have everything in common which Insights tells apart. */
export interface CountedCell extends CellName {
  /** How many of each author; an empty id where nobody has claimed the machine. */
  authors: [authorUserId: string, sessions: number][];
}

/** What the projection counted, of sessions of real work. */
export interface InsightStore {
  cells(organizationId: string, range: WeekRange): Promise<CountedCell[]>;
  /** Sums by week: of whole weeks, and of others only these cells. */
  sums(
    organizationId: string,
    weeks: readonly number[],
    names: readonly Measure[],
    besides: readonly CellName[],
  ): Promise<WeekMeasures>;
  /** The same of one author's sessions. */
  ownSums(
    organizationId: string,
    userId: string,
    range: WeekRange,
    asked: { repository?: string | undefined; agentId?: string | undefined },
  ): Promise<WeekMeasures>;
  /** Sessions that are held now, with what they were counted as. */
  held(
    organizationId: string,
    range: WeekRange,
    now: number,
  ): Promise<(CellName & { authorUserId: string; measures: Measures })[]>;
}
