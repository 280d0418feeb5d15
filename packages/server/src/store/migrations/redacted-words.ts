import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/**
 * By what redacted words are known when they come again: digests by a key of the organization, never the words. They stay
 * when the session is deleted, so that its files cannot bring them back.
 */
export const redactedWords = ({ int, end }: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      `create table redacted_words (
        redaction_id text not null,
        position ${int} not null,
        organization_id text not null,
        -- The session of the agent they were in, as a digest.
        scope text,
        -- The machine it came from.
        environment_id text not null,
        -- 1: they cannot be guessed, so every machine of the organization may know the digest.
        is_told ${int} not null,
        forms text not null,
        created_at ${int} not null,
        primary key (redaction_id, position)
      )${end}`,
      'create index redacted_words_scope on redacted_words (organization_id, scope)',
      'create index redacted_words_age on redacted_words (organization_id, created_at)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
