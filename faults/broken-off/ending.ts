import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { createClient, type Ending, type ExportLines } from '@debrief/contract';
import { runStatement } from '../../packages/server/testing/engine.ts';
import type { KillAt } from '../../packages/server/testing/killed/kill-at.ts';
import { plant, someWords, surround } from '../../packages/server/testing/session/planted-words.ts';
import { aTeam, type Team } from '../../packages/server/testing/team.ts';
import { call } from '../kit/answer.ts';
import { type Fault, pause } from '../kit/fault.ts';
import type { Arrangement } from '../kit/world.ts';
import { aScene, databaseOf, ended, left, type Scene } from './erasure-crash.ts';

/**
 * An organization is exported and deleted by its owner while a machine writes to it, and the server is killed in the
 * export and right before a step of the deletion. The export goes on after the cursor and has every event once. After the
 * next start the deletion is finished: the receipt says so only then, it is audited once, no file, table or message holds
 * a word of it, and another organization has all of its own.
 */
export const endingCrash: Fault = {
  name: 'ending',
  promise: 'W11',
  unit: 'steps before which it is killed',
  arrangements: ['sqlite', 'postgres', 'nats'],
  short: 2,
  full: 20,
  async run({ arrangement, count }) {
    await using scene = await aScene(arrangement);
    await surround(scene.team);
    const steps = stepsOf(arrangement);
    let slowest = 0;
    for (let kill = 0; kill < count; kill++)
      slowest = Math.max(slowest, await killedBefore(scene, steps[kill % steps.length] as Step));
    await scene.world.server.end('SIGTERM');
    await scene.world.server.start();
    assert.deepEqual(await left(scene), [], 'after another start');
    const { events } = await scene.team.owner.client.listEvents({ sessionId: scene.team.sessionId });
    assert.ok(events.length > 0, 'the other organization is there');
    return {
      organizations: count,
      'words that are left': 0,
      'deleted after the start, slowest ms': Math.round(slowest),
    };
  },
};

type ExportLine = ExportLines[keyof ExportLines];
interface Step extends KillAt {
  name: string;
  /** The organization may be gone by then; only bytes of its sessions are left. */
  mayHaveEnded?: boolean;
}

/** In the order in which they are worth most: the short form takes the first ones. */
function stepsOf(arrangement: Arrangement): Step[] {
  const records: Step[] = [
    { name: 'its second session', text: 'delete from "sessions"', time: 2 },
    { name: 'the note that it has ended', text: 'update "organization_endings" set "ended_at"', time: 1 },
    { name: 'its members', text: 'delete from "members"', time: 1 },
    { name: 'its secrets are revoked', text: 'update "secrets" set "status"', time: 1 },
    // Those of sessions whose bytes went together are written together, after the organization is gone (D14).
    {
      ...{ name: 'the receipts of its sessions', mayHaveEnded: true },
      ...{ text: 'update "erasures" set "erased_at"', time: 1 },
    },
    { name: 'its first session', text: 'delete from "sessions"', time: 1 },
  ];
  const bus: Step[] = [
    { name: 'the marker of its second session on the bus', text: 'Debrief: erase', time: 2 },
    { name: 'the thirtieth message on the bus', text: '$JS.API.STREAM.MSG.DELETE', time: 30 },
  ];
  return arrangement === 'nats' ? [...bus, ...records] : records;
}

const batches = 30;

/** An organization with two sessions that have a word in every place, and an empty one. */
async function another({ world }: Scene): Promise<{ team: Team; words: string[]; sessionIds: string[] }> {
  const client = (credential?: string) =>
    createClient({ baseUrl: world.url, credential: () => credential ?? '' });
  const issuer = {
    token: (options: object) => world.issuer.token({ expiresIn: 86_400, ...options } as never),
  };
  const team = await aTeam({ url: world.url, issuer, client } as never, 'Ending');
  const [first, second] = [someWords(), someWords()];
  const sessionIds = [await plant(team, first, batches), await plant(team, second, batches)];
  return { team, sessionIds, words: [first, second].flatMap((one) => Object.values(one)) };
}

