import type { MachineKeyStore } from '../../domain/ports.ts';
import type { CredentialRecord } from '../../domain/records.ts';
import type { OpenDatabase } from '../database.ts';

export const machineKeyStore = ({ db }: OpenDatabase): MachineKeyStore => ({
  exchange: (key, proof) =>
    db.transaction().execute(async (transaction) => {
      const { environmentId, organizationId } = key;
      // Takes the machine's row, so that two exchanges cannot both see a machine without a key.
      const environment = await transaction
        .updateTable('environments')
        .set((row) => ({ updatedAt: row.ref('updatedAt') }))
        .where('organizationId', '=', organizationId)
        .where('environmentId', '=', environmentId)
        .where('secretEnvironment', '=', key.environment)
        .where('status', '=', 'active')
        .returning(['machineId', 'keyedAt'])
        .executeTakeFirst();
      if (!environment) return undefined;
      if ('machineId' in proof) {
        if (environment.machineId !== proof.machineId) return undefined;
        const used = await transaction
          .selectFrom('secrets')
          .select('secretId')
          .where('environmentId', '=', environmentId)
          .where((row) => row.or([row('lastUsedAt', 'is not', null), row('status', '=', 'revoked')]))
          .limit(1)
          .executeTakeFirst();
        if (used) return 'exists';
      }
      // What was issued and never used was lost on its way.
      await transaction
        .deleteFrom('secrets')
        .where('environmentId', '=', environmentId)
        .where('status', '=', 'active')
        .where('lastUsedAt', 'is', null)
        .execute();
      await transaction.insertInto('secrets').values(key).execute();
      await transaction
        .updateTable('environments')
        .set({
          keyedAt: environment.keyedAt ?? key.createdAt,
          keyRotationAskedAt: null,
          machineKey: `key:${environmentId}`,
        })
        .where('environmentId', '=', environmentId)
        .execute();
      if (environment.keyedAt === null) {
        await transaction
          .updateTable('sessions')
          .set({ isKeyed: 1 })
          .where('environmentId', '=', environmentId)
          .execute();
      }
      return 'added' as const;
    }),

  noteUse: (secretId, at) =>
    db.transaction().execute(async (transaction) => {
      const used = await transaction
        .updateTable('secrets')
        .set({ lastUsedAt: at })
        .where('secretId', '=', secretId)
        .returning(['environmentId', 'createdAt'])
        .executeTakeFirst();
      if (!used?.environmentId) return;
      await transaction
        .updateTable('secrets')
        .set({ status: 'revoked', revokedAt: at })
        .where('environmentId', '=', used.environmentId)
        .where('secretId', '<>', secretId)
        .where('createdAt', '<=', used.createdAt)
        .where('status', '=', 'active')
        .execute();
    }),

  async list(organizationId, environmentId) {
    const keys = await db
      .selectFrom('secrets')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('environmentId', 'is not', null)
      .$if(environmentId !== undefined, (query) => query.where('environmentId', '=', environmentId as string))
      .orderBy('createdAt')
      .execute();
    return new Map(keys.map((key: CredentialRecord) => [key.environmentId as string, key]));
  },

  async askRotation(environmentId, at) {
    await db
      .updateTable('environments')
      .set({ keyRotationAskedAt: at })
      .where('environmentId', '=', environmentId)
      .execute();
  },

  async revoke(environmentId, at) {
    const revoked = await db
      .updateTable('secrets')
      .set({ status: 'revoked', revokedAt: at })
      .where('environmentId', '=', environmentId)
      .where('status', '=', 'active')
      .executeTakeFirst();
    return revoked.numUpdatedRows > 0;
  },

  async isRequired(organizationId) {
    const organization = await db
      .selectFrom('organizations')
      .select('machineKeysOnly')
      .where('organizationId', '=', organizationId)
      .executeTakeFirst();
    return organization?.machineKeysOnly === 1;
  },

  require: (organizationId, required) =>
    db.transaction().execute(async (transaction) => {
      const to = required ? 1 : 0;
      const changed = await transaction
        .updateTable('organizations')
        .set({ machineKeysOnly: to })
        .where('organizationId', '=', organizationId)
        .where('machineKeysOnly', '<>', to)
        .executeTakeFirst();
      // Beside each secret, so that an append looks at one row only.
      await transaction
        .updateTable('secrets')
        .set({ registersOnly: to })
        .where('organizationId', '=', organizationId)
        .where('environmentId', 'is', null)
        .execute();
      return changed.numUpdatedRows > 0;
    }),
});
