import { sql } from 'kysely';
import type { NotificationStore } from '../../domain/review/ports.ts';
import type { OpenDatabase } from '../database.ts';
import { holdSession } from '../erasure.ts';

export const notificationStore = ({ db, engine }: OpenDatabase): NotificationStore => ({
  add: (notification, mailAt) =>
    db.transaction().execute(async (transaction) => {
      const member = await transaction
        .selectFrom('members')
        .select('userId')
        .where('organizationId', '=', notification.organizationId)
        .where('userId', '=', notification.userId)
        .where('status', '=', 'active')
        .executeTakeFirst();
      if (!member) return undefined;
      const { sessionId } = notification;
      if (sessionId !== null && !(await holdSession(transaction, engine, sessionId))) return undefined;
      const stored = await transaction
        .insertInto('notifications')
        .values(notification)
        .onConflict((conflict) =>
          conflict
            .columns(['userId', 'subjectId', 'reason'])
            // A literal, not a parameter: it has to match the predicate of the partial index.
            .where('state', '=', sql.lit('unread'))
            .doUpdateSet((row) => ({
              threadId: row.ref('excluded.threadId'),
              commentId: row.ref('excluded.commentId'),
              byUserId: row.ref('excluded.byUserId'),
              count: sql<number>`notifications.count + 1`,
              updatedAt: row.ref('excluded.updatedAt'),
            })),
        )
        .returningAll()
        .executeTakeFirstOrThrow();
      const isNew = stored.notificationId === notification.notificationId;
      if (isNew && mailAt !== undefined) {
        const { organizationId, userId } = stored;
        await transaction
          .insertInto('mailQueue')
          .values({
            mailId: stored.notificationId,
            organizationId,
            userId,
            kind: 'notification',
            dueAt: mailAt,
            attempts: 0,
            claimedUntil: 0,
            outcome: null,
            endedAt: null,
          })
          .execute();
      }
      return { notification: stored, isNew };
    }),

  find: (userId, notificationId) =>
    db
      .selectFrom('notifications')
      .selectAll()
      .where('userId', '=', userId)
      .where('notificationId', '=', notificationId)
      .executeTakeFirst(),

  list(userId, { unread, now, limit, before }) {
    let query = db.selectFrom('notifications').selectAll().where('userId', '=', userId);
    if (unread) {
      query = query
        .where('state', '=', 'unread')
        .where((row) => row.or([row('snoozedUntil', 'is', null), row('snoozedUntil', '<=', now)]));
    }
    if (before) {
      query = query.where((row) =>
        row(
          row.refTuple('updatedAt', 'notificationId'),
          '<',
          row.tuple(before.updatedAt, before.notificationId),
        ),
      );
    }
    return query.orderBy('updatedAt', 'desc').orderBy('notificationId', 'desc').limit(limit).execute();
  },

  async unread(userId, now) {
    const isDue = sql`(snoozed_until is null or snoozed_until <= ${now})`;
    const found = await db
      .selectFrom('notifications')
      .select([
        sql<number>`count(case when ${isDue} then 1 end)`.as('count'),
        sql<number | null>`max(case when ${isDue} then updated_at end)`.as('latestAt'),
        sql<number | null>`min(case when ${isDue} then null else snoozed_until end)`.as('nextAt'),
      ])
      .where('userId', '=', userId)
      .where('state', '=', sql.lit('unread'))
      .executeTakeFirstOrThrow();
    const { count, latestAt, nextAt } = found;
    return { count: Number(count), latestAt: latestAt ?? undefined, nextAt: nextAt ?? undefined };
  },

  change: (userId, notificationId, change) =>
    db.transaction().execute(async (transaction) => {
      const found = await transaction
        .selectFrom('notifications')
        .selectAll()
        .where('userId', '=', userId)
        .where('notificationId', '=', notificationId)
        .executeTakeFirst();
      if (!found) return undefined;
      if (change.state === 'unread' && found.state !== 'unread') {
        // There is at most one unread line of a kind: the one that came since takes this one's place.
        await transaction
          .deleteFrom('notifications')
          .where('userId', '=', userId)
          .where('subjectId', '=', found.subjectId)
          .where('reason', '=', found.reason)
          .where('state', '=', sql.lit('unread'))
          .execute();
      }
      return transaction
        .updateTable('notifications')
        .set(change)
        .where('notificationId', '=', notificationId)
        .returningAll()
        .executeTakeFirst();
    }),

  async readAll(userId, before) {
    const read = await db
      .updateTable('notifications')
      .set({ state: 'read', snoozedUntil: null })
      .where('userId', '=', userId)
      .where('state', '=', sql.lit('unread'))
      .where('updatedAt', '<=', before)
      .executeTakeFirst();
    return Number(read.numUpdatedRows);
  },

  async readSession(userId, sessionId) {
    const read = await db
      .updateTable('notifications')
      .set({ state: 'read', snoozedUntil: null })
      .where('userId', '=', userId)
      .where('sessionId', '=', sessionId)
      .where('state', '=', sql.lit('unread'))
      .executeTakeFirst();
    return Number(read.numUpdatedRows);
  },

  findSettings: (userId) =>
    db.selectFrom('notificationSettings').selectAll().where('userId', '=', userId).executeTakeFirst(),

  async saveSettings(settings) {
    await db
      .insertInto('notificationSettings')
      .values(settings)
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(settings))
      .execute();
  },

  async purge(before, unreadBefore) {
    await db
      .deleteFrom('notifications')
      .where('updatedAt', '<', before)
      .where((row) => row.or([row('state', '!=', sql.lit('unread')), row('updatedAt', '<', unreadBefore)]))
      .execute();
  },
});
