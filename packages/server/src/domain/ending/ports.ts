import type { AuditRecord } from '../records.ts';

/** The deletion of an organization by its owner. It stays when the organization is gone. */
export interface EndingRecord {
  endingId: string;
  organizationId: string;
  askedBy: string;
  askedAt: number;
  closesAt: number;
  withdrawnBy: string | null;
  withdrawnAt: number | null;
  sessions: number;
  endedAt: number | null;
}

export interface EndingStore {
  /** From now on only owners get in. One that is there stays as it is; that one is returned. */
  begin(ending: EndingRecord, audited: AuditRecord): Promise<EndingRecord>;
  /** The one that waits. */
  open(organizationId: string): Promise<EndingRecord | undefined>;
  find(endingId: string): Promise<EndingRecord | undefined>;
  /** Everybody gets in again. Undefined: none waits, or its time has come and a person is too late. */
  withdraw(
    organizationId: string,
    by: string | null,
    at: number,
    audited: AuditRecord,
  ): Promise<EndingRecord | undefined>;
  /** Those that wait and are due. */
  due(at: number): Promise<EndingRecord[]>;
  /** No machine gets in any more, and what is there is counted for the receipt. False: it was taken back meanwhile. */
  shut(ending: EndingRecord, at: number): Promise<boolean>;
}
