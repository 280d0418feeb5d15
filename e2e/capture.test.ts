import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { test } from 'node:test';
import { type Client, createClient, type Session } from '@debrief/contract';
import { TestIssuer } from '../packages/server/testing/issuer.ts';
import { type AgentHomes, claudeRecord, fakeAgentHomes, leakedToken } from './agent-homes.ts';
import { startServer } from './server.ts';
import { until } from './until.ts';

test('from npx …/cli.tgz connect on a fresh machine to records read back over the API', async (t) => {
  const issuer = new TestIssuer();
  await using server = await startServer(await issuer.env());
  const url = server.url.replace('localhost', '127.0.0.1');
  const api = createClient({
    baseUrl: url,
    credential: () => issuer.token({ subject: 'mira', email: 'mira@example.com' }),
  });
  await api.createOrganization({ name: 'Acme' });
  const { secret } = await api.issueSecret({ label: 'workbench' });

  const scratch = mkdtempSync(join(tmpdir(), 'debrief-capture-'));
  const home = join(scratch, 'mira');
  mkdirSync(home);
  const homes = fakeAgentHomes(home);
  const before = fingerprints(home);
  const run = createRunner(home, join(scratch, 'npm'), secret);
  const debrief = (...args: string[]) =>
    run(process.execPath, join(home, '.local/share/debrief/lib/debrief.js'), ...args);
  t.after(async () => {
    // Also after a failure half-way: no recorder stays behind.
    await debrief('disconnect', '--yes').catch(() => {});
    rmSync(scratch, { recursive: true, force: true });
  });

  await t.test('connects, imports and starts to record', async () => {
    const said = await run(
      'npx',
      ...['--yes', `${url}/cli.tgz`, 'connect', '--yes', '--import', 'all', '--name', 'mira@workbench'],
    );
    assert.match(said, /Connected to http:\/\/127\.0\.0\.1:\d+ .* as mira@workbench/);
    assert.match(said, /Imported 6 files/);
    assert.match(said, /Recording\./);
    assert.equal(statSync(join(home, '.config/debrief/credentials')).mode & 0o777, 0o600);
  });

  await t.test('machine and agents are registered', async () => {
    const { environments } = await api.listEnvironments({});
    assert.equal(environments.length, 1);
    const [environment] = environments;
    assert.equal(environment?.displayName, 'mira@workbench');
    assert.equal(environment?.status, 'active');
    const { installations } = await api.listInstallations({});
    assert.deepEqual(
      installations.map(({ agentId }) => agentId).sort(),
      homes.sessions.map(({ agentId }) => agentId).sort(),
    );
    assert.ok(installations.every(({ environmentId }) => environmentId === environment?.environmentId));
  });

  await t.test('every record of every agent is there, once, in order, as it was written', async () => {
    const sessions = await sessionsOf(api);
    assert.equal(sessions.length, homes.sessions.length);
    await compare(api, sessions, homes);
    const claude = sessions.find(({ agentId }) => agentId === 'claude-code');
    assert.equal(claude?.repoRoot, '/home/mira/shop');
    assert.equal(claude?.gitBranch, 'feat/retry');
  });

  await t.test('what the agent writes from now on follows, its secrets do not', async () => {
    for (let second = 10; second < 14; second++)
      appendFileSync(homes.live, `${JSON.stringify(claudeRecord(second, 'user', `and then ${second}`))}\n`);
    const told = claudeRecord(14, 'user', `The token is ${leakedToken}, keep it.`);
    appendFileSync(homes.live, `${JSON.stringify(told)}\n`);
    const live = homes.sessions[0] as AgentHomes['sessions'][0];
    const { length } = live.records();
    const sessions = await until('five more records', async () => {
      const all = await sessionsOf(api);
      const claude = all.find(({ agentId }) => agentId === 'claude-code') as Session;
      const records = recordsIn(await payloadsOf(api, claude.sessionId));
      return records.length === length ? all : undefined;
    });
    const claude = sessions.find(({ agentId }) => agentId === 'claude-code') as Session;
    const payloads = await payloadsOf(api, claude.sessionId);
    assert.ok(!JSON.stringify(payloads).includes(leakedToken), 'the secret stayed on the machine');
    const last = recordsIn(payloads).at(-1) as typeof told;
    assert.match(String(last.message.content), /^The token is \[REDACTED:github:[0-9a-f]{4}\], keep it\.$/);
    assert.deepEqual({ ...last, message: told.message }, told, 'nothing else of the record was touched');
  });

  await t.test('status tells how it stands', async () => {
    const status = await until('an empty queue', async () => {
      const seen = JSON.parse(await debrief('status', '--json'));
      return seen.pendingBatches === 0 ? seen : undefined;
    });
    assert.equal(status.recorder.running, true);
    assert.equal(status.healthy, true);
    const hooks = Object.fromEntries(
      status.agents.map((agent: { agentId: string; hooks?: { state: string } }) => [
        agent.agentId,
        agent.hooks?.state,
      ]),
    );
    assert.deepEqual(hooks, {
      'claude-code': 'installed',
      codex: 'not-trusted',
      'copilot-cli': 'installed',
      'gemini-cli': 'installed',
      opencode: 'installed',
    });
  });

  await t.test(
    'disconnected and connected again it is the same machine, and nothing is sent twice',
    async () => {
      const count = async () => (await sessionsOf(api)).map(({ eventCount }) => eventCount).sort();
      const counted = await count();
      assert.match(await debrief('disconnect', '--yes'), /remembers in .* who it is and what it sent/);
      const npx = ['--yes', `${url}/cli.tgz`, 'connect', '--yes', '--import', 'all', '--no-start'];
      assert.match(await run('npx', ...npx), /The server knows this machine: it goes on where it was\./);
      assert.equal((await api.listEnvironments({})).environments.length, 1);
      assert.deepEqual(await count(), counted);
    },
  );

  await t.test(
    'with a secret of another organization it is another machine, and then the first again',
    async () => {
      const other = createClient({
        baseUrl: url,
        credential: () => issuer.token({ subject: 'noa', email: 'noa@example.com' }),
      });
      await other.createOrganization({ name: 'Elsewhere' });
      const { secret: theirs } = await other.issueSecret({ label: 'theirs' });
      const connect = (given: string) =>
        createRunner(
          home,
          join(scratch, 'npm'),
          given,
        )('npx', ...['--yes', `${url}/cli.tgz`, 'connect', '--yes', '--no-import', '--no-start']);
      await debrief('disconnect', '--yes');
      await connect(theirs);
      assert.equal((await other.listEnvironments({})).environments.length, 1);
      await debrief('disconnect', '--yes');
      await connect(secret);
      assert.equal((await api.listEnvironments({})).environments.length, 1);
      assert.equal((await other.listEnvironments({})).environments.length, 1);
    },
  );

  await t.test('disconnect and forget leave the machine as it was', async () => {
    const program = join(home, '.local/share/debrief/lib');
    await cp(program, join(scratch, 'lib'), { recursive: true });
    await debrief('disconnect', '--yes');
    await run(process.execPath, join(scratch, 'lib', 'debrief.js'), 'forget', '--yes');
    before.set(homes.live, fingerprint(homes.live));
    assert.deepEqual(fingerprints(home), before);
    for (const [path, content] of homes.settings) assert.equal(readFileSync(path, 'utf8'), content);
  });
});

