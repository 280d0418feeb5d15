import { commitLimits } from './commit.ts';

/** What a session did that a commit can be recognised by. Plain JSON, bounded whatever the session's length. */
export interface SessionFacts {
  /** First and last time of its entries, ISO 8601; absent where the agent records no time. */
  from?: string;
  to?: string;
  /** Hashes of lines it added, packed, in the order of `lineEdits`: which edit added each first. */
  lines: string;
  /** For each hash the place of its edit in `edits`. */
  lineEdits: string;
  edits: SessionEdit[];
  files: SessionFile[];
  commits: PrintedCommit[];
  pullRequests: PullRequestMention[];
}

/** One event that changed files. */
export interface SessionEdit {
  sequence: number;
  /** Milliseconds since 1970; absent where the agent records no time. */
  at?: number;
}

export interface SessionFile {
  /** As the agent wrote it: from the root of the file system, or from the session's folder. */
  path: string;
  /** Places in `edits`. */
  first: number;
  last: number;
  /** Lines removed less lines added in all its edits; absent once a command has written it. */
  removed?: number;
  /** The last thing that happened to it was that it was deleted. */
  isDeleted?: true;
}

/** A commit the session made itself, as `git commit` printed it: `[main 1a2b3c4] Subject`. */
export interface PrintedCommit {
  sha: string;
  subjectHash: string;
  sequence: number;
  at?: number;
}

/** A pull request that the session opened, or that the agent noted as its own. */
export interface PullRequestMention {
  url: string;
  sequence: number;
}

export const sessionLimits = {
  lines: 100_000,
  edits: 20_000,
  files: 2000,
  commits: 500,
  pullRequests: 50,
  path: commitLimits.path,
} as const;
