import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Service, startNats } from '../../../../../scripts/services.ts';
import { engines, runStatement } from '../../../testing/engine.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { aTeam, type Team } from '../../../testing/team.ts';
import type { Engine } from '../../store/database.ts';

/** Letters alone, so that it is one word to the search, and its end is not like that of any other. */
const aWord = () => [...randomBytes(20)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');

const user = (content: string) => ({
  eventType: 'user',
  payload: { type: 'user', message: { role: 'user', content } },
});

/** A session with a word in every place a session has words in. */
async function plant(team: Team, words: Record<string, string>): Promise<string> {
  const { machine, owner, environmentId, installationId: agentInstallationId } = team;
  const { sessionId } = await machine.openSession({
    environmentId,
    agentInstallationId,
    title: `About ${words.title}`,
    repoRoot: `/home/dev/${words.root}`,
    gitBranch: `topic/${words.branch}`,
    repoRemote: `https://git.example/${words.remote}.git`,
  });
  await machine.appendEvents({ sessionId, events: [user(`please find ${words.prompt}`)] });
  for (let n = 0; n < 30; n++)
    await machine.appendEvents({
      sessionId,
      events: [user(`${words.prompt} again, ${n} ${aWord()}`)],
      idempotencyKey: `k${n}`,
    });
  await machine.reportCommits({
    sessionId,
    commits: [
      {
        sha: randomBytes(20).toString('hex'),
        tree: randomBytes(20).toString('hex'),
        parents: [],
        branch: words.commit as string,
        authoredAt: new Date().toISOString(),
        committedAt: new Date().toISOString(),
        files: [],
        addedLines: '',
      },
    ],
  });
  const anchor = { sequence: 1 };
  await owner.client.openThread({ sessionId, anchor, body: `I wonder about ${words.comment}` });
  await owner.client.submitReview({
    sessionId,
    outcome: 'follow_up',
    throughSequence: 1,
    body: words.review as string,
  });
  return sessionId;
}

/** Sessions that stay, so that pages hold words of both kinds. */
async function surround(team: Team): Promise<void> {
  for (let n = 0; n < 4; n++)
    await team.machine.appendEvents({
      sessionId: team.sessionId,
      events: Array.from({ length: 20 }, () => user(`${aWord()} stays with ${aWord()}`)),
    });
}

async function until(isTrue: () => Promise<boolean>, what: string): Promise<void> {
  for (const deadline = Date.now() + 30_000; !(await isTrue()); await sleep(50))
    assert.ok(Date.now() < deadline, what);
}

/** The places that hold a word, or most of one: an index keeps of a word what the one before it does not have. */
function inFiles(folder: string, words: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      const bytes = readFileSync(path);
      return words.filter((word) => bytes.includes(word.slice(6))).map((word) => `${word} in ${entry.name}`);
    });
}

/** Every row of every table, and what the planner knows of their values. */
async function inTables(server: TestServer, words: readonly string[]): Promise<string[]> {
  const { database } = server.config;
  const tables = (await runStatement(
    database,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public' or schemaname ~ '^projection'`,
  )) as { name: string }[];
  const found: string[] = [];
  for (const name of [...tables.map((table) => table.name), 'pg_stats']) {
    const rows = (await runStatement(database, `select t::text as text from ${name} t`)) as {
      text: string;
    }[];
    const text = rows.map((row) => row.text).join('\n');
    for (const word of words)
      if (text.includes(word) || text.includes(Buffer.from(word).toString('hex')))
        found.push(`${word} in ${name}`);
  }
  return found;
}

async function erasedForGood(engine: Engine, withBus: boolean): Promise<void> {
  const nats: Service | undefined = withBus ? await startNats() : undefined;
  const server = await testServer(engine, nats ? { NATS_URL: nats.url, NATS_STREAM: 'words' } : {});
  try {
    const team = await aTeam(server);
    const places = ['title', 'root', 'branch', 'remote', 'prompt', 'commit', 'comment', 'review'];
    const words = Object.fromEntries(places.map((place) => [place, aWord()]));
    await surround(team);
    const sessionId = await plant(team, words);
    await surround(team);
    const { client } = team.owner;
    await until(
      async () => (await client.searchSessions({ q: words.prompt as string })).hits.length === 1,
      'it is not found',
    );
    const all = Object.values(words);
    const left = async () => [
      ...(engine === 'sqlite' ? inFiles(server.config.dataDir, all) : await inTables(server, all)),
      ...(nats ? inFiles(nats.folder, all) : []),
    ];
    const before = await left();
    for (const place of places)
      assert.ok(
        before.some((one) => one.startsWith(words[place] as string)),
        `${place} is nowhere, so nothing is tested`,
      );
    await client.removeSession({ sessionId });
    await until(async () => (await client.getErasure({ sessionId })).state === 'erased', 'it is not erased');
    assert.deepEqual(await left(), []);
    await server.restart();
    await sleep(500);
    assert.deepEqual(await left(), [], 'after a restart');
    assert.equal((await client.listEvents({ sessionId: team.sessionId })).events.length > 0, true);
  } finally {
    await server[Symbol.asyncDispose]();
    await nats?.stop();
  }
}

describe('of a session that was deleted no word is left', () => {
  for (const engine of engines)
    for (const withBus of [false, true])
      it(`on ${engine}${withBus ? ' behind a bus' : ''}`, () => erasedForGood(engine, withBus));
});
