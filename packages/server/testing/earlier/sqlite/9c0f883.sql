PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE IF NOT EXISTS "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
INSERT INTO kysely_migration VALUES('0001-initial','2026-11-15T14:28:49.206Z');
INSERT INTO kysely_migration VALUES('0002-identity-provider','2026-11-15T14:28:49.219Z');
CREATE TABLE IF NOT EXISTS "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
INSERT INTO kysely_migration_lock VALUES('migration_lock',0);
CREATE TABLE settings (name text primary key, value text not null) strict;
INSERT INTO settings VALUES('server_key_check','7c2fc77479283be2273774a0c8c845739c0d29282afa933f99349e8073d5c382');
CREATE TABLE organizations (
        organization_id text primary key,
        name text not null,
        slug text not null unique,
        status text not null,
        owner_user_id text not null,
        created_at integer not null,
        updated_at integer not null
      ) strict;
INSERT INTO organizations VALUES('org_lkEXHm2D0cQnk6U8qtMHi95C','Earlier','earlier','active','usr_2cMbxsBD4olShBOhDRX7Urla',1794752930858,1794752930858);
CREATE TABLE members (
        organization_id text not null references organizations,
        user_id text not null,
        email text not null,
        email_lower text not null,
        role text not null,
        status text not null,
        joined_at integer,
        created_at integer not null,
        updated_at integer not null,
        primary key (organization_id, user_id),
        unique (organization_id, email_lower)
      ) strict;
INSERT INTO members VALUES('org_lkEXHm2D0cQnk6U8qtMHi95C','usr_2cMbxsBD4olShBOhDRX7Urla','owner@example.com','owner@example.com','owner','active',1794752930858,1794752930858,1794752930858);
CREATE TABLE identities (
        issuer text not null,
        subject text not null,
        user_id text unique,
        email text,
        email_verified integer not null,
        profile_at integer,
        primary key (issuer, subject)
      ) strict;
INSERT INTO identities VALUES('https://idp.test/earlier','earlier-owner','usr_2cMbxsBD4olShBOhDRX7Urla','owner@example.com',1,NULL);
CREATE TABLE secrets (
        secret_id text primary key,
        organization_id text not null references organizations,
        digest text not null unique,
        environment text not null,
        status text not null,
        label text,
        created_by text not null,
        created_at integer not null,
        revoked_at integer
      ) strict;
INSERT INTO secrets VALUES('sec_21QYfq48eBlVEfo6qBnR4Dpc','org_lkEXHm2D0cQnk6U8qtMHi95C','v1.dfa40f09c9b2ec9da499afaab4c5152641066a98872c247aa2a8bab92beaaea9','live','active','first','usr_2cMbxsBD4olShBOhDRX7Urla',1794752931025,NULL);
CREATE TABLE environments (
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
        last_seen_at integer not null,
        created_at integer not null,
        updated_at integer not null
      ) strict;
INSERT INTO environments VALUES('env_uiRptAtfcHXrIGrkbht6rCf3','org_lkEXHm2D0cQnk6U8qtMHi95C',NULL,replace('host:laptop\nlinux\n','\n',char(10)),NULL,'laptop','linux',NULL,NULL,NULL,'1.0.0','active',1794752931107,1794752931107,1794752931107);
CREATE TABLE installations (
        installation_id text primary key,
        organization_id text not null references organizations,
        agent_id text not null,
        environment_id text references environments,
        version text,
        config text,
        status text not null,
        created_at integer not null,
        updated_at integer not null
      ) strict;
INSERT INTO installations VALUES('ins_PxUGyZVvDF0aQt5bKQ1OZzjZ','org_lkEXHm2D0cQnk6U8qtMHi95C','claude-code','env_uiRptAtfcHXrIGrkbht6rCf3',NULL,NULL,'active',1794752931188,1794752931188);
CREATE TABLE sessions (
        session_pk integer primary key,
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
        started_at integer not null,
        ended_at integer,
        event_count integer not null,
        -- sequence up to which small batches have been merged; null when there is nothing (more) to merge
        compacted_to integer default 0,
        created_at integer not null,
        updated_at integer not null
      ) strict;
INSERT INTO sessions VALUES(1,'ses_upAsRFZ6kiPVD8Jlh0PtiAl4','org_lkEXHm2D0cQnk6U8qtMHi95C','env_uiRptAtfcHXrIGrkbht6rCf3','ins_PxUGyZVvDF0aQt5bKQ1OZzjZ','claude-code','active','live','under way',NULL,NULL,NULL,NULL,1794752931245,NULL,3,0,1794752931245,1794752931439);
INSERT INTO sessions VALUES(2,'ses_yrMhd1pC5MFeMjz9mr4zzbAu','org_lkEXHm2D0cQnk6U8qtMHi95C','env_uiRptAtfcHXrIGrkbht6rCf3','ins_PxUGyZVvDF0aQt5bKQ1OZzjZ','claude-code','completed','live','over',NULL,NULL,NULL,NULL,1794752931294,1794752931481,1,0,1794752931294,1794752931481);
INSERT INTO sessions VALUES(3,'ses_JEcUdIDXXhJsqLvsfqhRA5aA','org_lkEXHm2D0cQnk6U8qtMHi95C','env_uiRptAtfcHXrIGrkbht6rCf3','ins_PxUGyZVvDF0aQt5bKQ1OZzjZ','claude-code','active','live','erased',NULL,NULL,NULL,NULL,1794752931331,NULL,0,0,1794752931331,1794752931331);
CREATE TABLE session_openings (
        organization_id text not null references organizations,
        key_hash text not null,
        fingerprint text not null,
        session_id text not null,
        primary key (organization_id, key_hash)
      ) strict;
