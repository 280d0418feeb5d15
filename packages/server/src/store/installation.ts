import { sql } from 'kysely';
import type { InstallationStore } from '../domain/ports.ts';
import type { OpenDatabase } from './database.ts';

/** The unique index of I1, as a conflict target. */
const identity = sql`organization_id, agent_id, (coalesce(environment_id, ''))`;

export const installationStore = ({ db }: OpenDatabase): InstallationStore => ({
  async add(installation) {
    const added = await db
      .insertInto('installations')
      .values(installation)
      .onConflict((conflict) => conflict.expression(identity).doNothing())
      .returning('installationId')
      .executeTakeFirst();
    return added !== undefined;
  },

  register: (installation) =>
    db
      .insertInto('installations')
      .values(installation)
      .onConflict((conflict) =>
        conflict.expression(identity).doUpdateSet((row) => ({
          version: row.fn.coalesce('excluded.version', 'installations.version'),
          config: row.fn.coalesce('excluded.config', 'installations.config'),
          updatedAt: row.ref('excluded.updatedAt'),
        })),
      )
      .returningAll()
      .executeTakeFirstOrThrow(),

  async change(installationId, changes, at) {
    await db
      .updateTable('installations')
      .set({ ...changes, updatedAt: at })
      .where('installationId', '=', installationId)
      .execute();
  },

  list: (organizationId) =>
    db
      .selectFrom('installations')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .orderBy('createdAt', 'desc')
      .orderBy('installationId', 'desc')
      .execute(),

  find: (organizationId, installationId) =>
    db
      .selectFrom('installations')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('installationId', '=', installationId)
      .executeTakeFirst(),
});
