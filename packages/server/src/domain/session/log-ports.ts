import type { ClosedStatus, SecretEnvironment } from '@debrief/contract';
import type { ErasureRecord } from '../records.ts';
import type { Change, Listener } from './bell.ts';

export interface Batch {
  organizationId: string;
  sessionId: string;
  /** A secret that must still be active when the batch is stored. */
  secretId?: string | undefined;
  /** Which kind of sessions the credential may write to; absent where nobody has to be asked (K8). */
  mode?: SecretEnvironment | undefined;
  /** The machine whose own key it is; absent for an organization secret (K11). */
  environmentId?: string | undefined;
  /** As event-lines.ts writes them. */
  lines: Buffer;
  /** Digest of the lines as they were sent, where they are stored without redacted words. */
  sent?: string | undefined;
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
  type: string;
  /** JSON of the payload, in UTF-8: part of a whole batch, so nobody writes into it. */
  payload: Buffer;
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

/** A batch as it is kept; what is in it only the log knows. */
export interface KeptBatch {
  first: number;
  count: number;
  at: number;
  encoding: number;
  body: Uint8Array;
}

/** Where the events of a session lie, also of one without a record. */
export type ErasedSession = Pick<ErasureRecord, 'organizationId' | 'sessionId' | 'sessionPk' | 'bucket'>;

/**
 * The events. Sequences of a session are 1…eventCount without gaps, in commit order. An append is answered only
 * when it is durable. For one (session, key) at most one batch exists, for the life of the session.
 */
export interface EventLog {
  /**
   * Throws `secret_revoked`, `machine_key_required`, `wrong_secret_environment`, `session_not_found`, `session_closed` (after the key was looked up, V10),
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
  /**
   * Removes the events and keys of a session whose record is gone already, so that no append comes after. With a bus
   * also what is on its way.
   */
  erase(erased: ErasedSession): Promise<void>;
  /** The next batches of a session that begin after this sequence, as they are kept: some, and some megabytes at most. */
  kept(session: ErasedSession, after: number): Promise<KeptBatch[]>;
  /**
   * Puts other words in the place of a batch: sequences, times and keys stay, and a batch that comes again is answered as
   * before. False when the batch is not the one it was any more, because it was merged with its neighbours or erased.
   */
  rewrite(
    session: ErasedSession,
    batch: KeptBatch,
    by: Pick<KeptBatch, 'encoding' | 'body'>,
  ): Promise<boolean>;
  /**
   * Whether every event of the session that was taken is where `kept` finds it. With a bus some may be on their way;
   * `forgets`: then what has arrived is overwritten on the bus, too.
   */
  hasArrived(session: ErasedSession, options: { forgets: boolean }): Promise<boolean>;
  /**
   * Removes at once those parts of the log in which every session ended before and no legal hold keeps one at a time,
   * where the log has such parts;
   * returns how many. The records of the sessions stay, and `erase` finds nothing more to do for them.
   */
  expire(before: number, at: number): Promise<number>;
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
