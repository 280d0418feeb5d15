import assert from 'node:assert/strict';
import { call } from './answer.ts';
import { pause } from './fault.ts';
import type { World } from './world.ts';

/** What the service may take to accept again once what it needs is back. */
const goal = 5000;

/** Milliseconds until the server takes what is sent to this path again, or a heartbeat. */
export async function untilAccepted(world: World, path?: string): Promise<number> {
  const begun = performance.now();
  const { environmentId, secret } = world.team;
  for (;;) {
    const answer = await call(world.url, {
      method: 'POST',
      path: path ?? `/v1/environments/${environmentId}/heartbeat`,
      credential: secret,
      body: {},
      patience: 5000,
    }).catch(() => undefined);
    if (answer && answer.status < 300) return performance.now() - begun;
    if (performance.now() - begun > 30_000) throw new Error(`not accepted again: ${answer?.status}`);
    await pause(20);
  }
}

/** The path of a request that needs the database and the bus. */
export async function completion(world: World): Promise<string> {
  const deadline = Date.now() + goal;
  for (;;) {
    try {
      return `/v1/sessions/${await world.openSession()}/complete`;
    } catch (error) {
      // Opening may take a try or two right after an outage; that is part of the recovery.
      if (Date.now() > deadline) throw error;
      await pause(20);
    }
  }
}

/** The slowest of several recoveries. */
export class Recoveries {
  #slowest = 0;

  async add(recovery: Promise<number>): Promise<void> {
    this.#slowest = Math.max(this.#slowest, await recovery);
  }

  figures(): { 'slowest recovery ms': number } {
    assert.ok(this.#slowest <= goal, `accepted again only after ${this.#slowest} ms`);
    return { 'slowest recovery ms': Math.round(this.#slowest) };
  }
}
