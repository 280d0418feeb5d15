import type { Caller } from '../actor.ts';
import type { ErasedSession, KeptBatch } from '../session/log-ports.ts';

/**
 * One signed step of what the service did with sessions. Each holds the digest of the one before it, so none can be
 * changed, removed or put between without the key.
 */
export interface ChainEntry {
  number: number;
  at: number;
  kind: 'begin' | 'seal' | 'erase' | 'redact' | 'redacted';
  /** JSON. */
  body: string;
  digest: string;
  signature: string;
}

export type ChainHead = Pick<ChainEntry, 'number' | 'digest' | 'at'>;

/** Makes the entry that follows. */
export type NextEntry = (last: ChainHead | undefined) => ChainEntry;

/** A run of events of a session without a gap: their digests, and the digest over all runs up to this one. */
export interface Seal {
  first: number;
  count: number;
  digest: string;
  /** For each event its salt, its digest, and the beginning of the digest of its place (`log/seal.ts`). */
  marks: Uint8Array;
}

export interface WantedSeal {
  sessionId: string;
  organizationId: string;
  /** The digest of the run before; empty for the first. */
  previous: string;
  /** Events after this one. */
  after: number;
  batches: readonly KeptBatch[];
}

export interface SealedEvents {
  seals: Seal[];
  /** When the first of them was taken. */
  oldestAt: number;
}

/** A session with events that are not sealed yet. */
export interface UnsealedSession extends ErasedSession {
  eventCount: number;
  /** How often somebody has begun to take words out of it. */
  redactions: number;
  sealedTo: number;
  head: string;
}

/** What an event says after words were taken out of it. */
export interface RewrittenEvent {
  sequence: number;
  salt: Uint8Array;
  /** In hex. */
  digest: string;
}

export interface ChainStore {
  /** Works out seals; it takes time, so it is done for an organization when it is its turn. */
  sealEvents(caller: Caller, wanted: WantedSeal): Promise<SealedEvents>;
  head(): Promise<ChainHead | undefined>;
  find(number: number): Promise<ChainHead | undefined>;
  /** What there was when sealing began: sessions up to this number, and these redactions. */
  beginning(): Promise<{ lastSession: number; redactions: string[] }>;
  append(next: NextEntry): Promise<ChainHead>;
  /** Of these sessions, those with something to seal. */
  unsealed(sessionIds: readonly string[]): Promise<UnsealedSession[]>;
  /** The same of so many sessions below this number, newest first; `next` goes on. */
  unsealedBelow(
    sessionPk: number,
    limit: number,
  ): Promise<{ found: UnsealedSession[]; next: number | undefined }>;
  /**
   * Keeps the seals with the entry that names them, but for sessions that are gone, that somebody else has sealed, or
   * that somebody has begun to take words out of meanwhile; `next` is told which are left. Returns how many.
   */
  seal(
    sessions: readonly { session: UnsealedSession; seals: readonly Seal[] }[],
    next: (kept: ReadonlySet<string>) => NextEntry,
  ): Promise<number>;
  /**
   * Of those events that are sealed the salts go, and what they will say is named by an entry: from then on they prove
   * their place alone. Before they are rewritten, so that one who is killed in between begins again.
   */
  redact(
    session: ErasedSession,
    events: readonly RewrittenEvent[],
    next: (sealed: readonly RewrittenEvent[]) => NextEntry,
  ): Promise<void>;
}

/** The last entry as it is known outside of the database. */
export interface ChainAnchor {
  read(): Promise<Pick<ChainHead, 'number' | 'digest'> | undefined>;
  write(head: ChainHead): Promise<void>;
}
