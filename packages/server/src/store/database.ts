import type { HoldTime } from '@debrief/contract';
import type { Generated, Kysely } from 'kysely';
import type { GrantRecord } from '../domain/access/ports.ts';
import type { ChainEntry } from '../domain/chain/ports.ts';
import type { EndingRecord } from '../domain/ending/ports.ts';
import type { DispositionRecord, FindingsPolicyRecord } from '../domain/findings/records.ts';
import type { LegalHoldRecord } from '../domain/legal-hold/ports.ts';
import type { LessonRow, LessonStepRow, LessonVersionRow } from '../domain/lesson/ports.ts';
import type { SessionLessonRow } from '../domain/lesson/session-lesson-store.ts';
import type {
  CommitRecord,
  DecisionRecord,
  IntegrationRecord,
  PullDecisionRecord,
  PullRequestRecord,
  RewriteRecord,
} from '../domain/link/records.ts';
import type { DueNotice, Recipient } from '../domain/mail/ports.ts';
import type {
  CommitStatus,
  DeliveryRecord,
  EndpointRecord,
  RaisedFinding,
  StatusKey,
} from '../domain/outbox/ports.ts';
import type { DataRequestRecord } from '../domain/own-data/request-ports.ts';
import type {
  AuditRecord,
  ClaimRecord,
  ClaimRequestRecord,
  EnvironmentRecord,
  ErasureRecord,
  InstallationRecord,
  MemberRecord,
  OrganizationRecord,
  SecretRecord,
  SessionRecord,
  SessionTitleRecord,
  TerminalRecord,
  ViewRecord,
} from '../domain/records.ts';
import type { RedactionJobRecord } from '../domain/redaction/job-ports.ts';
import type { RedactedWordRecord, RedactionRecord } from '../domain/redaction/ports.ts';
import type { NotificationRecord, NotificationSettingsRecord } from '../domain/review/records.ts';
import type { WaitingTrace } from '../domain/telemetry/ports.ts';
import type { TokenRecord } from '../domain/token/ports.ts';
import type { AccountRecord, KeyRecord, LinkRecord, PayloadRecord } from '../idp/account.ts';
import type { Patience } from './connection/patience.ts';
import type { ReviewDatabase } from './review/database.ts';

/** Those that need not be given. */
type GeneratedColumns<Row, Name extends keyof Row> = Omit<Row, Name> & {
  [Column in Name]: Generated<Row[Column]>;
};

export type Engine = 'sqlite' | 'postgres';

