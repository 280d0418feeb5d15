import type { AgentReader } from './agent.ts';
import { generic } from './agents/generic.ts';
import * as table from './agents/table.ts';

const readers = new Map<string, AgentReader>(Object.values(table).map((reader) => [reader.id, reader]));

/** Agents that have a reader of their own. */
export const supportedAgents: readonly string[] = [...readers.keys()];

export const agentReader = (id: string): AgentReader => readers.get(id) ?? generic(id);
