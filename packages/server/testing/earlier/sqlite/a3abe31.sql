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
INSERT INTO kysely_migration VALUES('0012-review-looks','2026-11-17T20:32:57.464Z');
INSERT INTO kysely_migration VALUES('0013-erasures','2026-11-17T20:58:37.015Z');
INSERT INTO kysely_migration VALUES('0014-kept-counts','2026-11-18T13:44:41.972Z');
INSERT INTO kysely_migration VALUES('0015-bus-lineage','2026-11-18T13:44:41.976Z');
INSERT INTO kysely_migration VALUES('0016-review-again','2026-11-18T13:44:41.976Z');
INSERT INTO kysely_migration VALUES('0017-machine-keys','2026-11-18T13:44:41.988Z');
INSERT INTO kysely_migration VALUES('0018-claim-requests','2026-11-18T13:44:41.989Z');
INSERT INTO kysely_migration VALUES('0019-session-titles','2026-11-18T13:44:41.990Z');
INSERT INTO kysely_migration VALUES('0020-views','2026-11-18T13:44:41.991Z');
INSERT INTO kysely_migration VALUES('0021-lines','2026-11-18T13:44:41.999Z');
INSERT INTO kysely_migration VALUES('0022-seen','2026-11-18T13:44:42.002Z');
INSERT INTO kysely_migration VALUES('0023-ticks','2026-11-18T13:45:06.441Z');
INSERT INTO kysely_migration VALUES('0024-held','2026-11-18T13:45:42.000Z');
INSERT INTO kysely_migration VALUES('0025-labels','2026-11-18T13:45:42.003Z');
INSERT INTO kysely_migration VALUES('0026-review-begun','2026-11-18T14:37:22.522Z');
INSERT INTO kysely_migration VALUES('0027-access','2026-11-18T23:49:14.383Z');
INSERT INTO kysely_migration VALUES('0028-rotation','2026-11-18T23:49:14.387Z');
INSERT INTO kysely_migration VALUES('0029-team-views','2026-11-18T23:49:14.432Z');
INSERT INTO kysely_migration VALUES('0030-redactions','2026-11-18T23:49:14.445Z');
INSERT INTO kysely_migration VALUES('0031-tokens','2026-11-18T23:49:14.463Z');
INSERT INTO kysely_migration VALUES('0032-redacted-words','2026-11-18T23:49:14.476Z');
INSERT INTO kysely_migration VALUES('0033-outbox','2026-11-18T23:49:14.497Z');
INSERT INTO kysely_migration VALUES('0034-chain','2026-11-18T23:49:14.499Z');
INSERT INTO kysely_migration VALUES('0035-gate','2026-11-18T23:49:14.520Z');
INSERT INTO kysely_migration VALUES('0036-legal-holds','2026-11-18T23:49:14.522Z');
INSERT INTO kysely_migration VALUES('0037-audit-feed','2026-11-18T23:49:14.533Z');
INSERT INTO kysely_migration VALUES('0038-lessons','2026-11-18T23:49:14.556Z');
INSERT INTO kysely_migration VALUES('0039-session-lessons','2026-11-18T23:49:14.557Z');
INSERT INTO kysely_migration VALUES('0040-redaction-jobs','2026-11-18T23:49:14.572Z');
INSERT INTO kysely_migration VALUES('0041-commit-statuses','2026-11-19T01:16:53.231Z');
INSERT INTO kysely_migration VALUES('0042-leaving','2026-11-19T01:43:03.162Z');
INSERT INTO kysely_migration VALUES('0043-traces','2026-11-19T02:43:10.050Z');
CREATE TABLE IF NOT EXISTS "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
INSERT INTO kysely_migration_lock VALUES('migration_lock',0);
CREATE TABLE settings (name text primary key, value text not null) strict;
INSERT INTO settings VALUES('server_key_check','7c2fc77479283be2273774a0c8c845739c0d29282afa933f99349e8073d5c382');
INSERT INTO settings VALUES('lineage','0fbd8785-97c3-4d58-b4b9-e983775e7e14');
CREATE TABLE organizations (
        organization_id text primary key,
        name text not null,
        slug text not null unique,
        status text not null,
        owner_user_id text not null,
        created_at integer not null,
        updated_at integer not null
      , machine_keys_only integer not null default 0, closes_at integer) strict;
INSERT INTO organizations VALUES('org_JEuxLXysbiawDyKU17ppbqrs','Earlier','earlier','active','usr_HH41jp9ghnwTtOuzg54ouSDK',1794764946190,1794764946190,0,NULL);
CREATE TABLE members (
        organization_id text not null references organizations,
        user_id text not null,
        email text not null,
        email_lower text not null,
        role text not null,
        status text not null,
        joined_at integer,
        created_at integer not null,
        updated_at integer not null, hold text not null default 'none',
        primary key (organization_id, user_id),
        unique (organization_id, email_lower)
      ) strict;
INSERT INTO members VALUES('org_JEuxLXysbiawDyKU17ppbqrs','usr_HH41jp9ghnwTtOuzg54ouSDK','owner@example.com','owner@example.com','owner','active',1794764946190,1794764946190,1794764946190,'none');
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
      , environment_id text, last_used_at integer, registers_only integer not null default 0) strict;
INSERT INTO secrets VALUES('sec_cvz7UrqrboNlkweMqgPcR8nN','org_JEuxLXysbiawDyKU17ppbqrs','v1.72185b06b9367c4f0470c9c8de603939736b76c13e96865e3e477eec569ada3c','live','active','first','usr_HH41jp9ghnwTtOuzg54ouSDK',1794764946350,NULL,NULL,NULL,0);
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
      , author_user_id text, first_author_at integer, secret_environment text not null default 'live', keyed_at integer, key_rotation_asked_at integer) strict;
