import type { Measure, Measures } from './measures.ts';
import type { Authors } from './partition.ts';

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
  sessions: number;
  /** Whose they are, but for those of machines that nobody has claimed. */
  authors: Authors;
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
  /** Sessions that are held now, by author, with what they were counted as. */
  held(organizationId: string, range: WeekRange, now: number): Promise<HeldSessions[]>;
}

export interface HeldSessions extends CellName {
  /** Empty where nobody has claimed the machine. */
  authorUserId: string;
  measures: Measures;
  /** How many sessions of the cell are counted as this author's, held or not. */
  ofAuthor: number;
}
