import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import type { Agent, Surroundings } from './agent.ts';
import * as table from './table.ts';

export const agents: readonly Agent[] = Object.values(table);

export const agentOf = (agentId: string): Agent | undefined =>
  agents.find((agent) => agent.agentId === agentId);

export function surroundings(): Surroundings {
  return { home: homedir(), env: process.env, platform: process.platform };
}

/** The agents that leave traces on this machine. */
export async function installedAgents(where: Surroundings): Promise<Agent[]> {
  const present = await Promise.all(
    agents.map(async (agent) => {
      const homes = await Promise.all(
        agent.homes(where).map((home) =>
          access(home).then(
            () => true,
            () => false,
          ),
        ),
      );
      return homes.includes(true);
    }),
  );
  return agents.filter((_, index) => present[index]);
}
