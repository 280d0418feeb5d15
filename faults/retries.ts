import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { call } from './kit/answer.ts';
import { type Fault, settle } from './kit/fault.ts';
import { Ledger } from './kit/ledger.ts';
import { batchOf } from './kit/load.ts';
import { TroubledProxy } from './kit/proxy.ts';
import { World } from './kit/world.ts';

/** Every batch is sent one to five times, and three in ten answers are cut off after the server has committed. */
export const retries: Fault = {
  name: 'retries',
  promise: 'R8',
  unit: 'batches',
  arrangements: ['sqlite', 'postgres', 'nats'],
  short: 300,
  full: 100_000,
  async run({ arrangement, count, random }) {
    await using world = await World.create({ arrangement });
    const proxy = await TroubledProxy.to(world.url);
    const chance = random.fork(-1);
    let cut = 0;
    proxy.cuts = () => {
      const cuts = chance.chance(0.3);
      if (cuts) cut++;
      return cuts;
    };
    proxy.set('cut');
    const ledger = new Ledger();
    const agent = new Agent({ keepAlive: true, maxSockets: 64 });
    let replays = 0;
    let number = 0;
    const writer = async (index: number) => {
      const own = random.fork(index);
      const sessionId = await world.openSession();
      while (number < count) {
        const key = `retry-${number++}`;
        const sent = ledger.plan(sessionId, key, own.between(1, 5));
        const events = batchOf(key, sent.count, 20);
        const sends = own.between(1, 5);
        for (let send = 0; send < sends || sent.answers.size === 0; send++) {
          const answer = await call(proxy.url, {
            path: `/v1/sessions/${sessionId}/events`,
            credential: world.team.secret,
            key,
            body: { events },
            agent,
          }).catch(() => undefined);
          if (!answer) continue;
          const replayed = answer.headers['idempotent-replayed'] === 'true';
          if (answer.status !== 200 && answer.status !== 202) {
            if (!answer.body.includes('idempotency_in_progress')) ledger.unexpected.push(answer.body);
            continue;
          }
          if (replayed) replays++;
          if (sent.answers.size > 0) assert.ok(replayed, `${key}: a replay without its header`);
          ledger.accept(sent, answer.body, replayed);
        }
      }
    };
    try {
      await Promise.all(Array.from({ length: 16 }, (_, index) => writer(index)));
    } finally {
      agent.destroy();
      await proxy.close();
    }
    return { cut, replays, ...(await settle(world, ledger)) };
  },
};
