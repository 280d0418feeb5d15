import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, resolve, sep } from 'node:path';
import type { Agent, Source } from '../../agents/agent.ts';
import { beginningOf, type Recognised, recognise } from '../../agents/recognise.ts';
import { agentOf, agents, surroundings } from '../../agents/registry.ts';
import { look } from '../../agents/walk.ts';
import { exitCodes, Failure } from '../../failure.ts';
import { oneLine } from '../../text.ts';
import { agentsNamed } from '../import.ts';

/** One session's sources, the main transcript first. */
export interface SessionSources {
  agent: Agent;
  sources: Source[];
}

interface Located {
  agent: Agent;
  source: Source;
}

/** Those whose id is `which`, else those whose id begins with it; all when nothing is named. */
function withId(found: readonly Located[], which: string | undefined): readonly Located[] {
  if (which === undefined) return found;
  const exact = found.filter(({ source }) => source.externalId === which);
  return exact.length > 0 ? exact : found.filter(({ source }) => source.externalId.startsWith(which));
}

/** By file, by the beginning of its id, or the newest when nothing is named. */
export async function findSession(which: string | undefined, agentId?: string): Promise<SessionSources> {
  const where = surroundings();
  const names = agentId === undefined ? undefined : agentsNamed(agentId);
  const wanted = agents.filter((agent) => !names || names.includes(agent.agentId));
  const found = (
    await Promise.all(
      wanted.map(async (agent) => (await agent.find(where)).map((source) => ({ agent, source }))),
    )
  ).flat();
  const path = which && (await realpath(resolve(which)).catch(() => undefined));
  const newest = found.toSorted((a, b) => b.source.modifiedAt - a.source.modifiedAt);
  const byPath = newest.find(({ source }) => which && [path, resolve(which)].includes(source.path));
  const fitting = byPath ? [byPath] : withId(newest, which);
  const [match] = fitting;
  if (path && (!match || match.source.path !== path) && (await look(path)))
    return outsideOfHomes(path, agentId);
  if (!match)
    throw new Failure(
      which ? `There is no session "${which}" on this machine.` : 'There are no sessions on this machine.',
    );
  if (path) return { agent: match.agent, sources: [match.source] };
  if (which) requireOne(which, fitting);
  const sources = found
    .filter(({ agent, source }) => agent === match.agent && source.externalId === match.source.externalId)
    .map(({ source }) => source)
    .sort((a, b) => a.part.length - b.part.length || a.modifiedAt - b.modifiedAt);
  return { agent: match.agent, sources };
}

/** The beginning of an id may fit several sessions: then somebody has to choose. */
function requireOne(which: string, fitting: readonly Located[]): void {
  const ids = [
    ...new Set(fitting.map(({ agent, source }) => `${agent.agentId} ${oneLine(source.externalId, 100)}`)),
  ];
  if (ids.length < 2) return;
  const listed = ids.slice(0, 5).join(', ') + (ids.length > 5 ? ` and ${ids.length - 5} more` : '');
  throw new Failure(
    `"${which}" fits ${ids.length} sessions: ${listed}. Write more of the id, or add --agent.`,
    exitCodes.usage,
  );
}

/**
 * The agent that the file or the nearest folder around it is called after. Only whole names count: the id of an agent may
 * be as short as "pi", which is part of many words, and the name of a person.
 */
export function agentNamedIn(path: string, home: string): string | undefined {
  if (/^rollout-/.test(basename(path))) return 'codex';
  const names = path.startsWith(`${home}${sep}`) ? path.slice(home.length).split(sep) : path.split(sep);
  for (const name of names.reverse()) {
    const named = agents.find(
      ({ agentId: id }) => name === id || (/^[-._]/.test(name.slice(id.length)) && name.startsWith(id)),
    );
    if (named) return named.agentId;
  }
  return undefined;
}

/** Agents that write as another does: only the name of their files tells them apart. */
const alike: Readonly<Record<string, readonly string[]>> = {
  cline: ['roo-code', 'kilo'],
  'copilot-cli': ['vscode-copilot'],
};

const writesLike = (named: string | undefined, recognised: string): boolean =>
  named !== undefined && (alike[recognised]?.includes(named) ?? false);

/** A file outside of every agent's home: the user, its content or its name says whose it is, and else nobody guesses. */
async function outsideOfHomes(path: string, agentId: string | undefined): Promise<SessionSources> {
  const content: Recognised = agentId === undefined ? await recognise(path) : { because: '' };
  const named = agentNamedIn(path, homedir());
  const said =
    agentId ?? ('agentId' in content && !writesLike(named, content.agentId) ? content.agentId : named);
  if (said === undefined && 'because' in content)
    throw new Failure(
      `${oneLine(path, 200)} cannot be told to be a session of any agent: ${content.because}. Say whose it is with --agent.`,
      exitCodes.usage,
    );
  const agent = agentOf(said ?? '');
  const file = await look(path);
  if (!agent || !file) throw new Failure(`There is no agent "${agentId}".`);
  const part = agent.partOf?.(await beginningOf(path)) ?? '';
  return {
    agent,
    sources: [{ agentId: agent.agentId, externalId: basename(path), part, path, ...file }],
  };
}
