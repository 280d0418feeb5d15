import type { RetentionPolicy } from '@debrief/contract';
import type { AuditRecord } from '../records.ts';

/** Sessions that a rule of an organization is about. */
export interface RetentionScope {
  organizationId: string;
  /** Empty: all repositories without a rule of their own. */
  repository: string;
}

export interface RetentionStore {
  /** Undefined: the organization has said nothing. */
  policy(organizationId: string): Promise<RetentionPolicy | undefined>;
  set(
    organizationId: string,
    policy: RetentionPolicy,
    changed: { by: string; at: number },
    audited: AuditRecord,
  ): Promise<void>;
  /** All rules by which something is deleted. */
  rules(): Promise<(RetentionScope & { days: number })[]>;
}
