import type { AgentId } from '@debrief/contract';
import type { Agent } from '../../agents/agent.ts';
import { installedAgents, surroundings } from '../../agents/registry.ts';
import type { Wire } from '../../recorder/send/wire.ts';
import type { Settings } from '../../settings.ts';
import { amount, columns, paint, tilde } from '../../terminal.ts';
import { counted } from '../../text.ts';

/** What was found of one agent. */
export interface FoundAgent {
  agent: Agent;
  sessions: number;
  /** Those something was written to in the last 30 days. */
  recentSessions: number;
  bytes: number;
  place: string;
  obstacle?: string;
}

/** The agents of this machine that are wanted. */
export async function findAgents(excluded: readonly AgentId[]): Promise<FoundAgent[]> {
  const where = surroundings();
  const present = (await installedAgents(where)).filter((agent) => !excluded.includes(agent.agentId));
  return Promise.all(
    present.map(async (agent) => {
      const sources = await agent.find(where);
      const obstacle = agent.obstacle?.(where);
      const recent = sources.filter((source) => source.modifiedAt >= Date.now() - 30 * 86_400_000);
      return {
        agent,
        sessions: new Set(sources.map((source) => source.externalId)).size,
        recentSessions: new Set(recent.map((source) => source.externalId)).size,
        bytes: sources.reduce((sum, source) => sum + source.bytes, 0),
        place: agent.homes(where)[0] ?? '',
        ...(obstacle && { obstacle }),
      };
    }),
  );
}

export function tellAgents(findings: FoundAgent[], tell: (line: string) => void): void {
  if (findings.length === 0) {
    tell('No coding agent was found yet. One that is installed later is recorded, too.');
    return;
  }
  tell('From now on these agents are recorded. Secrets are redacted before anything is sent.');
  const readable = findings.filter(({ obstacle }) => !obstacle);
  tell(
    columns(
      readable.map(({ agent, sessions, bytes, place }) => [
        `  ${agent.name}`,
        sessions > 0 ? `${counted(sessions, 'session')} so far, ${amount(bytes)}` : 'no session yet',
        tilde(place),
      ]),
    ),
  );
  for (const { obstacle } of findings) if (obstacle) tell(paint('yellow', `  ${obstacle}`));
}

export async function registerAgents(
  wire: Wire,
  environmentId: string,
  findings: FoundAgent[],
): Promise<Settings['installations']> {
  const ids: Settings['installations'] = {};
  for (const { agent, obstacle } of findings) {
    // Nothing is set up for an agent that cannot be read here.
    if (obstacle) continue;
    const { installationId } = await wire.registerInstallation({ environmentId, agentId: agent.agentId });
    ids[agent.agentId] = installationId;
  }
  return ids;
}
