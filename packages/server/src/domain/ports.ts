import type {
  ChangedFile,
  ClosedStatus,
  FoundMatch,
  ReadChannel,
  Role,
  SessionTotals,
  Snippet,
} from '@debrief/contract';
import type {
  ClippedEntry,
  Entry,
  FileEdit,
  Hunk,
  LaneWrite,
  NetChange,
  TurnUsage,
  TurnWrite,
} from '@debrief/transcript';
import type { Principal } from './actor.ts';
import type { FindingStore, JudgementStore } from './findings/ports.ts';
import type {
  CommitStore,
  ConcludedLinkStore,
  IntegrationStore,
  LinkStore,
  PullRequestStore,
  RepositoryStore,
} from './link/ports.ts';
import type { MailQueueStore } from './mail/ports.ts';
import type {
  AuditRecord,
  ClaimRecord,
  EnvironmentRecord,
  InstallationRecord,
  ListedSession,
  MemberRecord,
  OpeningKey,
  OrganizationRecord,
  PendingStart,
  Profile,
  ReadDay,
  SecretRecord,
  SessionRecord,
  StatisticsRecord,
} from './records.ts';
import type { NotificationStore } from './review/ports.ts';
import type { QueueStore, ReviewStore, ThreadStore } from './review/review-ports.ts';
import type { Change, Listener } from './session/bell.ts';
import type { ByteText } from './session/byte-text.ts';
import type { SessionFilter, SessionOrder, SessionPosition } from './session/filter.ts';

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
  readonly environment: EnvironmentStore;
  readonly installation: InstallationStore;
  readonly session: SessionStore;
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
  readonly audit: AuditStore;
  readonly author: AuthorStore;
  readonly notification: NotificationStore;
  readonly thread: ThreadStore;
  readonly review: ReviewStore;
  readonly queue: QueueStore;
  readonly mailQueue: MailQueueStore;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
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
  /** Everything of it but its audit log, which keeps the deletion itself; the events must be erased first. */
  delete(organizationId: string): Promise<void>;
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
   * owner. `refused`: `mayChange` said no. The organization's named owner is always one.
   */
  change(
    which: { organizationId: string; userId: string },
    to: Role | 'remove',
    at: number,
    mayChange: (existing: MemberRecord) => boolean,
  ): Promise<{ before: MemberRecord; after: MemberRecord } | 'last_owner' | 'refused' | undefined>;
  /** Removes the membership and what the person is signed in with; returns what was removed. */
  delete(userId: string): Promise<MemberRecord | undefined>;
  findByEmail(email: string): Promise<MemberRecord[]>;
}

