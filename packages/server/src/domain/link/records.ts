/** What the store keeps of commits, links and pull requests. Times are epoch milliseconds. */

export interface CommitRecord {
  organizationId: string;
  sha: string;
  tree: string;
  /** JSON text of a list. */
  parents: string;
  branch: string | null;
  authoredAt: number;
  committedAt: number;
  patchId: string | null;
  subjectHash: string | null;
  fileCount: number;
  added: number;
  removed: number;
  lineCount: number;
  /** JSON text of a list. */
  trailers: string;
  receivedAt: number;
  /** JSON text of a list of `CommitFile`. */
  files: string;
  /** Hashes of added lines, four bytes each, the lowest first. */
  lines: Uint8Array;
}

/** A commit without its lines, which may be many. */
export type CommitSummary = Omit<CommitRecord, 'lines'>;

export interface RewriteRecord {
  organizationId: string;
  fromSha: string;
  toSha: string;
  kind: 'amend' | 'rebase' | 'cherry-pick';
  sessionId: string;
}

/** What a person said about a session and a commit. It wins over any conclusion. */
export interface DecisionRecord {
  organizationId: string;
  sha: string;
  sessionId: string;
  verdict: 'linked' | 'unlinked';
  decidedBy: string;
  decidedAt: number;
}

/** What a person said about a session and a pull request. */
export interface PullDecisionRecord extends Omit<DecisionRecord, 'sha'> {
  url: string;
}

export interface PullRequestRecord {
  organizationId: string;
  url: string;
  number: number;
  repository: string;
  title: string | null;
  state: 'open' | 'merged' | 'closed';
  headBranch: string | null;
  baseBranch: string | null;
  headSha: string | null;
  mergeSha: string | null;
  /** How many commits it has, where the delivery says so. */
  commitCount: number | null;
  updatedAt: number;
}

export interface IntegrationRecord {
  integrationId: string;
  organizationId: string;
  provider: 'github' | 'gitlab';
  createdBy: string;
  createdAt: number;
  lastDeliveryAt: number | null;
}

/** A link as it was concluded; `evidence` is the JSON text of a list of `LinkEvidence`. */
export interface ConcludedLink {
  sha: string;
  sessionId: string;
  strength: 'stated' | 'seen' | 'matched' | 'likely';
  lines: number;
  evidence: string;
  /** One bit for each line of the commit that this session wrote. */
  matched: Uint8Array;
  /** When the session did what the link rests on, when it ended, and when the commit was made, as far as known. */
  at: number | null;
  endedAt: number | null;
  authoredAt: number | null;
}
