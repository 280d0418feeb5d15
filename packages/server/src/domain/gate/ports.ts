import type { GatePolicy } from '@debrief/contract';

export interface GateStore {
  /** Undefined while nobody has changed it. */
  policy(organizationId: string): Promise<GatePolicy | undefined>;
  setPolicy(organizationId: string, policy: GatePolicy, changed: { by: string; at: number }): Promise<void>;
}
