import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/** Records, events and the audit log. Long because it is the text of a whole schema, which is never edited. */
export const initial = (types: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const { int, bytes, end } = types;
    const statements = [
      `create table settings (name text primary key, value text not null)${end}`,
      `create table organizations (
        organization_id text primary key,
        name text not null,
        slug text not null unique,
        status text not null,
        owner_user_id text not null,
        created_at ${int} not null,
        updated_at ${int} not null
      )${end}`,
      `create table members (
        organization_id text not null references organizations,
        user_id text not null,
        email text not null,
        email_lower text not null,
        role text not null,
        status text not null,
        joined_at ${int},
        created_at ${int} not null,
        updated_at ${int} not null,
        primary key (organization_id, user_id),
        unique (organization_id, email_lower)
      )${end}`,
      // At most one active membership a person, whoever races whom (O1).
      `create unique index members_active on members (user_id) where status = 'active'`,
      'create index members_invited on members (email_lower, created_at)',
      `create table identities (
        issuer text not null,
        subject text not null,
        user_id text unique,
        email text,
        email_verified ${int} not null,
        profile_at ${int},
        primary key (issuer, subject)
      )${end}`,
      `create table secrets (
        secret_id text primary key,
        organization_id text not null references organizations,
        digest text not null unique,
        environment text not null,
        status text not null,
        label text,
        created_by text not null,
        created_at ${int} not null,
        revoked_at ${int}
      )${end}`,
      'create index secrets_organization on secrets (organization_id, created_at)',
      `create table environments (
        environment_id text primary key,
        organization_id text not null references organizations,
        machine_id text,
        machine_key text not null,
        display_name text,
        hostname text not null,
        platform text not null,
        repo_root text,
        repo_remote text,
        git_branch text,
        service_cli_version text not null,
        status text not null,
        last_seen_at ${int} not null,
        created_at ${int} not null,
        updated_at ${int} not null
      )${end}`,
      // What makes two registrations one machine (E1).
      `create unique index environments_machine on environments (organization_id, machine_key)
        where status = 'active'`,
      'create index environments_organization on environments (organization_id)',
      `create table installations (
        installation_id text primary key,
        organization_id text not null references organizations,
        agent_id text not null,
        environment_id text references environments,
        version text,
        config text,
        status text not null,
        created_at ${int} not null,
        updated_at ${int} not null
      )${end}`,
      // An installation without an environment counts as one too (I1).
      `create unique index installations_identity
        on installations (organization_id, agent_id, (coalesce(environment_id, '')))`,
      `create table sessions (
        session_pk ${types.serial},
        ${types.sessionBucket}
        session_id text not null unique,
        organization_id text not null references organizations,
        environment_id text not null references environments,
        installation_id text not null references installations,
        agent_id text not null,
        status text not null,
        secret_environment text not null,
        title text,
        repo_root text,
        git_branch text,
        external_id text,
        continues_session_id text,
        started_at ${int} not null,
        ended_at ${int},
        event_count ${int} not null,
        -- sequence up to which small batches have been merged; null when there is nothing (more) to merge
        compacted_to ${int} default 0,
        created_at ${int} not null,
        updated_at ${int} not null
      )${types.hotRows}${end}`,
      // None of these columns changes on an append, so that stays a heap-only update.
      'create index sessions_started on sessions (organization_id, started_at desc, session_id desc)',
      // A filtered page is read in its order instead of being picked out of all sessions.
      ...['environment_id', 'agent_id', 'repo_root', 'status'].map(
        (column) =>
          `create index sessions_by_${column} on sessions (organization_id, ${column}, started_at desc, session_id desc)`,
      ),
      'create index sessions_ended on sessions (ended_at)',
      `create index sessions_uncompacted on sessions (session_pk)
        where compacted_to is not null and status <> 'active'`,
      `create table session_openings (
        organization_id text not null references organizations,
        key_hash text not null,
        fingerprint text not null,
        session_id text not null,
        primary key (organization_id, key_hash)
      )${end}`,
      'create index session_openings_session on session_openings (session_id)',
      types.eventBatches,
      types.idempotency,
      // How far the bus has been written here, and which process is at it; at most one row.
      `create table bus_position (
        stream text primary key,
        sequence ${int} not null,
        holder text,
        held_until ${int} not null
      )${end}`,
      // Bodies too large for a message of the bus wait here until the message is written.
      `create table claims (
        claim_id text primary key,
        body ${bytes} not null,
        created_at ${int} not null
      )${end}`,
      'create index claims_created on claims (created_at)',
      `create table audit_log (
        audit_id text primary key,
        organization_id text,
        at ${int} not null,
        action text not null,
        outcome text not null,
        actor_id text,
        target_id text,
        ip text,
        user_agent text,
        request_id text
      )${end}`,
      'create index audit_log_newest on audit_log (organization_id, at desc, audit_id desc)',
      ...types.appendOnly('audit_log'),
      ...types.afterwards,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