export interface IdentityStore {
  /** The active membership bound to this (issuer, subject), unless the operator has disabled it. */
  findMember(issuer: string, subject: string): Promise<MemberRecord | 'disabled' | undefined>;
  /** The active membership of this user id, unless the operator has disabled the person. */
  findActive(userId: string): Promise<MemberRecord | undefined>;
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
  findByDigest(digest: string): Promise<SecretRecord | undefined>;
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
  /** In place of the claim the machine had before. */
  saveClaim(claim: ClaimRecord): Promise<void>;
  findClaim(organizationId: string, digest: string, now: number): Promise<ClaimRecord | undefined>;
  /** Takes the claim away and returns its machine; of several that try, one gets it. */
  useClaim(organizationId: string, digest: string, now: number): Promise<string | undefined>;
  /**
   * The author of the sessions that are opened from now on. The first author a machine ever gets becomes the author
   * of its earlier sessions, too (W3). False when nothing changed.
   */
  set(author: {
    organizationId: string;
    environmentId: string;
    userId: string | null;
    at: number;
  }): Promise<boolean>;
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

/** The filter of the list, which also looks at the title. */
export type SessionListFilter = SessionFilter & { titlePart?: string | undefined };

export interface SessionStore {
  /** With a key that was used before, opens nothing and returns the first use (S7). */
  open(
    session: SessionRecord,
    key: OpeningKey | undefined,
  ): Promise<'opened' | { sessionId: string; fingerprint: string }>;
  findOpening(
    organizationId: string,
    keyHash: string,
  ): Promise<{ sessionId: string; fingerprint: string } | undefined>;
  /** In the order asked for, else newest first: startedAt, then sessionId, both descending. */
  list(
    organizationId: string,
    filter: SessionListFilter & { limit: number; order?: SessionOrder },
  ): Promise<ListedSession[]>;
  /** Sums over all sessions that a filter leaves. */
  totals(organizationId: string, filter: SessionListFilter): Promise<SessionTotals>;
  /** Where sessions ran, used last first. */
  repositories(
    organizationId: string,
    limit: number,
  ): Promise<
    {
      repoRoot: string;
      repoRemote: string | null;
      repository: string;
      sessions: number;
      lastStartedAt: number;
    }[]
  >;
  find(organizationId: string, sessionId: string): Promise<SessionRecord | undefined>;
  /** Of these sessions, those the organization has. */
  findAll(organizationId: string, sessionIds: readonly string[]): Promise<Map<string, SessionRecord>>;
  /** Closed sessions that ended and arrived before, oldest first: what retention removes next. */
  endedBefore(at: number, limit: number): Promise<SessionRecord[]>;
  /** Sessions whose start is still to be repaired, by `sessionPk`, from after the one given. */
  pendingStarts(after: number, limit: number): Promise<PendingStart[]>;
  /** Puts in a start; the session stays pending until `endStartRepair`. */
  setStart(sessionId: string, startedAt: number): Promise<void>;
  endStartRepair(sessionId: string): Promise<void>;
  /** Makes somebody the author of a session that has none. */
  giveAuthor(sessionId: string, userId: string): Promise<void>;
  /** The record and its keys; the events must be erased first. */
  delete(sessionId: string): Promise<void>;
}

/** What is derived from the log. The projection writes it later than the events it comes from. */
export interface StatisticsStore {
  /** Of those sessions that have been looked at. */
  find(sessionIds: readonly string[]): Promise<Map<string, StatisticsRecord>>;
  /** Removes everything derived from a session, its searchable text included. */
  delete(sessionId: string): Promise<void>;
}

export interface SearchQuery extends SessionFilter {
  /** The words as they were typed. */
  q: string;
  limit: number;
}

export interface SearchIndex {
  /**
   * Newest session first. A page may come out short when finding more would take too long; `next` is where to go
   * on, absent at the end.
   */
  search(
    organizationId: string,
    query: SearchQuery,
  ): Promise<{ hits: SearchHit[]; next?: SessionPosition | undefined }>;
}

export interface SearchHit {
  sessionId: string;
  /** The best pieces of its text. */
  snippets: Snippet[];
}

/** An entry in its place; `entry` is its JSON. */
export interface PlacedEntry {
  lane: number;
  index: number;
  entry: string;
}

export interface ChangedEntries {
  entries: PlacedEntry[];
  /** False when there was more than asked for. */
  isWhole: boolean;
}

export type LaneRecord = LaneWrite & { total: number; usage?: TurnUsage };
export type TurnRecord = TurnWrite;

/** An event of an entry as the log has it: type and payload are JSON. */
export interface EventText {
  sequence: number;
  type: string;
  payload: string;
}

/** A clipped entry and the events it was made of, from which it can be read again. */
export interface ReadAgain {
  agentId: string;
  events: readonly EventText[];
  stored: ClippedEntry;
}

/** A match, or an entry whose cut fields have yet to be looked at. */
export interface FoundHit {
  lane: number;
  index: number;
  entry: ClippedEntry;
  match: FoundMatch | undefined;
}

export interface FoundFiles {
  files: ChangedFile[];
  total: number;
  edits: FileEdit[];
}

/** An edit with the entry that made it; a command has none to be read. */
export interface EditToRead {
  edit: FileEdit;
  read?: ReadAgain;
}

export interface NetFile {
  known: NetChange['known'];
  change: NetChange['change'];
  hunks: (Hunk & { edits: number[] })[];
  added: number;
  removed: number;
  edits: { edit: FileEdit; hunks?: Hunk[] }[];
  isCut: boolean;
}

/** What to find: words and exact texts, in entries of these kinds; no kind means all. */
export interface FindRequest {
  q: string;
  kinds: readonly string[];
}

/** The transcript as it was folded: entries by lane and number, as JSON text with long fields clipped. */
export interface AskedWindow {
  lane: number;
  from: number;
  limit: number;
  bytes: number;
  /** As `state` said a moment ago: what was read at this position before need not be read again. */
  foldedTo: number;
}

export interface EntryWindow {
  /** Entries of the lane. */
  total: number;
  /** Together the list of entries as JSON, without its brackets. */
  json: Uint8Array[];
}

export interface TranscriptStore {
  /** Undefined: nobody has looked at the session yet. */
  state(sessionId: string): Promise<{ foldedTo: number; isUnreadable: boolean } | undefined>;
  /** Entries of a lane. */
  total(sessionId: string, lane: number): Promise<number>;
  /** Entries from a number on; ends before `bytes`, with at least one where there is one. */
  window(sessionId: string, asked: AskedWindow): Promise<EntryWindow>;
  /** The entry an event is part of, else the last one that began before it. */
  locate(sessionId: string, sequence: number, lane?: number): Promise<PlacedEntry | undefined>;
  entry(sessionId: string, id: string): Promise<PlacedEntry | undefined>;
  /** Parts of a lane's skeleton, as JSON text, from the one that holds the entry `from`. */
  skeleton(sessionId: string, lane: number, from: number): Promise<string[]>;
  lanes(sessionId: string, limit: number): Promise<{ lanes: LaneRecord[]; total: number }>;
  turns(sessionId: string, from: number, limit: number): Promise<{ turns: TurnRecord[]; total: number }>;
  /** Entries by their places. */
  entriesAt(
    sessionId: string,
    places: readonly { lane: number; index: number }[],
  ): Promise<(string | undefined)[]>;
  /** Files that were changed, from a number on; with a path that one and its edits. */
  changedFiles(sessionId: string, asked: { path?: string; from: number; limit: number }): Promise<FoundFiles>;
  /** What the edits of a file come to. */
  netFile(edits: readonly EditToRead[]): Promise<NetFile>;
  /** Number of the first entry of a page. */
  firstIndex(page: number): number;
  /** Pages of entries as they are stored, some at a time, from the one on that holds the entry `from`. */
  bodies(
    sessionId: string,
    lane: number,
    from: number,
  ): AsyncGenerator<{ lane: number; page: number; body: Uint8Array }[]>;
  /** Entries that were written, completed or retracted after the session was folded to `foldedTo`. */
  changedAfter(sessionId: string, foldedTo: number, limit: number): Promise<ChangedEntries>;
  /** Each entry whole; undefined where its events no longer yield it. */
  whole(entries: readonly ReadAgain[]): Promise<(Entry | undefined)[]>;
  /** Looks through pages as `bodies` gives them. */
  find(
    asked: FindRequest,
    pages: readonly { lane: number; page: number; body: Uint8Array }[],
  ): Promise<FoundHit[]>;
  /** Looks through whole entries. */
  findWhole(
    asked: FindRequest,
    entries: readonly (ReadAgain & { lane: number; index: number })[],
  ): Promise<(FoundMatch | undefined)[]>;
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
  list(
    organizationId: string,
    filter: { limit: number; action?: string; before?: { at: number; auditId: string } },
  ): Promise<AuditRecord[]>;
}

export interface Batch {
  organizationId: string;
  sessionId: string;
  /** A secret that must still be active when the batch is stored. */
  secretId?: string | undefined;
  /** As event-lines.ts writes them. */
  lines: Buffer;
  count: number;
  key: string | undefined;
  at: number;
}

export interface Appended {
  first: number;
  count: number;
  /** Queued durably on the bus rather than committed to the database. */
  async: boolean;
  /** The answer of an earlier append with the same key. */
  replayed: boolean;
}

export interface LoggedEvent {
  sequence: number;
  /** JSON of the event type. */
  type: ByteText;
  /** JSON of the payload. */
  payload: ByteText;
  at: number;
}

export interface EventRange {
  organizationId: string;
  sessionId: string;
  order: 'asc' | 'desc';
  /** Only sequences above this one, in either order. */
  after: number;
  /** Where the page before ended: continue past it in the given order. */
  position?: number | undefined;
  limit: number;
  /** A page ends when its payloads pass this many bytes; it has at least one event. */
  bytes: number;
  types?: readonly string[] | undefined;
}

/**
 * The events. Sequences of a session are 1…eventCount without gaps, in commit order. An append is answered only
 * when it is durable. For one (session, key) at most one batch exists, for the life of the session.
 */
export interface EventLog {
  /**
   * Throws `secret_revoked`, `session_not_found`, `session_closed` (after the key was looked up, V10),
   * `idempotency_key_reused`, `idempotency_in_progress`, `service_unavailable`. A throw means that nothing was stored.
   */
  append(batch: Batch): Promise<Appended>;
  /** Throws while appends cannot be stored: after one could not be, until something can be written again (P1). */
  check(): Promise<void>;
  read(range: EventRange): Promise<{ events: LoggedEvent[]; more: boolean }>;
  /** Closes an active session. `now` is false when it was closed before. Undefined: no such session. */
  close(closing: {
    organizationId: string;
    sessionId: string;
    status: ClosedStatus;
    endedAt: number;
    at: number;
  }): Promise<{ status: ClosedStatus; endedAt: number; now: boolean } | undefined>;
  /** Removes the events and keys of a session for good. */
  erase(sessionId: string): Promise<void>;
  /**
   * Removes at once those parts of the log in which every session ended before, where the log has such parts;
   * returns how many. The records of the sessions stay, and `erase` finds nothing more to do for them.
   */
  expire(before: number): Promise<number>;
  /** Merges the small batches of closed sessions; returns how many sessions it went through. */
  compact(limit: number): Promise<number>;
  /** Waits for what is under way, then stops. */
  stop(): Promise<void>;
}

/** Tells whoever looks at a session that there is something new, in every server process. */
export interface Bell {
  /** Neither waits nor throws. Rings close together may be heard as one. */
  ring(change: Change): void;
  /**
   * Hears of every session, or of one; returns how to stop. A ring from another process may be lost while the
   * connection between them is down, so a listener also looks by itself now and then.
   */
  listen(listener: Listener, sessionId?: string): () => void;
  /** A membership has ended, its role changed, or its inbox did. Neither waits nor throws. */
  ringMember(userId: string): void;
  /** Hears of changes to one membership and its inbox; returns how to stop. */
  listenMember(userId: string, listener: () => void): () => void;
  stop(): Promise<void>;
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
