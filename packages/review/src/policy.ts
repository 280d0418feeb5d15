import type { SessionFacts } from './facts.ts';

/** What a team expects. The default asks for nothing: every session may be reviewed, none has to be. */
export interface ReviewPolicy {
  /** How many members have to accept. */
  reviewers: number;
  /** Whether the author's own acceptance counts. */
  selfCounts: boolean;
  /**
   * Whether it has to be known that it was somebody else who accepted: then a session without an author cannot be
   * accepted. Of no matter where the author's own counts.
   */
  needsAuthor?: boolean;
  /** Which sessions enter the queue; one that fits any line does. */
  enter: {
    edits: boolean;
    highFindings: boolean;
    /** Repositories whose sessions always enter. */
    repositories: readonly string[];
    /** The share of all other sessions that enters. */
    sample: number;
  };
}

export const defaultPolicy: ReviewPolicy = {
  reviewers: 1,
  selfCounts: false,
  enter: { edits: true, highFindings: true, repositories: [], sample: 1 },
};

export function entersQueue(
  { enter }: ReviewPolicy,
  session: Pick<SessionFacts, 'hasEdits' | 'highFindings' | 'repository' | 'draw'>,
): boolean {
  return (
    (enter.edits && session.hasEdits) ||
    (enter.highFindings && session.highFindings > 0) ||
    (session.repository !== undefined && enter.repositories.includes(session.repository)) ||
    session.draw < enter.sample
  );
}