INSERT INTO environments VALUES('env_qptpjlW1UUNTGWbcNa1PQAos','org_JEuxLXysbiawDyKU17ppbqrs',NULL,replace('host:laptop\nlinux\n','\n',char(10)),NULL,'laptop','linux',NULL,NULL,NULL,'1.0.0','active',1794764946439,1794764946439,1794764946439,NULL,NULL,'live',NULL,NULL);
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
      , started_at_source text, start_repair integer, author_user_id text, repository text, review_done integer not null default 0, is_keyed integer not null default 0, review_begun integer not null default 0, held_for integer, redactions integer not null default 0) strict;
INSERT INTO sessions VALUES(1,'ses_8WH1SpYajprORm3a05g4n9hA','org_JEuxLXysbiawDyKU17ppbqrs','env_qptpjlW1UUNTGWbcNa1PQAos','ins_ULuShDb8kNx9DaSrWqQ7IU8a','claude-code','active','live','under way',NULL,NULL,NULL,NULL,1794764946638,NULL,3,0,1794764946638,1794764947385,NULL,NULL,NULL,NULL,0,0,1,NULL,0);
INSERT INTO sessions VALUES(2,'ses_60rZuK0qcuHsgt65lVGAa9yB','org_JEuxLXysbiawDyKU17ppbqrs','env_qptpjlW1UUNTGWbcNa1PQAos','ins_ULuShDb8kNx9DaSrWqQ7IU8a','claude-code','completed','live','over',NULL,NULL,NULL,NULL,1794764946783,1794764947432,1,0,1794764946783,1794764947432,NULL,NULL,NULL,NULL,1,0,1,NULL,0);
INSERT INTO sessions VALUES(3,'ses_NvE5hG7bJWrhI9rG56pedERL','org_JEuxLXysbiawDyKU17ppbqrs','env_qptpjlW1UUNTGWbcNa1PQAos','ins_ULuShDb8kNx9DaSrWqQ7IU8a','claude-code','active','live','erased',NULL,NULL,NULL,NULL,1794764946859,NULL,0,0,1794764946859,1794764946859,NULL,NULL,NULL,NULL,0,0,1,NULL,0);
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
      , epoch integer not null default 0, seen integer not null default 0) strict;
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
      , channel text, feed_number integer) strict;
INSERT INTO audit_log VALUES('aud_s4ZQfxA53GkcyxydrNgPfokq','org_JEuxLXysbiawDyKU17ppbqrs',1794764946222,'organization_created','ok','usr_HH41jp9ghnwTtOuzg54ouSDK','org_JEuxLXysbiawDyKU17ppbqrs','127.0.0.1','node','req_uwKA6Uh8479S8b0000000000',NULL,NULL);
INSERT INTO audit_log VALUES('aud_HFgbh4HnYLIPRJbqzBcZ9cEj','org_JEuxLXysbiawDyKU17ppbqrs',1794764946390,'secret_issued','ok','usr_HH41jp9ghnwTtOuzg54ouSDK','sec_cvz7UrqrboNlkweMqgPcR8nN','127.0.0.1','node','req_uwKA6Uh8479S8b0000000001',NULL,NULL);
INSERT INTO audit_log VALUES('aud_QP2Cc74bcq2SE66TP4o5QP2A','org_JEuxLXysbiawDyKU17ppbqrs',1794778422844,'thread_opened','ok','usr_HH41jp9ghnwTtOuzg54ouSDK','thr_KyoSelhUHjvlJA08lpwNKB4q','127.0.0.1','node','req_VAStkhXjTAuDoH0000000001',NULL,NULL);
INSERT INTO audit_log VALUES('aud_L3B6t6Th5W54ypG4oNWlxmFt','org_JEuxLXysbiawDyKU17ppbqrs',1794778423015,'review_submitted','ok','usr_HH41jp9ghnwTtOuzg54ouSDK','rev_Jmx0dyVzLdg7oqFTLm2jrAVt','127.0.0.1','node','req_VAStkhXjTAuDoH0000000002',NULL,NULL);
INSERT INTO audit_log VALUES('aud_KxoWCFwvhVz9GjjhtNhTzyvs','org_JEuxLXysbiawDyKU17ppbqrs',1794778423224,'assignee_added','ok','usr_HH41jp9ghnwTtOuzg54ouSDK','ses_NvE5hG7bJWrhI9rG56pedERL','127.0.0.1','node','req_VAStkhXjTAuDoH0000000004',NULL,NULL);
INSERT INTO audit_log VALUES('aud_dlgiUC0PiwO2m6PvbVNhXNjs','org_JEuxLXysbiawDyKU17ppbqrs',1795009485271,'review_submitted','ok','usr_HH41jp9ghnwTtOuzg54ouSDK','rev_0xE0TWU6KJFAOgE4pOwoDWQf','127.0.0.1','node','req_mg7EKSdV4U5vnY0000000003',NULL,NULL);
INSERT INTO audit_log VALUES('aud_RbUW5u57X9IWpomhBlei8GT3','org_JEuxLXysbiawDyKU17ppbqrs',1795009485471,'thread_opened','ok','usr_HH41jp9ghnwTtOuzg54ouSDK','thr_xjNX79WCrzTe3h68nVaqOO9v','127.0.0.1','node','req_mg7EKSdV4U5vnY0000000004',NULL,NULL);
INSERT INTO audit_log VALUES('aud_tx3LxrJWPuRDIqm5JCReyklJ','org_JEuxLXysbiawDyKU17ppbqrs',1795009508247,'session_read','ok','usr_HH41jp9ghnwTtOuzg54ouSDK','ses_60rZuK0qcuHsgt65lVGAa9yB','127.0.0.1','node','req_4ucWFQ0kV5Pfsg0000000001','session',NULL);
INSERT INTO audit_log VALUES('aud_pr9MryxaC2rwSVgHRQGBX8Va','org_JEuxLXysbiawDyKU17ppbqrs',1795009592612,'session_labelled','ok','usr_HH41jp9ghnwTtOuzg54ouSDK','ses_60rZuK0qcuHsgt65lVGAa9yB','127.0.0.1','node','req_MpxU1aJk2UuPf60000000001',NULL,NULL);
INSERT INTO audit_log VALUES('aud_EupbWn9f7RpUF9D7mJm8830D','org_JEuxLXysbiawDyKU17ppbqrs',1795009592731,'session_labelled','ok','usr_HH41jp9ghnwTtOuzg54ouSDK','ses_8WH1SpYajprORm3a05g4n9hA','127.0.0.1','node','req_MpxU1aJk2UuPf60000000002',NULL,NULL);
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
      , cause text not null default 'told') strict;
