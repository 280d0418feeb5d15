/** The tables of an export and their columns. What is marked as text is left out unless it is asked for. */

export type ColumnType = 'STRING' | 'INT64' | 'DOUBLE' | 'BOOLEAN' | 'TIMESTAMP';
export interface Column {
  type: ColumnType;
  isText?: true;
}

const string: Column = { type: 'STRING' };
const int: Column = { type: 'INT64' };
const double: Column = { type: 'DOUBLE' };
const boolean: Column = { type: 'BOOLEAN' };
const time: Column = { type: 'TIMESTAMP' };
const text: Column = { type: 'STRING', isText: true };

const key = { organization_id: string, session_id: string };

export const tables = {
  sessions: {
    ...key,
    ...{ agent_id: string, status: string, secret_environment: string, environment_id: string },
    ...{ author_user_id: string, repository: string, started_at: time, ended_at: time, events: int },
    // Of what is derived; null where nobody has looked at the session yet.
    ...{ prompts: int, tools: int, errors: int, denials: int, edits: int, files: int },
    ...{ lines_added: int, lines_removed: int, tokens_input: int, tokens_output: int },
    ...{ tokens_cache_read: int, tokens_cache_write: int, cost_usd: double, cost_is_partial: boolean },
    ...{ active_ms: int, outcome: string, high: int, medium: int, low: int, title: text, git_branch: text },
  },
  turns: {
    ...key,
    ...{ turn: int, sequence: int, started_at: time, ended_at: time, requests: int },
    ...{
      tokens_input: int,
      tokens_output: int,
      tokens_cache: int,
      cost_usd: double,
      prompt: text,
      answer: text,
    },
  },
  calls: {
    ...key,
    ...{
      entry_id: string,
      sequence: int,
      lane: int,
      kind: string,
      tool: string,
      name: string,
      outcome: string,
    },
    ...{ exit_code: int, duration_ms: int, called_at: time, model: string, is_retracted: boolean },
    ...{ title: text, input: text, output: text },
  },
  edits: {
    ...key,
    ...{ entry_id: string, sequence: int, lane: int, path: string, change: string, moved_to: string },
    ...{ added: int, removed: int, is_retracted: boolean },
  },
  findings: {
    ...key,
    rule: string,
    severity: string,
    sequence: int,
    verdict: string,
    decided_by: string,
    why: text,
  },
  claims: { ...key, sequence: int, of: string, about: string, support: string, text },
  links: {
    ...key,
    ...{ sha: string, strength: string, by_hand: boolean, lines: int, committed_at: time },
    ...{ commit_lines: int },
  },
  reviews: {
    ...key,
    ...{ review_id: string, reviewer_id: string, outcome: string, through_sequence: int, is_own: boolean },
    ...{ created_at: time, withdrawn_at: time, body: text },
  },
} as const satisfies Record<string, Record<string, Column>>;

export type TableName = keyof typeof tables;
export const tableNames = Object.keys(tables) as TableName[];

export type Value = string | number | boolean | Date | null | undefined;
export type Row<Name extends TableName> = { [Column in keyof (typeof tables)[Name]]?: Value };
export type TableRows = { [Name in TableName]: Row<Name>[] };
