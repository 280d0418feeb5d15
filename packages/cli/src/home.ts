import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Failure } from './failure.ts';
import { isId } from './id.ts';

/** Where Debrief keeps things on this machine. */
export interface Home {
  /** Settings and credentials. */
  config: string;
  /** Journal, states of sessions, memory, lock, status. */
  state: string;
  /** The installed program and the hook shim: paths that other tools' settings name. */
  data: string;
}

/** XDG on every system: one place to look for, and one to document. `DEBRIEF_HOME` moves all of it. */
export function homeOf(env: Readonly<Record<string, string | undefined>> = process.env): Home {
  if (env.DEBRIEF_HOME) {
    const root = env.DEBRIEF_HOME;
    return { config: join(root, 'config'), state: join(root, 'state'), data: join(root, 'data') };
  }
  const user = homedir();
  return {
    config: join(env.XDG_CONFIG_HOME || join(user, '.config'), 'debrief'),
    state: join(env.XDG_STATE_HOME || join(user, '.local', 'state'), 'debrief'),
    data: join(env.XDG_DATA_HOME || join(user, '.local', 'share'), 'debrief'),
  };
}

export const pathsOf = (home: Home) => ({
  settings: join(home.config, 'settings.json'),
  credentials: join(home.config, 'credentials'),
  /** A person's own sign-in, for commands that read. */
  member: join(home.config, 'member.json'),
  lock: join(home.state, 'recorder.lock'),
  /** The same pid as in the lock, alone, for the shell shim. */
  pid: join(home.state, 'recorder.pid'),
  status: join(home.state, 'status.json'),
  /** Why the recorder must not be started again until somebody connects anew. */
  stopped: join(home.state, 'stopped.json'),
  importRequest: join(home.state, 'import.json'),
  /** What outlives a connection; see recorder/memory. */
  memory: join(home.state, 'memory'),
  spools: join(home.state, 'spool'),
  inbox: join(home.state, 'inbox'),
  /** Sessions in use, by folder, for the hooks that name them in commits. */
  activeSessions: join(home.state, 'active-sessions'),
  /** What agents are told when a session begins, by folder, for their hooks. */
  lessons: join(home.state, 'lessons'),
  log: join(home.state, 'recorder.log'),
  installedHooks: join(home.state, 'hooks'),
  program: join(home.data, 'lib', 'debrief.js'),
  shim: join(home.data, 'bin', 'debrief-hook'),
  launcher: join(home.data, 'bin', 'debrief'),
  marker: join(home.data, 'bin', 'debrief-marker'),
});

/** What this process makes is for its user alone, whatever umask it was started with. */
export const makePrivateFiles = (): void => void process.umask(0o077);

/**
 * Takes other users' rights off settings and captured records, should they have any. The program and the shim hold
 * nothing private.
 */
export function tightenHome(home: Home): void {
  if (process.platform === 'win32') return;
  for (const folder of [home.config, home.state]) tighten(folder);
}

function tighten(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isSymbolicLink() || found.uid !== process.getuid?.()) return;
  try {
    if ((found.mode & 0o077) !== 0) chmodSync(path, found.mode & 0o700);
    if (found.isDirectory()) for (const name of readdirSync(path)) tighten(join(path, name));
  } catch {
    // Taken away meanwhile by the recorder, which tidies up; or a file system without rights.
  }
}

/** The folder of what is captured for one environment. Its name comes from the server, so it is looked at first. */
export function spoolOf(home: Home, environmentId: string): string {
  if (!isId('environment', environmentId))
    throw new Failure('The settings hold no valid environment id. Run "debrief connect" again.');
  return join(pathsOf(home).spools, environmentId);
}
