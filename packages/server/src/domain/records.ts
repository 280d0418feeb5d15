import type { Platform, Role, SecretEnvironment, SessionStatus, StartedAtSource } from '@debrief/contract';
import type { StandingRecord } from './review/records.ts';

/**
 * The records the store keeps. Times are epoch milliseconds. This file imports nothing of the domain, so that the
 * ports and the nouns can both import it.
 */

export interface OrganizationRecord {
  organizationId: string;
  name: string;
  slug: string;
  status: 'active';
  ownerUserId: string;
  createdAt: number;
  updatedAt: number;
}

export interface MemberRecord {
  organizationId: string;
  userId: string;
  email: string;
  role: Role;
  status: 'active' | 'invited';
  joinedAt: number | null;
  createdAt: number;
  updatedAt: number;
}

export interface Profile {
  readonly email: string | null;
  readonly emailVerified: boolean;
}

export interface SecretRecord {
  secretId: string;
  organizationId: string;
  digest: string;
  environment: SecretEnvironment;
  status: 'active' | 'revoked';
  label: string | null;
  /** The member who issued it; of a machine's key, the secret or key it was exchanged for. */
  createdBy: string;
  createdAt: number;
  revokedAt: number | null;
}

/** A secret, or a machine's own key, as a request presents it. */
export interface CredentialRecord extends SecretRecord {
  /** Of a machine's key: the only machine it is good for. */
  environmentId: string | null;
  /** Of a machine's key, to the hour. */
  lastUsedAt: number | null;
  /** 1: a secret of an organization whose machines use their own key (K13). */
  registersOnly: number;
}

export interface EnvironmentRecord {
  environmentId: string;
  organizationId: string;
  machineId: string | null;
  displayName: string | null;
  hostname: string;
  platform: Platform;
  repoRoot: string | null;
  repoRemote: string | null;
  gitBranch: string | null;
  serviceCliVersion: string;
  status: 'active' | 'revoked';
  /** The kind of secret it was registered with (K8). */
  secretEnvironment: SecretEnvironment;
  /** Since when it has a key of its own; nothing else opens or continues its sessions from then on. */
  keyedAt: number | null;
  keyRotationAskedAt: number | null;
  /** The member whose machine it is. */
  authorUserId: string | null;
  lastSeenAt: number;
  createdAt: number;
  updatedAt: number;
}

/** A link that makes a member the author of a machine; what is kept of its code is a digest. */
export interface ClaimRecord {
  environmentId: string;
  organizationId: string;
  digest: string;
  expiresAt: number;
}

/** A member asks for a machine that has an author. */
export interface ClaimRequestRecord {
  environmentId: string;
  organizationId: string;
  userId: string;
  requestedAt: number;
}

/** A terminal that a person signed in with `debrief login`; what is kept of its token is a digest. */
export interface TerminalRecord {
  terminalId: string;
  organizationId: string;
  userId: string;
  digest: string;
  machine: string;
  createdAt: number;
  lastUsedAt: number | null;
  expiresAt: number;
}

/** Filters of the list that a member comes back to. */
export interface ViewRecord {
  viewId: string;
  organizationId: string;
  /** Whose it is; `team` of everybody. */
  userId: string;
  name: string;
  search: string;
  page: 'sessions' | 'today';
  /** Of the team: who saved it. */
  savedBy: string | null;
  createdAt: number;
}

export interface InstallationRecord {
  installationId: string;
  organizationId: string;
  agentId: string;
  environmentId: string | null;
  version: string | null;
  /** JSON text: opaque, so it keeps its key order and cannot pollute anything. */
  config: string | null;
  status: 'active' | 'disabled';
  createdAt: number;
  updatedAt: number;
}

export interface SessionRecord {
  sessionId: string;
  organizationId: string;
  environmentId: string;
  installationId: string;
  agentId: string;
  status: SessionStatus;
  secretEnvironment: SecretEnvironment;
  title: string | null;
  repoRoot: string | null;
  gitBranch: string | null;
  /** The normalised remote, else `environmentId:repoRoot`; null for a session outside any folder. */
  repository: string | null;
  externalId: string | null;
  continuesSessionId: string | null;
  /** The member whose machine it was when the session was opened. */
  authorUserId: string | null;
  /** By the machine's clock when it stated one, else when the session was opened here. */
  startedAt: number;
  startedAtSource: StartedAtSource | null;
  endedAt: number | null;
  eventCount: number;
  /** Milliseconds after its end in which only its author reads it; null when it is not held. */
  heldFor: number | null;
  createdAt: number;
  updatedAt: number;
}

/** A title that a member gave a session, or the one it had before anybody did. */
export interface SessionTitleRecord {
  title: string;
  /** Null for the one it had. */
  givenBy: string | null;
  givenAt: number;
}

/** What a look through many sessions reads of each. */
export interface LookedSession
  extends Pick<
    SessionRecord,
    | 'sessionId'
    | 'organizationId'
    | 'agentId'
    | 'status'
    | 'title'
    | 'repoRoot'
    | 'continuesSessionId'
    | 'authorUserId'
    | 'startedAt'
  > {
  /** How it stands now (findings/stamp.ts); null: nothing was derived of it yet. */
  stamp: string | null;
}

/** As a list reads it: with what has been derived of it so far. */
export interface ListedSession extends SessionRecord {
  foldedTo: number | null;
  figures: string | null;
  /** What the list can be sorted by; cost in millionths of a dollar, events as far as they were looked at. */
  events: number;
  errors: number;
  edits: number;
  tokens: number;
  cost: number;
  /** The last sequence that matters to a review. */
  material: number;
  /** From 0 to 1, always the same for the session. */
  draw: number;
  /** Absent when nobody has said anything about it. */
  standing: StandingRecord | undefined;
  risk: number;
  /** Findings that are open, and the first of them as JSON text; null while nobody has looked. */
  high: number | null;
  medium: number | null;
  low: number | null;
  top: string | null;
}

export interface OpeningKey {
  keyHash: string;
  fingerprint: string;
}

/** A session captured before machines stated when a session began. */
export interface PendingStart {
  sessionPk: number;
  sessionId: string;
  createdAt: number;
  /** True once the start is put in and only what was derived with the old one is left to remove. */
  isSet: boolean;
}

export interface StatisticsRecord {
  sessionId: string;
  foldedTo: number;
  /** JSON text of a Figures. */
  figures: string;
}

/** A day on which a member read a session. */
export interface ReadDay {
  userId: string;
  firstAt: number;
  lastAt: number;
  hours: number;
}

/** One line of the append-only audit log. Never holds payloads, secrets or addresses. */
export interface AuditRecord {
  auditId: string;
  organizationId: string | null;
  at: number;
  action: string;
  outcome: 'ok' | 'refused';
  actorId: string | null;
  targetId: string | null;
  ip: string | null;
  userAgent: string | null;
  requestId: string | null;
  /** With session_read: what of the session was shown. */
  channel: string | null;
}

/** A session that was deleted. It holds ids and times, and no word of the session. */
export interface ErasureRecord {
  sessionId: string;
  organizationId: string;
  /** Where its events lie. */
  sessionPk: number;
  bucket: number | null;
  eventCount: number;
  reason: 'person' | 'operator' | 'retention';
  requestedBy: string | null;
  requestedAt: number;
  /** When nothing could be read of it any more. */
  removedAt: number | null;
  /** When its bytes were gone, too. */
  erasedAt: number | null;
  /** Says that the service itself wrote it (`domain/chain`). */
  proof: string | null;
}
