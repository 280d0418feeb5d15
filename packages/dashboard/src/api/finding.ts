import type { BacktestRequest, FindingsPolicy, Verdict } from '@debrief/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from './client.ts';
import { keys } from './keys.ts';

export const findingsQuery = (sessionId: string, isLive: boolean) =>
  queryOptions({
    queryKey: keys.findings(sessionId),
    queryFn: ({ signal }) => client.getFindings({ sessionId }, { signal }),
    // What is found follows the events; a closed session is judged a moment after its end.
    refetchInterval: (query) => (isLive || query.state.data?.isCurrent === false ? 5_000 : false),
  });

export const rulesQuery = queryOptions({
  queryKey: keys.rules,
  queryFn: ({ signal }) => client.listRules({}, { signal }),
});

/** Asked for by those who write rules only: what the team's files of instructions could be as rules. */
export const teamRuleOffersQuery = queryOptions({
  queryKey: keys.ruleOffers,
  queryFn: ({ signal }) => client.offerTeamRules({}, { signal }),
  staleTime: 60_000,
});

export const findingsPolicyQuery = queryOptions({
  queryKey: keys.findingsPolicy,
  queryFn: async ({ signal }) => (await client.getFindingsPolicy({}, { signal })).policy,
});

/** Says what a finding is, or takes that back. */
export function useDecideFinding(sessionId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ findingId, ...decision }: { findingId: string; verdict?: Verdict; note?: string }) =>
      decision.verdict === undefined
        ? client.withdrawDecision({ sessionId, findingId })
        : client.decideFinding({
            sessionId,
            findingId,
            verdict: decision.verdict,
            ...(decision.note && { note: decision.note }),
          }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.findings(sessionId) });
      await queries.invalidateQueries({ queryKey: keys.rules });
      void queries.invalidateQueries({ queryKey: keys.sessions });
    },
  });
}

export function useSetFindingsPolicy() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (policy: FindingsPolicy) => client.setFindingsPolicy(policy),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.findingsPolicy });
      void queries.invalidateQueries({ queryKey: keys.ruleOffers });
      await queries.invalidateQueries({ queryKey: keys.rules });
    },
  });
}

/** Tries a rule on the sessions that are there; nothing is changed. */
export const useBacktest = () =>
  useMutation({ mutationFn: (request: BacktestRequest) => client.backtestRule(request) });
