import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/** What proves the events: digests of each session's, and the signed chain of what the service did with them. */
export const chain = ({ int, bytes, end }: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      `create table chain_entries (
        number ${int} primary key,
        at ${int} not null,
        kind text not null,
        body text not null,
        digest text not null,
        signature text not null
      )${end}`,
      `create table seals (
        session_pk ${int} not null,
        first_sequence ${int} not null,
        count ${int} not null,
        digest text not null,
        marks ${bytes} not null,
        primary key (session_pk, first_sequence)
      )${end}`,
      // Says that the service itself wrote it.
      'alter table erasures add column proof text',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
