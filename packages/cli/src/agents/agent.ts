import type { AgentId } from '@debrief/contract';
import type { SubagentMark } from '@debrief/transcript';

/** Whose machine it is. Handed in, so that tests bring faked homes. */
export interface Surroundings {
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  /** Folders that sessions are known to have run in: for agents that keep their history there. */
  folders?(): Iterable<string>;
}

/** One place an agent writes records of one session to: a file, or one session's rows in a database. */
export interface Source {
  agentId: AgentId;
  /** The agent's own id of the session; for a sub-agent the id of the session that started it. */
  externalId: string;
  /** Tells the sources of one session apart; empty for the main transcript. */
  part: string;
  path: string;
  /** Differs whenever the content may have changed. */
  stamp: string;
  modifiedAt: number;
  bytes: number;
  /** Set where the records do not say themselves that a sub-agent wrote them. */
  subagent?: SubagentMark;
  cwd?: string;
}

/** A record of a store that is rewritten in place, under the id it keeps over rewrites. */
export interface Row {
  id: string;
  record: unknown;
  /** Where the record carries no type of its own. */
  eventType?: string;
  /** Still being written, word by word: worth an event once it is done. */
  unsettled?: boolean;
}

/** What one record says about its session. */
export interface Facts {
  cwd?: string;
  gitBranch?: string;
  /** The agent's version. */
  version?: string;
  /** When it happened, in ms. */
  at?: number;
  /** The agent says that the session is over. */
  ended?: boolean;
}

export interface Agent {
  agentId: AgentId;
  name: string;
  /** Directories whose presence means that the agent is used on this machine. */
  homes(where: Surroundings): string[];
  find(where: Surroundings): Promise<Source[]>;
  facts(record: unknown): Facts;
  /** Every record a source holds now, if the agent rewrites it in place. Undefined: the source is lines of JSON. */
  rows?(source: Source): Promise<Row[]> | undefined;
  /** Which part of a session a file outside of the agent's home is, by how it begins; the records themselves if absent. */
  partOf?(start: string): string;
  /** One sentence when this machine cannot read the agent's store, with the remedy. */
  obstacle?(where: Surroundings): string | undefined;
}

export type Fields = Record<string, unknown>;

export const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** ISO text, or epoch in seconds or ms. */
export function instant(value: unknown): number | undefined {
  const ms =
    typeof value === 'number' ? (value < 1e11 ? value * 1000 : value) : Date.parse(text(value) ?? '');
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

/** Only what is known, so that facts of several records merge by spreading. */
export function known(facts: { [K in keyof Facts]: Facts[K] | undefined }): Facts {
  // Once per record: no lists, and no deleting, which would make a slow kind of object of each.
  const { cwd, gitBranch, version, at, ended } = facts;
  const found: Facts = {};
  if (cwd !== undefined) found.cwd = cwd;
  if (gitBranch !== undefined) found.gitBranch = gitBranch;
  if (version !== undefined) found.version = version;
  if (at !== undefined) found.at = at;
  if (ended !== undefined) found.ended = ended;
  return found;
}

const settleMs = 10_000;

/** Whether an agent may still be writing at what it touched then; what nobody touches any more is taken as it is. */
export const isSettling = (touchedAt: number): boolean => Date.now() - touchedAt < settleMs;