/** Columns are snake_case in the database and camelCase here, by Kysely's CamelCasePlugin. Times are epoch ms. */
export interface Database extends ReviewDatabase {
  /** `machineKeysOnly`: 1 where machines use their own key, and a secret only registers them (K13). */
  organizations: OrganizationRecord & {
    machineKeysOnly: Generated<number>;
    closesAt: Generated<number | null>;
  };
  organizationEndings: EndingRecord;
  members: MemberRecord & { emailLower: string; hold: Generated<HoldTime> };
  identities: {
    issuer: string;
    subject: string;
    userId: string | null;
    email: string | null;
    emailVerified: number;
    profileAt: number | null;
    disabledAt: number | null;
  };
  secrets: SecretRecord & {
    environmentId: Generated<string | null>;
    lastUsedAt: Generated<number | null>;
    registersOnly: Generated<number>;
  };
  environments: EnvironmentRecord & { machineKey: string; firstAuthorAt: number | null };
  environmentClaims: ClaimRecord;
  claimRequests: ClaimRequestRecord;
  terminals: TerminalRecord;
  tokens: Omit<TokenRecord, 'scopes'> & { scopes: string };
  views: ViewRecord;
  installations: InstallationRecord;
  /** `isKeyed`: 1 where the machine has a key of its own, so that no secret continues the session (K11). */
  sessions: SessionRecord & {
    startRepair: number | null;
    reviewDone: Generated<number>;
    reviewBegun: Generated<number>;
    isKeyed: Generated<number>;
    redactions: Generated<number>;
  };
  sessionTitles: SessionTitleRecord & { organizationId: string; sessionId: string; number: number };
  sessionGrants: GrantRecord;
  accessPolicies: { organizationId: string; policy: string; updatedBy: string; updatedAt: number };
  sessionOpenings: { organizationId: string; keyHash: string; fingerprint: string; sessionId: string };
  erasures: ErasureRecord;
  chainEntries: ChainEntry;
  seals: { sessionPk: number; firstSequence: number; count: number; digest: string; marks: Uint8Array };
  redactions: Omit<RedactionRecord, 'sequences'> & { sequences: string };
  redactionJobs: Omit<RedactionJobRecord, 'found'> & { found: string };
  legalHolds: LegalHoldRecord;
  dataRequests: DataRequestRecord;
  retentions: {
    organizationId: string;
    repository: string;
    days: number | null;
    updatedBy: string;
    updatedAt: number;
  };
  legalHoldKept: { sessionId: string; keptAt: number };
  redactedWords: Omit<RedactedWordRecord, 'forms' | 'isTold'> & { forms: string; isTold: number };
  notifications: NotificationRecord;
  notificationSettings: NotificationSettingsRecord;
  dueNotices: DueNotice;
  recipients: Recipient;
  /** `feedNumber`: its place in the feed; null until somebody reads that far. */
  auditLog: AuditRecord & { feedNumber: Generated<number | null> };
  settings: { name: string; value: string };
  accounts: Omit<AccountRecord, 'emailVerified'> & { emailLower: string; emailVerified: number };
  accountLinks: LinkRecord;
  providerPayloads: PayloadRecord;
  providerKeys: KeyRecord;
  findingsPolicies: FindingsPolicyRecord;
  findingDispositions: DispositionRecord;
  findingsRevisions: { subjectId: string; revision: number };
  commits: CommitRecord;
  commitReports: {
    reportPk: Generated<number>;
    organizationId: string;
    repository: string;
    sessionId: string;
    sha: string;
  };
  commitRewrites: RewriteRecord;
  linkDecisions: DecisionRecord;
  pullDecisions: PullDecisionRecord;
  pullRequests: PullRequestRecord;
  pullCommits: { organizationId: string; url: string; sha: string };
  integrations: IntegrationRecord;
  gatePolicies: { organizationId: string; policy: string; updatedBy: string; updatedAt: number };
  lessons: LessonRow;
  lessonVersions: LessonVersionRow;
  lessonSteps: LessonStepRow;
  sessionLessons: SessionLessonRow;
  lessonPolicies: { organizationId: string; adopters: string; updatedBy: string; updatedAt: number };
  outboxEndpoints: EndpointRecord;
  waitingTraces: WaitingTrace;
  outboxStatuses: StatusKey & CommitStatus & { organizationId: string; lookedAt: number };
  outbox: GeneratedColumns<
    DeliveryRecord,
    | 'deliveryPk'
    | 'deliveryId'
    | 'attempts'
    | 'nextAt'
    | 'lastAt'
    | 'lastStatus'
    | 'lastFault'
    | 'outcome'
    | 'endedAt'
  >;
  raisedFindings: RaisedFinding & { sessionId: string; organizationId: string; raisedAt: number };
  judgedSessions: { sessionId: string; organizationId: string; mark: string; foldedTo: number };
  silentSessions: { sessionId: string; organizationId: string; eventCount: number };
  integrationDeliveries: { integrationId: string; deliveryId: string; receivedAt: number };
  signInAttempts: { bucket: string; history: string; lastAt: number };
}

/** A database both `Store` and the migrations speak through. */
export interface OpenDatabase {
  readonly engine: Engine;
  readonly db: Kysely<Database>;
  /** How long its answers are waited for, where it is not a file. */
  readonly patience?: Patience;
  /**
   * Rows past the query builder, for what requests ask all the time: it would take longer to write the query than to
   * answer it. `$1`, `$2` … stand for the values; columns must be named in camelCase. The texts must be few.
   */
  rows<Row>(text: string, values: readonly unknown[]): Promise<Row[]>;
  /**
   * The row with a key that almost every request asks for. Several callers may get the same object. The text reads
   * tables of the records or of `projection`, not of both.
   */
  lookUp<Row>(text: string, values: readonly unknown[]): Promise<Readonly<Row> | undefined>;
  /** Ends the connections; that of `db` alone would leave those that it has not used itself. */
  close(): Promise<void>;
}

/** No server can be started on this database as it is; the message says why and what to do, in one sentence. */
export class UnfitDatabase extends Error {}