/** Runs a program as somebody at that home would, without a terminal and without a registry. */
function createRunner(home: string, npmCache: string, secret: string) {
  const env = {
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: home,
    DEBRIEF_SECRET: secret,
    npm_config_cache: npmCache,
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_update_notifier: 'false',
  };
  return (command: string, ...args: string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const child = spawn(command, args, { env, cwd: home, stdio: ['ignore', 'pipe', 'pipe'] });
      let said = '';
      let complained = '';
      child.stdout.on('data', (chunk) => (said += chunk));
      child.stderr.on('data', (chunk) => (complained += chunk));
      child.on('error', reject);
      child.on('close', (code) => {
        if (code === 0) resolve(said);
        else reject(new Error(`${command} ${args.join(' ')} ended with ${code}:\n${said}${complained}`));
      });
    });
}

const sessionsOf = async (api: Client): Promise<Session[]> => (await api.listSessions({})).sessions;

async function payloadsOf(api: Client, sessionId: string): Promise<unknown[]> {
  const payloads: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.listEvents({ sessionId, ...(cursor !== undefined && { cursor }) });
    payloads.push(...page.events.map(({ payload }) => payload));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return payloads;
}

/** A record in parts put together again, by the letter of docs/agents.md rather than by our own code. */
function recordsIn(payloads: unknown[]): unknown[] {
  const records: unknown[] = [];
  let text = '';
  for (const payload of payloads as {
    debrief?: { part?: { index: number; total: number } };
    text: string;
  }[]) {
    const part = payload.debrief?.part;
    if (!part) records.push(payload);
    else {
      text += payload.text;
      if (part.index < part.total - 1) continue;
      records.push(JSON.parse(text));
      text = '';
    }
  }
  return records;
}

async function compare(api: Client, sessions: Session[], homes: AgentHomes): Promise<void> {
  for (const { agentId, externalId, records } of homes.sessions) {
    const session = sessions.find((one) => one.agentId === agentId);
    assert.equal(session?.externalId, externalId, agentId);
    const payloads = await payloadsOf(api, session?.sessionId ?? '');
    assert.equal(session?.eventCount, payloads.length, agentId);
    assert.deepEqual(recordsIn(payloads), records(), agentId);
    if (agentId === 'claude-code') assert.ok(payloads.length > records().length, 'one record went in parts');
  }
}

const fingerprint = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Every file below the home with its content. What SQLite itself keeps beside a database in use is not ours. */
function fingerprints(home: string): Map<string, string> {
  const files = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.db-(?:wal|shm)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return new Map(files.map((path) => [path, fingerprint(path)]));
}
