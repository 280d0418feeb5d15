import { realpath } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Agent, Source } from '../agents/agent.ts';
import { agentOf, agents, surroundings } from '../agents/registry.ts';
import { look } from '../agents/walk.ts';
import { Failure } from '../failure.ts';

/** One session's sources, the main transcript first. */
export interface SessionSources {
  agent: Agent;
  sources: Source[];
}

/** By file, by the beginning of its id, or the newest when nothing is named. */
export async function findSession(which: string | undefined, agentId?: string): Promise<SessionSources> {
  const where = surroundings();
  const wanted = agents.filter((agent) => !agentId || agent.agentId === agentId);
  const found = (
    await Promise.all(
      wanted.map(async (agent) => (await agent.find(where)).map((source) => ({ agent, source }))),
    )
  ).flat();
  const path = which && (await realpath(resolve(which)).catch(() => undefined));
  const newest = found.toSorted((a, b) => b.source.modifiedAt - a.source.modifiedAt);
  const match = newest.find(({ source }) =>
    which
      ? source.path === path || source.path === resolve(which) || source.externalId.startsWith(which)
      : true,
  );
  if (path && (!match || match.source.path !== path) && (await look(path))) return lonely(path, agentId);
  if (!match)
    throw new Failure(
      which ? `There is no session "${which}" on this machine.` : 'There are no sessions on this machine.',
    );
  if (path) return { agent: match.agent, sources: [match.source] };
  const sources = found
    .filter(({ agent, source }) => agent === match.agent && source.externalId === match.source.externalId)
    .map(({ source }) => source)
    .sort((a, b) => a.part.length - b.part.length || a.modifiedAt - b.modifiedAt);
  return { agent: match.agent, sources };
}

/** A file outside of every agent's home: its name or the user says whose it is. */
async function lonely(path: string, agentId: string | undefined): Promise<SessionSources> {
  const guess =
    agentId ??
    (/rollout-/.test(basename(path))
      ? 'codex'
      : agents.find(({ agentId: id }) => path.includes(id))?.agentId);
  const agent = agentOf(guess ?? 'claude-code');
  const file = await look(path);
  if (!agent || !file) throw new Failure(`There is no agent "${agentId}".`);
  return {
    agent,
    sources: [{ agentId: agent.agentId, externalId: basename(path), part: '', path, ...file }],
  };
}
