import type { ReadRule, Unless } from '@debrief/findings/team-rule';

/**
 * How one sees in a session whether a lesson was kept: the rules of a team (`when … unless …`) and what only shows when
 * one counts. Data, never code; `parse.ts` reads it from a line that a person can read and correct.
 */
export type Check =
  /** `when commit unless ran "make lint" since the last edit`; without `unless` it is never to happen. */
  | ({ form: 'rule' } & ReadRule)
  /** `when done unless tests passed since the last edit`: once for each session that changed files, at its end. */
  | { form: 'done'; unless: Unless[] }
  /** `when new "func Test" in "*_test.go" unless has "t.Parallel()"`; without `unless` it is never to be written. */
  | { form: 'code'; adds: string; path: string; has: string[] }
  /** `use "pnpm" instead of "npm"`; with `in "*.go"` of code, without of commands. */
  | { form: 'instead'; use: string; not: string; path: string | undefined }
  /** `when finding "test.skipped"`: one that should become rarer. */
  | { form: 'finding'; rule: string }
  /** `when failure "go test"`: a command that should work when it is run. */
  | { form: 'failure'; command: string };

export const maxCheckText = 500;
/** More than these nobody reads. */
export const maxHas = 5;

/** In how many cases a check could have been kept, and in how many it was. */
export interface Kept {
  opportunities: number;
  kept: number;
}

/** A case that shows it. */
export interface KeptAt {
  sequence: number;
  isKept: boolean;
  /** What is to be seen there. */
  label: string;
}

export interface CheckedSession extends Kept {
  /** The first few that were kept, and the first few that were not, in order. */
  events: KeptAt[];
}
