import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { TestIssuer } from '../../packages/server/testing/issuer.ts';
import { freePort, type Service, startNats, startPostgres } from '../../scripts/services.ts';
import { call } from './answer.ts';
import { TroubledProxy } from './proxy.ts';
import { ServerProcess } from './server-process.ts';
import { createTeam, type Team } from './team.ts';

export const arrangements = ['sqlite', 'postgres', 'nats'] as const;
/** SQLite; PostgreSQL; PostgreSQL behind NATS. */
export type Arrangement = (typeof arrangements)[number];

export interface WorldOptions {
  arrangement: Arrangement;
  /** Puts a proxy that can misbehave between the server and its database or bus. */
  proxied?: 'store' | 'bus';
  /** Where everything is kept; a folder of its own otherwise. */
  parent?: string;
  env?: Record<string, string>;
  wrapper?: string[];
}

const offLimits = Object.fromEntries(
  ['PUBLIC', 'SECRET', 'USER', 'FAILED_AUTH', 'SECRET_BYTES', 'USER_BYTES', 'PUBLIC_BYTES'].map((name) => [
    `RATE_LIMIT_${name}`,
    '0',
  ]),
);

/** A server with its database and bus, all real processes, and a team that uses it. */
export class World {
  readonly arrangement: Arrangement;
  readonly folder: string;
  readonly issuer: TestIssuer;
  readonly postgres: Service | undefined;
  readonly nats: Service | undefined;
  readonly proxy: TroubledProxy | undefined;
  readonly server: ServerProcess;
  readonly env: Record<string, string>;
  readonly #more: ServerProcess[] = [];
  #team: Team | undefined;
  #over = false;

  private constructor(
    parts: Pick<
      World,
      'arrangement' | 'folder' | 'issuer' | 'postgres' | 'nats' | 'proxy' | 'server' | 'env'
    >,
  ) {
    this.arrangement = parts.arrangement;
    this.folder = parts.folder;
    this.issuer = parts.issuer;
    this.postgres = parts.postgres;
    this.nats = parts.nats;
    this.proxy = parts.proxy;
    this.server = parts.server;
    this.env = parts.env;
  }

  static async create(options: WorldOptions): Promise<World> {
    const { arrangement, parent = tmpdir() } = options;
    const folder = mkdtempSync(join(parent, 'debrief-faults-'));
    const postgres = arrangement === 'sqlite' ? undefined : await startPostgres({}, parent);
    const nats = arrangement === 'nats' ? await startNats(parent) : undefined;
    const target = options.proxied === 'bus' ? nats : options.proxied === 'store' ? postgres : undefined;
    const proxy = target && (await TroubledProxy.to(target.url));
    const through = (service: Service) => (service === target && proxy ? proxy.url : service.url);
    const issuer = new TestIssuer();
    const port = String(await freePort());
    const env = {
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: join(folder, 'data'),
      SERVER_KEY: randomBytes(32).toString('base64'),
      LOG_LEVEL: 'warn',
      ...(postgres && { DATABASE_URL: through(postgres) }),
      ...(nats && { NATS_URL: through(nats), NATS_MONITOR_URL: nats.monitorUrl }),
      ...offLimits,
      ...(await issuer.env()),
      ...options.env,
    };
    const server = new ServerProcess({ env, ...(options.wrapper && { wrapper: options.wrapper }) });
    const world = new World({ arrangement, folder, issuer, postgres, nats, proxy, server, env });
    try {
      await server.start();
      world.#team = await createTeam(server.url, issuer);
    } catch (error) {
      await world.end();
      throw error;
    }
    return world;
  }

  /** Throws once it is over, which ends whoever still sends. */
  get url(): string {
    if (this.#over) throw new Error('the world is over');
    return this.server.url;
  }

  get team(): Team {
    if (!this.#team) throw new Error('no team yet');
    return this.#team;
  }

  /** Another process on the same database and bus. */
  async beside(options: { args?: string[]; env?: Record<string, string> } = {}): Promise<ServerProcess> {
    const port = String(await freePort());
    const process = new ServerProcess({
      env: { ...this.env, PORT: port, ...options.env },
      ...(options.args && { args: options.args }),
    });
    this.#more.push(process);
    return process;
  }

  async openSession(): Promise<string> {
    const { secret, environmentId, installationId } = this.team;
    const answer = await call(this.url, {
      path: '/v1/sessions',
      credential: secret,
      body: { environmentId, agentInstallationId: installationId },
    });
    if (answer.status !== 201) throw new Error(`No session: ${answer.status} ${answer.body}`);
    return JSON.parse(answer.body).sessionId;
  }

  /** A statement straight to PostgreSQL, past the server and any proxy. */
  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.postgres?.url });
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  async end(): Promise<void> {
    this.#over = true;
    for (const process of [...this.#more, this.server]) await process.stop();
    await this.proxy?.close();
    await this.nats?.stop();
    await this.postgres?.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end();
  }
}
