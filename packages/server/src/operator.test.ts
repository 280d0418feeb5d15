import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pino } from 'pino';
import { engines, freshDatabase } from '../testing/engine.ts';
import { refusedWith } from '../testing/request.ts';
import { databaseUrl, type TestServer } from '../testing/server.ts';
import { onEveryEngine } from '../testing/suite.ts';
import { aTeam, joinTeam } from '../testing/team.ts';
import { type Config, readConfig } from './config.ts';
import { operatorCommands, UsageError } from './operator.ts';
import { loadServerKey, serverKeys } from './server-key.ts';
import { openStorage } from './storage.ts';

const log = pino({ level: 'silent' });

/** Runs a command as main.ts would, and returns what it printed. */
async function run(test: TestContext, config: Config, name: string, ...args: string[]): Promise<string> {
  const printed = test.mock.method(console, 'log', () => {});
  try {
    await operatorCommands[name]?.run({ config, args, log });
    return printed.mock.calls.map((call) => call.arguments.join(' ')).join('\n');
  } finally {
    printed.mock.restore();
  }
}

const usage = (error: unknown) => error instanceof UsageError;

onEveryEngine('operator commands beside a running server', (server, engine) => {
  it('delete-session removes it for good and says so in the audit log', async (test) => {
    const { machine, owner, sessionId } = await aTeam(server());
    await machine.appendEvents({ sessionId, events: [{ eventType: 'x' }, { eventType: 'y' }] });
    const { config } = server();
    assert.deepEqual((await run(test, config, 'delete-session', sessionId)).split('\n'), [
      `Deleted ${sessionId} with 2 events.`,
      'Its bytes are gone from the database; backups made before still hold it.',
    ]);
    await assert.rejects(owner.client.getSession({ sessionId }), refusedWith('session_not_found'));
    await assert.rejects(
      machine.appendEvents({ sessionId, events: [{ eventType: 'x' }] }),
      refusedWith('session_not_found'),
    );
    assert.equal(
      (await owner.client.listAudit({ action: 'session_deleted' })).entries[0]?.targetId,
      sessionId,
    );
    await assert.rejects(run(test, config, 'delete-session', sessionId), usage);
    await assert.rejects(run(test, config, 'delete-session'), usage);
  });

  it('delete-user ends the membership at once and forgets the address', async (test) => {
    const team = await aTeam(server());
    const member = await joinTeam(server(), team, 'admin');
    await run(test, server().config, 'delete-user', member.email.toUpperCase());
    await assert.rejects(member.client.getOrganization(), refusedWith('organization_not_found'));
    const { users } = await team.owner.client.listMembers();
    assert.ok(users.every(({ email }) => email !== member.email));
    await assert.rejects(run(test, server().config, 'delete-user', member.email), usage);
  });

  it('delete-organization takes everything; its people may start again', async (test) => {
    const team = await aTeam(server());
    const other = await aTeam(server());
    await team.machine.appendEvents({ sessionId: team.sessionId, events: [{ eventType: 'x' }] });
    await run(test, server().config, 'delete-organization', team.organizationId);
    await assert.rejects(team.owner.client.getOrganization(), refusedWith('organization_not_found'));
    await assert.rejects(
      team.machine.beat({ environmentId: team.environmentId }),
      refusedWith('invalid_secret'),
    );
    await team.owner.client.createOrganization({ name: 'Again' });
    assert.equal((await other.owner.client.listSessions({})).sessions.length, 1);
    await assert.rejects(run(test, server().config, 'delete-organization', team.organizationId), usage);
  });

  it('backup copies a database that is being written; what it holds is whole', async (test) => {
    const { config } = server();
    const file = join(config.dataDir, `backup-${Date.now()}.db`);
    if (engine === 'postgres') {
      await assert.rejects(run(test, config, 'backup', file), usage);
      return;
    }
    await backupWhileWriting(test, server(), file);
    await assert.rejects(run(test, config, 'backup', file), usage);
    const missing = { ...config, database: { engine: 'sqlite' as const, path: `${file}.none` } };
    await assert.rejects(run(test, missing, 'backup', `${file}.copy`), usage);
    assert.ok(!existsSync(`${file}.copy`));
  });
});

async function backupWhileWriting(test: TestContext, server: TestServer, file: string): Promise<void> {
  const { config } = server;
  const { machine, organizationId, sessionId } = await aTeam(server);
  const state = { writing: true, acknowledged: 0 };
  const writers = Array.from({ length: 4 }, async () => {
    while (state.writing) {
      const payload = 'x'.repeat(2000);
      await machine.appendEvents({ sessionId, events: [{ eventType: 'e', payload }, { eventType: 'e' }] });
      state.acknowledged += 2;
    }
  });
  while (state.acknowledged < 40) await new Promise((resolve) => setTimeout(resolve, 5));
  const before = state.acknowledged;
  assert.match(await run(test, config, 'backup', file), /^Wrote .*server\.key/);
  const after = state.acknowledged + 8;
  state.writing = false;
  await Promise.all(writers);
  const restored = await openStorage({
    config: { database: { engine: 'sqlite', path: file } },
    keyCheck: serverKeys(loadServerKey(config.serverKey, config.dataDir)).check,
    onFault: (fault) => assert.fail(String(fault)),
  });
  assert.deepEqual(restored.migrated, []);
  const session = await restored.store.session.find(organizationId, sessionId);
  const range = { organizationId, sessionId, order: 'asc' as const, after: 0, limit: 1e6, bytes: 1e12 };
  const copied = (await restored.log.read(range)).events;
  assert.equal(session?.eventCount, copied.length);
  assert.ok(copied.length >= before && copied.length <= after, `${before} ≤ ${copied.length} ≤ ${after}`);
  const original = (await server.running.context.log.read({ ...range, limit: copied.length })).events;
  assert.deepEqual(copied, original);
  await restored.stop();
}

for (const engine of engines) {
  describe(`migration on ${engine}`, () => {
    it('migrate applies what is missing, once, and wants the key the data was written with', async (test) => {
      const database = await freshDatabase(engine);
      const env = { DATA_DIR: database.folder, DATABASE_URL: databaseUrl(database) };
      const config = readConfig(env);
      assert.match(await run(test, config, 'migrate'), /^Applied 0001-/);
      assert.equal(await run(test, config, 'migrate'), 'Nothing to apply.');
      const other = readConfig({ ...env, SERVER_KEY: '00'.repeat(32) });
      await assert.rejects(run(test, other, 'migrate'), /another server key/);
      const copy = join(database.folder, 'copied.key');
      copyFileSync(join(database.folder, 'server.key'), copy);
      assert.equal(
        await run(test, readConfig({ ...env, SERVER_KEY_FILE: copy }), 'migrate'),
        'Nothing to apply.',
      );
      await database.remove();
    });

    it('R22 killed half-way it leaves nothing behind, and the next run does all of it', async (test) => {
      const database = await freshDatabase(engine);
      const env = { DATA_DIR: database.folder, DATABASE_URL: databaseUrl(database) };
      const script = new URL('../testing/killed-migration.ts', import.meta.url);
      for (const statements of [8, 22, 40]) {
        const child = spawnSync(process.execPath, [script.pathname, String(statements)], {
          env: { ...process.env, ...env },
          encoding: 'utf8',
        });
        assert.equal(child.signal, 'SIGKILL', child.stderr);
      }
      assert.match(await run(test, readConfig(env), 'migrate'), /^Applied 0001-initial, 0002-/);
      await database.remove();
    });
  });
}
