import type { EndpointKind, EndpointType } from '@debrief/contract';

/** Where an organization is told of things. */
export interface EndpointRecord {
  endpointId: string;
  organizationId: string;
  kind: EndpointKind;
  name: string;
  sealedUrl: string;
  /** What opens the receiver, where it takes more than the address. */
  sealedCredential: string | null;
  shownUrl: string;
  /** With a blank around each. */
  types: string;
  /** The least severity of findings that are told: 1 low, 2 medium, 3 high. */
  severity: number;
  withTitles: number;
  /** Which of its secrets it signs with; the one before also signs until `previousUntil`. */
  generation: number;
  previousUntil: number;
  createdBy: string;
  createdAt: number;
  offAt: number | null;
  offReason: 'admin' | 'gone' | 'failing' | null;
  /** In a row, and since when. */
  failures: number;
  failingSince: number | null;
  /** Nothing is sent before then. */
  pausedUntil: number;
  leasedBy: string | null;
  leasedUntil: number;
}

/** One thing that one endpoint is told. It holds ids and no words. */
export interface DeliveryRecord {
  deliveryPk: number;
  deliveryId: string;
  endpointId: string;
  organizationId: string;
  type: EndpointType | 'commit.status';
  sessionId: string | null;
  lane: string;
  subjectId: string;
  actorId: string | null;
  detail: string | null;
  at: number;
  attempts: number;
  nextAt: number;
  lastAt: number | null;
  lastStatus: number | null;
  lastFault: string | null;
  outcome: 'delivered' | 'failed' | 'dropped' | null;
  endedAt: number | null;
}

export type EndpointChange = Partial<
  Pick<
    EndpointRecord,
    | 'name'
    | 'types'
    | 'severity'
    | 'withTitles'
    | 'sealedCredential'
    | 'generation'
    | 'previousUntil'
    | 'offAt'
    | 'offReason'
    | 'failures'
    | 'failingSince'
    | 'pausedUntil'
  >
>;

export type DeliveryChange = Partial<
  Pick<DeliveryRecord, 'attempts' | 'nextAt' | 'lastAt' | 'lastStatus' | 'lastFault' | 'outcome' | 'endedAt'>
>;

/** A judgement that was not looked at yet. */
export interface UnraisedSession {
  organizationId: string;
  sessionId: string;
  mark: string;
  foldedTo: number;
}

export interface RaisedFinding {
  findingId: string;
  severity: string;
  rank: number;
}

/** The commit that a status is about, by the branch it is to be merged into. */
export interface StatusKey {
  endpointId: string;
  repository: string;
  headSha: string;
  baseBranch: string;
}

/** What a forge was told last of a commit; `success` and `failure` are final. */
export interface CommitStatus {
  state: 'pending' | 'success' | 'failure' | null;
  firstSeenAt: number;
}

/** A pull request whose newest commit has no final state yet. */
export interface UnstatedHead extends Omit<StatusKey, 'endpointId'> {
  url: string;
  isMerged: boolean;
  commitCount: number | null;
  /** Undefined when nothing was told yet. */
  status: CommitStatus | undefined;
}

export interface CommitStatusStore {
  /** Endpoints of forges that are on. */
  forges(): Promise<EndpointRecord[]>;
  /** Of repositories that begin so; what was looked at longest ago comes first. */
  unstated(
    endpoint: EndpointRecord,
    asked: { prefix: string; openSince: number; mergedSince: number; limit: number },
  ): Promise<UnstatedHead[]>;
  /** Notes that it was looked at and, where the state changes, what the forge is to be told; only once, whoever does it. */
  look(
    endpoint: EndpointRecord,
    head: UnstatedHead,
    told: { state: CommitStatus['state']; detail: string; at: number },
  ): Promise<void>;
  statusOf(key: StatusKey): Promise<CommitStatus | undefined>;
  /** Whether a pull request of this repository into this branch still ends in this commit. */
  isHead(organizationId: string, key: StatusKey): Promise<boolean>;
  forget(key: StatusKey): Promise<void>;
}

export interface OutboxStore extends CommitStatusStore {
  /** False when the organization has `max` already. */
  add(endpoint: EndpointRecord, max: number): Promise<boolean>;
  list(organizationId: string): Promise<EndpointRecord[]>;
  find(organizationId: string, endpointId: string): Promise<EndpointRecord | undefined>;
  change(
    organizationId: string,
    endpointId: string,
    change: EndpointChange,
  ): Promise<EndpointRecord | undefined>;
  remove(organizationId: string, endpointId: string): Promise<EndpointRecord | undefined>;

  /** Tells one endpoint something that is no deed of the organization. */
  queueTest(endpoint: EndpointRecord, by: string, at: number): Promise<DeliveryRecord>;
  /** The newest first. */
  deliveries(endpointId: string, page: { limit: number; before?: number }): Promise<DeliveryRecord[]>;
  /** It is sent as soon as may be, whatever became of it; undefined when there is none. */
  retry(endpointId: string, deliveryId: string): Promise<DeliveryRecord | undefined>;

  /** Endpoints that have something to be sent now and that nobody is at. */
  waiting(now: number, limit: number): Promise<string[]>;
  /** For this caller alone until `until`; undefined when another was faster, or it is off. */
  lease(endpointId: string, by: string, now: number, until: number): Promise<EndpointRecord | undefined>;
  /** As long as it is still this caller's; as it is then. */
  renew(endpointId: string, by: string, until: number): Promise<EndpointRecord | undefined>;
  release(endpointId: string, by: string): Promise<void>;
  /** The oldest of each lane, as far as they may be sent now; the oldest first. */
  heads(endpointId: string, now: number, limit: number): Promise<DeliveryRecord[]>;
  /** What became of one, and what that means for its endpoint. Nothing when the lease is another's by now. */
  settle(
    lease: { endpointId: string; by: string },
    deliveryId: string,
    change: DeliveryChange,
    endpoint: EndpointChange,
  ): Promise<boolean>;
  /** Removes what is older, delivered or not. */
  purge(before: number): Promise<void>;

  /** Sessions that somebody wants to hear findings of and whose judgement is another than the last that was looked at. */
  unraised(since: number, limit: number): Promise<UnraisedSession[]>;
  /** Each finding once, in one step with the note that this judgement was looked at. */
  raise(judged: UnraisedSession, findings: readonly RaisedFinding[], at: number): Promise<void>;
  /** Open sessions of which nothing came between the two times, as far as somebody wants to hear that, each once. */
  noteSilent(from: number, to: number): Promise<void>;
}

/** What came back. */
export interface OutgoingAnswer {
  status: number;
  /** Milliseconds, as far as it says. */
  retryAfter?: number;
}

/** The only way out of the server to an address that somebody typed in. */
export interface Outgoing {
  /** Why nothing is ever sent there, as far as the address alone says; undefined when it may be. */
  refusal(url: string): string | undefined;
  /** Throws, with a message for people, when no answer came. */
  post(
    url: string,
    request: { headers: Record<string, string>; body: string | Uint8Array; signal: AbortSignal },
  ): Promise<OutgoingAnswer>;
  get(
    url: string,
    request: { headers: Record<string, string>; signal: AbortSignal },
  ): Promise<OutgoingAnswer>;
}
