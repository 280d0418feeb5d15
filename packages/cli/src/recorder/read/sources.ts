import type { Agent, Source, Surroundings } from '../../agents/agent.ts';
import { look } from '../../agents/walk.ts';
import type { SessionStates } from '../spool/session-states.ts';
import { withCursorNotes } from './cursor-notes.ts';

export interface AgentHealth {
  sources: number;
  sessions: number;
  lastRecordAt?: number;
  /** The newest source that could not be read, and why. */
  fault?: string;
}

export interface Found {
  agent: Agent;
  source: Source;
}

export interface FindOptions {
  /** Only sources touched in the last while: cheap enough for every second. */
  hot?: boolean;
  agentIds?: readonly string[];
  excluded: readonly string[];
}

export interface Finder {
  find(options: FindOptions): Promise<Found[]>;
  /** How a source looks now; undefined when it is gone. */
  stampOf(agent: Agent, source: Source): Promise<string | undefined>;
  /** Every source of every agent, wanted or not. */
  all(): Promise<Source[]>;
  /** Everything the last full look found. */
  known(): Iterable<Source>;
  health: Map<string, AgentHealth>;
}

const hotFor = 600_000;

/** A row of a database, a chapter of a file: `path#which`. */
const isInside = (path: string): boolean => /\.(?:db|md)#/.test(path);

function* foldersOf(states: SessionStates): Iterable<string> {
  for (const { agentId, cwd } of states.sessions.values()) if (cwd && agentId !== 'aider') yield cwd;
}

export function createFinder(options: {
  agents: readonly Agent[];
  where: Surroundings;
  states: SessionStates;
  directory: string;
}): Finder {
  const { agents, states, directory } = options;
  const where: Surroundings = { ...options.where, folders: () => foldersOf(states) };
  const health = new Map<string, AgentHealth>();
  let known = new Map<string, Source>();

  async function lookFor(agent: Agent): Promise<Source[]> {
    const sources = await agent.find(where).catch(() => []);
    return agent.agentId === 'cursor' ? withCursorNotes(directory, sources) : sources;
  }

  /** Sources lately changed. Files that hold several are asked as a whole; it costs nothing while they are the same. */
  async function again(agent: Agent): Promise<Source[]> {
    const mine = [...known.values()].filter((source) => source.agentId === agent.agentId);
    if (mine.some((source) => isInside(source.path))) return agent.find(where).catch(() => []);
    const since = Date.now() - hotFor;
    const fresh: Source[] = [];
    for (const source of mine) {
      const file = source.modifiedAt > since ? await look(source.path) : undefined;
      if (file) fresh.push({ ...source, ...file });
    }
    for (const source of fresh) known.set(source.path, source);
    return fresh;
  }

  function note(agent: Agent, sources: Source[]): void {
    const fault = health.get(agent.agentId)?.fault;
    let lastRecordAt = 0;
    for (const state of states.sessions.values()) {
      if (state.agentId !== agent.agentId) continue;
      lastRecordAt = Math.max(lastRecordAt, state.lastRecordAt ?? state.lastChangeAt);
    }
    health.set(agent.agentId, {
      ...(fault && { fault }),
      ...(lastRecordAt && { lastRecordAt }),
      sources: sources.length,
      sessions: new Set(sources.map((source) => source.externalId)).size,
    });
  }

  /** As the agent itself finds it: a look at the file alone would miss what lies beside it. */
  const stampOf = async (agent: Agent, { path }: Source): Promise<string | undefined> =>
    (await lookFor(agent)).find((one) => one.path === path)?.stamp;

  return {
    stampOf,
    health,
    known: () => known.values(),
    all: async () => (await Promise.all(agents.map(lookFor))).flat(),
    async find({ hot, agentIds, excluded }) {
      const found: Found[] = [];
      const all = new Map<string, Source>();
      for (const agent of agents) {
        if (excluded.includes(agent.agentId) || agentIds?.includes(agent.agentId) === false) continue;
        const sources = hot ? await again(agent) : await lookFor(agent);
        for (const source of sources) {
          found.push({ agent, source });
          all.set(source.path, source);
        }
        if (!hot) note(agent, sources);
      }
      if (!hot) known = all;
      return found;
    },
  };
}
