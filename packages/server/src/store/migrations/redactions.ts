import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/** Words that people took out of sessions: who, when, why, where, and never the words. */
export const redactions = ({ int, end }: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      // How often somebody has begun to: nothing that was read before that is derived from it any more.
      'alter table sessions add column redactions integer not null default 0',
      `create table redactions (
        redaction_id text primary key,
        organization_id text not null,
        session_id text not null references sessions (session_id) on delete cascade,
        session_pk ${int} not null,
        bucket ${int},
        requested_by text not null,
        requested_at ${int} not null,
        reason text not null,
        count ${int} not null,
        sequences text not null,
        -- What is to be done, until it is done; the server key opens it.
        sealed text,
        rewritten_at ${int},
        erased_at ${int}
      )${end}`,
      'create index redactions_session on redactions (session_id, requested_at)',
      'create index redactions_pending on redactions (requested_at) where erased_at is null',
      'create index redactions_organization on redactions (organization_id, requested_at)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
