import type { AccessPolicy, ReadChannel, Role } from '@debrief/contract';
import type { AccessStore } from './access/ports.ts';
import type { Principal } from './actor.ts';
import type { ChainStore } from './chain/ports.ts';
import type { EndingStore } from './ending/ports.ts';
import type { FindingStore, JudgementStore } from './findings/ports.ts';
import type { GateStore } from './gate/ports.ts';
import type { InsightStore } from './insights/ports.ts';
import type { LegalHoldStore } from './legal-hold/ports.ts';
import type { FailureStore, LessonStore } from './lesson/ports.ts';
import type { SessionLessonStore } from './lesson/session-lesson-store.ts';
import type {
  CommitStore,
  ConcludedLinkStore,
  IntegrationStore,
  LinkStore,
  PullRequestStore,
  RepositoryStore,
} from './link/ports.ts';
import type { Channel, OutletStore } from './mail/ports.ts';
import type { OutboxStore } from './outbox/ports.ts';
import type { OwnDataStore } from './own-data/ports.ts';
import type { DataRequestRecord, DataRequestStore } from './own-data/request-ports.ts';
import type {
  AuditRecord,
  ClaimRecord,
  ClaimRequestRecord,
  CredentialRecord,
  EnvironmentRecord,
  InstallationRecord,
  MemberRecord,
  OrganizationRecord,
  Profile,
  ReadDay,
  SecretRecord,
  TerminalRecord,
  ViewRecord,
} from './records.ts';
import type { RedactionJobStore } from './redaction/job-ports.ts';
import type { RedactionStore } from './redaction/ports.ts';
import type { RetentionStore } from './retention/ports.ts';
import type {
  LabelStore,
  NotificationStore,
  QueueStore,
  ReviewStore,
  RotationStore,
  ThreadStore,
  Told,
} from './review/ports.ts';
import type { ReleasedSession } from './review/records.ts';
import type { ErasureStore, SearchIndex, SessionStore, StatisticsStore } from './session/ports.ts';
import type { TranscriptStore } from './session/transcript-ports.ts';
import type { TraceStore } from './telemetry/ports.ts';
import type { TokenStore } from './token/ports.ts';

/** Epoch milliseconds, UTC. */
export type Clock = () => number;

/**
 * The records. Every method is one atomic step. Whatever takes an organization id answers only for that
 * organization. Throws `service_unavailable` while the database cannot be reached.
 */
export interface Store {
  readonly organization: OrganizationStore;
  readonly member: MemberStore;
  readonly identity: IdentityStore;
  readonly secret: SecretStore;
  readonly machineKey: MachineKeyStore;
  readonly environment: EnvironmentStore;
  readonly installation: InstallationStore;
  readonly session: SessionStore;
  readonly access: AccessStore;
  readonly erasure: ErasureStore;
  readonly legalHold: LegalHoldStore;
  readonly ownData: OwnDataStore;
  readonly dataRequest: DataRequestStore;
  readonly redactionJob: RedactionJobStore;
  readonly ending: EndingStore;
  readonly retention: RetentionStore;
  readonly redaction: RedactionStore;
  readonly chain: ChainStore;
  readonly statistics: StatisticsStore;
  readonly search: SearchIndex;
  readonly transcript: TranscriptStore;
  readonly judgement: JudgementStore;
  readonly commit: CommitStore;
  readonly link: LinkStore;
  readonly concludedLink: ConcludedLinkStore;
  readonly pullRequest: PullRequestStore;
  readonly integration: IntegrationStore;
  readonly repository: RepositoryStore;
  readonly finding: FindingStore;
  readonly insight: InsightStore;
  readonly audit: AuditStore;
  readonly author: AuthorStore;
  readonly terminal: TerminalStore;
  readonly token: TokenStore;
  readonly view: ViewStore;
  readonly label: LabelStore;
  readonly rotation: RotationStore;
  readonly notification: NotificationStore;
  readonly thread: ThreadStore;
  readonly review: ReviewStore;
  readonly queue: QueueStore;
  readonly outlet: OutletStore;
  readonly outbox: OutboxStore;
  readonly trace: TraceStore;
  readonly gate: GateStore;
  readonly lesson: LessonStore;
  readonly failure: FailureStore;
  readonly sessionLesson: SessionLessonStore;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  /** What waits to be done, for whoever watches the server. */
  backlog(at: number, retentionDays: number | undefined): Promise<Backlog>;
  close(): Promise<void>;
}