/** The lines that came whole; `isCut`: the server is killed meanwhile. */
async function exported(
  { world }: Scene,
  token: string,
  { cursor, isCut }: { cursor?: string | undefined; isCut?: boolean },
): Promise<ExportLine[]> {
  const query = cursor === undefined ? '' : `?${new URLSearchParams({ cursor })}`;
  let text = '';
  try {
    const response = await fetch(`${world.url}/v1/organizations/me/export${query}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    assert.equal(response.status, 200);
    for await (const bytes of response.body as ReadableStream<Uint8Array>)
      text += Buffer.from(bytes).toString();
  } catch (error) {
    if (!isCut) throw error;
  }
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as ExportLine);
}

/** Killed in its second session, and gone on with: each event of each session once. */
async function exportOf(scene: Scene, team: Team, sessionIds: readonly string[]): Promise<void> {
  const { token, client } = team.owner;
  for (const sessionId of sessionIds)
    for (const begun = Date.now(); ; await pause(50)) {
      const { session } = await client.getSession({ sessionId });
      if (session.eventCount === batches + 1 && session.statistics?.foldedTo === session.eventCount) break;
      assert.ok(Date.now() - begun < 120_000, 'it is not folded');
    }
  // The discussions of a session are the last thing of it that is asked for.
  arm(scene, { text: 'from "threads"', time: 4 });
  const lines = await exported(scene, token, { isCut: true });
  await ended(scene, 'the second session of the export');
  await scene.world.server.start();
  const last = lines.findLast((line) => line.kind === 'end');
  const whole = lines.slice(0, last ? lines.lastIndexOf(last) + 1 : 0);
  whole.push(...(await exported(scene, token, { cursor: last?.cursor })));
  assert.equal(whole.at(-1)?.kind, 'complete');
  for (const sessionId of sessionIds) {
    const events = whole.flatMap((line) =>
      line.kind === 'events' && line.sessionId === sessionId ? line.events : [],
    );
    assert.deepEqual(
      events.map(({ sequence }) => sequence),
      Array.from({ length: batches + 1 }, (_, at) => at + 1),
    );
  }
}

const arm = ({ killAt }: Scene, kill: KillAt) => writeFileSync(killAt, JSON.stringify(kill));

const receiptOf = async ({ world }: Scene, endingId: string): Promise<Ending> =>
  createClient({ baseUrl: world.url, credential: () => '' }).getEndingReceipt({ endingId });

/** Returns how long after its start the server had deleted it. */
async function killedBefore(scene: Scene, { name, mayHaveEnded, ...kill }: Step): Promise<number> {
  const { world } = scene;
  const database = databaseOf(scene);
  const { team, words, sessionIds } = await another(scene);
  const { organizationId, owner } = team;
  if (scene.erased.length === 0) await exportOf(scene, team, sessionIds);
  const { endingId } = await owner.client.askEnding({ name: 'Ending' });
  // The machine goes on until it is shut out.
  const written = call(world.url, {
    path: `/v1/sessions/${sessionIds[0]}/events`,
    credential: team.secret,
    body: { events: [{ eventType: 'user', payload: { text: words[0] } }] },
  });
  assert.ok((await written).status < 300);
  await world.server.end('SIGTERM');
  for (const table of ['organization_endings', 'organizations'])
    await runStatement(
      database,
      `update ${table} set closes_at = 1 where organization_id = '${organizationId}' returning closes_at`,
    );
  arm(scene, kill);
  world.server.launch();
  await ended(scene, name);
  assert.ok(!existsSync(scene.killAt), `it ended by itself before ${name}: ${world.server.said}`);
  const [noted] = (await runStatement(
    database,
    `select ended_at as at from organization_endings where ending_id = '${endingId}'`,
  )) as { at: unknown }[];
  if (!mayHaveEnded) assert.equal(noted?.at, null, `not ended when it was killed before ${name}`);
  const begun = performance.now();
  await world.server.start();
  for (const deadline = Date.now() + 150_000; ; await pause(50)) {
    if ((await receiptOf(scene, endingId)).state === 'ended') break;
    assert.ok(Date.now() < deadline, `not ended after it was killed before ${name}: ${world.server.said}`);
  }
  assert.equal((await receiptOf(scene, endingId)).sessions, 3, name);
  scene.words.push(...words, owner.email.split('@')[0] as string);
  scene.erased.push(...sessionIds);
  const unfinished = `select session_id from erasures where organization_id = '${organizationId}' and erased_at is null`;
  for (const deadline = Date.now() + 150_000; (await runStatement(database, unfinished)).length > 0; ) {
    assert.ok(Date.now() < deadline, `not erased after it was killed before ${name}`);
    await pause(50);
  }
  const took = performance.now() - begun;
  assert.deepEqual(await left(scene), [], `deleted, after it was killed before ${name}`);
  const audited = await runStatement(
    database,
    `select action from audit_log where organization_id = '${organizationId}' and action = 'organization_deleted'`,
  );
  assert.equal(audited.length, 1, `audited once, after it was killed before ${name}`);
  const { status } = await call(world.url, {
    path: `/v1/sessions/${sessionIds[0]}/events`,
    credential: team.secret,
    body: { events: [{ eventType: 'user' }] },
  });
  assert.equal(status, 401, 'the machine is shut out');
  return took;
}
