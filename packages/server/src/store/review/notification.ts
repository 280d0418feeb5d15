import { causeReasons, isTurn } from '@debrief/review';
import { sql } from 'kysely';
import { dueAfter } from '../../domain/mail/ports.ts';
import type { NotificationStore } from '../../domain/review/ports.ts';
import type { NotificationRecord } from '../../domain/review/records.ts';
import { readableLines } from '../access/access.ts';
import { unlocked } from '../connection/transaction.ts';
import { waitFor } from '../connection/wait.ts';
import type { OpenDatabase } from '../database.ts';
import { lockSession } from '../erasure.ts';
import { slices } from './slices.ts';

const onlyTold = causeReasons.filter((reason) => !isTurn(reason));

export const notificationStore = ({ db, engine }: OpenDatabase): NotificationStore => ({
  add: (notification, channels) =>
    db.transaction().execute(async (transaction) => {
      await waitFor(transaction, engine, notification.organizationId, 'say');
      const member = await transaction
        .selectFrom('members')
        .select('userId')
        .where('organizationId', '=', notification.organizationId)
        .where('userId', '=', notification.userId)
        .where('status', '=', 'active')
        .executeTakeFirst();
      if (!member) return undefined;
      const { sessionId } = notification;
      if (sessionId !== null && !(await lockSession(transaction, engine, sessionId))) return undefined;
      const stored = await transaction
        .insertInto('notifications')
        .values(notification)
        .onConflict((conflict) =>
          conflict.columns(['userId', 'subjectId', 'reason', 'cause']).doUpdateSet((row) => ({
            byUserId: row.ref('excluded.byUserId'),
            // What was read is told anew.
            count: sql<number>`case when notifications.state = 'unread' then notifications.count + 1 else 1 end`,
            state: row.ref('excluded.state'),
            updatedAt: row.ref('excluded.updatedAt'),
          })),
        )
        .returningAll()
        .executeTakeFirstOrThrow();
      const { notificationId, organizationId, userId, updatedAt } = stored;
      for (const channel of channels) {
        const due = { dueAt: updatedAt + dueAfter, outcome: null, endedAt: null };
        await transaction
          .insertInto('dueNotices')
          .values({ notificationId, channel, organizationId, userId, ...due })
          .onConflict((conflict) =>
            // What waits to be sent goes when it would have gone.
            conflict
              .columns(['notificationId', 'channel'])
              .doUpdateSet(due)
              .where('dueNotices.endedAt', 'is not', null),
          )
          .execute();
      }
      return stored;
    }),

  find: (userId, notificationId) =>
    db
      .selectFrom('notifications')
      .selectAll()
      .where('userId', '=', userId)
      .where('notificationId', '=', notificationId)
      .executeTakeFirst(),

  told: (userId, { subjectId, reason }) =>
    db
      .selectFrom('notifications')
      .selectAll()
      .where('userId', '=', userId)
      .where('subjectId', '=', subjectId)
      .where('reason', '=', reason)
      .orderBy('updatedAt', 'desc')
      .limit(1)
      .executeTakeFirst(),

  async findAll(userId, notificationIds) {
    const found: NotificationRecord[] = [];
    for (const some of slices(notificationIds)) {
      found.push(
        ...(await db
          .selectFrom('notifications')
          .selectAll()
          .where('userId', '=', userId)
          .where('notificationId', 'in', some)
          .execute()),
      );
    }
    return found.sort((a, b) => b.updatedAt - a.updatedAt || (a.notificationId < b.notificationId ? -1 : 1));
  },

  list(userId, { unread, now, limit, before, hidden = [], reader }) {
    let query = db.selectFrom('notifications').selectAll().where('userId', '=', userId);
    if (reader) query = query.where(readableLines(reader, 'notifications'));
    if (hidden.length > 0) query = query.where('reason', 'not in', hidden);
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

  async unread(userId, now, hidden = [], reader) {
    const isDue = sql`(snoozed_until is null or snoozed_until <= ${now})`;
    let query = db.selectFrom('notifications').where('state', '=', sql.lit('unread'));
    if (reader) query = query.where(readableLines(reader, 'notifications'));
    if (hidden.length > 0) query = query.where('reason', 'not in', hidden);
    const found = await query
      .select([
        sql<number>`count(case when ${isDue} then 1 end)`.as('count'),
        sql<number | null>`max(case when ${isDue} then updated_at end)`.as('latestAt'),
        sql<number | null>`min(case when ${isDue} then null else snoozed_until end)`.as('nextAt'),
      ])
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    const { count, latestAt, nextAt } = found;
    return { count: Number(count), latestAt: latestAt ?? undefined, nextAt: nextAt ?? undefined };
  },

  change: (userId, notificationId, change) =>
    db
      .updateTable('notifications')
      .set(change)
      .where('userId', '=', userId)
      .where('notificationId', '=', notificationId)
      .returningAll()
      .executeTakeFirst(),

  async readAll(userId, before, reader) {
    const all = db
      .updateTable('notifications')
      .set({ state: 'read', snoozedUntil: null })
      .where('userId', '=', userId)
      .where('state', '=', sql.lit('unread'))
      .where('updatedAt', '<=', before);
    const query = reader ? all.where(readableLines(reader, 'notifications')) : all;
    const read = await unlocked(() => query.executeTakeFirst());
    return Number(read.numUpdatedRows);
  },

  async readSession(userId, sessionId, threadIds) {
    const query = db
      .updateTable('notifications')
      .set({ state: 'read', snoozedUntil: null })
      .where('userId', '=', userId)
      .where('sessionId', '=', sessionId)
      .where('state', '=', sql.lit('unread'))
      .where((row) => (threadIds ? row('threadId', 'in', threadIds) : row('threadId', 'is', null)));
    const read = await unlocked(() => query.executeTakeFirst());
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
      .where((row) =>
        row.or([
          row('reason', 'in', onlyTold),
          row.and([
            // What waits for somebody is there as long as it waits.
            row('reason', 'not in', [...causeReasons]),
            row.or([row('state', '!=', sql.lit('unread')), row('updatedAt', '<', unreadBefore)]),
          ]),
        ]),
      )
      .execute();
  },
});
