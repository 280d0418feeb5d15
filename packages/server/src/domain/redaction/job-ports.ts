import type { RedactionJob } from '@debrief/contract';
import type { SessionRecord } from '../records.ts';

/** Words that are looked for in many sessions, as the store keeps it: never the words. */
export interface RedactionJobRecord {
  jobId: string;
  organizationId: string;
  requestedBy: string;
  requestedAt: number;
  /** 1: whoever asked was an admin, so it goes beyond their own sessions. */
  isAdmin: number;
  state: RedactionJob['state'];
  reason: string | null;
  sealed: string | null;
  /** The last session that was looked at (`sessionPk`). */
  cursor: number;
  /** 1: there is none left to look at. */
  isThrough: number;
  total: number;
  looked: number;
  sessions: number;
  places: number;
  held: number;
  kept: number;
  found: readonly { sessionId: string; count: number }[];
  finishedAt: number | null;
}

export type JobProgress = Pick<
  RedactionJobRecord,
  'cursor' | 'isThrough' | 'looked' | 'sessions' | 'places' | 'held' | 'kept' | 'found' | 'state'
>;

export interface RedactionJobStore {
  /** Takes the place of what the same member has looked for and not confirmed; `total` is counted. */
  begin(job: Omit<RedactionJobRecord, 'total'>): Promise<RedactionJobRecord>;
  find(organizationId: string, jobId: string): Promise<RedactionJobRecord | undefined>;
  /** The latest first; of one member, or of all. */
  list(organizationId: string, requestedBy: string | undefined, limit: number): Promise<RedactionJobRecord[]>;
  /** Those that have something to be done, oldest first. */
  open(limit: number): Promise<RedactionJobRecord[]>;
  /** From the first session again. Undefined: it is not there to be confirmed; `limit`: too many are under way. */
  confirm(
    job: RedactionJobRecord,
    reason: string,
    most: number,
  ): Promise<RedactionJobRecord | 'limit' | undefined>;
  /** False: it has begun, or is over. */
  cancel(jobId: string, at: number): Promise<boolean>;
  /** The next sessions to look at, in the order in which they came. */
  next(job: RedactionJobRecord, limit: number): Promise<(SessionRecord & { sessionPk: number })[]>;
  /** False: another server has gone on with it, or somebody has cancelled it. */
  advance(job: RedactionJobRecord, to: JobProgress): Promise<boolean>;
  /** What people said about a session, and what it is called. */
  said(sessionId: string): Promise<string[]>;
  /** Jobs are done when every session of theirs is; what nobody confirmed since `unconfirmedSince` is forgotten. */
  settle(at: number, unconfirmedSince: number): Promise<void>;
}
