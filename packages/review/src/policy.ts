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
    /** With `edits`: so many at least. */
    leastEdits?: number | undefined;
    highFindings: boolean;
    mediumFindings?: boolean | undefined;
    /** Repositories whose sessions always enter, by remote or by folder. */
    repositories: readonly string[];
    /** The share of all other sessions that enters. */
    sample: number;
    /** Whether imported history enters, by the same lines; otherwise none of it does. */
    history?: boolean | undefined;
  };
}

export const defaultPolicy: ReviewPolicy = {
  reviewers: 1,
  selfCounts: false,
  enter: { edits: true, highFindings: true, repositories: [], sample: 1 },
};

export type Entering = Pick<
  SessionFacts,
  'edits' | 'highFindings' | 'mediumFindings' | 'repositories' | 'draw' | 'isHistory'
>;

export function entersQueue({ enter }: ReviewPolicy, session: Entering): boolean {
  const { edits, highFindings, mediumFindings = 0, repositories = [] } = session;
  if (session.isHistory && !enter.history) return false;
  return (
    (enter.edits && edits >= Math.max(1, enter.leastEdits ?? 1)) ||
    (enter.highFindings && highFindings > 0) ||
    (enter.mediumFindings === true && mediumFindings > 0) ||
    repositories.some((name) => enter.repositories.includes(name)) ||
    session.draw < enter.sample
  );
}