export interface Backlog {
  at: number;
  /** Sessions whose statistics are behind, and since when the one that has waited longest is. */
  sessionsBehind: number;
  behindSince: number | null;
  mails: number;
  mailSince: number | null;
  /** What endpoints should have been told by now, and since when the oldest of it is there. */
  deliveries: number;
  deliverySince: number | null;
  endpointsFailing: number;
  /** Switched off, though nobody wanted that. */
  endpointsBroken: number;
  traces: number;
  /** Sessions that should have been deleted a day ago. */
  overdue: number;
}

export interface OrganizationStore {
  /**
   * Organization, owner and the owner's identity together; at most one active membership a person (O1). `not_first`:
   * with `onlyFirst`, when there is an organization already (O23).
   */
  create(
    organization: OrganizationRecord,
    owner: MemberRecord,
    principal: Principal,
    options?: { onlyFirst: boolean },
  ): Promise<'created' | 'has_organization' | 'slug_taken' | 'not_first'>;
  find(organizationId: string): Promise<OrganizationRecord | undefined>;
  rename(organizationId: string, name: string, at: number): Promise<void>;
  /**
   * Everything of it but its audit log, which is told of the deletion in the same step, and receipts; the events must be
   * erased first. One that is gone is left alone.
   */
  delete(organizationId: string, at: number, audited: AuditRecord): Promise<void>;
  all(): Promise<OrganizationRecord[]>;
}

export interface MemberStore {
  list(organizationId: string): Promise<MemberRecord[]>;
  find(organizationId: string, userId: string): Promise<MemberRecord | undefined>;
  /**
   * Invites, or refreshes an invitation under its first user id (O12). `active`: already a member.
   * `refused`: `mayChange` said no to the invitation that stands.
   */
  invite(
    member: MemberRecord,
    mayChange: (existing: MemberRecord) => boolean,
  ): Promise<MemberRecord | 'active' | 'refused'>;
  /**
   * Gives a member another role, or ends the membership (`remove`), in one step with the look whether that leaves an
   * owner. `refused`: `mayChange` said no. The organization's named owner is always one. `released`: the sessions that
   * expected something of who leaves. `leaving` is written with it: what becomes of their sessions.
   */
  change(
    which: { organizationId: string; userId: string },
    to: Role | 'remove',
    at: number,
    mayChange: (existing: MemberRecord) => boolean,
    leaving?: DataRequestRecord,
  ): Promise<
    | { before: MemberRecord; after: MemberRecord; released: ReleasedSession[] }
    | 'last_owner'
    | 'refused'
    | undefined
  >;
  /** Removes the membership, what the person is signed in with and what they were asked to review. */
  delete(
    userId: string,
    at: number,
  ): Promise<{ member: MemberRecord; released: ReleasedSession[] } | undefined>;
  findByEmail(email: string): Promise<MemberRecord[]>;
}

/** A member with what decides which sessions they may read. */
export type Membership = MemberRecord & { access?: AccessPolicy };

export interface IdentityStore {
  /**
   * The active membership bound to this (issuer, subject), unless the operator has disabled it. `closing`: of an
   * organization that is being deleted, to which only owners get in.
   */
  findMember(issuer: string, subject: string): Promise<Membership | 'disabled' | 'closing' | undefined>;
  /** The active membership of this user id, unless the operator has disabled the person or it is `closing`. */
  findActive(userId: string): Promise<Membership | undefined>;
  /**
   * Binds the oldest pending invitation of this verified address to the principal and makes it active, unless
   * the principal has a membership already (O14).
   */
  activate(principal: Principal & { email: string }, at: number): Promise<MemberRecord | undefined>;
  /** What UserInfo said of this subject, if that is on record and younger than `since`. */
  findProfile(issuer: string, subject: string, since: number): Promise<Profile | undefined>;
  saveProfile(issuer: string, subject: string, profile: Profile, at: number): Promise<void>;
}

