import { sql } from 'kysely';
import type { EnvironmentStore } from '../domain/ports.ts';
import type { EnvironmentRecord } from '../domain/records.ts';
import type { OpenDatabase } from './database.ts';

const columns = [
  'environmentId',
  'organizationId',
  'machineId',
  'displayName',
  'hostname',
  'platform',
  'repoRoot',
  'repoRemote',
  'gitBranch',
  'serviceCliVersion',
  'status',
  'secretEnvironment',
  'keyedAt',
  'keyRotationAskedAt',
  'authorUserId',
  'lastSeenAt',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof EnvironmentRecord)[];

/** What makes two registrations the same machine (E1); one with a test secret never finds a live one (K8). */
function machineKey(environment: EnvironmentRecord): string {
  if (environment.keyedAt !== null) return `key:${environment.environmentId}`;
  const kind = environment.secretEnvironment === 'test' ? 'test:' : '';
  if (environment.machineId !== null) return `${kind}id:${environment.machineId}`;
  const { hostname, platform, repoRoot } = environment;
  return `${kind}host:${hostname.toLowerCase()}\n${platform}\n${repoRoot ?? ''}`;
}

export const environmentStore = ({ db }: OpenDatabase): EnvironmentStore => ({
  register: (environment) =>
    db
      .insertInto('environments')
      .values({ ...environment, machineKey: machineKey(environment) })
      .onConflict((conflict) =>
        conflict
          .columns(['organizationId', 'machineKey'])
          // A literal, not a parameter: it has to match the predicate of the partial index.
          .where('status', '=', sql.lit('active'))
          // What is given replaces, what is not given stays (E2).
          .doUpdateSet((row) => ({
            hostname: row.ref('excluded.hostname'),
            platform: row.ref('excluded.platform'),
            displayName: row.fn.coalesce('excluded.displayName', 'environments.displayName'),
            repoRoot: row.fn.coalesce('excluded.repoRoot', 'environments.repoRoot'),
            repoRemote: row.fn.coalesce('excluded.repoRemote', 'environments.repoRemote'),
            gitBranch: row.fn.coalesce('excluded.gitBranch', 'environments.gitBranch'),
            serviceCliVersion: row.ref('excluded.serviceCliVersion'),
            lastSeenAt: row
              .case()
              .when('environments.lastSeenAt', '>', row.ref('excluded.lastSeenAt'))
              .then(row.ref('environments.lastSeenAt'))
              .else(row.ref('excluded.lastSeenAt'))
              .end(),
            updatedAt: row.ref('excluded.updatedAt'),
          })),
      )
      .returning(columns)
      .executeTakeFirstOrThrow(),

  async beat(environmentId, at, version) {
    const seen = await db
      .updateTable('environments')
      .set((row) => ({
        lastSeenAt: row
          .case()
          .when('lastSeenAt', '>', at)
          .then(row.ref('lastSeenAt'))
          .else(at)
          .end()
          .$castTo<number>(),
        ...(version !== undefined && {
          serviceCliVersion: version,
          updatedAt: row
            .case()
            .when('serviceCliVersion', '=', version)
            .then(row.ref('updatedAt'))
            .else(at)
            .end()
            .$castTo<number>(),
        }),
      }))
      .where('environmentId', '=', environmentId)
      .where('status', '=', 'active')
      .returning('lastSeenAt')
      .executeTakeFirst();
    return seen?.lastSeenAt;
  },

  list: (organizationId) =>
    db
      .selectFrom('environments')
      .select(columns)
      .where('organizationId', '=', organizationId)
      .orderBy('lastSeenAt', 'desc')
      .orderBy('environmentId', 'desc')
      .execute(),

  find: (organizationId, environmentId) =>
    db
      .selectFrom('environments')
      .select(columns)
      .where('organizationId', '=', organizationId)
      .where('environmentId', '=', environmentId)
      .executeTakeFirst(),

  async revoke(environmentId, at) {
    await db
      .updateTable('environments')
      .set({ status: 'revoked', updatedAt: at })
      .where('environmentId', '=', environmentId)
      .where('status', '=', 'active')
      .execute();
  },

  async deleteUnused(organizationId, environmentId) {
    const which = sql`organization_id = ${organizationId} and environment_id = ${environmentId}`;
    await db.transaction().execute(async (transaction) => {
      await sql`delete from installations where ${which} and not exists
        (select 1 from sessions s where s.installation_id = installations.installation_id)`.execute(
        transaction,
      );
      await sql`delete from environment_claims where ${which}`.execute(transaction);
      await sql`delete from claim_requests where ${which}`.execute(transaction);
      await sql`delete from environments where ${which}
        and not exists (select 1 from sessions s where s.environment_id = environments.environment_id)
        and not exists (select 1 from installations i where i.environment_id = environments.environment_id)`.execute(
        transaction,
      );
    });
  },
});
