import { chmod, readFile, unlink } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import type { AgentId } from '@debrief/contract';
import { writeDurably } from './disk.ts';
import { type Home, pathsOf } from './home.ts';
import { canonical, type Pause } from './pause.ts';

export interface Settings {
  server: string;
  environmentId: string;
  machineId: string;
  /** Makes redaction tags; never leaves the machine. */
  machineKey: string;
  displayName: string;
  connectedAt: number;
  /** Sessions untouched since then are history and only imported on request. */
  captureSince: number;
  installations: Partial<Record<AgentId, string>>;
  /** Agents the user does not want captured. */
  excluded: AgentId[];
  pauses: Pause[];
  /** When this machine was connected elsewhere or not at all: sessions that only changed then are history, too. */
  away?: { from: number; to: number }[];
  idleMinutes: number;
  spoolBytes: number;
  /** False: the server is told nothing about commits. Absent in settings that earlier versions wrote. */
  commitFacts?: boolean;
  /** Repositories of whose commits the server is told nothing. */
  noCommitFacts?: string[];
  /** Agents are told lessons when a session begins; `hooks`: of these agents only for that. */
  lessons?: { hooks: AgentId[] };
  /** Repositories in which commits name sessions, and how. */
  markers?: Record<string, 'trailer' | 'notes'>;
}

export const defaults = { idleMinutes: 60, spoolBytes: 1024 ** 3 } as const;

export async function readSettings(home: Home): Promise<Settings | undefined> {
  const content = await readFile(pathsOf(home).settings, 'utf8').catch(() => undefined);
  return content === undefined ? undefined : (JSON.parse(content) as Settings);
}

export async function writeSettings(home: Home, settings: Settings): Promise<void> {
  await writeDurably(pathsOf(home).settings, `${JSON.stringify(settings, undefined, 2)}\n`);
}

/** What the machine is called where nobody has said. */
export const defaultName = (): string => `${nameOfUser()}@${hostname()}`.slice(0, 100);

function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return 'user';
  }
}

let changing: Promise<unknown> = Promise.resolve();

/**
 * Reads, changes and writes at once, so that recorder and commands do not undo each other. Within a process one
 * after the other: several agents are enrolled at the same time.
 */
export function changeSettings(home: Home, change: (settings: Settings) => Settings): Promise<Settings> {
  const changed = changing.then(() => changeNow(home, change));
  changing = changed.catch(() => {});
  return changed;
}

async function changeNow(home: Home, change: (settings: Settings) => Settings): Promise<Settings> {
  const settings = await readSettings(home);
  if (!settings) throw new NotConnected();
  const changed = change(settings);
  await writeSettings(home, changed);
  return changed;
}

export class NotConnected extends Error {
  constructor() {
    super('This machine is not connected. Run "debrief connect <server-url>" first.');
    this.name = 'NotConnected';
  }
}

/** The key that this machine exchanged the organization secret for. */
export const isMachineKey = (secret: string | undefined): secret is string =>
  secret?.startsWith('mk_') === true;

/** The machine's own key; as long as it has none, `DEBRIEF_SECRET` overrides the secret that is stored. */
export async function readSecret(home: Home, env = process.env): Promise<string | undefined> {
  const content = await readFile(pathsOf(home).credentials, 'utf8').catch(() => undefined);
  const stored = content?.trim() || undefined;
  if (isMachineKey(stored)) return stored;
  return env.DEBRIEF_SECRET?.trim() || stored;
}

export async function writeSecret(home: Home, secret: string): Promise<void> {
  const path = pathsOf(home).credentials;
  await writeDurably(path, `${secret}\n`, 0o600);
  await chmod(path, 0o600);
}

export async function removeSecret(home: Home): Promise<void> {
  await unlink(pathsOf(home).credentials).catch(() => {});
}

/** Whether the server may be told of commits in this repository. */
export const commitFactsWanted = (
  { commitFacts, noCommitFacts }: Pick<Settings, 'commitFacts' | 'noCommitFacts'>,
  root: string,
): boolean => commitFacts !== false && !noCommitFacts?.includes(canonical(root));
