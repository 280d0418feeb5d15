import type { ClosedStatus, SecretEnvironment, SessionStatus } from '@debrief/contract';
import type { AppendRefusal } from '../outcome.ts';

/** What the bus needs of the database behind it. Hashes are hex, 16 bytes; an empty text stands for none. */

export interface Look {
  organizationId: string;
  sessionId: string;
  /** The secret the append came with, if any. */
  secretId?: string | undefined;
  mode?: SecretEnvironment | undefined;
  environmentId?: string | undefined;
  keyHash: string;
}

export interface SessionLook {
  /** Why the credential asked about must not append. */
  refusal: AppendRefusal | undefined;
  status: SessionStatus;
  endedAt: number | null;
  eventCount: number;
  /** How far the database is, at the same moment. */
  bus: Pick<BusPosition, 'stream' | 'sequence'> | undefined;
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
  epoch: number;
  from: number;
  to: number;
  entries: BusEntry[];
}

export interface BusPosition {
  /** Name and birth of the stream that is followed. */
  stream: string;
  /** Up to and including this message the stream is in the database. */
  sequence: number;
  /** Changes whenever a process connects to the bus anew: what was read from it before is not written after that. */
  epoch: number;
  /** The last message of the stream that somebody saw while it was not in the database yet. */
  seen: number;
}

/** Events of one session that were accepted, are on the bus no more, and are not in the database. */
export interface BusLoss {
  lossId: string;
  stream: string;
  sessionId: string;
  first: number;
  last: number;
  foundAt: number;
}

export interface BusStore {
  look(wanted: Look): Promise<SessionLook | undefined>;
  /** False when the session is gone; nothing is kept then. */
  stash(claim: string, sessionId: string, body: Uint8Array, at: number): Promise<boolean>;
  /** Those of a session that is gone, or those of before. */
  dropClaimsOf(sessionId: string, before?: number): Promise<void>;
  /** Claims whose message was never sent. */
  dropClaims(before: number): Promise<void>;
  position(): Promise<BusPosition | undefined>;
  /** Begins to follow this stream unless one is followed already; returns the one that is. */
  follow(stream: string): Promise<BusPosition>;
  /** No stream is followed any more. */
  forget(): Promise<void>;
  /** Begins another epoch of this stream, unless another one is followed. */
  beginEpoch(stream: string): Promise<BusPosition | undefined>;
  /** This message is on the stream. */
  saw(stream: string, sequence: number): Promise<void>;
  /** Follows another stream from its beginning, in the place of one that is at this position; false when it is not. */
  replace(position: BusPosition, stream: string): Promise<boolean>;
  addLosses(losses: readonly BusLoss[]): Promise<void>;
  /** They are not lost after all. */
  dropLosses(lossIds: readonly string[]): Promise<void>;
  /** The latest first. */
  losses(limit: number): Promise<BusLoss[]>;
  /** Takes or renews the turn at writing; returns where it is, or undefined while it is somebody else's turn. */
  hold(
    stream: string,
    holder: string,
    milliseconds: number,
  ): Promise<Pick<BusPosition, 'sequence' | 'epoch'> | undefined>;
  release(stream: string, holder: string): Promise<void>;
  /**
   * Writes a run and the new position in one transaction, each entry once however often it comes. Undefined: the
   * position is no longer `from`, or the epoch another. Else how many entries did not continue their session, which only a database
   * restored from an old backup can cause.
   */
  persist(run: BusRun): Promise<number | undefined>;
}
