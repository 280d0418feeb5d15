import type { ColumnTypes } from './column.ts';

/** What the first migration makes today and did not make from the beginning, on either engine. */
export const missingTables = ({ int, bytes, end }: ColumnTypes): string[] => [
  `create table if not exists bus_position (
    stream text primary key,
    sequence ${int} not null,
    holder text,
    held_until ${int} not null
  )${end}`,
  `create table if not exists claims (
    claim_id text primary key,
    body ${bytes} not null,
    created_at ${int} not null
  )${end}`,
  'create index if not exists claims_created on claims (created_at)',
  // As they were when they came; the third migration replaces them.
  ...['environment_id', 'agent_id', 'repo_root', 'status'].map(
    (column) =>
      `create index if not exists sessions_by_${column}
        on sessions (organization_id, ${column}, started_at desc, session_id desc)`,
  ),
];
