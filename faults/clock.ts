import assert from 'node:assert/strict';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from './kit/answer.ts';
import { type Fault, pause, settle } from './kit/fault.ts';
import { Ledger } from './kit/ledger.ts';
import { sendBatch } from './kit/load.ts';
import { World } from './kit/world.ts';

const hour = 3_600_000;
const preload = new URL('./kit/shifted-clock.ts', import.meta.url).href;

/** The server's clock is wrong by an hour either way and is set back and forth while it works. */
export const clock: Fault = {
  name: 'clock',
  promise: 'R11',
  unit: 'steps of the clock',
  arrangements: ['sqlite', 'postgres', 'nats'],
  short: 8,
  full: 100,
  async run({ arrangement, count, random }) {
    const wrong = new WrongClock();
    const env = { CLOCK_FILE: wrong.file, NODE_OPTIONS: `--import ${preload}` };
    await using world = await World.create({ arrangement, env });
    try {
      const ledger = new Ledger();
      const { secret } = world.team;
      const sessionId = await world.openSession();
      const load = { url: () => world.url, secret, sessions: [], writers: 1, ledger, random };
      let lastSeen = '';
      let refused = 0;
      for (let step = 0; step < count; step++) {
        wrong.by(random.pick([0, hour, -hour, -300_000, random.between(-hour, hour)]));
        await sendBatch(load, sessionId, `step-${step}`, random);
        const seen = await beat(world);
        assert.ok(seen >= lastSeen, `lastSeenAt went back from ${lastSeen} to ${seen}`);
        lastSeen = seen;
        refused += await closeAtOddTimes(world, wrong);
        await tolerates30Seconds(world, wrong);
      }
      wrong.by(0);
      return { steps: count, 'odd endings refused': refused, ...(await settle(world, ledger)) };
    } finally {
      wrong.remove();
    }
  },
};

class WrongClock {
  readonly #folder = mkdtempSync(join(tmpdir(), 'debrief-clock-'));
  readonly file = join(this.#folder, 'clock');
  #offset = 0;

  constructor() {
    this.#say('0');
  }

  by(offset: number): void {
    this.#offset = offset;
    this.#say(String(offset));
  }

  /** Stops it at what it shows; returns that. */
  stop(): number {
    const at = Math.floor(this.now() / 1000) * 1000;
    this.#say(`=${at}`);
    return at;
  }

  goOn(): void {
    this.#say(String(this.#offset));
  }

  now(): number {
    return Date.now() + this.#offset;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Whole or not at all: the server reads it all the time. */
  #say(text: string): void {
    writeFileSync(`${this.file}.new`, text);
    renameSync(`${this.file}.new`, this.file);
  }
}

async function beat(world: World): Promise<string> {
  const { environmentId, secret } = world.team;
  const answer = await call(world.url, {
    path: `/v1/environments/${environmentId}/heartbeat`,
    credential: secret,
    body: {},
  });
  assert.equal(answer.status, 200, answer.body);
  return JSON.parse(answer.body).lastSeenAt;
}

/** What a machine with a wrong clock of its own may say about the end of a session; returns how often it was refused. */
async function closeAtOddTimes(world: World, wrong: WrongClock): Promise<number> {
  let refused = 0;
  for (const [endedAt, status] of [
    ['1970-01-01T00:00:00.000Z', 400],
    ['2099-01-01T00:00:00.000Z', 400],
    [new Date(wrong.now() + 23 * hour).toISOString(), 200],
  ] as const) {
    const sessionId = await world.openSession();
    const path = `/v1/sessions/${sessionId}/complete`;
    for (;;) {
      const answer = await call(world.url, { path, credential: world.team.secret, body: { endedAt } });
      // A step of the clock may look like a bus or a database that took an hour; that passes.
      if (answer.status === 503) {
        await pause(100);
        continue;
      }
      assert.equal(answer.status, status, `${endedAt}: ${answer.body}`);
      if (status === 400) refused++;
      break;
    }
  }
  return refused;
}

/** Tokens are taken for 30 s longer, and 30 s earlier, than they say; the clock stands still to see it to the second. */
async function tolerates30Seconds(world: World, wrong: WrongClock): Promise<void> {
  const { issuer, team } = world;
  const now = wrong.stop() / 1000;
  const claims = issuer.claims({ subject: team.subject, email: `${team.subject}@example.com` });
  for (const [given, status] of [
    [{ iat: now - 60, exp: now - 29 }, 200],
    [{ iat: now - 60, exp: now - 30 }, 401],
    [{ iat: now + 30, exp: now + 900 }, 200],
    [{ iat: now + 31, exp: now + 900 }, 401],
    [{ iat: now, nbf: now + 30, exp: now + 900 }, 200],
    [{ iat: now, nbf: now + 31, exp: now + 900 }, 401],
  ] as const) {
    const credential = await issuer.sign({ ...claims, ...given });
    const answer = await call(world.url, { path: '/v1/organizations/me/sessions?limit=1', credential });
    assert.equal(answer.status, status, `${JSON.stringify({ now, ...given })}: ${answer.body}`);
  }
  wrong.goOn();
}
