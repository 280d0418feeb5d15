import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from '@debrief/contract';
import { pino } from 'pino';
import { embedded } from '../../testing/embedded.ts';
import { engines, freshDatabase, runStatement } from '../../testing/engine.ts';
import { databaseUrl, type TestServer, testServer } from '../../testing/server.ts';
import { comeIn, signIn, tokensOf } from '../../testing/sign-in/pages.ts';
import { AlreadyServed } from '../data-directory.ts';
import { startServer } from '../server.ts';
import { move } from './move.ts';
import { UsageError } from './usage-error.ts';

const program = fileURLToPath(new URL('../../testing/operator/killed-move.ts', import.meta.url));
const password = 'a long enough passphrase';
const email = 'owner@example.com';

/** An organization with a bit of everything, its owner signed in with the embedded provider. */
async function filled(server: TestServer) {
  const link = (await server.running.idp?.setupLink()) as string;
  const browser = await comeIn(server, link, password, email);
  const { access_token: token } = (await tokensOf(server, browser)) as { access_token: string };
  const person = createClient({ baseUrl: server.url, credential: () => token });
  await person.createOrganization({ name: 'Acme' });
  const { secret } = await person.issueSecret({ label: 'first' });
  const machine = createClient({ baseUrl: server.url, credential: () => secret });
  const { environmentId } = await machine.registerEnvironment({
    hostname: 'laptop',
    platform: 'linux',
    serviceCliVersion: '1.0.0',
    repoRoot: '/srv/app',
    repoRemote: 'git@host.example:a/b.git',
  });
  const { installationId } = await machine.registerInstallation({ environmentId, agentId: 'claude-code' });
  const sessions: string[] = [];
  for (let n = 0; n < 4; n++) {
    const { sessionId } = await machine.openSession({
      environmentId,
      agentInstallationId: installationId,
      title: `Session ${n}`,
      repoRoot: '/srv/app',
      repoRemote: 'git@host.example:a/b.git',
    });
    sessions.push(sessionId);
    // What does not pack: several pieces of the log.
    const output = () => ({
      eventType: 'x',
      payload: { type: 'user', text: randomBytes(30_000).toString('base64') },
    });
    for (let batch = 0; batch < 2; batch++) {
      await machine.appendEvents({
        sessionId,
        events: Array.from({ length: 20 }, output),
        idempotencyKey: `key-${batch}`,
      });
    }
  }
  const [first = '', second = ''] = sessions;
  await machine.completeSession({ sessionId: first, status: 'completed' });
  await person.openThread({ sessionId: second, body: 'Why?', anchor: { sequence: 1 } });
  await person.submitReview({ sessionId: first, outcome: 'accepted', throughSequence: 40 });
  await person.inviteMember({ email: 'other@example.com', role: 'admin' });
  return { token, secret, sessions, machine };
}

const paths = (sessions: readonly string[]): string[] => [
  '/v1/organizations/me',
  '/v1/organizations/me/members',
  '/v1/organizations/me/agents',
  '/v1/organizations/me/findings-policy',
  '/v1/organizations/me/rules',
  '/v1/organizations/me/integrations',
  '/v1/organizations/me/notification-settings',
  '/v1/organizations/me/secrets',
  '/v1/organizations/me/environments',
  '/v1/organizations/me/audit?limit=100&action=member_invited',
  '/v1/organizations/me/policy',
  '/v1/organizations/me/repositories',
  '/v1/organizations/me/repository?repository=host.example%2Fa%2Fb',
  '/v1/organizations/me/sessions?sort=events&totals=true',
  '/v1/organizations/me/sessions?limit=2',
  '/v1/organizations/me/reviews',
  '/v1/organizations/me/inbox',
  '/v1/organizations/me/search?q=Session',
  ...sessions.flatMap((id) =>
    [
      '',
      '/events?limit=100',
      '/review',
      '/threads',
      '/transcript',
      '/outline',
      '/findings',
      '/changes',
      '/links',
    ].map((rest) => `/v1/organizations/me/sessions/${id}${rest}`),
  ),
];

