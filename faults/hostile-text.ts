import assert from 'node:assert/strict';
import { request } from 'node:http';
import { slowness } from '../scripts/test/slowness.ts';
import { call } from './kit/answer.ts';
import { type Fault, type Figures, pause, percentile } from './kit/fault.ts';
import { hostileRecords } from './kit/hostile-record.ts';
import { createTeam, type Team } from './kit/team.ts';
import { World } from './kit/world.ts';

/** What somebody notices of the service: each in milliseconds from sending an event. */
const senses = ['stored', 'live', 'counted', 'found'] as const;
type Times = Record<(typeof senses)[number], number[]>;

const cycles = 12;
/** A few milliseconds are the noise of any machine. */
const noise = 50;

/** Hostile records of one organization, one batch after the other, while another one just works. */
export const hostileText: Fault = {
  name: 'hostile-text',
  promise: 'R23',
  unit: 'times every hostile record',
  arrangements: ['sqlite', 'postgres'],
  short: 1,
  full: 20,
  async run({ arrangement, count }) {
    const token = 'metrics-of-this-run';
    await using world = await World.create({ arrangement, env: { METRICS_TOKEN: token } });
    const hostile = await createTeam(world.url, world.issuer, 'Hostile');
    await watch(world, 3);
    const quiet = await watch(world, cycles);
    let sent = 0;
    let attacking = true;
    const attack = (async () => {
      for (let round = 0; round < count; round++) sent += await sendAll(world, hostile);
      attacking = false;
    })();
    const meanwhile = await watch(world, cycles, () => attacking);
    await attack;
    const figures: Figures = { records: sent };
    const slow: string[] = [];
    for (const sense of senses) {
      const [before, during] = [percentile(quiet[sense], 0.5), percentile(meanwhile[sense], 0.5)];
      figures[`${sense} ms`] = `${Math.round(before)} → ${Math.round(during)}`;
      if (during > Math.max(before * 2, before + noise * slowness())) slow.push(sense);
    }
    figures['set aside'] = await setAside(world, token);
    assert.deepEqual(slow, [], JSON.stringify(figures));
    assert.equal(figures['set aside'], 0, JSON.stringify(figures));
    return figures;
  },
};

/** So many events at least, and for as long as `goesOn`. */
async function watch(world: World, least: number, goesOn = () => false): Promise<Times> {
  const times: Times = { stored: [], live: [], counted: [], found: [] };
  const sessionId = await world.openSession();
  const tail = await listen(world, sessionId);
  try {
    for (let number = 1; number <= least || goesOn(); number++) {
      const word = `w${crypto.randomUUID().replaceAll('-', '')}`;
      const begun = performance.now();
      const since = () => performance.now() - begun;
      const arrived = tail.next(word).then(since);
      await append(world, world.team, sessionId, [
        { type: 'user', uuid: word, message: { role: 'user', content: word } },
      ]);
      times.stored.push(since());
      const [live, counted, found] = await Promise.all([
        arrived,
        until(
          async () => (await read(world, `sessions/${sessionId}`)).session.statistics?.foldedTo >= number,
        ).then(since),
        until(async () => (await read(world, `search?q=${word}`)).hits.length > 0).then(since),
      ]);
      times.live.push(live);
      times.counted.push(counted);
      times.found.push(found);
    }
  } finally {
    tail.close();
  }
  return times;
}

async function until(check: () => Promise<boolean>): Promise<void> {
  for (const begun = performance.now(); !(await check()); await pause(20)) {
    assert.ok(performance.now() - begun < 60_000, 'not within a minute');
  }
}

async function read(world: World, path: string) {
  const credential = await world.team.token();
  const answer = await call(world.url, { path: `/v1/organizations/me/${path}`, credential });
  assert.equal(answer.status, 200, answer.body);
  return JSON.parse(answer.body);
}

async function append(
  world: World,
  { secret }: Team,
  sessionId: string,
  records: unknown[],
): Promise<number> {
  const events = records.map((payload) => ({ eventType: 'user', payload }));
  const path = `/v1/sessions/${sessionId}/events`;
  const { status, body } = await call(world.url, {
    path,
    credential: secret,
    key: crypto.randomUUID(),
    body: { events },
  });
  assert.ok(status === 200 || status === 202, `${status} ${body}`);
  return records.length;
}

/** Each kind in a session of its own, as the worst of them would hide the others; and one request without a secret. */
async function sendAll(world: World, team: Team): Promise<number> {
  let sent = 0;
  for (const record of hostileRecords()) {
    const { environmentId, installationId, secret } = team;
    const opened = await call(world.url, {
      path: '/v1/sessions',
      credential: secret,
      body: { environmentId, agentInstallationId: installationId },
    });
    sent += await append(world, team, JSON.parse(opened.body).sessionId, [record]);
    await anonymous(world);
    await pause(200);
  }
  return sent;
}

/** A media type that took most of a second to read. */
function anonymous(world: World): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': `application/json${' '.repeat(15_000)}x` };
    const sent = request(new URL('/v1/sessions', world.url), { method: 'POST', headers }, (response) => {
      response.resume();
      response.on('end', resolve);
    });
    sent.on('error', reject);
    sent.end('{}');
  });
}

/** The live tail of a session: resolves when a word comes by. */
async function listen(world: World, sessionId: string) {
  const closing = new AbortController();
  const response = await fetch(new URL(`/v1/organizations/me/sessions/${sessionId}/stream`, world.url), {
    headers: { authorization: `Bearer ${await world.team.token()}` },
    signal: closing.signal,
  });
  assert.equal(response.status, 200);
  let heard = '';
  const waiting = new Map<string, () => void>();
  void (async () => {
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      heard = (heard + text).slice(-100_000);
      for (const [word, resolve] of waiting) if (heard.includes(word)) resolve();
    }
  })().catch(() => {});
  return {
    next: (word: string) => new Promise<void>((resolve) => waiting.set(word, resolve)),
    close: () => closing.abort(),
  };
}

async function setAside(world: World, token: string): Promise<number> {
  const { body } = await call(world.url, { path: '/metrics', credential: token });
  const counts = body.matchAll(/^debrief_sessions_set_aside_total\{[^}]{0,200}\} (\d{1,9})$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}
