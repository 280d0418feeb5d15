import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@debrief/contract';
import { builtServer } from '../packages/server/bundle-entries.ts';
import { freePort } from '../scripts/services.ts';

interface ServerOptions {
  /**
   * For what is about neither the first start nor passwords: its tables are there already, as in `migratedDatabase`, and
   * a password costs nothing.
   */
  isPrepared?: boolean;
}

/** The whole product in a process of its own, on an empty database. */
export interface RunningServer {
  readonly url: string;
  /** Printed at the first start; works once. */
  readonly setupLink: string;
  client(credential: string): Client;
  stop(): Promise<void>;
  start(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startServer(
  env: Record<string, string> = {},
  { isPrepared = false }: ServerOptions = {},
): Promise<RunningServer> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const folder = mkdtempSync(join(tmpdir(), 'debrief-e2e-'));
  const template = isPrepared && !env.DATABASE_URL ? process.env.TEST_SQLITE_TEMPLATE : undefined;
  if (template) copyFileSync(template, join(folder, 'debrief.db'));
  const loadedFirst = isPrepared
    ? ['--import', join(import.meta.dirname, '../scripts/test/cheap-passwords.ts')]
    : [];
  let child: ChildProcess | undefined;
  let setupLink = '';

  async function start(): Promise<void> {
    const server = spawn(process.execPath, [...loadedFirst, builtServer], {
      env: { ...process.env, PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'warn', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = server;
    let said = '';
    await new Promise<void>((resolve, reject) => {
      server.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
      server.stdout.on('data', (chunk: Buffer) => {
        said += chunk;
        if (said.includes('is running at')) setTimeout(resolve, 50);
      });
    });
    setupLink ||= /https?:\/\/\S+\/idp\/\S+/.exec(said)?.[0] ?? '';
  }

  async function stop(): Promise<void> {
    const server = child;
    child = undefined;
    if (!server || server.exitCode !== null) return;
    server.removeAllListeners('exit');
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  }

  await start();
  return {
    url,
    get setupLink() {
      return setupLink;
    },
    client: (credential) => createClient({ baseUrl: url, credential: () => credential }),
    start,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
