import { sql } from 'kysely';
import type { OutletStore, WaitingMember } from '../../domain/mail/ports.ts';
import { readableLines } from '../access/access.ts';
import { unlocked } from '../connection/transaction.ts';
import type { OpenDatabase } from '../database.ts';
import { slices } from './slices.ts';

const channel = 'mail';

/** Unread lines that were not sent by themselves. */
const unsent = sql`n.state = 'unread' and not exists (select 1 from due_notices d where
  d.notification_id = n.notification_id and d.channel = ${sql.lit(channel)} and d.outcome = 'sent')`;

export const outletStore = ({ db }: OpenDatabase): OutletStore => ({
  async waiting(now, { after, limit }) {
    const { rows } =
      await sql<WaitingMember>`select d.user_id, min(d.organization_id) as organization_id from due_notices d
      left join recipients r on r.user_id = d.user_id and r.channel = d.channel
      where d.channel = ${sql.lit(channel)} and d.ended_at is null and d.due_at <= ${now} and d.user_id > ${after}
        and (r.user_id is null or (r.claimed_until <= ${now} and r.held_until <= ${now}))
      group by d.user_id order by d.user_id limit ${limit}`.execute(db);
    return rows;
  },

  async claim({ userId, organizationId }, now, until) {
    const nothing = {
      lastSentAt: 0,
      attempts: 0,
      heldUntil: 0,
      claimedUntil: 0,
      digestDay: '',
      mondayDay: '',
    };
    await db
      .insertInto('recipients')
      .values({ userId, channel, organizationId, ...nothing })
      .onConflict((conflict) => conflict.columns(['userId', 'channel']).doNothing())
      .execute();
    return db
      .updateTable('recipients')
      .set({ claimedUntil: until })
      .where('userId', '=', userId)
      .where('channel', '=', channel)
      .where('claimedUntil', '<=', now)
      .where('heldUntil', '<=', now)
      .returningAll()
      .executeTakeFirst();
  },

  async release(userId, change) {
    await db
      .updateTable('recipients')
      .set({ ...change, claimedUntil: 0 })
      .where('userId', '=', userId)
      .where('channel', '=', channel)
      .execute();
  },

  open: (userId) =>
    db
      .selectFrom('dueNotices')
      .selectAll()
      .where('userId', '=', userId)
      .where('channel', '=', channel)
      .where('endedAt', 'is', null)
      .orderBy('dueAt')
      .orderBy('notificationId')
      .execute(),

  async end(notificationIds, outcome, at) {
    for (const some of slices(notificationIds)) {
      const query = db
        .updateTable('dueNotices')
        .set({ outcome, endedAt: at })
        .where('notificationId', 'in', some)
        .where('channel', '=', channel);
      await unlocked(() => query.execute());
    }
  },

  async postpone(notificationIds, dueAt) {
    for (const some of slices(notificationIds)) {
      const query = db
        .updateTable('dueNotices')
        .set({ dueAt })
        .where('notificationId', 'in', some)
        .where('channel', '=', channel);
      await unlocked(() => query.execute());
    }
  },

  async undigested(from, { after, limit }) {
    const { rows } = await sql<WaitingMember & { digestDay: string }>`select n.user_id,
        min(n.organization_id) as organization_id, coalesce(min(r.digest_day), '') as digest_day
      from notifications n left join recipients r on r.user_id = n.user_id and r.channel = ${sql.lit(channel)}
      where n.user_id > ${after} and n.updated_at >= ${from} and ${unsent}
        and not exists (select 1 from notification_settings s where s.user_id = n.user_id and s.digest = 0)
      group by n.user_id order by n.user_id limit ${limit}`.execute(db);
    return rows;
  },

  async mondays({ after, limit }) {
    const { rows } = await sql<WaitingMember & { mondayDay: string }>`select s.user_id, s.organization_id,
        coalesce(r.monday_day, '') as monday_day
      from notification_settings s left join recipients r on r.user_id = s.user_id and r.channel = ${sql.lit(channel)}
      where s.monday = 1 and s.user_id > ${after} order by s.user_id limit ${limit}`.execute(db);
    return rows;
  },

  async digestLines(userId, { from, to, now, reader, limit }) {
    const isReadable = reader ? readableLines(reader, 'n') : sql`1 = 1`;
    const { rows } = await sql<{ notificationId: string }>`select n.notification_id from notifications n
      where n.user_id = ${userId} and n.updated_at >= ${from} and n.updated_at < ${to}
        and (n.snoozed_until is null or n.snoozed_until <= ${now}) and ${unsent} and ${isReadable}
      order by n.updated_at desc, n.notification_id limit ${limit}`.execute(db);
    return rows.map(({ notificationId }) => notificationId);
  },

  async purge(before) {
    await db.deleteFrom('dueNotices').where('endedAt', '<', before).execute();
  },
});
