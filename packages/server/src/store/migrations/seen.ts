import { type Kysely, sql } from 'kysely';
import type { Engine } from '../database.ts';
import { columnTypes } from './column.ts';

const anchorSequence = {
  sqlite: `json_extract(t.anchor, '$.sequence')`,
  postgres: `(t.anchor::json ->> 'sequence')::bigint`,
};

/**
 * How far somebody has seen a session is theirs alone. Marks moved by themselves until now, so they become that; a mark
 * is from now on what somebody said. A judgement says how far its reviewer had read, and of how much.
 */
export const seen = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const { int, end } = columnTypes[engine];
    const statements = [
      `create table seen (
        session_id text not null references sessions (session_id) on delete cascade,
        user_id text not null,
        through_sequence ${int} not null,
        updated_at ${int} not null,
        primary key (session_id, user_id)
      )${end}`,
      'create index seen_of_member on seen (user_id)',
      'insert into seen select session_id, user_id, through_sequence, updated_at from marks',
      // Whoever had read past a mention is not asked again.
      `update thread_mentions set is_answered = 1 where is_answered = 0 and exists (
        select 1 from marks m join threads t on t.thread_id = thread_mentions.thread_id
        where m.session_id = thread_mentions.session_id and m.user_id = thread_mentions.user_id
          and m.updated_at >= thread_mentions.at and m.through_sequence >= ${anchorSequence[engine]})`,
      // Another author than any: they are all looked at once.
      `update review_standings set look_at = 0, author_user_id = '' where session_id in (select session_id from marks)`,
      'delete from marks',
      `alter table reviews add column read_to ${int}`,
      `alter table reviews add column material ${int}`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
