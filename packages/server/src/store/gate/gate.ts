import type { GatePolicy } from '@debrief/contract';
import type { GateStore } from '../../domain/gate/ports.ts';
import type { OpenDatabase } from '../database.ts';

export const gateStore = ({ db }: OpenDatabase): GateStore => ({
  async policy(organizationId) {
    const found = await db
      .selectFrom('gatePolicies')
      .select('policy')
      .where('organizationId', '=', organizationId)
      .executeTakeFirst();
    return found && (JSON.parse(found.policy) as GatePolicy);
  },

  async setPolicy(organizationId, policy, { by, at }) {
    const row = { policy: JSON.stringify(policy), updatedBy: by, updatedAt: at };
    await db
      .insertInto('gatePolicies')
      .values({ organizationId, ...row })
      .onConflict((conflict) => conflict.column('organizationId').doUpdateSet(row))
      .execute();
  },
});
