import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient, type DebriefError, type Erasure } from '@debrief/contract';
import { runStatement } from '../../packages/server/testing/engine.ts';
import type { KillAt } from '../../packages/server/testing/killed/kill-at.ts';
import {
  inFiles,
  inTables,
  plant,
  someWords,
  surround,
} from '../../packages/server/testing/session/planted-words.ts';
import { aTeam, type Team } from '../../packages/server/testing/team.ts';
import { call } from '../kit/answer.ts';
import { type Fault, type Figures, pause } from '../kit/fault.ts';
import { type Arrangement, World } from '../kit/world.ts';

/**
 * The server is killed right before each step of erasing a session that a machine writes to. After the next start the
 * erasure is finished; the receipt says so only then, and then no file, table or message holds a word of it.
 */
export const erasureCrash: Fault = {
  name: 'erasure-crash',
  promise: 'W11',
  unit: 'steps before which it is killed',
  arrangements: ['sqlite', 'postgres', 'nats'],
  short: 3,
  full: 20,
  async run({ arrangement, count }) {
    const chosen = stepsOf(arrangement).slice(0, count);
    await using scene = await aScene(arrangement);
    await surround(scene.team);
    let slowest = 0;
    for (const step of chosen) slowest = Math.max(slowest, await killedBefore(scene, step));
    await scene.world.server.end('SIGTERM');
    await scene.world.server.start();
    assert.deepEqual(await left(scene), [], 'after another start');
    const { events } = await scene.team.owner.client.listEvents({ sessionId: scene.team.sessionId });
    assert.ok(events.length > 0, 'the other session is there');
    const { remains } = (await receipt(scene, scene.erased[0] ?? '')) ?? {};
    assert.deepEqual(remains, arrangement === 'sqlite' ? ['backups'] : ['backups', 'database_files']);
    return {
      ...(arrangement === 'postgres' && (await overwritten(scene))),
      steps: chosen.map(({ name }) => name).join(' · '),
      'words that are left': 0,
      'erased after the start, slowest ms': Math.round(slowest),
    };
  },
};

interface Step extends Partial<KillAt> {
  name: string;
  text: string;
  batches?: number;
  /** Nothing of it has happened when the server is killed there. */
  isUndone?: boolean;
}

/** More than are removed in one go. */
const manyBatches = 230;

/** In the order in which they are worth most: the short form takes the first three. */
function stepsOf(arrangement: Arrangement): Step[] {
  const isSqlite = arrangement === 'sqlite';
  const events = isSqlite
    ? 'delete from event_batches where batch_key in'
    : 'delete from event_batches where';
  const bus: Step[] = [
    { name: 'the marker on the bus', text: 'Debrief: erase' },
    { name: 'the twentieth message on the bus', text: '$JS.API.STREAM.MSG.DELETE', time: 20 },
  ];
  const records: Step[] = [
    { name: 'the second piece of its events', text: events, time: 2, batches: manyBatches },
    { name: 'its keys', text: 'delete from idempotency' },
    { name: 'the record', text: 'delete from "sessions"', isUndone: true },
    { name: 'the first piece of its events', text: events },
    { name: 'the note that it is removed', text: 'update "erasures" set "removed_at"' },
    { name: 'the receipt', text: 'update "erasures" set "erased_at"' },
  ];
  const files: Step[] = [
    { name: 'the cut of the log of writes', text: 'wal_checkpoint(TRUNCATE)', time: 2 },
    { name: 'the merge of the search index', text: "values ('merge'" },
    { name: 'its text for the search', text: 'delete from search_chunks where session_id' },
    { name: 'its statistics', text: 'delete from session_statistics where session_id' },
    { name: 'the cut of the other log of writes', text: 'wal_checkpoint(TRUNCATE)' },
  ];
  const tables: Step[] = [
    { name: 'the fifth table that is vacuumed', text: 'vacuum (analyze', time: 5 },
    { name: 'what was derived', text: 'with t0 as (delete from' },
    { name: 'the first table that is vacuumed', text: 'vacuum (analyze' },
  ];
  const claims: Step[] = [{ name: 'what was too large for the bus', text: 'delete from claims where' }];
  const own = isSqlite ? files : tables;
  const [second, ...others] = records as [Step, ...Step[]];
  return arrangement === 'nats'
    ? [...bus.toReversed(), second, ...own, ...claims, ...others]
    : [...own.slice(0, 1), second, ...own.slice(1), ...others];
}

