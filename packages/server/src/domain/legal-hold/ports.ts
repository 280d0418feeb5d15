import type { LegalHold } from '@debrief/contract';
import type { AuditRecord } from '../records.ts';
import type { RetentionScope } from '../retention/ports.ts';

/** Sessions that nobody deletes or takes words out of until it ends. */
export interface LegalHoldRecord {
  legalHoldId: string;
  organizationId: string;
  kind: LegalHold['kind'];
  subject: string;
  /** Of a member: the address at the time. */
  label: string | null;
  reason: string;
  setBy: string;
  setAt: number;
  until: number;
  liftAskedBy: string | null;
  liftAskedAt: number | null;
  /** The second admin. */
  liftedBy: string | null;
  liftedAt: number | null;
}

export interface LegalHoldStore {
  /**
   * From then on nothing that it keeps is deleted or redacted: what has begun before is finished, and nothing begins
   * meanwhile. False: there are as many in force as there may be.
   */
  set(hold: LegalHoldRecord, most: number, audited: AuditRecord): Promise<boolean>;
  find(organizationId: string, legalHoldId: string): Promise<LegalHoldRecord | undefined>;
  /** Those in force at a time first, then the latest; with how many sessions each keeps. */
  list(
    organizationId: string,
    at: number,
    limit: number,
  ): Promise<(LegalHoldRecord & { sessions: number })[]>;
  /** Until when it keeps a session, by the longest; undefined: it is not kept. */
  keeps(organizationId: string, sessionId: string, at: number): Promise<number | undefined>;
  /** The same of a member, and of anything in an organization. */
  keepsMember(userId: string, at: number): Promise<{ organizationId: string; until: number } | undefined>;
  keepsAnything(organizationId: string, at: number): Promise<number | undefined>;
  /** How many are in force, and how many of them on a member. */
  count(organizationId: string, userId: string, at: number): Promise<{ inForce: number; mine: number }>;
  /** False: somebody else has done something with it meanwhile. */
  change(
    before: LegalHoldRecord,
    after: Pick<LegalHoldRecord, 'liftAskedBy' | 'liftAskedAt' | 'liftedBy' | 'liftedAt'>,
    audited: AuditRecord,
  ): Promise<boolean>;
  /** Sessions that retention would delete and that are kept, each told once: the audit log is written with it. */
  noteKept(
    before: number,
    at: number,
    limit: number,
    audited: (session: { organizationId: string; sessionId: string }) => AuditRecord,
    scope?: RetentionScope,
  ): Promise<number>;
}
