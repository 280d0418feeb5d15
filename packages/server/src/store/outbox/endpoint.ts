import type { OutboxStore } from '../../domain/outbox/ports.ts';
import type { OpenDatabase } from '../database.ts';

type Endpoints = Pick<OutboxStore, 'add' | 'list' | 'find' | 'change' | 'remove'>;

/** Where organizations are told of things. */
export const endpointStore = ({ db }: OpenDatabase): Endpoints => ({
  add: (endpoint, max) =>
    db.transaction().execute(async (transaction) => {
      // Takes the organization's row, so that two requests cannot both see room for one more.
      await transaction
        .updateTable('organizations')
        .set((row) => ({ updatedAt: row.ref('updatedAt') }))
        .where('organizationId', '=', endpoint.organizationId)
        .execute();
      const { count } = await transaction
        .selectFrom('outboxEndpoints')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('organizationId', '=', endpoint.organizationId)
        .executeTakeFirstOrThrow();
      if (Number(count) >= max) return false;
      await transaction.insertInto('outboxEndpoints').values(endpoint).execute();
      return true;
    }),

  list: (organizationId) =>
    db
      .selectFrom('outboxEndpoints')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .orderBy('createdAt')
      .orderBy('endpointId')
      .execute(),

  find: (organizationId, endpointId) =>
    db
      .selectFrom('outboxEndpoints')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('endpointId', '=', endpointId)
      .executeTakeFirst(),

  change: (organizationId, endpointId, change) =>
    db
      .updateTable('outboxEndpoints')
      .set(change)
      .where('organizationId', '=', organizationId)
      .where('endpointId', '=', endpointId)
      .returningAll()
      .executeTakeFirst(),

  remove: (organizationId, endpointId) =>
    db
      .deleteFrom('outboxEndpoints')
      .where('organizationId', '=', organizationId)
      .where('endpointId', '=', endpointId)
      .returningAll()
      .executeTakeFirst(),
});
