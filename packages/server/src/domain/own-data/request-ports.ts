import type { DataRequest } from '@debrief/contract';
import type { AuditRecord, SessionRecord } from '../records.ts';

/** What is to become of what is stored of a member. */
export interface DataRequestRecord {
  requestId: string;
  organizationId: string;
  /** Whose sessions they are. */
  userId: string;
  kind: DataRequest['kind'];
  /** 1: said by the admin who removed the member. */
  isLeaving: number;
  state: DataRequest['state'];
  reason: string | null;
  askedBy: string;
  askedAt: number;
  decidedBy: string | null;
  decidedAt: number | null;
  answer: string | null;
  sessions: number;
  comments: number;
  kept: number;
  endedAt: number | null;
}

/** One that is granted: it is about what was there then, so that nothing later goes with it. */
export type GrantedRequest = Pick<
  DataRequestRecord,
  'requestId' | 'organizationId' | 'userId' | 'kind' | 'isLeaving' | 'decidedBy'
> & { decidedAt: number };

export interface DataRequestStore {
  /** One that waits for an answer stays as it is; that one is returned. */
  ask(
    request: DataRequestRecord,
    audited: AuditRecord,
  ): Promise<{ request: DataRequestRecord; isNew: boolean }>;
  find(organizationId: string, requestId: string): Promise<DataRequestRecord | undefined>;
  /** The latest first; of one member, or of all. */
  list(organizationId: string, userId: string | undefined, limit: number): Promise<DataRequestRecord[]>;
  /** Undefined: it waits for no answer any more. */
  decide(
    requestId: string,
    decision: Pick<DataRequestRecord, 'state' | 'decidedBy' | 'decidedAt' | 'answer' | 'endedAt'>,
    audited: AuditRecord,
  ): Promise<DataRequestRecord | undefined>;
  /** Granted and not done, oldest first. */
  open(limit: number): Promise<(DataRequestRecord & GrantedRequest)[]>;
  /** Sessions it is about that no legal hold keeps. */
  next(request: GrantedRequest, at: number, limit: number): Promise<SessionRecord[]>;
  /** How many sessions it is, or would be, about: those of the member that were there at a time. */
  left(request: Pick<DataRequestRecord, 'organizationId' | 'userId'>, until: number): Promise<number>;
  /** Comments of the member that are not deleted, from after the one given. */
  comments(
    request: GrantedRequest,
    after: string,
    limit: number,
  ): Promise<{ commentId: string; sessionId: string }[]>;
  /** Adds to what was done. */
  advance(requestId: string, done: { sessions?: number; comments?: number; kept?: number }): Promise<void>;
  /** Sessions it is about that are kept, each told once: the audit log is written with it. */
  noteKept(
    request: GrantedRequest,
    at: number,
    limit: number,
    audited: (session: { organizationId: string; sessionId: string }) => AuditRecord,
  ): Promise<number>;
  finish(requestId: string, at: number): Promise<void>;
}
