import type { LaneUsage, Subagent } from '@debrief/transcript';
import { createContext, use, useMemo } from 'react';

/** Answers what sub-agents used; given by the reader of the session. */
export const UsageOfLanes = createContext<(agentIds: ReadonlySet<string>) => LaneUsage | undefined>(
  () => undefined,
);

/** What a sub-agent used, with those it started itself. */
export function useLaneUsage(entry: Subagent): LaneUsage | undefined {
  const usageOf = use(UsageOfLanes);
  return useMemo(() => usageOf(lanesOf(entry)), [usageOf, entry]);
}

export function lanesOf(entry: Subagent, lanes = new Set<string>()): ReadonlySet<string> {
  if (entry.agentId !== undefined) lanes.add(entry.agentId);
  for (const inner of entry.entries) {
    if (inner.lane !== undefined) lanes.add(inner.lane);
    if (inner.kind === 'subagent') lanesOf(inner, lanes);
  }
  return lanes;
}
