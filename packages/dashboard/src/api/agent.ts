import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from './client.ts';
import { keys } from './keys.ts';

export const agentsQuery = queryOptions({
  queryKey: keys.agents,
  queryFn: async ({ signal }) => (await client.listAgents({}, { signal })).agents,
  staleTime: Number.POSITIVE_INFINITY,
});

/** `claude-code` → `Claude Code`; an id the catalog does not know is shown as it is. */
export function useAgentName(): (agentId: string) => string {
  const { data } = useQuery(agentsQuery);
  return (agentId) => data?.find((agent) => agent.agentId === agentId)?.displayName ?? agentId;
}