/** Every answer, by its path; without what only says when it was given. */
async function answers(server: TestServer, token: string, sessions: readonly string[]) {
  const found: Record<string, unknown> = {};
  for (const path of paths(sessions)) {
    const response = await fetch(server.url + path, { headers: { Authorization: `Bearer ${token}` } });
    found[path] = [response.status, (await response.text()).replace(/"requestId":"[^"]*"/, '')];
  }
  return found;
}

async function folded(server: TestServer, token: string, sessions: readonly string[]): Promise<void> {
  const person = createClient({ baseUrl: server.url, credential: () => token });
  for (const sessionId of sessions) {
    for (let tries = 0; ; tries++) {
      const { session } = await person.getSession({ sessionId });
      if (session.statistics?.foldedTo === session.eventCount) break;
      assert.ok(tries < 400, 'not folded in time');
      await sleep(50);
    }
  }
}

for (const engine of engines) {
  // It needs both; the suite for PostgreSQL has them.
  if (engine === 'sqlite') continue;
  describe('a move to PostgreSQL', () => {
    it('brings everything over, also when it is killed on the way, and every answer is the same afterwards', async () => {
      await using end = new AsyncDisposableStack();
      const target = await freshDatabase('postgres');
      end.defer(() => target.remove());
      const server = end.use(await testServer('sqlite', embedded));
      const url = databaseUrl(target);
      const { token, sessions, machine } = await filled(server);
      await folded(server, token, sessions);
      const before = await answers(server, token, sessions);
      assert.deepEqual(
        Object.entries(before).filter(([, answer]) => (answer as [number])[0] !== 200),
        [],
      );
      await assert.rejects(move(server.config, url), AlreadyServed, 'while the server runs');
      let moved: Awaited<ReturnType<typeof move>> | undefined;
      const moveAll = async () => {
        const { config } = server;
        const env = {
          PATH: process.env.PATH,
          DATA_DIR: config.dataDir,
          DATABASE_URL: `sqlite:${config.database.engine === 'sqlite' ? config.database.path : ''}`,
        };
        for (const table of ['event_batches', 'settings']) {
          const killed = spawnSync(process.execPath, [program, url, table], { env, encoding: 'utf8' });
          assert.equal(killed.signal, 'SIGKILL', `${table}: ${killed.stderr}`);
          await assert.rejects(
            startServer({ ...config, database: target.config }, pino({ level: 'silent' })),
            /move into this database is not finished/,
          );
        }
        const pieces: string[] = [];
        moved = await move(config, url, { onPiece: (table) => pieces.push(table) });
        assert.ok(!pieces.includes('organizations'), 'what had arrived is not moved again');
        await assert.rejects(move(config, url), UsageError, 'something is there now');
        Object.assign(config, { database: target.config });
      };
      // The server has to come back whatever happens, to be stopped in the end.
      let fault: unknown;
      await server.restart(() =>
        moveAll().catch((error) => {
          fault = error;
        }),
      );
      if (fault) throw fault;
      assert.deepEqual([moved?.sessions, moved?.events, moved?.changed], [4, 160, 0]);
      await folded(server, token, sessions);
      const after = await answers(server, token, sessions);
      for (const path of Object.keys(before)) assert.deepEqual(after[path], before[path], path);
      // Goes on: keys are remembered, numbers are new, the account signs in.
      const sessionId = sessions[1] as string;
      const again = await machine.appendEvents({
        sessionId,
        events: [{ eventType: 'x', payload: { type: 'user', text: 'other' } }],
      });
      assert.equal(again.lastSequence, 41);
      const { browser } = await signIn(server, email, password);
      assert.ok(await tokensOf(server, browser));
    });

    it('refuses a database with something in it, a move of another database, and a bad address', async () => {
      await using server = await testServer('sqlite', embedded);
      const [foreign, other] = [await freshDatabase('postgres'), await freshDatabase('postgres')];
      try {
        await runStatement(foreign.config, 'create table theirs (id integer)');
        await runStatement(
          other.config,
          'create table move_progress (table_name text primary key, position text)',
        );
        await runStatement(other.config, `insert into move_progress values ('lineage', 'another')`);
        await server.restart(async () => {
          const to = (url: string) => move(server.config, url);
          await assert.rejects(to(databaseUrl(foreign)), /something in that database already/);
          await assert.rejects(to(databaseUrl(other)), /Another database is being moved there/);
          await assert.rejects(to('mysql://x'), /Name the PostgreSQL/);
          const bus = { url: 'nats://127.0.0.1:1' } as never;
          await assert.rejects(move({ ...server.config, bus }, databaseUrl(other)), /Empty the bus first/);
          assert.deepEqual(await runStatement(foreign.config, 'select * from theirs'), []);
        });
      } finally {
        await foreign.remove();
        await other.remove();
      }
    });
  });
}
