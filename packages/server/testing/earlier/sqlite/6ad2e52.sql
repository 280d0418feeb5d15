PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE IF NOT EXISTS "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
INSERT INTO kysely_migration VALUES('0001-initial','2026-11-15T17:49:04.834Z');
INSERT INTO kysely_migration VALUES('0002-identity-provider','2026-11-15T17:49:04.840Z');
INSERT INTO kysely_migration VALUES('0003-list-filters','2026-11-15T17:49:04.841Z');
INSERT INTO kysely_migration VALUES('0004-session-start','2026-11-15T17:49:04.843Z');
INSERT INTO kysely_migration VALUES('0005-account-claims','2026-11-15T17:49:04.848Z');
INSERT INTO kysely_migration VALUES('0006-people','2026-11-15T21:33:40.242Z');
INSERT INTO kysely_migration VALUES('0007-findings','2026-11-15T21:33:40.249Z');
INSERT INTO kysely_migration VALUES('0008-links','2026-11-15T21:33:40.261Z');
INSERT INTO kysely_migration VALUES('0009-review','2026-11-15T21:33:40.269Z');
INSERT INTO kysely_migration VALUES('0010-queue-order','2026-11-15T21:55:10.662Z');
INSERT INTO kysely_migration VALUES('0011-pull-decisions','2026-11-16T01:30:13.361Z');
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
INSERT INTO organizations VALUES('org_JEuxLXysbiawDyKU17ppbqrs','Earlier','earlier','active','usr_HH41jp9ghnwTtOuzg54ouSDK',1794764946190,1794764946190);
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
INSERT INTO members VALUES('org_JEuxLXysbiawDyKU17ppbqrs','usr_HH41jp9ghnwTtOuzg54ouSDK','owner@example.com','owner@example.com','owner','active',1794764946190,1794764946190,1794764946190);
CREATE TABLE identities (
        issuer text not null,
        subject text not null,
        user_id text unique,
        email text,
        email_verified integer not null,
        profile_at integer, disabled_at integer,
        primary key (issuer, subject)
      ) strict;
INSERT INTO identities VALUES('https://idp.test/earlier','earlier-owner','usr_HH41jp9ghnwTtOuzg54ouSDK','owner@example.com',1,NULL,NULL);
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
INSERT INTO secrets VALUES('sec_cvz7UrqrboNlkweMqgPcR8nN','org_JEuxLXysbiawDyKU17ppbqrs','v1.72185b06b9367c4f0470c9c8de603939736b76c13e96865e3e477eec569ada3c','live','active','first','usr_HH41jp9ghnwTtOuzg54ouSDK',1794764946350,NULL);
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
      , author_user_id text, first_author_at integer) strict;
INSERT INTO environments VALUES('env_qptpjlW1UUNTGWbcNa1PQAos','org_JEuxLXysbiawDyKU17ppbqrs',NULL,replace('host:laptop\nlinux\n','\n',char(10)),NULL,'laptop','linux',NULL,NULL,NULL,'1.0.0','active',1794764946439,1794764946439,1794764946439,NULL,NULL);
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
INSERT INTO installations VALUES('ins_ULuShDb8kNx9DaSrWqQ7IU8a','org_JEuxLXysbiawDyKU17ppbqrs','claude-code','env_qptpjlW1UUNTGWbcNa1PQAos',NULL,NULL,'active',1794764946549,1794764946549);
CREATE TABLE sessions (
        session_pk integer primary key autoincrement,
        
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
      , started_at_source text, start_repair integer, author_user_id text, repository text, review_done integer not null default 0) strict;