CREATE TABLE notification_settings (
        user_id text primary key,
        organization_id text not null references organizations,
        outlets text not null,
        digest integer not null,
        updated_at integer not null
      , time_zone text, quiet_from integer, quiet_to integer, away_until integer) strict;
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
      , look_at integer, told_from integer not null default 0) strict;
INSERT INTO review_standings VALUES('ses_60rZuK0qcuHsgt65lVGAa9yB','org_JEuxLXysbiawDyKU17ppbqrs',3,NULL,1,1,1,0,0,'[1]','[1]',1,NULL,NULL,0,0,1795009628551,1795009481994);
INSERT INTO review_standings VALUES('ses_NvE5hG7bJWrhI9rG56pedERL','org_JEuxLXysbiawDyKU17ppbqrs',1,'',0,0,0,0,0,'[1]','[1]',1,NULL,NULL,0,0,0,1795009481994);
INSERT INTO review_standings VALUES('ses_8WH1SpYajprORm3a05g4n9hA','org_JEuxLXysbiawDyKU17ppbqrs',3,NULL,1,1,1,1,0,'[]','[]',1,NULL,NULL,0,0,NULL,0);
CREATE TABLE attention (
        session_id text not null references sessions (session_id) on delete cascade,
        user_id text not null,
        reason text not null,
        organization_id text not null,
        since integer not null,
        primary key (session_id, user_id, reason)
      ) strict;
INSERT INTO attention VALUES('ses_NvE5hG7bJWrhI9rG56pedERL','usr_HH41jp9ghnwTtOuzg54ouSDK','assigned','org_JEuxLXysbiawDyKU17ppbqrs',1794778423138);
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
INSERT INTO threads VALUES('thr_xjNX79WCrzTe3h68nVaqOO9v','ses_8WH1SpYajprORm3a05g4n9hA','org_JEuxLXysbiawDyKU17ppbqrs',1,'{"sequence":2}','open',1,'usr_HH41jp9ghnwTtOuzg54ouSDK',NULL,NULL,1,'usr_HH41jp9ghnwTtOuzg54ouSDK',1795009485442,1795009485442,1795009485442,3);
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
        version integer not null, by_agent integer not null default 0,
        unique (thread_id, number)
      ) strict;
INSERT INTO comments VALUES('cmt_KZiKYrrtHdrvObPYyJEXjKBD','thr_KyoSelhUHjvlJA08lpwNKB4q','ses_60rZuK0qcuHsgt65lVGAa9yB',1,'usr_HH41jp9ghnwTtOuzg54ouSDK','A question','[]',1794778422813,NULL,NULL,1,0);
INSERT INTO comments VALUES('cmt_S0VsTJyGDq92hKFWe2Vbx97T','thr_xjNX79WCrzTe3h68nVaqOO9v','ses_8WH1SpYajprORm3a05g4n9hA',1,'usr_HH41jp9ghnwTtOuzg54ouSDK','Why was this done?','[]',1795009485442,NULL,NULL,3,0);
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
      , read_to integer, material integer, files_ticked integer, files_of integer, claims_ticked integer, claims_of integer, is_others integer not null default 0) strict;
