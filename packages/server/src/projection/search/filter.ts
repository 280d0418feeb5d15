import type { WordQuery } from './search.ts';

export type SessionFilter = [column: string, operator: '=' | '<' | '>', value: string | number];

/** What a search asks of the sessions themselves, by columns of `sessions`; the same filters as the list's. */
export function sessionFilters(query: WordQuery): SessionFilter[] {
  const asked: [column: string, operator: SessionFilter[1], value: string | number | undefined][] = [
    ['status', '=', query.status],
    ['agent_id', '=', query.agentId],
    ['environment_id', '=', query.environmentId],
    ['secret_environment', '=', query.secretEnvironment],
    ['repo_root', '=', query.repoRoot],
    ['started_at', '>', query.startedAfter],
    ['started_at', '<', query.startedBefore],
  ];
  return asked.filter((one): one is SessionFilter => one[2] !== undefined);
}