INSERT INTO sessions VALUES(1,'ses_8WH1SpYajprORm3a05g4n9hA','org_JEuxLXysbiawDyKU17ppbqrs','env_qptpjlW1UUNTGWbcNa1PQAos','ins_ULuShDb8kNx9DaSrWqQ7IU8a','claude-code','active','live','under way',NULL,NULL,NULL,NULL,1794764946638,NULL,3,0,1794764946638,1794764947385,NULL,NULL,NULL,NULL,0);
INSERT INTO sessions VALUES(2,'ses_60rZuK0qcuHsgt65lVGAa9yB','org_JEuxLXysbiawDyKU17ppbqrs','env_qptpjlW1UUNTGWbcNa1PQAos','ins_ULuShDb8kNx9DaSrWqQ7IU8a','claude-code','completed','live','over',NULL,NULL,NULL,NULL,1794764946783,1794764947432,1,0,1794764946783,1794764947432,NULL,NULL,NULL,NULL,1);
INSERT INTO sessions VALUES(3,'ses_NvE5hG7bJWrhI9rG56pedERL','org_JEuxLXysbiawDyKU17ppbqrs','env_qptpjlW1UUNTGWbcNa1PQAos','ins_ULuShDb8kNx9DaSrWqQ7IU8a','claude-code','active','live','erased',NULL,NULL,NULL,NULL,1794764946859,NULL,0,0,1794764946859,1794764946859,NULL,NULL,NULL,NULL,0);
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
INSERT INTO event_batches VALUES(4294967297,2,1794764947229,0,X'227573657222097b2274657874223a226f6e65227d0a227573657222097b2274657874223a2274776f227d0a');
INSERT INTO event_batches VALUES(4294967299,1,1794764947385,1,X'28b52ffd607815dd0000a0227573657222097b2274657874223a2278227d0a0100c3ac074b');
INSERT INTO event_batches VALUES(8589934593,1,1794764947414,0,X'227573657222097b2274657874223a226c61737420776f726473227d0a');
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
CREATE TABLE bus_position (
        stream text primary key,
        sequence integer not null,
        holder text,
        held_until integer not null
      ) strict;
CREATE TABLE claims (
        claim_id text primary key,
        body blob not null,
        created_at integer not null
      ) strict;
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
      , channel text) strict;
