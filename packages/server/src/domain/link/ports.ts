import type { Reader } from '../access/reader.ts';
import type {
  CommitRecord,
  CommitSummary,
  ConcludedLink,
  DecisionRecord,
  IntegrationRecord,
  PullDecisionRecord,
  PullRequestRecord,
  RewriteRecord,
} from './records.ts';

export interface CommitReport {
  organizationId: string;
  repository: string;
  sessionId: string;
  commits: readonly CommitRecord[];
  rewrites: readonly RewriteRecord[];
  max: { commitsPerSession: number; commitsPerOrganization: number };
}

export interface CommitStore {
  /** Adds what is not known yet, all or nothing. Says how many commits this session had not told of before. */
  report(report: CommitReport): Promise<number | 'limit_reached' | 'session_gone'>;
  /** Commits whose name begins like this. */
  findByPrefix(organizationId: string, prefix: string, limit: number): Promise<CommitSummary[]>;
  findAll(organizationId: string, shas: readonly string[]): Promise<CommitSummary[]>;
  /** Hashes of the added lines of these commits. */
  lines(organizationId: string, shas: readonly string[]): Promise<Map<string, Uint8Array>>;
  /** The repositories in which a commit was seen. */
  repositories(organizationId: string, shas: readonly string[]): Promise<Map<string, string[]>>;
  /** What these commits were rewritten to. */
  rewrittenTo(organizationId: string, shas: readonly string[]): Promise<Map<string, string>>;
  countOf(organizationId: string, repository: string): Promise<number>;
  /** Commits that were seen in a repository, newest first, from behind one of them on. */
  ofRepository(
    organizationId: string,
    repository: string,
    asked: { limit: number; after?: { committedAt: number; sha: string } },
  ): Promise<CommitSummary[]>;
}

export interface LinkStore {
  decide(decision: DecisionRecord): Promise<void>;
  decisionsOfSession(sessionId: string): Promise<DecisionRecord[]>;
  decisionsOfCommits(organizationId: string, shas: readonly string[]): Promise<DecisionRecord[]>;
  decidePull(decision: PullDecisionRecord): Promise<void>;
  pullDecisionsOfSession(sessionId: string): Promise<PullDecisionRecord[]>;
  pullDecisionsOf(organizationId: string, url: string): Promise<PullDecisionRecord[]>;
}

export interface PullRequestStore {
  /** Keeps the newest state, whatever order deliveries come in, and the commits that are known to belong to it. */
  put(pull: PullRequestRecord): Promise<void>;
  /** Looks again which commits belong to pull requests that end in one of these. */
  follow(organizationId: string, headShas: readonly string[]): Promise<void>;
  find(organizationId: string, urls: readonly string[]): Promise<PullRequestRecord[]>;
  /** Pull requests that hold one of these commits, or were merged as one of them. */
  ofCommits(
    organizationId: string,
    shas: readonly string[],
  ): Promise<{ pull: PullRequestRecord; shas: string[] }[]>;
  commits(organizationId: string, url: string): Promise<string[]>;
}

export interface IntegrationStore {
  /** False when the organization has `max` of them. */
  add(integration: IntegrationRecord, max: number): Promise<boolean>;
  list(organizationId: string): Promise<IntegrationRecord[]>;
  find(integrationId: string): Promise<IntegrationRecord | undefined>;
  remove(organizationId: string, integrationId: string): Promise<IntegrationRecord | undefined>;
  /** False when this delivery came before. */
  noteDelivery(integrationId: string, deliveryId: string, at: number): Promise<boolean>;
  /** Takes the note back, so that the delivery may be sent again. */
  forgetDelivery(integrationId: string, deliveryId: string): Promise<void>;
}

export interface RepositorySummary {
  roots: { repoRoot: string; environmentId: string; sessions: number }[];
  agents: { agentId: string; sessions: number }[];
  people: { userId: string | null; sessions: number }[];
  machines: { environmentId: string; name: string; sessions: number }[];
  sessions: number;
  cost: number;
  firstStartedAt: number;
  lastStartedAt: number;
  weeks: { week: number; sessions: number; cost: number; findings: number }[];
}

export interface RepositoryStore {
  /** Undefined when no session ran there. Weeks are counted from `since`, which is the start of one. */
  summary(organizationId: string, repository: string, since: number): Promise<RepositorySummary | undefined>;
  /** What the last session in this folder of a machine said it is. */
  ofRoot(organizationId: string, environmentId: string, repoRoot: string): Promise<string | undefined>;
  /** Sessions of a repository have this key from now on; how many there were. */
  adopt(organizationId: string, from: string, to: string): Promise<number>;
}

/** What the projection concluded; it may lag behind what machines told. */
export interface ConcludedLinkStore {
  ofCommits(organizationId: string, shas: readonly string[]): Promise<ConcludedLink[]>;
  ofSession(sessionId: string): Promise<ConcludedLink[]>;
  /** Pull requests that a session opened or named as its own. */
  pullsOfSession(sessionId: string): Promise<{ url: string; sequence: number }[]>;
  sessionsOfPull(organizationId: string, url: string): Promise<{ sessionId: string; sequence: number }[]>;
  /** Which of a commit's lines a session wrote: how many, and one bit for each. */
  matchedLines(sessionId: string, lines: Uint8Array): Promise<{ count: number; bits: Uint8Array }>;
  /** The first event of each session that added a line with this hash. */
  lineOrigins(
    sessionIds: readonly string[],
    hash: number,
  ): Promise<{ sessionId: string; sequence: number; at: number | null }[]>;
  /** How many of these lines each session wrote; those that wrote none are left out. */
  linesWritten(
    sessionIds: readonly string[],
    hashes: readonly number[],
  ): Promise<{ sessionId: string; lines: number }[]>;
  /** Sessions of a repository that changed a file, newest first. */
  sessionsTouching(
    organizationId: string,
    /** Absent: of any repository. */
    repository: string | undefined,
    path: string,
    limit: number,
    reader: Reader | undefined,
  ): Promise<{ sessionId: string; sequence: number }[]>;
  /** Of so many of its newest sessions, the files that most of them changed. */
  filesOf(
    organizationId: string,
    repository: string,
    newest: number,
    limit: number,
    reader: Reader | undefined,
  ): Promise<{ path: string; sessions: number }[]>;
  linkedCommits(organizationId: string, repository: string): Promise<number>;
}
