import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, realpathSync } from 'node:fs';
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  readFile,
  readlink,
  rm,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { type Home, pathsOf } from './home.ts';
import { lockHolder } from './recorder/run/lock.ts';
import { hangingFor, readStatus } from './recorder/run/status.ts';
import { quoted } from './shell.ts';
import { tilde } from './terminal.ts';
import { version } from './version.ts';

/** The file this process runs: the bundle, or main.ts in a checkout. */
export const ownProgram = (): string => realpathSync(process.argv[1] ?? '');

/**
 * A copy that outlives the npx cache, and a launcher for it. A checkout stays where it is: then the program
 * is a one-liner that loads it.
 */
export async function installProgram(home: Home): Promise<void> {
  const { program, launcher } = pathsOf(home);
  const own = ownProgram();
  await mkdir(dirname(program), { recursive: true });
  await mkdir(dirname(launcher), { recursive: true });
  if (own === program) {
    // Only the launcher may be older than what runs.
  } else if (own.endsWith('.js')) {
    await copyFile(join(dirname(own), 'program.js'), join(dirname(program), 'program.js'));
    await copyFile(own, program);
  } else await writeFile(program, `process.argv[1] = ${JSON.stringify(own)};\nimport(process.argv[1]);\n`);
  // A package.json further up must not decide how the program is read.
  await writeFile(join(dirname(program), 'package.json'), '{"type":"commonjs"}\n');
  await writeFile(launcher, launcherScript(program));
  await chmod(launcher, 0o755);
  if (!process.env.DEBRIEF_HOME && process.platform !== 'win32') await linkLauncher(launcher);
}

/** Whichever Node the shell finds, so that a newer one is used as soon as it is there; else the one of now. */
export const launcherScript = (program: string, node = process.execPath): string => `#!/bin/sh
node=$(command -v node) || node=${quoted(node)}
exec "$node" ${quoted(program)} "$@"
`;

const linkPath = (): string => join(homedir(), '.local', 'bin', 'debrief');

/** So that `debrief` works after `npx`; never in the place of somebody else's file. */
async function linkLauncher(launcher: string): Promise<void> {
  if (await lstat(linkPath()).catch(() => undefined)) return;
  await mkdir(dirname(linkPath()), { recursive: true });
  await symlink(launcher, linkPath()).catch(() => {});
}

/** What to type to run it: the short name where the shell finds it, else its path, as short as a shell takes it. */
export function typedName(home: Home): string {
  const { launcher } = pathsOf(home);
  const isLinked = existsSync(linkPath()) && realpathSync(linkPath()) === realpathSync(launcher);
  const folders = (process.env.PATH ?? '').split(delimiter);
  if (isLinked && folders.includes(dirname(linkPath()))) return 'debrief';
  const path = isLinked ? linkPath() : launcher;
  if (process.platform === 'win32') return path;
  return /^[\w./-]+$/.test(path) ? tilde(path) : quoted(path);
}

export async function removeProgram(home: Home): Promise<void> {
  const { launcher } = pathsOf(home);
  if ((await readlink(linkPath()).catch(() => '')) === launcher) await unlink(linkPath());
  await rm(home.data, { recursive: true, force: true });
}

/** The address in `npx http://HOST/cli.tgz`, which npm notes beside the program it unpacked. */
export async function serverOfNpx(): Promise<string | undefined> {
  const manifest = join(dirname(ownProgram()), '..', '..', 'package.json');
  const { dependencies } = await readFile(manifest, 'utf8')
    .then(JSON.parse)
    .catch(() => ({}));
  const from = Object.values(dependencies ?? {}).find((one) =>
    /^https?:.*\/cli\.tgz(?:\?|$)/.test(String(one)),
  );
  return from ? new URL('.', String(from)).href : undefined;
}

/** npx keeps what it once fetched from an address; another address makes it look again. */
export const renewal = (server: string, serverVersion: string): string | undefined =>
  serverVersion === version
    ? undefined
    : `This is debrief ${version}, the server's is ${serverVersion}. To get that: npx ${server}/cli.tgz?${serverVersion} connect`;

/** Starts a recorder that lives on by itself. Answers its pid, or that of the one already running. */
export async function startRecorder(home: Home): Promise<number | undefined> {
  const paths = pathsOf(home);
  const running = await lockHolder(paths.lock);
  if (running && hangingFor(await readStatus(home), running) === undefined) return running;
  // It would not hear a polite word, and holds nothing that is not on the disk.
  if (running) process.kill(running, 'SIGKILL');
  await mkdir(home.state, { recursive: true, mode: 0o700 });
  const log = openSync(paths.log, 'a', 0o600);
  // The copy, not what npx unpacked for the moment.
  const program = existsSync(paths.program) ? paths.program : ownProgram();
  const child = spawn(process.execPath, [program, 'record'], {
    detached: true,
    stdio: ['ignore', log, log],
    cwd: homedir(),
  });
  child.unref();
  closeSync(log);
  // A busy machine takes its time to start a process; one that failed says so by ending.
  for (let waited = 0; waited < 400; waited++) {
    const pid = await lockHolder(paths.lock);
    if (pid) return pid;
    if (child.exitCode !== null) return undefined;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return undefined;
}

/** Asks the recorder to finish what it is doing and end. */
export async function stopRecorder(home: Home): Promise<boolean> {
  const { lock } = pathsOf(home);
  const pid = await lockHolder(lock);
  if (!pid) return false;
  process.kill(pid, 'SIGTERM');
  for (let waited = 0; waited < 200; waited++) {
    if (!(await lockHolder(lock))) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  process.kill(pid, 'SIGKILL');
  return true;
}
