import { type Kysely, sql } from 'kysely';
import type { Engine } from '../database.ts';
import { columnTypes } from './column.ts';

const now = {
  sqlite: `cast((julianday('now') - 2440587.5) * 86400000 as integer)`,
  postgres: '(extract(epoch from now()) * 1000)::bigint',
};

/**
 * Lines of inboxes have causes and end with them; what is to be sent is judged when it is. Lines from before keep
 * whether they were read: each session they are about is looked at once, and its lines take their place.
 */
export const lines = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const { int, end } = columnTypes[engine];
    const statements = [
      `alter table notifications add column cause text not null default 'told'`,
      `update notifications set cause = notification_id where state <> 'unread'`,
      'drop index notifications_unread',
      'create unique index notifications_by_cause on notifications (user_id, subject_id, reason, cause)',
      `create index notifications_waiting on notifications (user_id, updated_at) where state = 'unread'`,
      // Reasons that nothing ever gave.
      `delete from notifications where reason in ('finding', 'redacted', 'released')`,
      // Of people who left in the moment in which they were told.
      `delete from notifications where not exists (select 1 from members m
        where m.user_id = notifications.user_id and m.organization_id = notifications.organization_id)`,
      `alter table review_standings add column told_from ${int} not null default 0`,
      `update review_standings set told_from = ${now[engine]}`,
      // Another author than any: they are all looked at once.
      `update review_standings set look_at = 0, author_user_id = '' where
        session_id in (select session_id from notifications where session_id is not null)
        or session_id in (select session_id from attention)`,
      // Who wrote in which thread, without reading what.
      'create index comments_by_writer on comments (session_id, thread_id, written_by) where deleted_at is null',
      'alter table notification_settings add column time_zone text',
      `alter table notification_settings add column quiet_from ${int}`,
      `alter table notification_settings add column quiet_to ${int}`,
      // One for each line and each channel it may go by; what becomes of it is decided when it is due.
      `create table due_notices (
        notification_id text not null references notifications on delete cascade,
        channel text not null,
        organization_id text not null,
        user_id text not null,
        due_at ${int} not null,
        outcome text,
        ended_at ${int},
        primary key (notification_id, channel)
      )${end}`,
      'create index due_notices_open on due_notices (channel, user_id, due_at) where ended_at is null',
      'create index due_notices_of_member on due_notices (user_id)',
      `create table recipients (
        user_id text not null,
        channel text not null,
        organization_id text not null,
        last_sent_at ${int} not null,
        attempts ${int} not null,
        -- after a failure
        held_until ${int} not null,
        -- until then one server is at it
        claimed_until ${int} not null,
        -- the day of the last digest, by the member's clock
        digest_day text not null,
        primary key (user_id, channel)
      )${end}`,
      `insert into due_notices select q.mail_id, 'mail', q.organization_id, q.user_id, q.due_at, q.outcome, q.ended_at
        from mail_queue q join notifications n on n.notification_id = q.mail_id where q.kind = 'notification'`,
      `insert into recipients select q.user_id, 'mail', min(q.organization_id), 0, 0, 0, 0,
          max(substr(q.mail_id, length(q.mail_id) - 9))
        from mail_queue q where q.kind = 'digest' group by q.user_id`,
      'drop table mail_queue',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
