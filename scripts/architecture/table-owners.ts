/**
 * Which room of packages/server owns which table: it alone writes into it. What others read or write is an agreement
 * between two rooms, and each is named here with its reason. `table.test.ts` holds the SQL of the sources against this,
 * in both directions.
 */

export const owners = {
  store: [
    'account_links',
    'accounts',
    'assignments',
    'attention',
    'audit_log',
    'claim_requests',
    'comments',
    'commit_reports',
    'commit_rewrites',
    'commits',
    'due_notices',
    'environment_claims',
    'environments',
    'erasures',
    'finding_dispositions',
    'findings_policies',
    'findings_revisions',
    'identities',
    'installations',
    'integration_deliveries',
    'integrations',
    'link_decisions',
    'mail_queue',
    'marks',
    'members',
    'notification_settings',
    'notifications',
    'organizations',
    'provider_keys',
    'provider_payloads',
    'pull_commits',
    'pull_decisions',
    'pull_requests',
    'rate_counts',
    'recipients',
    'repository_roots',
    'repository_sessions',
    'review_keys',
    'review_policies',
    'review_standings',
    'reviews',
    'secrets',
    'seen',
    'session_labels',
    'session_openings',
    'session_titles',
    'sessions',
    'settings',
    'sign_in_attempts',
    'terminals',
    'thread_mentions',
    'threads',
    'ticks',
    'views',
  ],
  log: ['bus_losses', 'bus_position', 'claims', 'event_batches', 'idempotency'],
  projection: [
    'concluded',
    'links',
    'model',
    'pages',
    'repository_weeks',
    'requests',
    'search_chunks',
    'search_index',
    'session_files',
    'session_findings',
    'session_links',
    'session_pulls',
    'session_rules',
    'session_statistics',
    'work',
  ],
  operator: ['move_progress'],
} as const;

export type Owner = keyof typeof owners;

export interface Agreement {
  room: string;
  reads?: readonly string[];
  writes?: readonly string[];
  why: string;
}

export const agreements: readonly Agreement[] = [
  {
    room: 'log',
    reads: ['secrets'],
    writes: ['sessions', 'settings'],
    why: 'An append numbers its events by the row of its session, and confirms its secret, in the transaction that stores; the probe of a full disk writes a setting.',
  },
  {
    room: 'store',
    writes: ['event_batches', 'idempotency', 'claims', 'bus_position'],
    why: 'The functions of PostgreSQL by which the log appends and persists are brought to the database with the schema.',
  },
  {
    room: 'store',
    reads: ['session_statistics', 'session_findings', 'session_rules', 'session_files', 'repository_weeks'],
    why: 'Lists and queues are ordered and filtered by what is derived, in the statement that reads the records.',
  },
  {
    room: 'projection',
    reads: ['sessions', 'session_titles'],
    why: 'What is folded, found and searched is a session of the records.',
  },
  {
    room: 'projection',
    reads: ['threads', 'comments'],
    why: 'What people said is found by the same search.',
  },
  {
    room: 'projection',
    reads: ['findings_policies', 'finding_dispositions', 'findings_revisions'],
    why: 'A session is judged by the policy of its team and by what people decided.',
  },
  {
    room: 'projection',
    reads: [
      'commits',
      'commit_reports',
      'commit_rewrites',
      'link_decisions',
      'pull_requests',
      'pull_commits',
      'pull_decisions',
    ],
    why: 'Which commits a session led to is derived from reported commits and from what people said.',
  },
  {
    room: 'domain',
    reads: [
      'sessions',
      'members',
      'review_standings',
      'session_labels',
      'finding_dispositions',
      'session_statistics',
      'session_findings',
      'session_rules',
      'session_files',
    ],
    why: 'Conditions that statements of store and projection share.',
  },
];
