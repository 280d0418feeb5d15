import type { ClosedStatus, SessionStatus } from '@debrief/contract';

/** What the bus needs of the database behind it. Hashes are hex, 16 bytes; an empty text stands for none. */

export interface Look {
  organizationId: string;
  sessionId: string;
  /** The secret the append came with, if any. */
  secretId?: string | undefined;
  keyHash: string;
}

export interface Found {
  /** False when the secret asked about is not active any more. */
  mayAppend: boolean;
  status: SessionStatus;
  endedAt: number | null;
  eventCount: number;
  /** The batch that came with this key. */
  seen: { first: number; count: number; fingerprint: string; status: number } | undefined;
}

/** One message of the bus. */
export interface BusEntry {
  kind: 'batch' | 'close' | 'erase';
  organizationId: string;
  sessionId: string;
  at: number;
  first: number;
  count: number;
  keyHash: string;
  fingerprint: string;
  encoding: number;
  /** Names the body in the database when it was too large for a message. */
  claim: string;
  body: Uint8Array;
  status: ClosedStatus | '';
  endedAt: number;
}

/** Consecutive messages of the bus: all after `from`, up to and including `to`. */
export interface BusRun {
  stream: string;
  from: number;
  to: number;
  entries: BusEntry[];
}

export interface BusPosition {
  stream: string;
  sequence: number;
}

export interface BusStore {
  look(wanted: Look): Promise<Found | undefined>;
  /** False when the session is gone; nothing is kept then. */
  stash(claim: string, sessionId: string, body: Uint8Array, at: number): Promise<boolean>;
  /** Those of a session that is gone. */
  dropClaimsOf(sessionId: string): Promise<void>;
  /** Claims whose message was never sent. */
  dropClaims(before: number): Promise<void>;
  position(): Promise<BusPosition | undefined>;
  /** Begins to follow this stream unless one is followed already; returns the one that is. */
  follow(stream: string): Promise<BusPosition>;
  /** No stream is followed any more. */
  forget(): Promise<void>;
  /** Takes or renews the turn at writing; returns the position, or undefined while it is somebody else's turn. */
  hold(stream: string, holder: string, milliseconds: number): Promise<number | undefined>;
  release(stream: string, holder: string): Promise<void>;
  /**
   * Writes a run and the new position in one transaction, each entry once however often it comes. Undefined: the
   * position is no longer `from`. Else how many entries did not continue their session, which only a database
   * restored from an old backup can cause.
   */
  persist(run: BusRun): Promise<number | undefined>;
}