CREATE TABLE event_batches (
    batch_key integer primary key,
    count integer not null,
    accepted_at integer not null,
    encoding integer not null,
    body blob not null
  ) strict;
INSERT INTO event_batches VALUES(4294967297,2,1794752931389,0,X'227573657222097b2274657874223a226f6e65227d0a227573657222097b2274657874223a2274776f227d0a');
INSERT INTO event_batches VALUES(4294967299,1,1794752931439,1,X'28b52ffd608316dd0000a0227573657222097b2274657874223a2278227d0a0100d9ae074b');
INSERT INTO event_batches VALUES(8589934593,1,1794752931466,0,X'227573657222097b2274657874223a226c61737420776f726473227d0a');
CREATE TABLE idempotency (
        session_pk integer not null,
        key_hash blob not null,
        first_sequence integer not null,
        count integer not null,
        fingerprint blob not null,
        status integer not null,
        primary key (session_pk, key_hash)
      ) strict, without rowid;
INSERT INTO idempotency VALUES(1,X'06f4ddcd7f856dacf2fd81dd31168f6d',1,2,X'60df670f953e5f5c550e06f726aecad3',200);
CREATE TABLE audit_log (
        audit_id text primary key,
        organization_id text,
        at integer not null,
        action text not null,
        outcome text not null,
        actor_id text,
        target_id text,
        ip text,
        user_agent text,
        request_id text
      ) strict;
INSERT INTO audit_log VALUES('aud_BPD2wNl6UhwO5GCFVB95V2tj','org_lkEXHm2D0cQnk6U8qtMHi95C',1794752930880,'organization_created','ok','usr_2cMbxsBD4olShBOhDRX7Urla','org_lkEXHm2D0cQnk6U8qtMHi95C','127.0.0.1','node','req_w3KoFE6cd746eJDNzdCBZWME');
INSERT INTO audit_log VALUES('aud_B5jG1VbQNo9uP9wDBZvll9yO','org_lkEXHm2D0cQnk6U8qtMHi95C',1794752931058,'secret_issued','ok','usr_2cMbxsBD4olShBOhDRX7Urla','sec_21QYfq48eBlVEfo6qBnR4Dpc','127.0.0.1','node','req_AKlXRkpMNhTWjrT5QMwuRuCH');
CREATE TABLE accounts (
        account_id text primary key,
        email text not null,
        email_lower text not null unique,
        password_hash text not null,
        created_at integer not null,
        updated_at integer not null
      ) strict;
INSERT INTO accounts VALUES('usr_earlier','owner@example.com','owner@example.com','no password',1700000000000,1700000000000);
CREATE TABLE account_links (
        purpose text not null,
        subject text not null,
        token_hash text not null unique,
        link_id text not null,
        email text,
        created_at integer not null,
        expires_at integer not null,
        primary key (purpose, subject)
      ) strict;
CREATE TABLE provider_payloads (
        model text not null,
        id_hash text not null,
        payload text not null,
        grant_hash text,
        uid_hash text,
        account_id text,
        expires_at integer not null,
        consumed_at integer,
        primary key (model, id_hash)
      ) strict;
CREATE TABLE provider_keys (
        kind text not null,
        ordinal integer not null,
        sealed text not null,
        created_at integer not null,
        active_at integer not null,
        primary key (kind, ordinal)
      ) strict;
CREATE TABLE sign_in_attempts (
        bucket text primary key,
        history text not null,
        last_at integer not null
      ) strict;
CREATE UNIQUE INDEX members_active on members (user_id) where status = 'active';
CREATE INDEX members_invited on members (email_lower, created_at);
CREATE INDEX secrets_organization on secrets (organization_id, created_at);
CREATE UNIQUE INDEX environments_machine on environments (organization_id, machine_key)
        where status = 'active';
CREATE INDEX environments_organization on environments (organization_id);
CREATE UNIQUE INDEX installations_identity
        on installations (organization_id, agent_id, (coalesce(environment_id, '')));
CREATE INDEX sessions_started on sessions (organization_id, started_at desc, session_id desc);
CREATE INDEX sessions_ended on sessions (ended_at);
CREATE INDEX sessions_uncompacted on sessions (session_pk)
        where compacted_to is not null and status <> 'active';
CREATE INDEX session_openings_session on session_openings (session_id);
CREATE INDEX audit_log_newest on audit_log (organization_id, at desc, audit_id desc);
CREATE TRIGGER audit_log_no_update before update on audit_log
        begin select raise(abort, 'audit_log is append-only'); end;
CREATE TRIGGER audit_log_no_delete before delete on audit_log
        begin select raise(abort, 'audit_log is append-only'); end;
CREATE INDEX provider_payloads_grant on provider_payloads (grant_hash) where grant_hash is not null;
CREATE INDEX provider_payloads_uid on provider_payloads (uid_hash) where uid_hash is not null;
CREATE INDEX provider_payloads_account on provider_payloads (account_id) where account_id is not null;
CREATE INDEX provider_payloads_expiry on provider_payloads (expires_at);
COMMIT;
