import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/** A person for a session: whose machine it is, what a member is told, and who read what. */
export const people = ({ int, end }: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      'alter table environments add column author_user_id text',
      // When the machine got its first author; stays when the author is cleared.
      `alter table environments add column first_author_at ${int}`,
      'create index environments_author on environments (author_user_id) where author_user_id is not null',
      'alter table sessions add column author_user_id text',
      `create index sessions_by_author on sessions (organization_id, author_user_id, started_at desc, session_id desc,
        status, agent_id, environment_id, repo_root, secret_environment)`,
      `create table environment_claims (
        environment_id text primary key references environments,
        organization_id text not null references organizations,
        digest text not null unique,
        expires_at ${int} not null
      )${end}`,
      `create table notifications (
        notification_id text primary key,
        organization_id text not null references organizations,
        user_id text not null,
        reason text not null,
        -- the session or the environment it is about
        subject_id text not null,
        session_id text,
        environment_id text,
        thread_id text,
        comment_id text,
        by_user_id text,
        count ${int} not null,
        state text not null,
        snoozed_until ${int},
        created_at ${int} not null,
        updated_at ${int} not null
      )${end}`,
      // One unread line for a member, a session and a reason.
      `create unique index notifications_unread on notifications (user_id, subject_id, reason) where state = 'unread'`,
      'create index notifications_newest on notifications (user_id, updated_at desc, notification_id desc)',
      'create index notifications_session on notifications (session_id)',
      'create index notifications_age on notifications (updated_at)',
      `create table notification_settings (
        user_id text primary key,
        organization_id text not null references organizations,
        outlets text not null,
        digest ${int} not null,
        updated_at ${int} not null
      )${end}`,
      `create table mail_queue (
        mail_id text primary key,
        organization_id text not null references organizations,
        user_id text not null,
        kind text not null,
        due_at ${int} not null,
        attempts ${int} not null,
        -- until then one server is at it
        claimed_until ${int} not null,
        outcome text,
        ended_at ${int}
      )${end}`,
      'create index mail_queue_due on mail_queue (due_at) where ended_at is null',
      'create index mail_queue_user on mail_queue (user_id)',
      'create index mail_queue_ended on mail_queue (ended_at) where ended_at is not null',
      // What of a session was shown, where the action is session_read.
      'alter table audit_log add column channel text',
      `create index audit_log_reads on audit_log (target_id, at) where action = 'session_read'`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
