import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/**
 * Several accounts may claim one address, and at most one of them has proved it. Of the accounts made before, nobody
 * knows whether their link travelled by mail, so none of them counts as proved (O18, O21).
 */
export const accountClaims = ({ int, end }: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      `create table accounts_new (
        account_id text primary key,
        email text not null,
        email_lower text not null,
        email_verified ${int} not null,
        password_hash text not null,
        disabled_at ${int},
        created_at ${int} not null,
        updated_at ${int} not null
      )${end}`,
      `insert into accounts_new
        select account_id, email, email_lower, 0, password_hash, null, created_at, updated_at from accounts`,
      'drop table accounts',
      'alter table accounts_new rename to accounts',
      'create index accounts_email on accounts (email_lower)',
      'create unique index accounts_verified_email on accounts (email_lower) where email_verified = 1',
      `alter table account_links add column carrier text not null default 'hand'`,
      `alter table identities add column disabled_at ${int}`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
