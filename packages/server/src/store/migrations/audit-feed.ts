import { type Kysely, sql } from 'kysely';
import type { Engine } from '../database.ts';

const columns = [
  ...['audit_id', 'organization_id', 'at', 'action', 'outcome', 'actor_id', 'target_id'],
  ...['ip', 'user_agent', 'request_id', 'channel'],
];
const same = columns.map((name) => `new.${name} is not distinct from old.${name}`).join(' and ');
const isNumbered = `old.feed_number is null and new.feed_number is not null and ${same}`;

const relaxed: Record<Engine, string[]> = {
  sqlite: [
    'drop trigger audit_log_no_update',
    `create trigger audit_log_no_update before update on audit_log when not (${isNumbered})
      begin select raise(abort, 'audit_log is append-only'); end`,
  ],
  postgres: [
    `create or replace function audit_log_refuse() returns trigger language plpgsql as
      $$ begin
        if tg_op = 'UPDATE' then
          if ${isNumbered} then return new; end if;
        end if;
        raise exception 'audit_log is append-only';
      end $$`,
  ],
};

/** The place of an entry in the feed: given once, after it was committed; nothing else of an entry ever changes. */
export const auditFeed = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      `alter table audit_log add column feed_number ${engine === 'sqlite' ? 'integer' : 'bigint'}`,
      ...relaxed[engine],
      'create index audit_log_feed on audit_log (organization_id, feed_number, at, audit_id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
