import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** A server started for the tests; stopped by its own id. */
export interface Service {
  url: string;
  /** Where it keeps its data. */
  folder: string;
  running(): boolean;
  /** The processes it consists of. */
  pids(): number[];
  /** Ends it without a chance to tidy up; `start` brings it back on the same port with the same data. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Ends it for good and removes what it wrote. */
  stop(): Promise<void>;
}

const isRoot = process.getuid?.() === 0;

/** Where Debian puts PostgreSQL's server programs, besides PATH. */
function searchPath(): string[] {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  return [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
    '/usr/sbin',
    '/usr/bin',
  ];
}

export const findProgram = (...names: string[]): string | undefined =>
  searchPath()
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));

/** apt-get refuses to work beside another one, and files that run at the same time miss the same program. */
function apt(...args: string[]): void {
  execFileSync('flock', ['/tmp/debrief-apt.lock', 'apt-get', '-qq', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

let listsUpdated = false;

/** Finds a program, installing its Debian package when it is missing and that is possible. */
export function requireProgram(what: { names: string[]; package: string; instead: string }): string {
  const found = findProgram(...what.names);
  if (found) return found;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    console.error(`Installing ${what.package} with apt-get…`);
    if (!listsUpdated) apt('update');
    listsUpdated = true;
    apt('install', '-y', '--no-install-recommends', what.package);
    const installed = findProgram(...what.names);
    if (installed) return installed;
  }
  console.error(`The tests need ${what.names[0]}: install ${what.package}, or set ${what.instead}.`);
  process.exit(1);
}

/**
 * A port on which nobody listens. It is picked at random, so that two processes that look at the same moment get
 * different ones, and below the ports that the system gives to outgoing connections.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(20_000, 32_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
  throw new Error('No free port was found.');
}

/**
 * PostgreSQL refuses to run as root, so there it runs as the `postgres` user its package made. Not by `runuser`: that
 * stays in between, halts itself when PostgreSQL is halted, and does not always go on with it.
 */
const asPostgres = (program: string, args: string[]): [string, string[]] =>
  isRoot
    ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--init-groups', program, ...args]]
    : [program, args];

/** A PostgreSQL of our own in a new folder, listening on loopback only. */
export async function startPostgres(
  settings: Record<string, string> = {},
  parent = tmpdir(),
): Promise<Service> {
  const postgres = requireProgram({
    names: ['postgres'],
    package: 'postgresql',
    instead: 'TEST_POSTGRES_URL',
  });
  // A link on PATH may lead to it from a folder that has none of the programs beside it.
  const bin = dirname(realpathSync(postgres));
  const folder = mkdtempSync(join(parent, 'debrief-postgres-'));
  if (isRoot) execFileSync('chown', ['postgres', folder]);
  const data = join(folder, 'data');
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(...asPostgres(join(bin, program), args), { cwd: '/' });
  await run('initdb', '-D', data, '-U', 'debrief', '-A', 'trust', '-E', 'UTF8', '--no-locale');
  const port = await freePort();
  const options = { listen_addresses: '127.0.0.1', port: String(port), max_connections: '200', ...settings };
  const args = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let server: ChildProcess | undefined;
  const service: Service = {
    url: `postgres://debrief@127.0.0.1:${port}/postgres`,
    folder,
    running: () => isRunning(server),
    pids: () => (server?.pid && isRunning(server) ? family(server.pid) : []),
    async start() {
      server = spawn(...asPostgres(postgres, ['-D', data, '-k', folder, ...args]), {
        stdio: 'ignore',
        cwd: '/',
      });
      await waitFor(() => run('pg_isready', '-q', '-h', '127.0.0.1', '-p', String(port)));
    },
    async crash() {
      if (!isRunning(server)) return;
      await run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
      if (server && isRunning(server)) await once(server, 'exit');
    },
    async stop() {
      if (isRunning(server)) await service.crash();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await service.start();
  return service;
}

/**
 * A NATS server with JetStream of our own in a new folder, listening on loopback only. NATS_SERVER names another
 * than the installed one; from 2.10 on it writes to disk before it acknowledges, which older ones cannot.
 */
export async function startNats(
  parent = tmpdir(),
  moreSettings = '',
): Promise<Service & { monitorUrl: string }> {
  const nats =
    process.env.NATS_SERVER ??
    requireProgram({ names: ['nats-server'], package: 'nats-server', instead: 'TEST_NATS_URL' });
  const [, major, minor] =
    /v(\d+)\.(\d+)/.exec(execFileSync(nats, ['--version'], { encoding: 'utf8' })) ?? [];
  const syncs = Number(major) > 2 || Number(minor) >= 10;
  const folder = mkdtempSync(join(parent, 'debrief-nats-'));
  const port = await freePort();
  const monitor = await freePort();
  const settings = join(folder, 'nats.conf');
  writeFileSync(
    settings,
    `listen: "127.0.0.1:${port}"
http: "127.0.0.1:${monitor}"
jetstream { store_dir: "${folder}"${syncs ? ', sync_interval: always' : ''} }
${moreSettings}
`,
  );
  let server: ChildProcess | undefined;
  const service: Service & { monitorUrl: string } = {
    url: `nats://127.0.0.1:${port}`,
    monitorUrl: `http://127.0.0.1:${monitor}`,
    folder,
    running: () => isRunning(server),
    pids: () => (server?.pid && isRunning(server) ? family(server.pid) : []),
    async start() {
      server = spawn(nats, ['-c', settings], { stdio: 'ignore' });
      await waitFor(async () => {
        const socket = createConnection(port, '127.0.0.1');
        await once(socket, 'data').finally(() => socket.destroy());
      });
    },
    async crash() {
      if (!server || !isRunning(server)) return;
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    },
    async stop() {
      await service.crash();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await service.start();
  return service;
}

/** A process and all that came from it, as Linux tells; those that ended meanwhile have no children. */
function family(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap((child) => family(Number(child)))];
}

function childrenOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  } catch {
    return [];
  }
}

const isRunning = (child: ChildProcess | undefined): boolean =>
  child !== undefined && child.exitCode === null && child.signalCode === null;

async function waitFor(check: () => unknown): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await check();
      return;
    } catch (error) {
      if (attempt >= 400) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}