export interface SecretStore {
  /** False when the organization has `max` active secrets already (K9). */
  add(secret: SecretRecord, max: number): Promise<boolean>;
  list(organizationId: string): Promise<SecretRecord[]>;
  /** Undefined when there is none; `changed` is false when it was revoked before (K6). */
  revoke(
    organizationId: string,
    secretId: string,
    at: number,
  ): Promise<{ secret: SecretRecord; changed: boolean } | undefined>;
  /** Never cached: what was revoked a moment ago, on any process, must come back revoked. */
  findByDigest(digest: string): Promise<CredentialRecord | undefined>;
}

/** The keys of machines (K11 to K13). */
export interface MachineKeyStore {
  /**
   * Adds a key. A machine's first one, from a secret (`machineId`): its sessions are its own from then on, and no
   * registration with a secret finds it again. `exists`: it has a key that was used. Undefined: no such active
   * machine of this kind.
   */
  exchange(
    key: SecretRecord & { environmentId: string },
    proof: { machineId: string } | { secretId: string },
  ): Promise<'added' | 'exists' | undefined>;
  noteUse(secretId: string, at: number): Promise<void>;
  /** The newest key of each machine of the organization, or of one. */
  list(organizationId: string, environmentId?: string): Promise<Map<string, CredentialRecord>>;
  askRotation(environmentId: string, at: number): Promise<void>;
  /** All keys of the machine; false when none was active. */
  revoke(environmentId: string, at: number): Promise<boolean>;
  isRequired(organizationId: string): Promise<boolean>;
  /** False when nothing changed. */
  require(organizationId: string, required: boolean): Promise<boolean>;
}

export interface EnvironmentStore {
  /** Updates the active record of the same machine (E1), or adds this one. */
  register(environment: EnvironmentRecord): Promise<EnvironmentRecord>;
  /** The new lastSeenAt, which never goes back; undefined when the environment is not active. */
  beat(environmentId: string, at: number, serviceCliVersion: string | undefined): Promise<number | undefined>;
  list(organizationId: string): Promise<EnvironmentRecord[]>;
  find(organizationId: string, environmentId: string): Promise<EnvironmentRecord | undefined>;
  revoke(environmentId: string, at: number): Promise<void>;
  /** Removes it and its installations, as far as no session is left that names them. */
  deleteUnused(organizationId: string, environmentId: string): Promise<void>;
}

/** Whose machine it is. */
export interface AuthorStore {
  /** How many sessions somebody is the author of. */
  sessions(organizationId: string, userId: string): Promise<number>;
  /** In place of the claim the machine had before. */
  saveClaim(claim: ClaimRecord): Promise<void>;
  findClaim(organizationId: string, digest: string, now: number): Promise<ClaimRecord | undefined>;
  /** Takes the claim away and returns its machine; of several that try, one gets it. */
  useClaim(organizationId: string, digest: string, now: number): Promise<string | undefined>;
  /**
   * The author of the sessions that are opened from now on (W3). What others asked of the author before is void.
   * False when nothing changed.
   */
  set(author: {
    organizationId: string;
    environmentId: string;
    userId: string | null;
    at: number;
  }): Promise<boolean>;
  /** Whether the machine has sessions without an author. */
  hasEarlier(organizationId: string, environmentId: string): Promise<boolean>;
  /**
   * Makes somebody the author of those; returns how many. What was said about them is worked out anew in the same step:
   * some of it may be the author's own, or wait for them. `about`: these sessions, with the members who are told.
   */
  giveEarlier(author: {
    organizationId: string;
    environmentId: string;
    userId: string;
    at: number;
    channels: readonly Channel[];
  }): Promise<{ given: number; about: (Told & { sessionId: string })[] }>;
  /**
   * These sessions have no author any more, but for those that a legal hold keeps; what was said about them is worked out
   * anew in the same step.
   */
  takeAway(author: {
    organizationId: string;
    userId: string;
    sessionIds: readonly string[];
    at: number;
    channels: readonly Channel[];
  }): Promise<{ taken: number; about: (Told & { sessionId: string })[] }>;
  /** False when the member has asked before. */
  addRequest(request: ClaimRequestRecord): Promise<boolean>;
  listRequests(organizationId: string): Promise<ClaimRequestRecord[]>;
  /** Of several that answer, one gets it. */
  takeRequest(organizationId: string, environmentId: string, userId: string): Promise<boolean>;
}

