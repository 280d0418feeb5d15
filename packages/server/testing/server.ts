import { type Client, createClient } from '@debrief/contract';
import { type DestinationStream, pino } from 'pino';
import { freePort } from '../../../scripts/services.ts';
import { type Config, readConfig } from '../src/config.ts';
import { type RunningServer, startServer } from '../src/server.ts';
import type { Engine } from '../src/store/database.ts';
import { checkingFetch } from './answer.ts';
import { type FreshDatabase, migratedDatabase } from './engine.ts';
import { refuseUnnamed } from './http/unnamed.ts';
import { TestIssuer } from './issuer.ts';

export interface TestServer {
  readonly url: string;
  readonly issuer: TestIssuer;
  readonly config: Config;
  /** The one started last. */
  readonly running: RunningServer;
  /** Stops the server and starts it again with the same settings; `meanwhile` runs while there is none. */
  restart(meanwhile?: () => Promise<void>): Promise<void>;
  /** From now on it does these chores many times a second, and not every few seconds: tests wait for each of them. */
  hurry(...chores: string[]): void;
  client(credential?: string): Client;
  [Symbol.asyncDispose](): Promise<void>;
}

const noLimits = {
  RATE_LIMIT_PUBLIC: '0',
  RATE_LIMIT_SECRET: '0',
  RATE_LIMIT_USER: '0',
  RATE_LIMIT_FAILED_AUTH: '0',
  RATE_LIMIT_SECRET_BYTES: '0',
  RATE_LIMIT_USER_BYTES: '0',
  RATE_LIMIT_PUBLIC_BYTES: '0',
  RATE_LIMIT_CLAIM: '0',
};

/** How a test database is named in the environment. */
export const databaseUrl = ({ config }: FreshDatabase): string =>
  config.engine === 'sqlite' ? `sqlite:${config.path}` : config.url;

refuseUnnamed();

let lastStart: Promise<unknown> = Promise.resolve();

/**
 * The suites of a process that share it begin their servers when they are loaded, all at once. On a busy machine one of
 * them would then wait for PostgreSQL longer than a server does.
 */
function oneAtATime<Result>(start: () => Promise<Result>): Promise<Result> {
  const started = lastStart.then(start);
  lastStart = started.catch(() => {});
  return started;
}

/** The whole server on an empty database, people signing in with an issuer of the test's own. */
export async function testServer(
  engine: Engine,
  env: Record<string, string> = {},
  logTo?: DestinationStream,
): Promise<TestServer> {
  const database = await migratedDatabase(engine);
  const issuer = new TestIssuer();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = readConfig({
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: database.folder,
    DATABASE_URL: databaseUrl(database),
    LOG_LEVEL: 'silent',
    ...noLimits,
    ...(await issuer.env()),
    ...env,
  });
  const start = () => oneAtATime(() => startServer(config, pino({ level: config.logLevel }, logTo)));
  let running = await start();
  const hurrying: NodeJS.Timeout[] = [];
  let isUp = true;
  return {
    url,
    issuer,
    config,
    get running() {
      return running;
    },
    async restart(meanwhile) {
      isUp = false;
      await running.stop();
      await meanwhile?.();
      running = await start();
      isUp = true;
    },
    hurry(...chores) {
      const again = () => {
        for (const chore of isUp ? chores : []) running.context.hurry?.(chore as 'deliveries');
      };
      hurrying.push(setInterval(again, 50).unref());
    },
    client: (credential) =>
      createClient({
        baseUrl: url,
        fetch: checkingFetch,
        ...(credential && { credential: () => credential }),
      }),
    async [Symbol.asyncDispose]() {
      hurrying.forEach(clearInterval);
      await running.stop();
      await database.remove();
    },
  };
}
