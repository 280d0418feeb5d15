import type { KeyObject } from 'node:crypto';
import type { ChainAnchor } from './chain/ports.ts';
import type { Outgoing } from './outbox/ports.ts';
import type { Clock, Invitations, Store } from './ports.ts';
import type { Bell, EventLog } from './session/log-ports.ts';

/** Where a request came from, for the audit log. Absent for what the server does on its own. */
export interface RequestInfo {
  readonly requestId: string;
  readonly ip: string;
  readonly userAgent?: string;
  /** A program asks before a person does: somebody may open it next. */
  readonly isAhead?: boolean;
}

/** What every domain function works with. */
export interface Context {
  readonly store: Store;
  readonly log: EventLog;
  readonly invitations: Invitations;
  readonly clock: Clock;
  /** Who may found organizations: everybody without one, or only whoever comes first (O23). */
  readonly founders: 'everyone' | 'first';
  /** Absent where nobody listens. */
  readonly bell?: Bell;
  /** Somebody waits for what is derived from this session. Absent where nothing is derived. */
  readonly want?: (session: { organizationId: string; sessionId: string }) => void;
  /** While sessions are derived anew: how many percent of them are done. */
  readonly rebuild?: () => { percent: number } | undefined;
  /** Where people reach this server; no slash at its end. */
  readonly publicUrl: string;
  /** After so many days sessions are deleted; absent: they are kept. */
  readonly retentionDays?: number;
  /** Whether mail can be sent. */
  readonly sendsMail: boolean;
  /** What an operator's collector is sent of sessions that end; absent: nothing. */
  readonly traces?: 'ids' | 'words';
  /** Keys the digests of organization secrets (K3). */
  readonly pepper: KeyObject;
  /** Takes secrets out of what an administrator should be able to read (I4). Events are never altered (H18). */
  redact<Value>(value: Value): Value;
  /** Has something done soon that is otherwise done now and then. Absent where nobody does it. */
  hurry?: (chore: 'erasures' | 'redactions' | 'data requests' | 'deliveries' | 'commit statuses') => void;
  /** Sends to addresses that admins gave. Absent where nothing is sent. */
  readonly outgoing?: Outgoing;
  /** Absent where nothing is kept outside of the database. */
  readonly chainAnchor?: ChainAnchor;
  readonly request?: RequestInfo;
}
