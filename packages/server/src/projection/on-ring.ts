import type { Change } from '../domain/session/bell.ts';

/** What a server knows when the bell rings. */
export interface Hearing {
  /** Rung in this very process. */
  here: boolean;
  /** What is appended here is written to the database by a process that may fold nothing. */
  isWrittenElsewhere: boolean;
  /** Somebody appended to the session here, some time ago. */
  wasAppendedHere: boolean;
  /** Servers of another version run beside this one. */
  hasOtherVersions: boolean;
}

/** What the folder does with a ring: the table of ARCHITECTURE.md, which a test compares with this. */
export function onRing(
  { derived }: Pick<Change, 'derived'>,
  { here, isWrittenElsewhere, wasAppendedHere, hasOtherVersions }: Hearing,
): { remembers: boolean; folds: boolean } {
  if (derived) return { remembers: false, folds: false };
  return {
    remembers: here && isWrittenElsewhere,
    folds: here || wasAppendedHere || hasOtherVersions,
  };
}
