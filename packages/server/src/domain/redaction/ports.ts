import type { RedactedForm } from '@debrief/redaction';
import type { Caller } from '../actor.ts';
import type { RewrittenEvent } from '../chain/ports.ts';
import type { AuditRecord } from '../records.ts';
import type { ErasedSession, KeptBatch } from '../session/log-ports.ts';
import type { PartEnd } from './parts.ts';
import type { Target, Wanted } from './wanted.ts';

export type { KeptBatch } from '../session/log-ports.ts';

/** Words that somebody took out of a session, as the store keeps it: never the words. */
export interface RedactionRecord {
  redactionId: string;
  organizationId: string;
  sessionId: string;
  /** Where its events lie. */
  sessionPk: number;
  bucket: number | null;
  requestedBy: string;
  requestedAt: number;
  reason: string;
  /** How often words were taken out. */
  count: number;
  /** The events they were in. */
  sequences: readonly number[];
  /** What is to be done, until it is done; only this server's key opens it. */
  sealed: string | null;
  /** When nobody could read them any more. */
  rewrittenAt: number | null;
  /** When their bytes were gone, too. */
  erasedAt: number | null;
  /** The redaction of many sessions that it is a part of. */
  jobId: string | null;
}

/** By what words are known again that were taken out: never the words. */
export interface RedactedWordRecord {
  redactionId: string;
  position: number;
  organizationId: string;
  /** Digest of the agent's own id of the session; null where it had none. */
  scope: string | null;
  environmentId: string;
  /** They cannot be guessed, so every machine may know the digest. */
  isTold: boolean;
  forms: readonly RedactedForm[];
  createdAt: number;
}

export interface RewrittenBatch {
  first: number;
  by: { encoding: number; body: Uint8Array };
  /** What its events prove themselves by from then on. */
  marks: RewrittenEvent[];
}

/** Batches of a session, and what is to be taken out of them. */
export interface WantedChange {
  batches: readonly KeptBatch[];
  wanted: Wanted;
  /** Of the batches before. */
  ends: readonly PartEnd[];
  /** Nothing is rewritten. */
  isOnlyLook: boolean;
}

export interface BatchesChange {
  rewritten: RewrittenBatch[];
  found: { sequence: number; count: number }[];
  kept: number;
  /** Of a look: words that begin in one part of a record and end in the next. */
  across: Target[];
  /** Of a look: what the strings say that the targets point to. */
  leaves: { sequence: number; pointer: string; value: string | undefined }[];
  ends: PartEnd[];
}

/** A session that is looked at for what looks like a secret: so many at most, none longer. */
export interface WantedSecrets {
  organizationId: string;
  sessionId: string;
  eventCount: number;
  most: number;
  longest: number;
}

export interface FoundSecrets {
  secrets: { rule: string; words: string; sequence: number; count: number }[];
  /** False: there may be more; the look took too long, or found too many. */
  isComplete: boolean;
}

export interface RedactionStore {
  /** Reads all of a session by the rules of redaction; like `change` it has its turn. */
  secrets(caller: Caller, wanted: WantedSecrets): Promise<FoundSecrets>;
  /** Works out a change; it takes time, so it is done for somebody, when it is their turn. */
  change(caller: Caller, change: WantedChange): Promise<BatchesChange>;
  /** Where the events of a session lie. */
  place(organizationId: string, sessionId: string): Promise<ErasedSession | undefined>;
  /**
   * Notes what is to be done. From then on nothing is derived from the session until it is done, and no fold that has
   * read it before can be saved any more. Undefined: there is no such session. `keptUntil`: a legal hold keeps it. `known`:
   * the job has begun it already.
   */
  begin(
    wanted: Pick<
      RedactionRecord,
      | 'redactionId'
      | 'organizationId'
      | 'sessionId'
      | 'requestedBy'
      | 'requestedAt'
      | 'reason'
      | 'count'
      | 'sequences'
      | 'sealed'
      | 'jobId'
    >,
    audited: AuditRecord,
    /** What is remembered, from now on and also when the session is gone. */
    words: readonly Pick<RedactedWordRecord, 'scope' | 'environmentId' | 'isTold' | 'forms'>[],
  ): Promise<RedactionRecord | { keptUntil: number } | 'known' | undefined>;
  /** Another one whenever something was redacted in the organization; undefined while nothing is remembered. */
  revision(organizationId: string): Promise<string | undefined>;
  /** What was taken out of a session of an agent, the latest first. */
  wordsOf(organizationId: string, scope: string): Promise<Pick<RedactedWordRecord, 'forms'>[]>;
  /** What a machine may know, the latest first: of sessions of its own all, of others what cannot be guessed. */
  wordsFor(
    organizationId: string,
    environmentId: string | undefined,
  ): Promise<Pick<RedactedWordRecord, 'scope' | 'isTold' | 'forms'>[]>;
  /** The latest first. */
  list(organizationId: string, sessionId: string, limit: number): Promise<RedactionRecord[]>;
  /** Of all sessions of an organization, the latest first. */
  listAll(organizationId: string, limit: number): Promise<RedactionRecord[]>;
  /** Those that are not finished, oldest first. */
  pending(limit: number): Promise<RedactionRecord[]>;
  /**
   * In one step: what people said about the session without the words (`strike` says how a text reads then), places in
   * it that have moved, and that all of it is done. False: the session is gone.
   */
  setRewritten(
    redaction: Pick<RedactionRecord, 'redactionId' | 'organizationId' | 'sessionId' | 'count' | 'sequences'>,
    strike: (text: string) => string,
    at: number,
  ): Promise<boolean>;
  setErased(redactionIds: readonly string[], at: number): Promise<void>;
}
