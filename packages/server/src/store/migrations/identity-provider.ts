import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/** What the embedded identity provider keeps. */
export const identityProvider = ({ int, end }: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      `create table accounts (
        account_id text primary key,
        email text not null,
        email_lower text not null unique,
        password_hash text not null,
        created_at ${int} not null,
        updated_at ${int} not null
      )${end}`,
      // The key is what makes a new link void the older one of the same person.
      `create table account_links (
        purpose text not null,
        subject text not null,
        token_hash text not null unique,
        link_id text not null,
        email text,
        created_at ${int} not null,
        expires_at ${int} not null,
        primary key (purpose, subject)
      )${end}`,
      `create table provider_payloads (
        model text not null,
        id_hash text not null,
        payload text not null,
        grant_hash text,
        uid_hash text,
        account_id text,
        expires_at ${int} not null,
        consumed_at ${int},
        primary key (model, id_hash)
      )${end}`,
      'create index provider_payloads_grant on provider_payloads (grant_hash) where grant_hash is not null',
      'create index provider_payloads_uid on provider_payloads (uid_hash) where uid_hash is not null',
      'create index provider_payloads_account on provider_payloads (account_id) where account_id is not null',
      'create index provider_payloads_expiry on provider_payloads (expires_at)',
      // Of several processes that start at once, one writes ordinal 1 and all read it.
      `create table provider_keys (
        kind text not null,
        ordinal ${int} not null,
        sealed text not null,
        created_at ${int} not null,
        active_at ${int} not null,
        primary key (kind, ordinal)
      )${end}`,
      `create table sign_in_attempts (
        bucket text primary key,
        history text not null,
        last_at ${int} not null
      )${end}`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
