import type { Clock, EventLog, Invitations, Store } from './ports.ts';

/** Where a request came from, for the audit log. Absent for what the server does on its own. */
export interface RequestInfo {
  readonly requestId: string;
  readonly ip: string;
  readonly userAgent?: string;
}

/** What every domain function works with. */
export interface Context {
  readonly store: Store;
  readonly log: EventLog;
  readonly invitations: Invitations;
  readonly clock: Clock;
  /** Keys the digests of organization secrets (K3). */
  readonly pepper: Buffer;
  readonly request?: RequestInfo;
}
