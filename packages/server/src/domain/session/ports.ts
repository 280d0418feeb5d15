import type { ErasureRemains, SearchOrder, SessionTotals, Snippet, StreamMessages } from '@debrief/contract';
import type { Caller } from '../actor.ts';
import type {
  AuditRecord,
  ErasureRecord,
  ListedSession,
  LookedSession,
  OpeningKey,
  PendingStart,
  SessionRecord,
  SessionTitleRecord,
  StatisticsRecord,
} from '../records.ts';
import type { RetentionScope } from '../retention/ports.ts';
import type { SessionFilter, SessionOrder, SessionPosition } from './filter.ts';
import type { PartlyKept } from './kept-json.ts';
import type { ErasedSession } from './log-ports.ts';

/** The filter of the list, which also looks at the title. */
export type SessionListFilter = SessionFilter & {
  titlePart?: string | undefined;
  /** Leave out what `reader` may not read; otherwise it is in the list, and each session says so. */
  onlyReadable?: boolean;
};

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
  /** What is looked at in many, newest first. */
  records(
    organizationId: string,
    filter: Omit<SessionListFilter, 'review'> & { limit: number },
  ): Promise<LookedSession[]>;
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
  /**
   * Closed sessions that ended and arrived before, oldest first: what retention removes next. No legal hold keeps them.
   * Those that a rule is about; without a scope those that no rule is about.
   */
  endedBefore(before: number, at: number, limit: number, scope?: RetentionScope): Promise<SessionRecord[]>;
  /** Sessions that are not closed and of which nothing has come since, oldest first. */
  silentSince(at: number, limit: number, scope?: RetentionScope): Promise<SessionRecord[]>;
  /** Sessions whose start is still to be repaired, by `sessionPk`, from after the one given. */
  pendingStarts(after: number, limit: number): Promise<PendingStart[]>;
  /** Puts in a start; the session stays pending until `endStartRepair`. */
  setStart(sessionId: string, startedAt: number): Promise<void>;
  endStartRepair(sessionId: string): Promise<void>;
  /**
   * Gives it another title and keeps those it had; what is derived of the session follows. `before` is the title that
   * was shown until now, for the first time somebody does this. Says whether the session is there.
   */
  rename(
    session: Pick<SessionRecord, 'organizationId' | 'sessionId'>,
    given: SessionTitleRecord,
    before: SessionTitleRecord,
    /** The first title and the newest are kept, so many in all. */
    most: number,
  ): Promise<boolean>;
  /** The titles it was given, oldest first, and before them the one it had; none when nobody has given it one. */
  titles(sessionId: string): Promise<SessionTitleRecord[]>;
  /** Makes somebody the author of a session that has none. */
  giveAuthor(sessionId: string, userId: string): Promise<void>;
}

export interface ErasureStore {
  /**
   * Removes the record of a session with everything said about it, and notes where its events lie, in one step: no
   * append, fold, or comment gets past it. What the audit log says of it is part of that step: a server that is killed
   * right after it has nobody else who knows. `told` are the members whose inboxes had lines about it. Undefined: there
   * is no such session. `keptUntil`: a legal hold keeps it.
   */
  begin(
    wanted: Pick<
      ErasureRecord,
      'organizationId' | 'sessionId' | 'reason' | 'requestedBy' | 'requestedAt' | 'proof'
    >,
    audited?: AuditRecord,
  ): Promise<{ erasure: ErasureRecord; told: string[] } | { keptUntil: number } | undefined>;
  find(organizationId: string, sessionId: string): Promise<ErasureRecord | undefined>;
  /** Those that are not finished, oldest first. */
  pending(limit: number): Promise<ErasureRecord[]>;
  /** Nothing can be read of it any more. */
  setRemoved(sessionId: string, at: number): Promise<void>;
  /** Makes the bytes go, too. False: not yet, since somebody still reads what was there before. */
  scrub(erased: readonly ErasedSession[]): Promise<boolean>;
  /** What the database may still hold somewhere that only its operator can clean. */
  readonly remains: readonly ErasureRemains[];
  /** Its bytes are gone, too. What retention removed is forgotten altogether. */
  setErased(sessionIds: readonly string[], at: number): Promise<void>;
}

/** What is derived from the log. The projection writes it later than the events it comes from. */
export interface StatisticsStore {
  /** Of those sessions that have been looked at. */
  find(sessionIds: readonly string[]): Promise<Map<string, StatisticsRecord>>;
  /** Removes everything derived from a session, its searchable text included. */
  delete(sessionId: string): Promise<void>;
  /** What sessions of one repository come to counts for another from now on, which is the same. */
  adopt(organizationId: string, from: string, to: string): Promise<void>;
  /** Removes what is kept of repositories that no session and no commit is of any more. */
  sweep(): Promise<void>;
}

export interface SearchQuery extends SessionFilter {
  /** The words as they were typed. */
  q: string;
  limit: number;
  /** `recent` when absent. */
  order?: SearchOrder | undefined;
  /** By relevance: how many were shown before. */
  from?: number | undefined;
}

export interface SearchIndex {
  /**
   * Newest session first, or what fits best. A page may come out short when finding more would take too long; `next` is where to go
   * on, absent at the end.
   */
  search(
    caller: Caller,
    query: SearchQuery,
  ): Promise<{ hits: SearchHit[]; next?: SessionPosition | undefined; nextFrom?: number | undefined }>;
}

export interface SearchHit {
  sessionId: string;
  /** The best pieces of its text. */
  snippets: Snippet[];
}

type Message<Name extends keyof StreamMessages> = PartlyKept<StreamMessages[Name]>;

/** What somebody who follows a session gets to see. */
export type Happening =
  | { kind: 'event'; sequence: number; data: Message<'event'> }
  | { kind: 'session'; data: Message<'session'> }
  /** `isPosition`: the client may come back with `foldedTo` as its position. */
  | { kind: 'entries'; foldedTo: number; isPosition: boolean; data: Message<'entries'> }
  | { kind: 'inbox'; data: Message<'inbox'> }
  | { kind: 'thread'; data: Message<'thread'> }
  | { kind: 'review'; data: Message<'review'> }
  /** The session was deleted; the membership of the reader has ended; they may not read the session any more. */
  | { kind: 'gone' | 'left' | 'unshared' }
  | { kind: 'beat' };
