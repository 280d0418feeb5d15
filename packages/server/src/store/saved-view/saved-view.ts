import type { ViewStore } from '../../domain/ports.ts';
import type { OpenDatabase } from '../database.ts';

export const viewStore = ({ db }: OpenDatabase): ViewStore => ({
  list: (organizationId, userId) =>
    db
      .selectFrom('views')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .orderBy('viewId')
      .execute(),

  save: (view, most) =>
    db.transaction().execute(async (transaction) => {
      const { count } = await transaction
        .selectFrom('views')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('organizationId', '=', view.organizationId)
        .where('userId', '=', view.userId)
        .where('name', '<>', view.name)
        .executeTakeFirstOrThrow();
      if (Number(count) >= most) return 'too_many';
      return transaction
        .insertInto('views')
        .values(view)
        .onConflict((conflict) =>
          conflict.columns(['organizationId', 'userId', 'name']).doUpdateSet({ search: view.search }),
        )
        .returningAll()
        .executeTakeFirstOrThrow();
    }),

  remove: (organizationId, userId, viewId) =>
    db
      .deleteFrom('views')
      .where('organizationId', '=', organizationId)
      .where('userId', '=', userId)
      .where('viewId', '=', viewId)
      .returningAll()
      .executeTakeFirst(),
});