INSERT INTO reviews VALUES('rev_Jmx0dyVzLdg7oqFTLm2jrAVt','ses_60rZuK0qcuHsgt65lVGAa9yB','org_JEuxLXysbiawDyKU17ppbqrs','usr_HH41jp9ghnwTtOuzg54ouSDK','accepted',1,NULL,0,1794778422916,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO reviews VALUES('rev_0xE0TWU6KJFAOgE4pOwoDWQf','ses_8WH1SpYajprORm3a05g4n9hA','org_JEuxLXysbiawDyKU17ppbqrs','usr_HH41jp9ghnwTtOuzg54ouSDK','follow_up',2,'Not yet.',0,1795009485216,NULL,NULL,NULL,NULL,2,0,NULL,NULL,NULL,NULL,0);
CREATE TABLE marks (
        session_id text not null references sessions (session_id) on delete cascade,
        user_id text not null,
        through_sequence integer not null,
        updated_at integer not null,
        primary key (session_id, user_id)
      ) strict;
INSERT INTO marks VALUES('ses_8WH1SpYajprORm3a05g4n9hA','usr_HH41jp9ghnwTtOuzg54ouSDK',2,1795009484173);
CREATE TABLE assignments (
        session_id text not null references sessions (session_id) on delete cascade,
        user_id text not null,
        organization_id text not null,
        assigned_by text not null,
        created_at integer not null,
        declined_at integer,
        note text, why text,
        primary key (session_id, user_id)
      ) strict;
INSERT INTO assignments VALUES('ses_NvE5hG7bJWrhI9rG56pedERL','usr_HH41jp9ghnwTtOuzg54ouSDK','org_JEuxLXysbiawDyKU17ppbqrs','usr_HH41jp9ghnwTtOuzg54ouSDK',1794778423138,NULL,NULL,NULL);
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
CREATE TABLE erasures (
        session_id text primary key,
        organization_id text not null,
        session_pk integer not null,
        bucket integer,
        event_count integer not null,
        reason text not null,
        requested_by text,
        requested_at integer not null,
        removed_at integer,
        erased_at integer
      , proof text) strict;
CREATE TABLE repository_roots (organization_id text not null, repo_root text not null, sessions integer not null,
        primary key (organization_id, repo_root)) strict;
CREATE TABLE repository_sessions (organization_id text not null, repository text not null, repo_root text not null, environment_id text not null, agent_id text not null, author_user_id text not null,
        sessions integer not null, primary key (organization_id, repository, repo_root, environment_id, agent_id, author_user_id)) strict;
CREATE TABLE bus_losses (
        loss_id text primary key,
        stream text not null,
        session_id text not null,
        first_sequence integer not null,
        last_sequence integer not null,
        found_at integer not null
      ) strict;
CREATE TABLE claim_requests (
        environment_id text not null,
        organization_id text not null,
        user_id text not null,
        requested_at integer not null,
        primary key (environment_id, user_id)
      ) strict;
CREATE TABLE terminals (
        terminal_id text primary key,
        organization_id text not null,
        user_id text not null,
        digest text not null unique,
        machine text not null,
        created_at integer not null,
        last_used_at integer,
        expires_at integer not null
      ) strict;
CREATE TABLE session_titles (
      organization_id text not null,
      session_id text not null,
      number integer not null,
      title text not null,
      given_by text,
      given_at integer not null,
      primary key (session_id, number)
    ) strict;
CREATE TABLE views (
        view_id text primary key,
        organization_id text not null,
        user_id text not null,
        name text not null,
        search text not null,
        created_at integer not null, page text not null default 'sessions', saved_by text,
        unique (organization_id, user_id, name)
      ) strict;
INSERT INTO views VALUES('viw_krZOrSH0mQBhaFpNpAAwUnCc','org_JEuxLXysbiawDyKU17ppbqrs','usr_HH41jp9ghnwTtOuzg54ouSDK','Mine','has=errors',1795012648217,'sessions',NULL);
CREATE TABLE due_notices (
        notification_id text not null references notifications on delete cascade,
        channel text not null,
        organization_id text not null,
        user_id text not null,
        due_at integer not null,
        outcome text,
        ended_at integer,
        primary key (notification_id, channel)
      ) strict;
CREATE TABLE recipients (
        user_id text not null,
        channel text not null,
        organization_id text not null,
        last_sent_at integer not null,
        attempts integer not null,
        -- after a failure
        held_until integer not null,
        -- until then one server is at it
        claimed_until integer not null,
        -- the day of the last digest, by the member's clock
        digest_day text not null,
        primary key (user_id, channel)
      ) strict;
CREATE TABLE seen (
        session_id text not null references sessions (session_id) on delete cascade,
        user_id text not null,
        through_sequence integer not null,
        updated_at integer not null,
        primary key (session_id, user_id)
      ) strict;
INSERT INTO seen VALUES('ses_8WH1SpYajprORm3a05g4n9hA','usr_HH41jp9ghnwTtOuzg54ouSDK',3,1795009485152);
CREATE TABLE ticks (
        session_id text not null references sessions (session_id) on delete cascade,
        user_id text not null,
        name text not null,
        kind text not null,
        subject text not null,
        version text not null,
        ticked_at integer not null,
        primary key (session_id, user_id, name)
      ) strict;
INSERT INTO ticks VALUES('ses_60rZuK0qcuHsgt65lVGAa9yB','usr_HH41jp9ghnwTtOuzg54ouSDK','ed56ce155dd7d53272e4e92f951df72c253ad1ad3bb3505eeba9e1409e4e327f','file','src/billing.ts','1.1.0.0',1795009508551);
CREATE TABLE session_labels (
        session_id text not null references sessions (session_id) on delete cascade,
        label text not null,
        organization_id text not null,
        labelled_by text not null,
        labelled_at integer not null,
        primary key (session_id, label)
      ) strict;
INSERT INTO session_labels VALUES('ses_60rZuK0qcuHsgt65lVGAa9yB','payments','org_JEuxLXysbiawDyKU17ppbqrs','usr_HH41jp9ghnwTtOuzg54ouSDK',1795009592582);
INSERT INTO session_labels VALUES('ses_8WH1SpYajprORm3a05g4n9hA','flaky','org_JEuxLXysbiawDyKU17ppbqrs','usr_HH41jp9ghnwTtOuzg54ouSDK',1795009592717);
CREATE TABLE access_policies (
        organization_id text primary key references organizations (organization_id),
        policy text not null,
        updated_by text not null,
        updated_at integer not null
      ) strict;
CREATE TABLE session_grants (
        session_id text not null references sessions (session_id) on delete cascade,
        user_id text not null,
        organization_id text not null,
        state text not null,
        asked_at integer not null,
        decided_by text,
        decided_at integer,
        primary key (session_id, user_id)
      ) strict;
CREATE TABLE redactions (
        redaction_id text primary key,
        organization_id text not null,
        session_id text not null references sessions (session_id) on delete cascade,
        session_pk integer not null,
        bucket integer,
        requested_by text not null,
        requested_at integer not null,
        reason text not null,
        count integer not null,
        sequences text not null,
        -- What is to be done, until it is done; the server key opens it.
        sealed text,
        rewritten_at integer,
        erased_at integer
      , job_id text) strict;
CREATE TABLE tokens (
        token_id text primary key,
        organization_id text not null,
        -- Null: the organization's own.
        user_id text,
        digest text not null,
        name text not null,
        scopes text not null,
        created_by text not null,
        created_at integer not null,
        expires_at integer not null,
        last_used_at integer,
        last_channel text,
        revoked_at integer,
        revoked_by text
      ) strict;
CREATE TABLE redacted_words (
        redaction_id text not null,
        position integer not null,
        organization_id text not null,
        -- The session of the agent they were in, as a digest.
        scope text,
        -- The machine it came from.
        environment_id text not null,
        -- 1: they cannot be guessed, so every machine of the organization may know the digest.
        is_told integer not null,
        forms text not null,
        created_at integer not null,
        primary key (redaction_id, position)
      ) strict;
CREATE TABLE outbox_endpoints (
        endpoint_id text primary key,
        organization_id text not null references organizations (organization_id),
        kind text not null,
        name text not null,
        -- The address opens some receivers to whoever knows it; the server key opens this.
        sealed_url text not null,
        shown_url text not null,
        -- With a blank around each.
        types text not null,
        severity integer not null,
        with_titles integer not null,
        generation integer not null,
        previous_until integer not null,
        created_by text not null,
        created_at integer not null,
        off_at integer,
        off_reason text,
        failures integer not null,
        failing_since integer,
        paused_until integer not null,
        leased_by text,
        leased_until integer not null
      , sealed_credential text) strict;
CREATE TABLE outbox (
        delivery_pk integer primary key autoincrement,
        delivery_id text not null unique default ('dlv_' || lower(hex(randomblob(16)))),
        endpoint_id text not null references outbox_endpoints (endpoint_id) on delete cascade,
        organization_id text not null,
        type text not null,
        session_id text,
        -- What is told of one of these is told in its order.
        lane text not null,
        subject_id text not null,
        actor_id text,
        detail text,
        at integer not null,
        attempts integer not null default 0,
        next_at integer not null default 0,
        last_at integer,
        last_status integer,
        last_fault text,
        outcome text,
        ended_at integer
      ) strict;
CREATE TABLE raised_findings (
        session_id text not null references sessions (session_id) on delete cascade,
        finding_id text not null,
        organization_id text not null,
        severity text not null,
        rank integer not null,
        raised_at integer not null,
        primary key (session_id, finding_id)
      ) strict;
CREATE TABLE judged_sessions (session_id text primary key references sessions (session_id) on delete cascade, organization_id text not null, mark text not null,
        folded_to integer not null) strict;
CREATE TABLE silent_sessions (session_id text primary key references sessions (session_id) on delete cascade, organization_id text not null, event_count integer not null) strict;
CREATE TABLE chain_entries (
        number integer primary key,
        at integer not null,
        kind text not null,
        body text not null,
        digest text not null,
        signature text not null
      ) strict;
CREATE TABLE seals (
        session_pk integer not null,
        first_sequence integer not null,
        count integer not null,
        digest text not null,
        marks blob not null,
        primary key (session_pk, first_sequence)
      ) strict;
CREATE TABLE gate_policies (
        organization_id text primary key references organizations (organization_id) on delete cascade,
        policy text not null,
        updated_by text not null,
        updated_at integer not null
      ) strict;
CREATE TABLE legal_holds (
        legal_hold_id text primary key,
        organization_id text not null references organizations (organization_id) on delete cascade,
        kind text not null,
        subject text not null,
        label text,
        reason text not null,
        set_by text not null,
        set_at integer not null,
        until integer not null,
        lift_asked_by text,
        lift_asked_at integer,
        lifted_by text,
        lifted_at integer
      ) strict;
CREATE TABLE legal_hold_kept (
        session_id text primary key references sessions (session_id) on delete cascade,
        kept_at integer not null
      ) strict;
CREATE TABLE lessons (
        lesson_id text primary key,
        organization_id text not null references organizations (organization_id),
        -- Empty: all repositories.
        repository text not null,
        state text not null,
        version integer not null,
        owner_id text not null,
        sources text not null,
        proposed_by text not null,
        proposed_at integer not null,
        decided_by text,
        changed_at integer not null
      ) strict;
CREATE TABLE lesson_versions (
        lesson_id text not null references lessons (lesson_id) on delete cascade,
        version integer not null,
        organization_id text not null,
        -- JSON: text, repository, paths, agents, check.
        content text not null,
        changed_by text not null,
        changed_at integer not null,
        reason text,
        primary key (lesson_id, version)
      ) strict;
CREATE TABLE lesson_steps (
        lesson_id text not null references lessons (lesson_id) on delete cascade,
        step integer not null,
        organization_id text not null,
        deed text not null,
        version integer not null,
        done_by text not null,
        done_at integer not null,
        reason text,
        primary key (lesson_id, step)
      ) strict;
CREATE TABLE lesson_policies (
        organization_id text primary key references organizations (organization_id) on delete cascade,
        adopters text not null,
        updated_by text not null,
        updated_at integer not null
      ) strict;
CREATE TABLE session_lessons (
        session_id text not null references sessions (session_id) on delete cascade,
        lesson_id text not null,
        way text not null,
        organization_id text not null,
        version integer not null,
        loaded text not null,
        noted_at integer not null,
        primary key (session_id, lesson_id, way)
      ) strict;
CREATE TABLE redaction_jobs (
        job_id text primary key,
        organization_id text not null references organizations (organization_id) on delete cascade,
        requested_by text not null,
        requested_at integer not null,
        is_admin integer not null,
        state text not null,
        reason text,
        -- The words, until they are not needed any more; the server key opens it.
        sealed text,
        -- The last session that was looked at, in the order in which they came.
        cursor integer not null,
        is_through integer not null,
        total integer not null,
        looked integer not null,
        sessions integer not null,
        places integer not null,
        held integer not null,
        kept integer not null,
        found text not null,
        finished_at integer
      ) strict;
CREATE TABLE outbox_statuses (
        endpoint_id text not null references outbox_endpoints (endpoint_id) on delete cascade,
        organization_id text not null,
        repository text not null,
        head_sha text not null,
        base_branch text not null,
        state text,
        first_seen_at integer not null,
        looked_at integer not null,
        primary key (endpoint_id, repository, head_sha, base_branch)
      ) strict;
CREATE TABLE data_requests (
        request_id text primary key,
        organization_id text not null references organizations (organization_id) on delete cascade,
        user_id text not null,
        kind text not null,
        -- 1: said by the admin who removed the member.
        is_leaving integer not null,
        state text not null,
        reason text,
        asked_by text not null,
        asked_at integer not null,
        decided_by text,
        decided_at integer,
        answer text,
        sessions integer not null,
        comments integer not null,
        kept integer not null,
        ended_at integer
      ) strict;
CREATE TABLE retentions (
        organization_id text not null references organizations (organization_id) on delete cascade,
        -- Empty: of every repository without a row of its own.
        repository text not null,
        -- Null: kept until somebody deletes them.
        days integer,
        updated_by text not null,
        updated_at integer not null,
        primary key (organization_id, repository)
      ) strict;
CREATE TABLE organization_endings (
        ending_id text primary key,
        organization_id text not null,
        asked_by text not null,
        asked_at integer not null,
        closes_at integer not null,
        withdrawn_by text,
        withdrawn_at integer,
        sessions integer not null,
        ended_at integer
      ) strict;
CREATE TABLE waiting_traces (
        session_id text primary key references sessions (session_id) on delete cascade,
        organization_id text not null,
        since integer not null,
        attempts integer not null default 0,
        next_at integer not null default 0
      ) strict;
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
CREATE INDEX notifications_newest on notifications (user_id, updated_at desc, notification_id desc);
CREATE INDEX notifications_session on notifications (session_id);
CREATE INDEX notifications_age on notifications (updated_at);
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
CREATE INDEX review_standings_by_look on review_standings (look_at) where look_at is not null;
CREATE INDEX erasures_pending on erasures (requested_at) where erased_at is null;
CREATE INDEX erasures_organization on erasures (organization_id, requested_at);
CREATE TRIGGER sessions_counted after insert on sessions begin 
  insert into repository_roots select new.organization_id, new.repo_root, 0
    where new.repo_root is not null and not exists (select 1 from repository_roots where organization_id = new.organization_id and repo_root = new.repo_root);
  update repository_roots set sessions = sessions + 1 where organization_id = new.organization_id and repo_root = new.repo_root;
  insert into repository_sessions select new.organization_id, coalesce(new.repository, ''), new.repo_root, new.environment_id, new.agent_id, coalesce(new.author_user_id, ''), 0
    where new.repo_root is not null and not exists (select 1 from repository_sessions where organization_id = new.organization_id and repository = coalesce(new.repository, '') and repo_root = new.repo_root and environment_id = new.environment_id and agent_id = new.agent_id and author_user_id = coalesce(new.author_user_id, ''));
  update repository_sessions set sessions = sessions + 1 where organization_id = new.organization_id and repository = coalesce(new.repository, '') and repo_root = new.repo_root and environment_id = new.environment_id and agent_id = new.agent_id and author_user_id = coalesce(new.author_user_id, ''); end;
CREATE TRIGGER sessions_recounted after update of repository, repo_root, author_user_id on sessions begin 
  insert into repository_roots select new.organization_id, new.repo_root, 0
    where new.repo_root is not null and not exists (select 1 from repository_roots where organization_id = new.organization_id and repo_root = new.repo_root);
  update repository_roots set sessions = sessions + 1 where organization_id = new.organization_id and repo_root = new.repo_root;
  insert into repository_sessions select new.organization_id, coalesce(new.repository, ''), new.repo_root, new.environment_id, new.agent_id, coalesce(new.author_user_id, ''), 0
    where new.repo_root is not null and not exists (select 1 from repository_sessions where organization_id = new.organization_id and repository = coalesce(new.repository, '') and repo_root = new.repo_root and environment_id = new.environment_id and agent_id = new.agent_id and author_user_id = coalesce(new.author_user_id, ''));
  update repository_sessions set sessions = sessions + 1 where organization_id = new.organization_id and repository = coalesce(new.repository, '') and repo_root = new.repo_root and environment_id = new.environment_id and agent_id = new.agent_id and author_user_id = coalesce(new.author_user_id, ''); 
  update repository_roots set sessions = sessions - 1 where organization_id = old.organization_id and repo_root = old.repo_root;
  delete from repository_roots where organization_id = old.organization_id and repo_root = old.repo_root and sessions = 0;
  update repository_sessions set sessions = sessions - 1 where organization_id = old.organization_id and repository = coalesce(old.repository, '') and repo_root = old.repo_root and environment_id = old.environment_id and agent_id = old.agent_id and author_user_id = coalesce(old.author_user_id, '');
  delete from repository_sessions where organization_id = old.organization_id and repository = coalesce(old.repository, '') and repo_root = old.repo_root and environment_id = old.environment_id and agent_id = old.agent_id and author_user_id = coalesce(old.author_user_id, '') and sessions = 0; end;
CREATE TRIGGER sessions_uncounted after delete on sessions begin 
  update repository_roots set sessions = sessions - 1 where organization_id = old.organization_id and repo_root = old.repo_root;
  delete from repository_roots where organization_id = old.organization_id and repo_root = old.repo_root and sessions = 0;
  update repository_sessions set sessions = sessions - 1 where organization_id = old.organization_id and repository = coalesce(old.repository, '') and repo_root = old.repo_root and environment_id = old.environment_id and agent_id = old.agent_id and author_user_id = coalesce(old.author_user_id, '');
  delete from repository_sessions where organization_id = old.organization_id and repository = coalesce(old.repository, '') and repo_root = old.repo_root and environment_id = old.environment_id and agent_id = old.agent_id and author_user_id = coalesce(old.author_user_id, '') and sessions = 0; end;
CREATE INDEX sessions_repositories on sessions (organization_id, coalesce(repo_root, ''), started_at desc, session_id desc, status, agent_id, environment_id, secret_environment);
CREATE INDEX sessions_repositories_back on sessions (organization_id, coalesce(repo_root, '') desc, started_at desc, session_id desc, status, agent_id, environment_id, secret_environment);
CREATE INDEX environments_root on environments (organization_id, repo_root);
CREATE INDEX secrets_of_environment on secrets (environment_id) where environment_id is not null;
CREATE INDEX claim_requests_of_organization on claim_requests (organization_id, requested_at);
CREATE INDEX terminals_of_member on terminals (user_id);
CREATE INDEX sessions_authors on sessions (organization_id, coalesce(author_user_id, ''), started_at desc, session_id desc, status, agent_id, environment_id, secret_environment);
CREATE INDEX sessions_authors_back on sessions (organization_id, coalesce(author_user_id, '') desc, started_at desc, session_id desc, status, agent_id, environment_id, secret_environment);
CREATE UNIQUE INDEX notifications_by_cause on notifications (user_id, subject_id, reason, cause);
CREATE INDEX notifications_waiting on notifications (user_id, updated_at) where state = 'unread';
CREATE INDEX comments_by_writer on comments (session_id, thread_id, written_by) where deleted_at is null;
CREATE INDEX due_notices_open on due_notices (channel, user_id, due_at) where ended_at is null;
CREATE INDEX due_notices_of_member on due_notices (user_id);
CREATE INDEX seen_of_member on seen (user_id);
CREATE INDEX review_standings_held on review_standings (reserved_by, reserved_until) where reserved_by is not null;
CREATE INDEX session_labels_by_label on session_labels (organization_id, label, session_id);
CREATE INDEX sessions_waiting on sessions (organization_id, (case when ended_at > created_at then ended_at else created_at end), session_id)
        where review_done = 0 and (review_begun = 1 or ended_at is null or ended_at >= created_at - 259200000);
CREATE INDEX sessions_begun_history on sessions (organization_id, session_id)
        where review_begun = 1 and ended_at < created_at - 259200000;
CREATE INDEX session_grants_by_member on session_grants (user_id, session_id);
CREATE INDEX sessions_held on sessions (author_user_id, started_at) where held_for is not null;
CREATE INDEX assignments_by_rotation on assignments (organization_id, created_at, user_id) where why is not null;
CREATE INDEX redactions_session on redactions (session_id, requested_at);
CREATE INDEX redactions_pending on redactions (requested_at) where erased_at is null;
CREATE INDEX redactions_organization on redactions (organization_id, requested_at);
CREATE UNIQUE INDEX tokens_digest on tokens (digest);
CREATE INDEX tokens_organization on tokens (organization_id, created_at);
CREATE INDEX tokens_user on tokens (user_id);
CREATE INDEX redacted_words_scope on redacted_words (organization_id, scope);
CREATE INDEX redacted_words_age on redacted_words (organization_id, created_at);
CREATE INDEX outbox_endpoints_organization on outbox_endpoints (organization_id);
CREATE INDEX outbox_waiting on outbox (endpoint_id, lane, delivery_pk) where ended_at is null;
CREATE INDEX outbox_listed on outbox (endpoint_id, delivery_pk);
CREATE TRIGGER tell_session_started after insert on sessions for each row begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'session.started', new.session_id, new.session_id, new.session_id,
      null, null, cast(unixepoch('subsec') * 1000 as integer)
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'session.started' || ' %'; end;
CREATE TRIGGER tell_session_ended after update of status on sessions for each row when (old.status = 'active' and new.status <> 'active') begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'session.' || new.status, new.session_id, new.session_id, new.session_id,
      null, null, cast(unixepoch('subsec') * 1000 as integer)
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'session.' || new.status || ' %'; end;
CREATE TRIGGER tell_session_released after update of held_for on sessions for each row when (old.held_for is not null and new.held_for is null) begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'session.released', new.session_id, new.session_id, new.session_id,
      null, null, cast(unixepoch('subsec') * 1000 as integer)
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'session.released' || ' %'; end;
CREATE TRIGGER tell_session_redacted after insert on redactions for each row begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'session.redacted', new.session_id, new.session_id, new.redaction_id,
      new.requested_by, null, cast(unixepoch('subsec') * 1000 as integer)
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'session.redacted' || ' %'; end;
CREATE TRIGGER tell_session_deleted after insert on erasures for each row begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'session.deleted', new.session_id, new.session_id, new.session_id,
      new.requested_by, new.reason, cast(unixepoch('subsec') * 1000 as integer)
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'session.deleted' || ' %'; end;
CREATE TRIGGER tell_session_silent after insert on silent_sessions for each row begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'session.silent', new.session_id, new.session_id, new.session_id,
      null, null, cast(unixepoch('subsec') * 1000 as integer)
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'session.silent' || ' %'; end;
CREATE TRIGGER tell_session_silent_again after update of event_count on silent_sessions for each row when (new.event_count <> old.event_count) begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'session.silent', new.session_id, new.session_id, new.session_id,
      null, null, cast(unixepoch('subsec') * 1000 as integer)
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'session.silent' || ' %'; end;
CREATE TRIGGER tell_finding_raised after insert on raised_findings for each row begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'finding.raised', new.session_id, new.session_id, new.finding_id,
      null, new.severity, cast(unixepoch('subsec') * 1000 as integer)
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'finding.raised' || ' %' and new.rank >= e.severity; end;
CREATE TRIGGER tell_review_requested after insert on assignments for each row when (new.declined_at is null) begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'review.requested', new.session_id, new.session_id, new.user_id,
      new.assigned_by, null, cast(unixepoch('subsec') * 1000 as integer)
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'review.requested' || ' %'; end;
CREATE TRIGGER tell_review_requested_again after update of declined_at on assignments for each row when (old.declined_at is not null and new.declined_at is null) begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'review.requested', new.session_id, new.session_id, new.user_id,
      new.assigned_by, null, cast(unixepoch('subsec') * 1000 as integer)
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'review.requested' || ' %'; end;
CREATE TRIGGER tell_review_submitted after insert on reviews for each row begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'review.submitted', new.session_id, new.session_id, new.review_id,
      new.reviewer_id, new.outcome, cast(unixepoch('subsec') * 1000 as integer)
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'review.submitted' || ' %'; end;
CREATE TRIGGER tell_thread_opened after insert on threads for each row begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'thread.opened', new.session_id, new.session_id, new.thread_id,
      new.opened_by, null, cast(unixepoch('subsec') * 1000 as integer)
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'thread.opened' || ' %'; end;
CREATE TRIGGER tell_thread_resolved after update of state on threads for each row when (old.state = 'open' and new.state = 'resolved') begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'thread.resolved', new.session_id, new.session_id, new.thread_id,
      new.resolved_by, null, cast(unixepoch('subsec') * 1000 as integer)
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'thread.resolved' || ' %'; end;
CREATE TRIGGER tell_environment_registered after insert on environments for each row begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'environment.registered', null, new.environment_id, new.environment_id,
      null, null, cast(unixepoch('subsec') * 1000 as integer)
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'environment.registered' || ' %'; end;
CREATE TRIGGER tell_environment_revoked after update of status on environments for each row when (new.status = 'revoked' and old.status <> 'revoked') begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'environment.revoked', null, new.environment_id, new.environment_id,
      null, null, cast(unixepoch('subsec') * 1000 as integer)
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'environment.revoked' || ' %'; end;
CREATE TRIGGER tell_secret_revoked after update of status on secrets for each row when (new.status = 'revoked' and old.status <> 'revoked' and new.environment_id is null) begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'secret.revoked', null, new.secret_id, new.secret_id,
      null, null, cast(unixepoch('subsec') * 1000 as integer)
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'secret.revoked' || ' %'; end;
CREATE TRIGGER tell_member_joined after insert on members for each row when (new.status = 'active') begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'member.joined', null, new.user_id, new.user_id,
      null, null, cast(unixepoch('subsec') * 1000 as integer)
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'member.joined' || ' %'; end;
CREATE TRIGGER tell_member_joined_later after update of status on members for each row when (old.status <> 'active' and new.status = 'active') begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'member.joined', null, new.user_id, new.user_id,
      null, null, cast(unixepoch('subsec') * 1000 as integer)
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'member.joined' || ' %'; end;
CREATE INDEX legal_holds_organization on legal_holds (organization_id, set_at);
CREATE TRIGGER audit_log_no_update before update on audit_log when not (old.feed_number is null and new.feed_number is not null and new.audit_id is not distinct from old.audit_id and new.organization_id is not distinct from old.organization_id and new.at is not distinct from old.at and new.action is not distinct from old.action and new.outcome is not distinct from old.outcome and new.actor_id is not distinct from old.actor_id and new.target_id is not distinct from old.target_id and new.ip is not distinct from old.ip and new.user_agent is not distinct from old.user_agent and new.request_id is not distinct from old.request_id and new.channel is not distinct from old.channel)
      begin select raise(abort, 'audit_log is append-only'); end;
CREATE INDEX audit_log_feed on audit_log (organization_id, feed_number, at, audit_id);
CREATE INDEX lessons_scope on lessons (organization_id, repository, state);
CREATE TRIGGER tell_lesson_adopted after update of state on lessons for each row when (old.state <> 'adopted' and new.state = 'adopted') begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'lesson.adopted', null, new.lesson_id, new.lesson_id,
      new.decided_by, null, cast(unixepoch('subsec') * 1000 as integer)
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'lesson.adopted' || ' %'; end;
CREATE TRIGGER tell_lesson_retired after update of state on lessons for each row when (old.state <> 'retired' and new.state = 'retired' and old.state = 'adopted') begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'lesson.retired', null, new.lesson_id, new.lesson_id,
      new.decided_by, null, cast(unixepoch('subsec') * 1000 as integer)
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'lesson.retired' || ' %'; end;
CREATE INDEX session_lessons_given on session_lessons (organization_id, lesson_id);
CREATE UNIQUE INDEX redactions_job on redactions (job_id, session_id);
CREATE INDEX redaction_jobs_organization on redaction_jobs (organization_id, requested_at);
CREATE INDEX redaction_jobs_open on redaction_jobs (requested_at) where finished_at is null;
CREATE INDEX pull_requests_updated on pull_requests (organization_id, updated_at);
CREATE INDEX data_requests_organization on data_requests (organization_id, asked_at);
CREATE UNIQUE INDEX data_requests_asked on data_requests (user_id) where state = 'asked';
CREATE INDEX data_requests_granted on data_requests (decided_at) where state = 'granted';
CREATE INDEX audit_log_actor on audit_log (organization_id, actor_id, at);
CREATE UNIQUE INDEX organization_endings_open on organization_endings (organization_id)
        where withdrawn_at is null and ended_at is null;
CREATE INDEX waiting_traces_due on waiting_traces (next_at);
CREATE TRIGGER trace_session_ended after update of status on sessions for each row when (old.status = 'active' and new.status <> 'active') begin insert into waiting_traces (session_id, organization_id, since)
    select new.session_id, new.organization_id, cast(unixepoch('subsec') * 1000 as integer)
    where exists (select 1 from settings where name = 'traces')
    on conflict (session_id) do update set next_at = 0, attempts = 0; end;
CREATE TRIGGER trace_session_released after update of held_for on sessions for each row when (old.held_for is not null and new.held_for is null and new.status <> 'active') begin insert into waiting_traces (session_id, organization_id, since)
    select new.session_id, new.organization_id, cast(unixepoch('subsec') * 1000 as integer)
    where exists (select 1 from settings where name = 'traces')
    on conflict (session_id) do update set next_at = 0, attempts = 0; end;
COMMIT;
