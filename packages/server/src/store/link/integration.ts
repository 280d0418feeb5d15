import type { IntegrationStore } from '../../domain/link/ports.ts';
import type { OpenDatabase } from '../database.ts';

export const integrationStore = ({ db }: OpenDatabase): IntegrationStore => ({
  add: (integration, max) =>
    db.transaction().execute(async (transaction) => {
      // Takes the organization's row, so that two requests cannot both see room for one more.
      await transaction
        .updateTable('organizations')
        .set((row) => ({ updatedAt: row.ref('updatedAt') }))
        .where('organizationId', '=', integration.organizationId)
        .execute();
      const { count } = await transaction
        .selectFrom('integrations')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('organizationId', '=', integration.organizationId)
        .executeTakeFirstOrThrow();
      if (Number(count) >= max) return false;
      await transaction.insertInto('integrations').values(integration).execute();
      return true;
    }),

  list: (organizationId) =>
    db
      .selectFrom('integrations')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .orderBy('createdAt')
      .orderBy('integrationId')
      .execute(),

  find: (integrationId) =>
    db.selectFrom('integrations').selectAll().where('integrationId', '=', integrationId).executeTakeFirst(),

  remove: (organizationId, integrationId) =>
    db.transaction().execute(async (transaction) => {
      const removed = await transaction
        .deleteFrom('integrations')
        .where('organizationId', '=', organizationId)
        .where('integrationId', '=', integrationId)
        .returningAll()
        .executeTakeFirst();
      if (removed) {
        await transaction
          .deleteFrom('integrationDeliveries')
          .where('integrationId', '=', integrationId)
          .execute();
      }
      return removed;
    }),

  noteDelivery: (integrationId, deliveryId, at) =>
    db.transaction().execute(async (transaction) => {
      const added = await transaction
        .insertInto('integrationDeliveries')
        .values({ integrationId, deliveryId, receivedAt: at })
        .onConflict((conflict) => conflict.columns(['integrationId', 'deliveryId']).doNothing())
        .returning('deliveryId')
        .executeTakeFirst();
      await transaction
        .updateTable('integrations')
        .set({ lastDeliveryAt: at })
        .where('integrationId', '=', integrationId)
        .execute();
      await transaction
        .deleteFrom('integrationDeliveries')
        .where('receivedAt', '<', at - rememberedFor)
        .execute();
      return added !== undefined;
    }),

  async forgetDelivery(integrationId, deliveryId) {
    await db
      .deleteFrom('integrationDeliveries')
      .where('integrationId', '=', integrationId)
      .where('deliveryId', '=', deliveryId)
      .execute();
  },
});

/** A delivery that is replayed later changes nothing either: it is older than what is known by then. */
const rememberedFor = 90 * 86_400_000;
