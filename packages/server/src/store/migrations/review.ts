import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/**
 * What people say about sessions. Every table hangs on its session, so that a deleted session takes all of it along.
 * Long because it is the text of a schema, which is never edited.
 */
export const review = ({ int, end, json }: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const session = 'session_id text not null references sessions (session_id) on delete cascade';
    const organization = 'organization_id text not null';
    const statements = [
      // 1 when enough members have accepted everything there is; the queue is read in the order of the index.
      'alter table sessions add column review_done integer not null default 0',
      `create index sessions_by_review on sessions (organization_id, review_done, started_at desc, session_id desc)`,
      // What the facts below come to, written in the same step as they are.
      `create table review_standings (
        session_id text primary key references sessions (session_id) on delete cascade,
        ${organization},
        version ${int} not null,
        author_user_id text,
        threads ${int} not null,
        open_threads ${int} not null,
        last_thread ${int} not null,
        follow_ups ${int} not null,
        own_follow_up ${int} not null,
        accepted ${json} not null,
        accepted_with_own ${json} not null,
        is_begun ${int} not null,
        reserved_by text,
        reserved_until ${int},
        -- How far the session had grown when it was last looked at whether it had outgrown an acceptance.
        looked_to ${int} not null,
        -- 1 once the default reviewers have been asked.
        asked_by_policy ${int} not null
      )${end}`,
      // What may have been outgrown.
      `create index review_standings_accepted on review_standings (session_id) where accepted_with_own <> '[]'`,
      `create table attention (
        ${session},
        user_id text not null,
        reason text not null,
        ${organization},
        since ${int} not null,
        primary key (session_id, user_id, reason)
      )${end}`,
      'create index attention_of_member on attention (organization_id, user_id, since, session_id)',
      `create table threads (
        thread_id text primary key,
        ${session},
        ${organization},
        number ${int} not null,
        anchor text not null,
        state text not null,
        needs_answer ${int} not null,
        opened_by text not null,
        resolved_by text,
        resolved_at ${int},
        comment_count ${int} not null,
        -- Of the comments that are still there.
        last_comment_by text not null,
        last_comment_at ${int} not null,
        created_at ${int} not null,
        updated_at ${int} not null,
        version ${int} not null,
        unique (session_id, number)
      )${end}`,
      `create table comments (
        comment_id text primary key,
        thread_id text not null references threads on delete cascade,
        ${session},
        number ${int} not null,
        written_by text not null,
        body text not null,
        mentions text not null,
        created_at ${int} not null,
        edited_at ${int},
        deleted_at ${int},
        version ${int} not null,
        unique (thread_id, number)
      )${end}`,
      'create index comments_by_session on comments (session_id, version)',
      // The latest mention of a member in a thread, and whether they have written there since.
      `create table thread_mentions (
        thread_id text not null references threads on delete cascade,
        user_id text not null,
        ${session},
        comment_id text not null,
        at ${int} not null,
        is_answered ${int} not null,
        primary key (thread_id, user_id)
      )${end}`,
      'create index thread_mentions_by_session on thread_mentions (session_id)',
      `create table reviews (
        review_id text primary key,
        ${session},
        ${organization},
        reviewer_id text not null,
        outcome text not null,
        through_sequence ${int} not null,
        body text,
        is_own ${int} not null,
        created_at ${int} not null,
        withdrawn_at ${int},
        dismissed_by text,
        dismissed_at ${int},
        dismissed_reason text
      )${end}`,
      'create index reviews_by_session on reviews (session_id, created_at)',
      `create table marks (
        ${session},
        user_id text not null,
        through_sequence ${int} not null,
        updated_at ${int} not null,
        primary key (session_id, user_id)
      )${end}`,
      `create table assignments (
        ${session},
        user_id text not null,
        ${organization},
        assigned_by text not null,
        created_at ${int} not null,
        declined_at ${int},
        note text,
        primary key (session_id, user_id)
      )${end}`,
      'create index assignments_of_member on assignments (organization_id, user_id)',
      `create table review_keys (
        organization_id text not null,
        key_hash text not null,
        ${session},
        fingerprint text not null,
        target_id text not null,
        primary key (organization_id, key_hash)
      )${end}`,
      'create index review_keys_by_session on review_keys (session_id)',
      `create table review_policies (
        organization_id text primary key references organizations on delete cascade,
        policy text not null,
        updated_by text not null,
        updated_at ${int} not null
      )${end}`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
