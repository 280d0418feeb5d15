import type { SecretStore } from '../domain/ports.ts';
import type { SecretRecord } from '../domain/records.ts';
import type { OpenDatabase } from './database.ts';

const byDigest = `select secret_id as "secretId", organization_id as "organizationId", digest, environment, status,
  label, created_by as "createdBy", created_at as "createdAt", revoked_at as "revokedAt"
  from secrets where digest = $1`;

export const secretStore = ({ db, rows }: OpenDatabase): SecretStore => ({
  add: (secret, max) =>
    db.transaction().execute(async (transaction) => {
      // Takes the organization's row, so that two requests cannot both see room for one more.
      await transaction
        .updateTable('organizations')
        .set((row) => ({ updatedAt: row.ref('updatedAt') }))
        .where('organizationId', '=', secret.organizationId)
        .execute();
      const { active } = await transaction
        .selectFrom('secrets')
        .select((row) => row.fn.countAll<number>().as('active'))
        .where('organizationId', '=', secret.organizationId)
        .where('status', '=', 'active')
        .executeTakeFirstOrThrow();
      if (active >= max) return false;
      await transaction.insertInto('secrets').values(secret).execute();
      return true;
    }),

  list: (organizationId) =>
    db
      .selectFrom('secrets')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .orderBy('createdAt', 'desc')
      .orderBy('secretId', 'desc')
      .execute(),

  async revoke(organizationId, secretId, at) {
    const revoked = await db
      .updateTable('secrets')
      .set({ status: 'revoked', revokedAt: at })
      .where('organizationId', '=', organizationId)
      .where('secretId', '=', secretId)
      .where('status', '=', 'active')
      .returningAll()
      .executeTakeFirst();
    if (revoked) return { secret: revoked, changed: true };
    const secret = await db
      .selectFrom('secrets')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('secretId', '=', secretId)
      .executeTakeFirst();
    return secret && { secret, changed: false };
  },

  async findByDigest(digest) {
    const [secret] = await rows<SecretRecord>(byDigest, [digest]);
    return secret;
  },
});
