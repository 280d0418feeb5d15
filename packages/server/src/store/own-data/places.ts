import type { OwnDataKind } from '@debrief/contract';

/** Where a kind of what is stored of a member lies. */
export interface OwnTable {
  table: string;
  /** Columns that name the member; any of them makes the row theirs. */
  mine: readonly string[];
  /** What tells the rows apart, in this order. */
  key: readonly string[];
  /** What is shown. No secrets, and no words of others: whoever gets them may not read the session they are of. */
  shown: readonly string[];
  /** Another condition on the row `t`; `:me` stands for the member. */
  where?: string;
  /** A table without the organization of its rows; the member's id is theirs alone all the same. */
  isOfAll?: true;
}

const times = ['created_at', 'updated_at'];

/** Everything that is stored of a member, by kind. `own-data.test.ts` holds it against the schema. */
export const places: Record<OwnDataKind, OwnTable> = {
  membership: {
    ...{ table: 'members', mine: ['user_id'], key: ['user_id'] },
    shown: ['email', 'role', 'status', 'hold', 'joined_at', ...times],
  },
  sign_in: {
    ...{ table: 'identities', mine: ['user_id'], key: ['issuer', 'subject'], isOfAll: true },
    shown: ['issuer', 'subject', 'email', 'email_verified', 'profile_at', 'disabled_at'],
  },
  account: {
    ...{ table: 'accounts', mine: [], key: ['account_id'], isOfAll: true },
    shown: ['account_id', 'email', 'email_verified', 'disabled_at', ...times],
    where: 'exists (select 1 from identities i where i.subject = t.account_id and i.user_id = :me)',
  },
  machine: {
    ...{ table: 'environments', mine: ['author_user_id'], key: ['environment_id'] },
    shown: [
      ...['environment_id', 'display_name', 'hostname', 'platform', 'repo_root', 'repo_remote', 'git_branch'],
      ...['service_cli_version', 'status', 'first_author_at', 'last_seen_at', ...times],
    ],
  },
  claim_request: {
    ...{ table: 'claim_requests', mine: ['user_id'], key: ['environment_id', 'user_id'] },
    shown: ['environment_id', 'requested_at'],
  },
  terminal: {
    ...{ table: 'terminals', mine: ['user_id'], key: ['terminal_id'] },
    shown: ['terminal_id', 'machine', 'created_at', 'last_used_at', 'expires_at'],
  },
  token: {
    ...{ table: 'tokens', mine: ['user_id', 'created_by', 'revoked_by'], key: ['token_id'] },
    shown: [
      ...['token_id', 'name', 'scopes', 'created_by', 'created_at', 'expires_at', 'last_used_at'],
      ...['last_channel', 'revoked_at', 'revoked_by'],
    ],
  },
  secret: {
    ...{ table: 'secrets', mine: ['created_by'], key: ['secret_id'] },
    shown: ['secret_id', 'label', 'environment', 'status', 'created_at', 'revoked_at'],
  },
  session: {
    ...{ table: 'sessions', mine: ['author_user_id'], key: ['session_id'] },
    shown: [
      ...['session_id', 'environment_id', 'agent_id', 'status', 'title', 'repo_root', 'git_branch'],
      ...['repository', 'external_id', 'started_at', 'ended_at', 'event_count', 'held_for', ...times],
    ],
  },
  title: {
    ...{ table: 'session_titles', mine: ['given_by'], key: ['session_id', 'number'] },
    shown: ['session_id', 'title', 'given_at'],
  },
  label: {
    ...{ table: 'session_labels', mine: ['labelled_by'], key: ['session_id', 'label'] },
    shown: ['session_id', 'label', 'labelled_at'],
  },
  comment: {
    ...{ table: 'comments', mine: ['written_by'], key: ['comment_id'], isOfAll: true },
    shown: [
      ...['comment_id', 'thread_id', 'session_id', 'body', 'mentions', 'by_agent'],
      ...['created_at', 'edited_at', 'deleted_at'],
    ],
  },
  thread: {
    ...{ table: 'threads', mine: ['opened_by', 'resolved_by', 'last_comment_by'], key: ['thread_id'] },
    shown: ['thread_id', 'session_id', 'state', 'opened_by', 'resolved_by', 'resolved_at', ...times],
  },
  mention: {
    ...{ table: 'thread_mentions', mine: ['user_id'], key: ['thread_id', 'user_id'], isOfAll: true },
    shown: ['thread_id', 'session_id', 'comment_id', 'at', 'is_answered'],
  },
  review: {
    ...{ table: 'reviews', mine: ['reviewer_id'], key: ['review_id'] },
    shown: [
      ...['review_id', 'session_id', 'outcome', 'through_sequence', 'read_to', 'body', 'created_at'],
      ...['withdrawn_at', 'dismissed_by', 'dismissed_at'],
    ],
  },
  assignment: {
    ...{ table: 'assignments', mine: ['user_id'], key: ['session_id', 'user_id'] },
    shown: ['session_id', 'assigned_by', 'created_at', 'declined_at', 'note'],
  },
  asked_reviewer: {
    ...{ table: 'assignments', mine: ['assigned_by'], key: ['session_id', 'user_id'] },
    shown: ['session_id', 'user_id', 'created_at', 'declined_at'],
  },
  mark: {
    ...{ table: 'marks', mine: ['user_id'], key: ['session_id', 'user_id'], isOfAll: true },
    shown: ['session_id', 'through_sequence', 'updated_at'],
  },
  tick: {
    ...{ table: 'ticks', mine: ['user_id'], key: ['session_id', 'user_id', 'name'], isOfAll: true },
    shown: ['session_id', 'kind', 'ticked_at'],
  },
  seen: {
    ...{ table: 'seen', mine: ['user_id'], key: ['session_id', 'user_id'], isOfAll: true },
    shown: ['session_id', 'through_sequence', 'updated_at'],
  },
  finding_decision: {
    ...{ table: 'finding_dispositions', mine: ['decided_by'], key: ['session_id', 'rule', 'sequence'] },
    shown: ['session_id', 'rule', 'sequence', 'verdict', 'note', 'decided_at'],
  },
  link_decision: {
    ...{ table: 'link_decisions', mine: ['decided_by'], key: ['session_id', 'sha'] },
    shown: ['session_id', 'sha', 'verdict', 'decided_at'],
  },
  pull_decision: {
    ...{ table: 'pull_decisions', mine: ['decided_by'], key: ['session_id', 'url'] },
    shown: ['session_id', 'url', 'verdict', 'decided_at'],
  },
  access_request: {
    ...{ table: 'session_grants', mine: ['user_id', 'decided_by'], key: ['session_id', 'user_id'] },
    shown: ['session_id', 'user_id', 'state', 'asked_at', 'decided_by', 'decided_at'],
  },
  redaction: {
    ...{ table: 'redactions', mine: ['requested_by'], key: ['redaction_id'] },
    shown: ['redaction_id', 'session_id', 'requested_at', 'reason', 'count', 'rewritten_at', 'erased_at'],
  },
  redaction_job: {
    ...{ table: 'redaction_jobs', mine: ['requested_by'], key: ['job_id'] },
    shown: ['job_id', 'requested_at', 'state', 'reason', 'sessions', 'places', 'finished_at'],
  },
  deletion: {
    ...{ table: 'erasures', mine: ['requested_by'], key: ['session_id'] },
    shown: ['session_id', 'event_count', 'requested_at', 'removed_at', 'erased_at'],
  },
  data_request: {
    ...{ table: 'data_requests', mine: ['user_id', 'asked_by', 'decided_by'], key: ['request_id'] },
    shown: [
      ...['request_id', 'user_id', 'kind', 'is_leaving', 'state', 'asked_at', 'decided_by', 'decided_at'],
      ...['answer', 'sessions', 'comments', 'kept', 'ended_at'],
    ],
  },
  organization_ending: {
    ...{ table: 'organization_endings', mine: ['asked_by', 'withdrawn_by'], key: ['ending_id'] },
    shown: ['ending_id', 'asked_by', 'asked_at', 'closes_at', 'withdrawn_by', 'withdrawn_at'],
  },
  legal_hold_deed: {
    ...{ table: 'legal_holds', mine: ['set_by', 'lift_asked_by', 'lifted_by'], key: ['legal_hold_id'] },
    shown: ['legal_hold_id', 'kind', 'set_by', 'set_at', 'lift_asked_at', 'lifted_by', 'lifted_at', 'until'],
  },
  lesson: {
    ...{ table: 'lessons', mine: ['owner_id', 'proposed_by', 'decided_by'], key: ['lesson_id'] },
    shown: ['lesson_id', 'repository', 'state', 'owner_id', 'proposed_by', 'proposed_at', 'decided_by'],
  },
  lesson_version: {
    ...{ table: 'lesson_versions', mine: ['changed_by'], key: ['lesson_id', 'version'] },
    shown: ['lesson_id', 'version', 'content', 'changed_at', 'reason'],
  },
  lesson_step: {
    ...{ table: 'lesson_steps', mine: ['done_by'], key: ['lesson_id', 'step'] },
    shown: ['lesson_id', 'deed', 'version', 'done_at', 'reason'],
  },
  view: {
    ...{ table: 'views', mine: ['user_id', 'saved_by'], key: ['view_id'] },
    shown: ['view_id', 'page', 'name', 'search', 'created_at'],
  },
  inbox_line: {
    ...{ table: 'notifications', mine: ['user_id', 'by_user_id'], key: ['notification_id'] },
    shown: [
      ...['notification_id', 'user_id', 'by_user_id', 'reason', 'session_id', 'environment_id', 'state'],
      ...['snoozed_until', ...times],
    ],
  },
  inbox_settings: {
    ...{ table: 'notification_settings', mine: ['user_id'], key: ['user_id'] },
    shown: ['outlets', 'digest', 'monday', 'time_zone', 'quiet_from', 'quiet_to', 'away_until', 'updated_at'],
  },
  mail_due: {
    ...{ table: 'due_notices', mine: ['user_id'], key: ['notification_id', 'channel'] },
    shown: ['notification_id', 'channel', 'due_at', 'outcome', 'ended_at'],
  },
  mail_state: {
    ...{ table: 'recipients', mine: ['user_id'], key: ['user_id', 'channel'] },
    shown: ['channel', 'last_sent_at', 'attempts', 'digest_day', 'monday_day'],
  },
  policy_change: {
    table:
      "(select organization_id, 'access' as policy, updated_by, updated_at from access_policies union all select " +
      "organization_id, 'review', updated_by, updated_at from review_policies union all select organization_id, 'gate', " +
      "updated_by, updated_at from gate_policies union all select organization_id, 'lessons', updated_by, updated_at from " +
      "lesson_policies union all select organization_id, 'findings of ' || repo_root, updated_by, updated_at from " +
      "findings_policies union all select organization_id, 'retention of ' || repository, updated_by, updated_at " +
      'from retentions)',
    ...{ mine: ['updated_by'], key: ['policy'], shown: ['policy', 'updated_at'] },
  },
  integration: {
    ...{ table: 'integrations', mine: ['created_by'], key: ['integration_id'] },
    shown: ['integration_id', 'provider', 'created_at'],
  },
  endpoint: {
    ...{ table: 'outbox_endpoints', mine: ['created_by'], key: ['endpoint_id'] },
    shown: ['endpoint_id', 'kind', 'name', 'created_at', 'off_at'],
  },
  told_deed: {
    ...{ table: 'outbox', mine: ['actor_id'], key: ['delivery_id'] },
    shown: ['delivery_id', 'type', 'session_id', 'at', 'outcome', 'ended_at'],
  },
  deed: {
    ...{ table: 'audit_log', mine: ['actor_id'], key: ['audit_id'] },
    shown: [
      ...['audit_id', 'at', 'action', 'outcome', 'target_id', 'channel', 'ip', 'user_agent', 'request_id'],
    ],
  },
  reader: {
    ...{ table: 'audit_log', mine: [], key: ['audit_id'] },
    shown: ['at', 'actor_id', 'target_id', 'channel'],
    where: `t.action = 'session_read' and exists (select 1 from sessions s where s.session_id = t.target_id
      and s.author_user_id = :me)`,
  },
};

/** Columns that name a member and are in no kind, each with the reason. */
export const leftOut: Record<string, string> = {
  'organizations.owner_user_id': 'the membership says the role',
  'review_standings.author_user_id': 'made of the session',
  'review_standings.reserved_by': 'made of the review, and gone after an hour',
  'repository_sessions.author_user_id': 'made of the sessions: a count',
  'attention.user_id': 'made of reviews and threads: who is expected to act',
  'reviews.dismissed_by': 'what somebody else is told of their review; the deed is in the audit log',
};
