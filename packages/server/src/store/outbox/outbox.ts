import { sql } from 'kysely';
import type { DeliveryRecord, OutboxStore } from '../../domain/outbox/ports.ts';
import type { OpenDatabase } from '../database.ts';
import { commitStatusStore } from './commit-status.ts';
import { endpointStore } from './endpoint.ts';
import { raisingStore } from './raising.ts';

type Deliveries = Omit<
  OutboxStore,
  | keyof ReturnType<typeof endpointStore>
  | keyof ReturnType<typeof raisingStore>
  | keyof ReturnType<typeof commitStatusStore>
>;

/** The oldest of its lane that is not over: what came later of the same session waits for it. */
const isHead = sql<boolean>`not exists (select 1 from outbox p where p.endpoint_id = o.endpoint_id
  and p.lane = o.lane and p.ended_at is null and p.delivery_pk < o.delivery_pk)`;

const deliveryStore = ({ db }: OpenDatabase): Deliveries => ({
  queueTest: async ({ endpointId, organizationId }, by, at) =>
    (await db
      .insertInto('outbox')
      .values({
        endpointId,
        organizationId,
        type: 'endpoint.test',
        sessionId: null,
        // A test waits for nothing else.
        lane: `test ${at} ${Math.random()}`,
        subjectId: endpointId,
        actorId: by,
        detail: null,
        at,
      })
      .returningAll()
      .executeTakeFirstOrThrow()) as DeliveryRecord,

  deliveries: (endpointId, { limit, before }) => {
    let query = db.selectFrom('outbox').selectAll().where('endpointId', '=', endpointId);
    if (before !== undefined) query = query.where('deliveryPk', '<', before);
    return query.orderBy('deliveryPk', 'desc').limit(limit).execute() as Promise<DeliveryRecord[]>;
  },

  retry: (endpointId, deliveryId) =>
    db
      .updateTable('outbox')
      .set({ nextAt: 0, attempts: 0, outcome: null, endedAt: null })
      .where('endpointId', '=', endpointId)
      .where('deliveryId', '=', deliveryId)
      .returningAll()
      .executeTakeFirst() as Promise<DeliveryRecord | undefined>,

  async waiting(now, limit) {
    const found = await db
      .selectFrom('outboxEndpoints as e')
      .select('e.endpointId')
      .where('e.offAt', 'is', null)
      .where('e.leasedUntil', '<=', now)
      .where('e.pausedUntil', '<=', now)
      .where((row) =>
        row.exists(
          row
            .selectFrom('outbox as o')
            .select('o.deliveryPk')
            .whereRef('o.endpointId', '=', 'e.endpointId')
            .where('o.endedAt', 'is', null)
            .where('o.nextAt', '<=', now)
            .where(isHead),
        ),
      )
      .limit(limit)
      .execute();
    return found.map(({ endpointId }) => endpointId);
  },

  lease: (endpointId, by, now, until) =>
    db
      .updateTable('outboxEndpoints')
      .set({ leasedBy: by, leasedUntil: until })
      .where('endpointId', '=', endpointId)
      .where('offAt', 'is', null)
      .where('leasedUntil', '<=', now)
      .where('pausedUntil', '<=', now)
      .returningAll()
      .executeTakeFirst(),

  renew: (endpointId, by, until) =>
    db
      .updateTable('outboxEndpoints')
      .set({ leasedUntil: until })
      .where('endpointId', '=', endpointId)
      .where('leasedBy', '=', by)
      .returningAll()
      .executeTakeFirst(),

  async release(endpointId, by) {
    await db
      .updateTable('outboxEndpoints')
      .set({ leasedBy: null, leasedUntil: 0 })
      .where('endpointId', '=', endpointId)
      .where('leasedBy', '=', by)
      .execute();
  },

  heads: (endpointId, now, limit) =>
    db
      .selectFrom('outbox as o')
      .selectAll()
      .where('o.endpointId', '=', endpointId)
      .where('o.endedAt', 'is', null)
      .where('o.nextAt', '<=', now)
      .where(isHead)
      .orderBy('o.deliveryPk')
      .limit(limit)
      .execute() as Promise<DeliveryRecord[]>,

  settle: ({ endpointId, by }, deliveryId, change, endpoint) =>
    db.transaction().execute(async (transaction) => {
      const kept = await transaction
        .updateTable('outboxEndpoints')
        .set({ ...endpoint, leasedBy: by })
        .where('endpointId', '=', endpointId)
        .where('leasedBy', '=', by)
        .returning('endpointId')
        .executeTakeFirst();
      if (!kept) return false;
      await transaction
        .updateTable('outbox')
        .set(change)
        .where('endpointId', '=', endpointId)
        .where('deliveryId', '=', deliveryId)
        .execute();
      return true;
    }),

  async purge(before) {
    await db.deleteFrom('outbox').where('at', '<', before).execute();
  },
});

export const outboxStore = (database: OpenDatabase): OutboxStore => ({
  ...endpointStore(database),
  ...deliveryStore(database),
  ...raisingStore(database),
  ...commitStatusStore(database),
});
