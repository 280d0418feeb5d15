import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Client, createClient } from '@debrief/contract';
import { freePort } from '../../../../../scripts/services.ts';
import { engines, type FreshDatabase, freshDatabase, runStatement } from '../../../testing/engine.ts';
import { TestIssuer } from '../../../testing/issuer.ts';
import type { KillAt } from '../../../testing/killed/kill-at.ts';
import { databaseUrl } from '../../../testing/server.ts';
import { said } from '../../../testing/session/folding.ts';
import { aTeam } from '../../../testing/team.ts';
import { projectionVersion } from '../../domain/projection-version.ts';
import { backupSqlite } from '../../store/connection/sqlite.ts';
import { projectionPath } from '../sqlite-schema.ts';

/** Servers of two versions of what is derived, side by side and one after the other, killed while they build. */

const [older, newer] = [projectionVersion, projectionVersion + 1];
const sessionCount = 30;

const children = new Set<ChildProcess>();
after(() => {
  for (const child of children) child.kill('SIGKILL');
});

const killHook = new URL('../../../testing/killed/kill-at.ts', import.meta.url).href;
const hook = new URL('../../../testing/session/other-version.ts', import.meta.url).href;
const main = fileURLToPath(new URL('../../main.ts', import.meta.url));

/** A server as a process of its own. */
class Server {
  readonly version: number;
  readonly #env: Record<string, string>;
  #child: ChildProcess | undefined;

  constructor(version: number, env: Record<string, string>) {
    this.version = version;
    this.#env = env;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#env.PORT}`;
  }

  client(credential: string): Client {
    return createClient({ baseUrl: this.url, credential: () => credential });
  }

  async health(): Promise<{ rebuild?: { percent: number } } | undefined> {
    const answer = await fetch(`${this.url}/health`).catch(() => undefined);
    return answer?.ok ? ((await answer.json()) as object) : undefined;
  }

