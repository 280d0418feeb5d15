import type { CheckKind } from '../check-kind.ts';

/** What one line of a runner's output says. Numbers are read from groups named `passed`, `failed`, `skipped`, `total`. */
export interface Shape {
  line: RegExp;
  /**
   * What the line says by itself: `none`: nothing was there to run; `broken`: it could not start; `stopped`: somebody
   * ended it before its end.
   */
  says?: 'passed' | 'failed' | 'none' | 'broken' | 'stopped';
  /** Reads every “3 passed” of the line. */
  counts?: true;
  /** Counts of files or suites: they can fail the run, and are no count of tests. */
  ofFiles?: true;
  /** The summary of a run begins here, so a second one is a second run. */
  begins?: true;
  /** The summary of a run is over: where one has such an end, what only looks like another is noise. */
  ends?: true;
  /** Means something only once the summary has begun. */
  continues?: true;
  /** Stands behind the first line of the summary: what looked like it before that line was noise. */
  follows?: true;
  /** Told on the way: shows a failure when there is no summary, and is never the verdict beside one. */
  isSign?: true;
  /** A sign that other programs print as well; believed only where the command names the runner. */
  isWeak?: true;
  /** The group `name` is a part that failed. */
  adds?: { passed?: 1; failed?: 1; broken?: 1; plan?: 1 };
}

/** A runner that is known by its own words. */
export interface Runner {
  name: string;
  /** Absent: it runs whatever the command asks for. */
  of?: CheckKind;
  shapes: readonly Shape[];
}

export const runners = (of: CheckKind | undefined, table: Record<string, readonly Shape[]>): Runner[] =>
  Object.entries(table).map(([name, shapes]) => ({ name, ...(of && { of }), shapes }));