/** Where people are signed in with `debrief login`. */
export interface TerminalStore {
  add(terminal: TerminalRecord): Promise<void>;
  /** Never cached, like a secret. */
  findByDigest(digest: string): Promise<TerminalRecord | undefined>;
  noteUse(terminalId: string, at: number): Promise<void>;
  list(userId: string): Promise<TerminalRecord[]>;
  /** One of a person's, or all; returns those that are gone. */
  end(userId: string, terminalId?: string): Promise<TerminalRecord[]>;
}

/** Views of the list that members have saved. */
export interface ViewStore {
  /** Those of all these, oldest first. */
  list(organizationId: string, userIds: readonly string[]): Promise<ViewRecord[]>;
  /**
   * One of the same name is replaced and keeps its place; of the team only by `by`, if that is given. With `most` of
   * other names nothing is saved.
   */
  save(view: ViewRecord, most: number, by?: string): Promise<ViewRecord | 'too_many' | 'not_theirs'>;
  find(organizationId: string, viewId: string): Promise<ViewRecord | undefined>;
  remove(organizationId: string, userId: string, viewId: string): Promise<ViewRecord | undefined>;
}

export interface InstallationStore {
  /** False when there is one of this agent in this environment. */
  add(installation: InstallationRecord): Promise<boolean>;
  /** Updates the one of this agent in this environment, or adds this one; never touches the status (I2). */
  register(installation: InstallationRecord): Promise<InstallationRecord>;
  change(
    installationId: string,
    changes: Partial<Pick<InstallationRecord, 'version' | 'config' | 'status'>>,
    at: number,
  ): Promise<void>;
  list(organizationId: string): Promise<InstallationRecord[]>;
  find(organizationId: string, installationId: string): Promise<InstallationRecord | undefined>;
}

export interface AuditStore {
  add(entry: AuditRecord): Promise<void>;
  /** Those that are not there yet, by their id. */
  addNew(entries: readonly AuditRecord[]): Promise<void>;
  /** Who read a session on which days, the latest ten thousand first, and what of it each was shown. */
  readers(
    organizationId: string,
    sessionId: string,
  ): Promise<{ days: ReadDay[]; channels: { userId: string; channel: ReadChannel | null }[] }>;
  /**
   * Entries after a number, by their numbers, which are given here: to what is committed by then, and one after the
   * other. So what comes to be seen later has a later one.
   */
  feed(
    organizationId: string,
    after: number,
    limit: number,
  ): Promise<(AuditRecord & { feedNumber: number })[]>;
  list(
    organizationId: string,
    filter: {
      limit: number;
      action?: string;
      actorId?: string;
      /** From this time on, and before that one. */
      from?: number;
      to?: number;
      /** The entry before the first one, in the order that is asked for. */
      after?: { at: number; auditId: string };
      isOldestFirst?: boolean;
    },
  ): Promise<AuditRecord[]>;
}

/** How an invited person gets in. */
export interface Invitations {
  readonly sendsMail: boolean;
  /** Throws `rate_limited` when this organization has invited too often (O24); counts the invitation otherwise. */
  admit(organizationId: string, email: string): Promise<void>;
  /** The invitation that was mailed a moment ago, which need not be mailed again. */
  findMailed(member: MemberRecord): Promise<IssuedInvitation | undefined>;
  /** Sends the link by mail, or returns it to be handed over: when asked to, and when mail cannot be sent. */
  invite(member: MemberRecord, options?: { handOver?: boolean | undefined }): Promise<IssuedInvitation>;
}

export interface IssuedInvitation {
  /** Absent when the link travels by mail alone. */
  url?: string;
  singleUse: boolean;
  expiresAt?: number;
  sent: boolean;
}