export interface Scene {
  world: World;
  team: Team;
  /** Every word that was planted, and the sessions it was in. */
  words: string[];
  erased: string[];
  killAt: string;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function aScene(arrangement: Arrangement): Promise<Scene> {
  const killing = new URL('../../packages/server/testing/killed/kill-at.ts', import.meta.url).href;
  const killAt = join(tmpdir(), `debrief-kill-at-${process.pid}-${arrangement}`);
  const env = { NODE_OPTIONS: `--import=${killing}`, KILL_AT: killAt };
  const world = await World.create({ arrangement, env });
  const client = (credential?: string): Client =>
    createClient({ baseUrl: world.url, credential: () => credential ?? '' });
  // A run takes longer than a token lasts otherwise.
  const issuer: Pick<World['issuer'], 'token'> = {
    token: (options) => world.issuer.token({ expiresIn: 86_400, ...options }),
  };
  try {
    const team = await aTeam({ url: world.url, issuer, client } as Parameters<typeof aTeam>[0]);
    return {
      world,
      team,
      words: [],
      erased: [],
      killAt,
      async [Symbol.asyncDispose]() {
        rmSync(killAt, { force: true });
        await world.end();
      },
    };
  } catch (error) {
    await world.end();
    throw error;
  }
}

export const databaseOf = ({ world }: Scene) =>
  world.postgres
    ? ({ engine: 'postgres', url: world.postgres.url } as const)
    : ({ engine: 'sqlite', path: join(world.env.DATA_DIR ?? '', 'debrief.db') } as const);

/** Where words of erased sessions still are, and rows of the log that belong to no session. */
export async function left(scene: Scene): Promise<string[]> {
  const { world, words } = scene;
  const database = databaseOf(scene);
  const isSqlite = database.engine === 'sqlite';
  const found = isSqlite ? inFiles(world.env.DATA_DIR ?? '', words) : await inTables(database, words);
  if (world.nats) found.push(...inFiles(world.nats.folder, words));
  const pk = isSqlite ? 'batch_key >> 32' : 'session_pk';
  for (const [table, of] of [
    ['event_batches', pk],
    ['idempotency', 'session_pk'],
  ])
    if (
      (
        await runStatement(
          database,
          `select 1 from ${table} where ${of} not in (select session_pk from sessions) limit 1`,
        )
      ).length > 0
    )
      found.push(`a row of ${table} without a session`);
  return found;
}

/** What a machine is told that goes on with a session: its answer, or undefined while there is no server. */
async function append(
  { world, team }: Scene,
  sessionId: string,
  { n, word }: { n: number; word: string },
): Promise<string | undefined> {
  const payload = { type: 'user', message: { role: 'user', content: `later ${n} ${word}` } };
  const answer = await call(world.url, {
    path: `/v1/sessions/${sessionId}/events`,
    credential: team.secret,
    key: `later-${n}`,
    body: { events: [{ eventType: 'user', payload }] },
  }).catch(() => undefined);
  if (!answer || answer.status === 503) return undefined;
  if (answer.status < 300) return 'taken';
  const { code } = JSON.parse(answer.body);
  return `${code}${answer.headers['session-deleted'] === 'true' ? ', deleted' : ''}`;
}

/** A machine that writes until it is told that the session is gone; everything it was told, once each. */
function aWriter(scene: Scene, sessionId: string, word: string) {
  const told = new Set<string>();
  const begun = Promise.withResolvers<void>();
  let isOver = false;
  const writing = (async () => {
    for (let n = 0; !isOver && !told.has('session_not_found, deleted'); n++) {
      const answer = await append(scene, sessionId, { n, word });
      if (answer) told.add(answer);
      if (answer === 'taken') begun.resolve();
      else if (answer !== undefined) begun.reject(new Error(answer));
      await pause(20);
    }
  })();
  // When the run has failed, nobody waits for it.
  writing.catch(() => {});
  return {
    /** Something of it was taken. */
    begun: Promise.race([begun.promise, writing]),
    async stop(): Promise<string[]> {
      isOver = true;
      await writing;
      return [...told].sort();
    },
  };
}

export async function ended({ world }: Scene, step: string): Promise<void> {
  for (const deadline = Date.now() + 120_000; world.server.running; await pause(20))
    assert.ok(Date.now() < deadline, `it was never before ${step}`);
}

async function receipt({ team }: Scene, sessionId: string): Promise<Erasure | undefined> {
  return team.owner.client.getErasure({ sessionId }).catch((error: DebriefError) => {
    if (error.code === 'session_not_found') return undefined;
    throw error;
  });
}

/** Returns how long after its start the server had erased the session. */
async function killedBefore(
  scene: Scene,
  { name, text, time = 1, batches, isUndone }: Step,
): Promise<number> {
  const { world, team } = scene;
  const { client } = team.owner;
  const words = someWords();
  const sessionId = await plant(team, words, batches);
  const own = Object.values(words);
  await foundBySearch(client, words.prompt);
  const writer = aWriter(scene, sessionId, words.prompt);
  await writer.begun;
  writeFileSync(scene.killAt, JSON.stringify({ text, time } satisfies KillAt));
  // Answered or not: some steps come after the answer.
  await client.removeSession({ sessionId }).catch(() => {});
  await ended(scene, name);
  assert.ok(!existsSync(scene.killAt), `it ended by itself before ${name}: ${world.server.said}`);
  const rows = (await runStatement(
    databaseOf(scene),
    `select erased_at as at from erasures where session_id = '${sessionId}'`,
  )) as { at: unknown }[];
  assert.deepEqual(
    rows.map(({ at }) => at),
    isUndone ? [] : [null],
    `the receipt when it was killed before ${name}`,
  );
  const begun = performance.now();
  await world.server.start();
  if (isUndone) {
    const { events } = await client.listEvents({ sessionId });
    assert.equal(events[0]?.sequence, 1, 'it is there as it was');
    await client.removeSession({ sessionId });
  }
  scene.words.push(...own);
  scene.erased.push(sessionId);
  for (const deadline = Date.now() + 150_000; ; await pause(20)) {
    const { state } = (await receipt(scene, sessionId)) ?? {};
    assert.ok(state, 'there is no receipt');
    if (state === 'erased') break;
    assert.ok(Date.now() < deadline, `not erased after it was killed before ${name}`);
  }
  const took = performance.now() - begun;
  assert.deepEqual(await left(scene), [], `erased, after it was killed before ${name}`);
  assert.equal(await append(scene, sessionId, { n: -1, word: words.prompt }), 'session_not_found, deleted');
  assert.deepEqual(await writer.stop(), ['session_not_found, deleted', 'taken'], name);
  const { entries } = await client.listAudit({ action: 'session_deleted' });
  assert.equal(entries.filter(({ targetId }) => targetId === sessionId).length, 1, 'audited once');
  return took;
}

/** What PostgreSQL does not overwrite by itself is gone after what docs/operations.md says; not from its write-ahead log. */
async function overwritten({ world, words }: Scene): Promise<Figures> {
  const folder = join(world.postgres?.folder ?? '', 'data');
  const filesWith = async () => {
    await world.query('checkpoint');
    const files = new Set(inFiles(folder, words).map((found) => found.replace(/^\w+ in /, '')));
    return [...files].filter((file) => !file.startsWith('pg_wal'));
  };
  const before = await filesWith();
  await world.query('vacuum full');
  assert.deepEqual(await filesWith(), []);
  return { 'files with words before vacuum full': before.length };
}

async function foundBySearch(client: Client, q: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; await pause(50)) {
    if ((await client.searchSessions({ q })).hits.length === 1) return;
    assert.ok(Date.now() < deadline, 'it is not found');
  }
}
