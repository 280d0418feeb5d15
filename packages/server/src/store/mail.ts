import { sql } from 'kysely';
import type { MailQueueStore } from '../domain/mail/ports.ts';
import type { OpenDatabase } from './database.ts';

/** Unread lines that were touched in a span, are not put off, and have no mail of their own. */
const unmailed = (
  from: number,
  to: number,
) => sql`n.state = 'unread' and n.updated_at >= ${from} and n.updated_at < ${to}
  and (n.snoozed_until is null or n.snoozed_until <= ${to})
  and not exists (select 1 from mail_queue q where q.mail_id = n.notification_id)`;

export const mailQueueStore = ({ db }: OpenDatabase): MailQueueStore => ({
  async due(now, limit) {
    const found = await db
      .selectFrom('mailQueue')
      .select('mailId')
      .where('endedAt', 'is', null)
      .where('dueAt', '<=', now)
      .where('claimedUntil', '<=', now)
      .orderBy('dueAt')
      .limit(limit)
      .execute();
    return found.map(({ mailId }) => mailId);
  },

  claim: (mailId, now, until) =>
    db
      .updateTable('mailQueue')
      .set((row) => ({ claimedUntil: until, attempts: row('attempts', '+', 1) }))
      .where('mailId', '=', mailId)
      .where('endedAt', 'is', null)
      .where('claimedUntil', '<=', now)
      .returningAll()
      .executeTakeFirst(),

  async end(mailId, outcome, at) {
    await db.updateTable('mailQueue').set({ outcome, endedAt: at }).where('mailId', '=', mailId).execute();
  },

  async postpone(mailId, dueAt) {
    await db.updateTable('mailQueue').set({ dueAt, claimedUntil: 0 }).where('mailId', '=', mailId).execute();
  },

  async addDigests(day, from, to) {
    await sql`insert into mail_queue
        (mail_id, organization_id, user_id, kind, due_at, attempts, claimed_until, outcome, ended_at)
      select 'digest ' || n.user_id || ${` ${day}`}, n.organization_id, n.user_id, 'digest', ${sql.lit(to)}, 0, 0, null, null
      from (select distinct n.user_id, n.organization_id from notifications n where ${unmailed(from, to)}) n
      where not exists (select 1 from notification_settings s where s.user_id = n.user_id and s.digest = 0)
      on conflict (mail_id) do nothing`.execute(db);
  },

  async digestLines(userId, from, to, limit) {
    const { rows } = await sql<{ notificationId: string }>`select n.notification_id from notifications n
      where n.user_id = ${userId} and ${unmailed(from, to)} order by n.updated_at desc limit ${limit}`.execute(
      db,
    );
    return rows.map(({ notificationId }) => notificationId);
  },

  async purge(before) {
    await db.deleteFrom('mailQueue').where('endedAt', '<', before).execute();
  },
});
