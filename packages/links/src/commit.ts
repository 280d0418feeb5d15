/** What a machine says about a commit: no code, no message, no names, no e-mail addresses. */
export interface CommitFacts {
  /** 40 hexadecimal digits, or 64 in a repository with SHA-256. */
  sha: string;
  tree: string;
  parents: string[];
  /** The branch that was checked out when the commit was seen; absent on a detached HEAD. */
  branch?: string;
  /** ISO 8601 in UTC. */
  authoredAt: string;
  committedAt: string;
  /** By `git patch-id --stable`; absent when the commit changes no text, and of merges. */
  patchId?: string;
  /** `hashText` of the first line of the message. */
  subjectHash?: string;
  /** Paths from the root of the repository, at most `commitLimits.files`; `fileCount` says how many there are. */
  files: CommitFile[];
  fileCount: number;
  /**
   * Distinct hashes of added lines (`lineHashes`) in ascending order, packed by `packHashes`. Of a commit with more than
   * `commitLimits.lines` only the smallest are kept: they are a fair sample. `lineCount` says how many there are.
   */
  addedLines: string;
  lineCount: number;
  /** Lines of the message or of a note that name a session, such as `Debrief-Session: ses_…`. */
  trailers: string[];
}

export interface CommitFile {
  path: string;
  /** Both are 0 for a binary file. */
  added: number;
  removed: number;
}

/** A commit that took the place of another one. */
export interface CommitRewrite {
  from: string;
  to: string;
  kind: RewriteKind;
}

export const rewriteKinds = ['amend', 'rebase', 'cherry-pick'] as const;
export type RewriteKind = (typeof rewriteKinds)[number];

export const commitLimits = {
  /** Of one request. */
  commits: 50,
  rewrites: 200,
  /** Of one commit. */
  files: 300,
  lines: 4096,
  parents: 16,
  trailers: 10,
  /** Characters. */
  path: 400,
  branch: 255,
  trailer: 200,
} as const;