  #spawn(killAt?: string): ChildProcess {
    const env = { ...this.#env, TEST_PROJECTION_VERSION: String(this.version), KILL_AT: killAt };
    const killing = killAt ? ['--import', killHook] : [];
    const child = spawn(process.execPath, [...killing, '--import', hook, main], {
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    this.#child = child;
    children.add(child);
    return child;
  }

  /** Starts it, and has it killed right before it says this to the database for the first time. */
  async startUntil(text: string): Promise<void> {
    const file = join(tmpdir(), `debrief-kill-at-${crypto.randomUUID()}`);
    writeFileSync(file, JSON.stringify({ text, time: 1 } satisfies KillAt));
    const child = this.#spawn(file);
    const impatience = setTimeout(() => child.kill('SIGTERM'), 60_000);
    const signal = await new Promise((resolve) => child.once('exit', (_, by) => resolve(by)));
    clearTimeout(impatience);
    children.delete(child);
    rmSync(file, { force: true });
    assert.equal(signal, 'SIGKILL', `it did not come to ${text}`);
  }

  async start(): Promise<void> {
    const child = this.#spawn();
    for (const begun = Date.now(); !(await this.health()); await sleep(50)) {
      assert.equal(child.exitCode, null, `the server of version ${this.version} ended`);
      assert.ok(Date.now() - begun < 60_000, `the server of version ${this.version} did not start`);
    }
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
    children.delete(child);
  }

  async untilWhole(): Promise<void> {
    for (const begun = Date.now(); ; await sleep(100)) {
      const health = await this.health();
      if (health && !health.rebuild) return;
      assert.ok(Date.now() - begun < 60_000, 'not whole in time');
    }
  }
}

interface Place {
  database: FreshDatabase;
  issuer: TestIssuer;
  server(version: number): Promise<Server>;
}

async function aPlace(engine: 'sqlite' | 'postgres'): Promise<Place> {
  const database = await freshDatabase(engine);
  const issuer = new TestIssuer();
  const identity = await issuer.env();
  return {
    database,
    issuer,
    server: async (version) => {
      const port = String(await freePort());
      return new Server(version, {
        ...{ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, LOG_LEVEL: 'fatal', REBUILD_THREADS: '2' },
        ...{ RATE_LIMIT_PUBLIC: '0', RATE_LIMIT_SECRET: '0', RATE_LIMIT_USER: '0' },
        ...{ DATA_DIR: database.folder, DATABASE_URL: databaseUrl(database), SERVER_KEY: '00'.repeat(32) },
        ...(identity as Record<string, string>),
      });
    },
  };
}

/** What was sent to each session. */
type Sent = Map<string, string[]>;

async function aFilledTeam(server: Server, issuer: TestIssuer) {
  const client = (credential?: string) => server.client(credential ?? '');
  const team = await aTeam({ url: server.url, issuer, client } as Parameters<typeof aTeam>[0]);
  const sent: Sent = new Map();
  const open = async (at: Server) => {
    const { sessionId } = await at.client(team.secret).openSession({
      environmentId: team.environmentId,
      agentInstallationId: team.installationId,
    });
    sent.set(sessionId, []);
    return sessionId;
  };
  const append = async (to: Server, sessionId: string, count: number) => {
    const texts = Array.from({ length: count }, () => `heron ${crypto.randomUUID()}`);
    await to.client(team.secret).appendEvents({ sessionId, events: texts.map(said) });
    sent.get(sessionId)?.push(...texts);
  };
  // One came with the team.
  sent.set(team.sessionId, []);
  for (let at = 1; at < sessionCount; at++) await append(server, await open(server), 3);
  return { token: team.owner.token, sent, open, append };
}

/** Every session as a server shows it, once it is current: exactly what was sent. */
async function readsEqualLog(server: Server, token: string, sent: Sent): Promise<void> {
  const client = server.client(token);
  for (const [sessionId, texts] of sent) {
    for (const begun = Date.now(); ; await sleep(50)) {
      const { state, entries } = await client.getTranscript({ sessionId, limit: 200 });
      if (state === 'current') {
        const shown = JSON.stringify(entries).match(/heron [0-9a-f-]{36}/g) ?? [];
        assert.deepEqual([...new Set(shown)], texts, `version ${server.version}, ${sessionId}`);
        break;
      }
      assert.ok(Date.now() - begun < 30_000, `version ${server.version}: not current in time`);
    }
  }
  const { sessions } = await client.listSessions({ limit: 100 });
  const counted = sessions.filter(
    ({ sessionId, statistics }) => statistics?.prompts === sent.get(sessionId)?.length,
  );
  assert.equal(counted.length, sent.size, `version ${server.version}: statistics`);
}

const countOf = async ({ config }: FreshDatabase, table: string): Promise<number> =>
  Number(((await runStatement(config, `select count(*) as n from ${table}`)) as { n: string }[])[0]?.n);

if (engines.includes('postgres')) {
  describe('a rolling upgrade on postgres', () => {
    it('old and new servers serve side by side, whichever is killed; neither touches what the other derived', async () => {
      const { database, issuer, server } = await aPlace('postgres');
      const old = await server(older);
      await old.start();
      const { token, sent, open, append } = await aFilledTeam(old, issuer);
      await readsEqualLog(old, token, sent);

      // The new one builds its own beside it, and is killed meanwhile: while it makes the schema, and when it has.
      const first = await server(newer);
      await first.startUntil(`insert into projection_${newer}.model`);
      await first.start();
      await first.end('SIGKILL');
      assert.equal(await countOf(database, `projection_${older}.session_statistics`), sessionCount);
      const second = await server(newer);
      await Promise.all([first.start(), second.start()]);
      await append(old, await open(old), 2);
      await append(second, await open(second), 2);
      const [grown = ''] = sent.keys();
      await append(second, grown, 4);
      await Promise.all([first.untilWhole(), second.untilWhole()]);
      await first.end('SIGKILL');
      await runStatement(database.config, `update projection_${newer}.model set whole_at = null`);
      // Right before it says that all is there, which the other one does instead, or this one after its start.
      await first.startUntil('set whole_at');
      await first.start();
      await readsEqualLog(first, token, sent);
      await readsEqualLog(second, token, sent);
      assert.equal(await countOf(database, `projection_${newer}.work`), 0);

      // The old one, killed and started again, finds what it had derived and goes on with it.
      const before = await runStatement(database.config, `select build from projection_${older}.model`);
      await old.end('SIGKILL');
      await old.start();
      assert.equal((await old.health())?.rebuild, undefined);
      assert.deepEqual(
        await runStatement(database.config, `select build from projection_${older}.model`),
        before,
      );
      await append(old, grown, 1);
      await readsEqualLog(old, token, sent);
      await readsEqualLog(second, token, sent);
      for (const one of [old, first, second]) await one.end('SIGTERM');
      await database.remove();
    });
  });
}

if (engines.includes('sqlite')) {
  describe('an upgrade on sqlite', () => {
    it('builds a file of its own, goes on after it was killed, and removes the older one when it is whole', async () => {
      const { database, issuer, server } = await aPlace('sqlite');
      const old = await server(older);
      await old.start();
      const { token, sent, open, append } = await aFilledTeam(old, issuer);
      await readsEqualLog(old, token, sent);
      await old.end('SIGTERM');
      const files = () => readdirSync(database.folder).filter((name) => /^projections.*\.db$/.test(name));
      const path = database.config.engine === 'sqlite' ? database.config.path : '';
      const own = basename(projectionPath(path));
      assert.deepEqual(files(), [own]);

      const next = await server(newer);
      await next.startUntil('insert into model');
      assert.ok(files().includes(`projections-${newer}.db`));
      // Right before it says that all is there, so that the older one can go.
      await next.startUntil('set whole_at');
      assert.ok(files().includes(own), 'the older one is there until then');
      await next.start();
      const copy = join(database.folder, 'copy');
      await backupSqlite(path, copy);
      const inCopy = new Map([...sent].map(([sessionId, texts]) => [sessionId, [...texts]]));
      await append(next, await open(next), 2);
      const [grown = ''] = sent.keys();
      await append(next, grown, 3);
      await next.untilWhole();
      await readsEqualLog(next, token, sent);
      await next.end('SIGTERM');

      // A log that is put back, and the server killed while it throws away what it had derived from the other one.
      for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
      copyFileSync(copy, path);
      await next.startUntil('insert into model');
      await next.start();
      await readsEqualLog(next, token, inCopy);
      await next.end('SIGTERM');
      await next.start();
      for (const begun = Date.now(); files().includes(own); await sleep(100)) {
        assert.ok(Date.now() - begun < 20_000, 'the older file stays');
      }
      await readsEqualLog(next, token, inCopy);
      await next.end('SIGTERM');
      await database.remove();
    });
  });
}
