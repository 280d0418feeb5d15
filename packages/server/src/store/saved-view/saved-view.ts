import type { ViewStore } from '../../domain/ports.ts';
import type { OpenDatabase } from '../database.ts';

export const viewStore = ({ db }: OpenDatabase): ViewStore => ({
  list: (organizationId, userIds) =>
    db
      .selectFrom('views')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('userId', 'in', [...userIds])
      .orderBy('createdAt')
      .orderBy('viewId')
      .execute(),

  find: (organizationId, viewId) =>
    db
      .selectFrom('views')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('viewId', '=', viewId)
      .executeTakeFirst(),

  save: (view, most, by) =>
    db.transaction().execute(async (transaction) => {
      const { count } = await transaction
        .selectFrom('views')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('organizationId', '=', view.organizationId)
        .where('userId', '=', view.userId)
        .where('name', '<>', view.name)
        .executeTakeFirstOrThrow();
      if (Number(count) >= most) return 'too_many';
      const { search, page, savedBy } = view;
      const saved = await transaction
        .insertInto('views')
        .values(view)
        .onConflict((conflict) =>
          conflict
            .columns(['organizationId', 'userId', 'name'])
            .doUpdateSet({ search, page, savedBy })
            .where('views.savedBy', by === undefined ? 'is distinct from' : '=', by ?? ''),
        )
        .returningAll()
        .executeTakeFirst();
      return saved ?? 'not_theirs';
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
