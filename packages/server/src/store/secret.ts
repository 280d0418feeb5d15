import type { SecretStore } from '../domain/ports.ts';
import type { CredentialRecord } from '../domain/records.ts';
import type { OpenDatabase } from './database.ts';

const byDigest = `select secret_id as "secretId", organization_id as "organizationId", digest, environment, status,
  label, created_by as "createdBy", created_at as "createdAt", revoked_at as "revokedAt",
  environment_id as "environmentId", last_used_at as "lastUsedAt", registers_only as "registersOnly"
  from secrets where digest = $1`;

/** Of a secret of an organization; the other columns are about machines' keys, and for who is asked to let one in. */
const ofSecret = [
  'secretId',
  'organizationId',
  'digest',
  'environment',
  'status',
  'label',
  'createdBy',
  'createdAt',
  'revokedAt',
] as const;

export const secretStore = ({ db, rows }: OpenDatabase): SecretStore => ({
  add: (secret, max) =>
    db.transaction().execute(async (transaction) => {
      // Takes the organization's row, so that two requests cannot both see room for one more.
      const organization = await transaction
        .updateTable('organizations')
        .set((row) => ({ updatedAt: row.ref('updatedAt') }))
        .where('organizationId', '=', secret.organizationId)
        .returning('machineKeysOnly')
        .executeTakeFirst();
      const { active } = await transaction
        .selectFrom('secrets')
        .select((row) => row.fn.countAll<number>().as('active'))
        .where('organizationId', '=', secret.organizationId)
        .where('status', '=', 'active')
        .where('environmentId', 'is', null)
        .executeTakeFirstOrThrow();
      if (active >= max) return false;
      const registersOnly = organization?.machineKeysOnly ?? 0;
      await transaction
        .insertInto('secrets')
        .values({ ...secret, registersOnly })
        .execute();
      return true;
    }),

  list: (organizationId) =>
    db
      .selectFrom('secrets')
      .select(ofSecret)
      .where('organizationId', '=', organizationId)
      .where('environmentId', 'is', null)
      .orderBy('createdAt', 'desc')
      .orderBy('secretId', 'desc')
      .execute(),

  async revoke(organizationId, secretId, at) {
    const revoked = await db
      .updateTable('secrets')
      .set({ status: 'revoked', revokedAt: at })
      .where('organizationId', '=', organizationId)
      .where('secretId', '=', secretId)
      .where('environmentId', 'is', null)
      .where('status', '=', 'active')
      .returning(ofSecret)
      .executeTakeFirst();
    if (revoked) return { secret: revoked, changed: true };
    const secret = await db
      .selectFrom('secrets')
      .select(ofSecret)
      .where('organizationId', '=', organizationId)
      .where('secretId', '=', secretId)
      .where('environmentId', 'is', null)
      .executeTakeFirst();
    return secret && { secret, changed: false };
  },

  async findByDigest(digest) {
    const [secret] = await rows<CredentialRecord>(byDigest, [digest]);
    return secret;
  },
});