INSERT INTO audit_log VALUES('aud_s4ZQfxA53GkcyxydrNgPfokq','org_JEuxLXysbiawDyKU17ppbqrs',1794764946222,'organization_created','ok','usr_HH41jp9ghnwTtOuzg54ouSDK','org_JEuxLXysbiawDyKU17ppbqrs','127.0.0.1','node','req_uwKA6Uh8479S8b0000000000',NULL);
INSERT INTO audit_log VALUES('aud_HFgbh4HnYLIPRJbqzBcZ9cEj','org_JEuxLXysbiawDyKU17ppbqrs',1794764946390,'secret_issued','ok','usr_HH41jp9ghnwTtOuzg54ouSDK','sec_cvz7UrqrboNlkweMqgPcR8nN','127.0.0.1','node','req_uwKA6Uh8479S8b0000000001',NULL);
INSERT INTO audit_log VALUES('aud_QP2Cc74bcq2SE66TP4o5QP2A','org_JEuxLXysbiawDyKU17ppbqrs',1794778422844,'thread_opened','ok','usr_HH41jp9ghnwTtOuzg54ouSDK','thr_KyoSelhUHjvlJA08lpwNKB4q','127.0.0.1','node','req_VAStkhXjTAuDoH0000000001',NULL);
INSERT INTO audit_log VALUES('aud_L3B6t6Th5W54ypG4oNWlxmFt','org_JEuxLXysbiawDyKU17ppbqrs',1794778423015,'review_submitted','ok','usr_HH41jp9ghnwTtOuzg54ouSDK','rev_Jmx0dyVzLdg7oqFTLm2jrAVt','127.0.0.1','node','req_VAStkhXjTAuDoH0000000002',NULL);
INSERT INTO audit_log VALUES('aud_KxoWCFwvhVz9GjjhtNhTzyvs','org_JEuxLXysbiawDyKU17ppbqrs',1794778423224,'assignee_added','ok','usr_HH41jp9ghnwTtOuzg54ouSDK','ses_NvE5hG7bJWrhI9rG56pedERL','127.0.0.1','node','req_VAStkhXjTAuDoH0000000004',NULL);
CREATE TABLE account_links (
        purpose text not null,
        subject text not null,
        token_hash text not null unique,
        link_id text not null,
        email text,
        created_at integer not null,
        expires_at integer not null, carrier text not null default 'hand',
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
CREATE TABLE IF NOT EXISTS "accounts" (
        account_id text primary key,
        email text not null,
        email_lower text not null,
        email_verified integer not null,
        password_hash text not null,
        disabled_at integer,
        created_at integer not null,
        updated_at integer not null
      ) strict;
INSERT INTO accounts VALUES('usr_earlier','owner@example.com','owner@example.com',0,'no password',NULL,1700000000000,1700000000000);
CREATE TABLE environment_claims (
        environment_id text primary key references environments,
        organization_id text not null references organizations,
        digest text not null unique,
        expires_at integer not null
      ) strict;
CREATE TABLE notifications (
        notification_id text primary key,
        organization_id text not null references organizations,
        user_id text not null,
        reason text not null,
        -- the session or the environment it is about
        subject_id text not null,
        session_id text,
        environment_id text,
        thread_id text,
        comment_id text,
        by_user_id text,
        count integer not null,
        state text not null,
        snoozed_until integer,
        created_at integer not null,
        updated_at integer not null
      ) strict;
CREATE TABLE notification_settings (
        user_id text primary key,
        organization_id text not null references organizations,
        outlets text not null,
        digest integer not null,
        updated_at integer not null
      ) strict;
CREATE TABLE mail_queue (
        mail_id text primary key,
        organization_id text not null references organizations,
        user_id text not null,
        kind text not null,
        due_at integer not null,
        attempts integer not null,
        -- until then one server is at it
        claimed_until integer not null,
        outcome text,
        ended_at integer
      ) strict;
CREATE TABLE findings_policies (
        organization_id text not null,
        repo_root text not null,
        body text not null,
        updated_by text not null,
        updated_at integer not null,
        primary key (organization_id, repo_root)
      ) strict;
CREATE TABLE finding_dispositions (
        session_id text not null,
        rule text not null,
        sequence integer not null,
        organization_id text not null,
        verdict text not null,
        note text,
        decided_by text not null,
        decided_at integer not null,
        primary key (session_id, rule, sequence)
      ) strict;
CREATE TABLE findings_revisions (
        subject_id text primary key,
        revision integer not null
      ) strict;
CREATE TABLE commits (
        organization_id text not null,
        sha text not null,
        tree text not null,
        parents text not null,
        branch text,
        authored_at integer not null,
        committed_at integer not null,
        patch_id text,
        subject_hash text,
        file_count integer not null,
        added integer not null,
        removed integer not null,
        line_count integer not null,
        trailers text not null,
        received_at integer not null,
        files text not null,
        lines blob not null,
        primary key (organization_id, sha)
      ) strict;
CREATE TABLE commit_reports (
        report_pk integer primary key autoincrement,
        organization_id text not null,
        repository text not null,
        session_id text not null,
        sha text not null
      ) strict;
CREATE TABLE commit_rewrites (
        organization_id text not null,
        from_sha text not null,
        to_sha text not null,
        kind text not null,
        session_id text not null,
        primary key (organization_id, from_sha, to_sha)
      ) strict;
CREATE TABLE link_decisions (
        organization_id text not null,
        sha text not null,
        session_id text not null,
        verdict text not null,
        decided_by text not null,
        decided_at integer not null,
        primary key (session_id, sha)
      ) strict;
INSERT INTO link_decisions VALUES('org_JEuxLXysbiawDyKU17ppbqrs','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','ses_8WH1SpYajprORm3a05g4n9hA','linked','usr_earlier',1794764948000);
CREATE TABLE pull_requests (
        organization_id text not null,
        url text not null,
        number integer not null,
        repository text not null,
        title text,
        state text not null,
        head_branch text,
        base_branch text,
        head_sha text,
        merge_sha text,
        commit_count integer,
        updated_at integer not null,
        primary key (organization_id, url)
      ) strict;
CREATE TABLE pull_commits (
        organization_id text not null,
        url text not null,
        sha text not null,
        primary key (organization_id, url, sha)
      ) strict;
CREATE TABLE integrations (
        integration_id text primary key,
        organization_id text not null,
        provider text not null,
        created_by text not null,
        created_at integer not null,
        last_delivery_at integer
      ) strict;
CREATE TABLE integration_deliveries (
        integration_id text not null,
        delivery_id text not null,
        received_at integer not null,
        primary key (integration_id, delivery_id)
      ) strict;
CREATE TABLE review_standings (
        session_id text primary key references sessions (session_id) on delete cascade,
        organization_id text not null,
        version integer not null,
        author_user_id text,
        threads integer not null,
        open_threads integer not null,
        last_thread integer not null,
        follow_ups integer not null,
        own_follow_up integer not null,
        accepted text not null,
        accepted_with_own text not null,
        is_begun integer not null,
        reserved_by text,
        reserved_until integer,
        -- How far the session had grown when it was last looked at whether it had outgrown an acceptance.
        looked_to integer not null,
        -- 1 once the default reviewers have been asked.
        asked_by_policy integer not null
      ) strict;
INSERT INTO review_standings VALUES('ses_60rZuK0qcuHsgt65lVGAa9yB','org_JEuxLXysbiawDyKU17ppbqrs',2,NULL,1,1,1,0,0,'[1]','[1]',1,NULL,NULL,0,0);
INSERT INTO review_standings VALUES('ses_NvE5hG7bJWrhI9rG56pedERL','org_JEuxLXysbiawDyKU17ppbqrs',1,NULL,0,0,0,0,0,'[1]','[1]',1,NULL,NULL,0,0);
CREATE TABLE attention (
        session_id text not null references sessions (session_id) on delete cascade,
        user_id text not null,
        reason text not null,
        organization_id text not null,
        since integer not null,
        primary key (session_id, user_id, reason)
      ) strict;
INSERT INTO attention VALUES('ses_NvE5hG7bJWrhI9rG56pedERL','usr_HH41jp9ghnwTtOuzg54ouSDK','assigned','org_JEuxLXysbiawDyKU17ppbqrs',1794778423138);
INSERT INTO attention VALUES('ses_60rZuK0qcuHsgt65lVGAa9yB','usr_000000000000000000000000','mentioned','org_JEuxLXysbiawDyKU17ppbqrs',1);
CREATE TABLE threads (
        thread_id text primary key,
        session_id text not null references sessions (session_id) on delete cascade,
        organization_id text not null,
        number integer not null,
        anchor text not null,
        state text not null,
        needs_answer integer not null,
        opened_by text not null,
        resolved_by text,
        resolved_at integer,
        comment_count integer not null,
        -- Of the comments that are still there.
        last_comment_by text not null,
        last_comment_at integer not null,
        created_at integer not null,
        updated_at integer not null,
        version integer not null,
        unique (session_id, number)
      ) strict;
INSERT INTO threads VALUES('thr_KyoSelhUHjvlJA08lpwNKB4q','ses_60rZuK0qcuHsgt65lVGAa9yB','org_JEuxLXysbiawDyKU17ppbqrs',1,'{"sequence":1}','open',1,'usr_HH41jp9ghnwTtOuzg54ouSDK',NULL,NULL,1,'usr_HH41jp9ghnwTtOuzg54ouSDK',1794778422813,1794778422813,1794778422813,1);
CREATE TABLE comments (
        comment_id text primary key,
        thread_id text not null references threads on delete cascade,
        session_id text not null references sessions (session_id) on delete cascade,
        number integer not null,
        written_by text not null,
        body text not null,
        mentions text not null,
        created_at integer not null,
        edited_at integer,
        deleted_at integer,
        version integer not null,
        unique (thread_id, number)
      ) strict;
INSERT INTO comments VALUES('cmt_KZiKYrrtHdrvObPYyJEXjKBD','thr_KyoSelhUHjvlJA08lpwNKB4q','ses_60rZuK0qcuHsgt65lVGAa9yB',1,'usr_HH41jp9ghnwTtOuzg54ouSDK','A question','[]',1794778422813,NULL,NULL,1);
CREATE TABLE thread_mentions (
        thread_id text not null references threads on delete cascade,
        user_id text not null,
        session_id text not null references sessions (session_id) on delete cascade,
        comment_id text not null,
        at integer not null,
        is_answered integer not null,
        primary key (thread_id, user_id)
      ) strict;
CREATE TABLE reviews (
        review_id text primary key,
        session_id text not null references sessions (session_id) on delete cascade,
        organization_id text not null,
        reviewer_id text not null,
        outcome text not null,
        through_sequence integer not null,
        body text,
        is_own integer not null,
        created_at integer not null,
        withdrawn_at integer,
        dismissed_by text,
        dismissed_at integer,
        dismissed_reason text
      ) strict;
INSERT INTO reviews VALUES('rev_Jmx0dyVzLdg7oqFTLm2jrAVt','ses_60rZuK0qcuHsgt65lVGAa9yB','org_JEuxLXysbiawDyKU17ppbqrs','usr_HH41jp9ghnwTtOuzg54ouSDK','accepted',1,NULL,0,1794778422916,NULL,NULL,NULL,NULL);
CREATE TABLE marks (
        session_id text not null references sessions (session_id) on delete cascade,
        user_id text not null,
        through_sequence integer not null,
        updated_at integer not null,
        primary key (session_id, user_id)
      ) strict;
CREATE TABLE assignments (
        session_id text not null references sessions (session_id) on delete cascade,
        user_id text not null,
        organization_id text not null,
        assigned_by text not null,
        created_at integer not null,
        declined_at integer,
        note text,
        primary key (session_id, user_id)
      ) strict;
INSERT INTO assignments VALUES('ses_NvE5hG7bJWrhI9rG56pedERL','usr_HH41jp9ghnwTtOuzg54ouSDK','org_JEuxLXysbiawDyKU17ppbqrs','usr_HH41jp9ghnwTtOuzg54ouSDK',1794778423138,NULL,NULL);
CREATE TABLE review_keys (
        organization_id text not null,
        key_hash text not null,
        session_id text not null references sessions (session_id) on delete cascade,
        fingerprint text not null,
        target_id text not null,
        primary key (organization_id, key_hash)
      ) strict;
CREATE TABLE review_policies (
        organization_id text primary key references organizations on delete cascade,
        policy text not null,
        updated_by text not null,
        updated_at integer not null
      ) strict;
CREATE TABLE pull_decisions (
        organization_id text not null,
        url text not null,
        session_id text not null,
        verdict text not null,
        decided_by text not null,
        decided_at integer not null,
        primary key (session_id, url)
      ) strict;
INSERT INTO pull_decisions VALUES('org_JEuxLXysbiawDyKU17ppbqrs','https://git.example/acme/app/pull/1','ses_60rZuK0qcuHsgt65lVGAa9yB','confirmed','usr_000000000000000000000000',1);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('sessions',3);
CREATE UNIQUE INDEX members_active on members (user_id) where status = 'active';
CREATE INDEX members_invited on members (email_lower, created_at);
CREATE INDEX secrets_organization on secrets (organization_id, created_at);
CREATE UNIQUE INDEX environments_machine on environments (organization_id, machine_key)
        where status = 'active';
CREATE INDEX environments_organization on environments (organization_id);
CREATE UNIQUE INDEX installations_identity
        on installations (organization_id, agent_id, (coalesce(environment_id, '')));
CREATE INDEX sessions_ended on sessions (ended_at);
CREATE INDEX sessions_uncompacted on sessions (session_pk)
        where compacted_to is not null and status <> 'active';
CREATE INDEX session_openings_session on session_openings (session_id);
CREATE INDEX claims_created on claims (created_at);
CREATE INDEX audit_log_newest on audit_log (organization_id, at desc, audit_id desc);
CREATE TRIGGER audit_log_no_update before update on audit_log
        begin select raise(abort, 'audit_log is append-only'); end;
CREATE TRIGGER audit_log_no_delete before delete on audit_log
        begin select raise(abort, 'audit_log is append-only'); end;
CREATE INDEX provider_payloads_grant on provider_payloads (grant_hash) where grant_hash is not null;
CREATE INDEX provider_payloads_uid on provider_payloads (uid_hash) where uid_hash is not null;
CREATE INDEX provider_payloads_account on provider_payloads (account_id) where account_id is not null;
CREATE INDEX provider_payloads_expiry on provider_payloads (expires_at);
CREATE INDEX sessions_started on sessions (organization_id, started_at desc, session_id desc, status, agent_id, environment_id, repo_root, secret_environment);
CREATE INDEX sessions_by_status on sessions (organization_id, status, started_at desc, session_id desc, agent_id, environment_id, repo_root, secret_environment);
CREATE INDEX sessions_by_agent_id on sessions (organization_id, agent_id, started_at desc, session_id desc, status, environment_id, repo_root, secret_environment);
CREATE INDEX sessions_by_environment_id on sessions (organization_id, environment_id, started_at desc, session_id desc, status, agent_id, repo_root, secret_environment);
CREATE INDEX sessions_by_repo_root on sessions (organization_id, repo_root, started_at desc, session_id desc, status, agent_id, environment_id, secret_environment);
CREATE INDEX sessions_start_repair on sessions (session_pk) where start_repair is not null;
CREATE INDEX accounts_email on accounts (email_lower);
CREATE UNIQUE INDEX accounts_verified_email on accounts (email_lower) where email_verified = 1;
CREATE INDEX environments_author on environments (author_user_id) where author_user_id is not null;
CREATE INDEX sessions_by_author on sessions (organization_id, author_user_id, started_at desc, session_id desc,
        status, agent_id, environment_id, repo_root, secret_environment);
CREATE UNIQUE INDEX notifications_unread on notifications (user_id, subject_id, reason) where state = 'unread';
CREATE INDEX notifications_newest on notifications (user_id, updated_at desc, notification_id desc);
CREATE INDEX notifications_session on notifications (session_id);
CREATE INDEX notifications_age on notifications (updated_at);
CREATE INDEX mail_queue_due on mail_queue (due_at) where ended_at is null;
CREATE INDEX mail_queue_user on mail_queue (user_id);
CREATE INDEX mail_queue_ended on mail_queue (ended_at) where ended_at is not null;
CREATE INDEX audit_log_reads on audit_log (target_id, at) where action = 'session_read';
CREATE INDEX finding_dispositions_rule on finding_dispositions (organization_id, rule, verdict);
CREATE INDEX sessions_by_repository on sessions (organization_id, repository, started_at desc);
CREATE INDEX commits_authored on commits (organization_id, authored_at);
CREATE INDEX commits_committed on commits (organization_id, committed_at);
CREATE UNIQUE INDEX commit_reports_session on commit_reports (session_id, sha);
CREATE INDEX commit_reports_sha on commit_reports (organization_id, sha);
CREATE INDEX commit_reports_new on commit_reports (organization_id, repository, report_pk);
CREATE INDEX commit_rewrites_to on commit_rewrites (organization_id, to_sha);
CREATE INDEX commit_rewrites_session on commit_rewrites (session_id);
CREATE INDEX link_decisions_sha on link_decisions (organization_id, sha);
CREATE INDEX pull_requests_head on pull_requests (organization_id, head_sha);
CREATE INDEX pull_requests_merge on pull_requests (organization_id, merge_sha);
CREATE INDEX pull_commits_sha on pull_commits (organization_id, sha);
CREATE INDEX integrations_organization on integrations (organization_id);
CREATE INDEX integration_deliveries_age on integration_deliveries (received_at);
CREATE INDEX review_standings_accepted on review_standings (session_id) where accepted_with_own <> '[]';
CREATE INDEX attention_of_member on attention (organization_id, user_id, since, session_id);
CREATE INDEX comments_by_session on comments (session_id, version);
CREATE INDEX thread_mentions_by_session on thread_mentions (session_id);
CREATE INDEX reviews_by_session on reviews (session_id, created_at);
CREATE INDEX assignments_of_member on assignments (organization_id, user_id);
CREATE INDEX review_keys_by_session on review_keys (session_id);
CREATE INDEX sessions_by_waiting on sessions (organization_id, review_done, (case when ended_at > created_at then ended_at else created_at end), session_id);
CREATE INDEX pull_decisions_url on pull_decisions (organization_id, url);
COMMIT;
