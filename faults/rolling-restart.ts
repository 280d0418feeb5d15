import assert from 'node:assert/strict';
import { call } from './kit/answer.ts';
import { type Fault, pause, percentile, settle } from './kit/fault.ts';
import { LoadBalancer } from './kit/haproxy.ts';
import { Ledger } from './kit/ledger.ts';
import { batchOf } from './kit/load.ts';
import type { Random } from './kit/random.ts';
import type { ServerProcess } from './kit/server-process.ts';
import { World } from './kit/world.ts';

/**
 * Three servers behind HAProxy, no sticky sessions, each restarted in turn while clients write and read. No request
 * may fail: these clients do not retry.
 */
export const rollingRestart: Fault = {
  name: 'rolling-restart',
  promise: 'several servers',
  unit: 'rounds over three servers',
  arrangements: ['postgres', 'nats'],
  short: 1,
  full: 20,
  async run({ arrangement, count, random }) {
    await using world = await World.create({ arrangement, env: { DRAIN_SECONDS: '2' } });
    const servers: ServerProcess[] = [world.server, await world.beside(), await world.beside()];
    // Both at once, as after a power cut: whoever is first migrates, the other waits.
    await Promise.all(servers.slice(1).map((server) => server.start()));
    const balancer = await LoadBalancer.before(servers.map((server) => server.url));
    try {
      await pause(1200);
      await revocationIsSeenByAll(world, servers);
      const ledger = new Ledger();
      const load = startImpatientLoad(world, balancer.url, ledger, random);
      let slowestStop = 0;
      for (let round = 0; round < count; round++) {
        for (const server of servers) {
          await pause(500);
          const begun = performance.now();
          await server.end('SIGTERM');
          slowestStop = Math.max(slowestStop, performance.now() - begun);
          await server.start();
          await pause(1200);
        }
      }
      const { requests, failed, milliseconds } = await load.stop();
      assert.deepEqual(failed.slice(0, 5), []);
      return {
        restarts: count * 3,
        requests,
        failed: failed.length,
        'slowest stop ms': Math.round(slowestStop),
        'p99 ms': Math.round(percentile(milliseconds, 0.99)),
        ...(await settle(world, ledger)),
      };
    } finally {
      await balancer.end();
    }
  },
};

/** What is revoked on one is refused by the others on the very next request. */
async function revocationIsSeenByAll(world: World, servers: readonly ServerProcess[]): Promise<void> {
  const { team } = world;
  for (const [index, server] of servers.entries()) {
    const issued = await call(server.url, {
      path: '/v1/organizations/me/secrets',
      credential: await team.token(),
      body: { label: `revoked ${index}` },
    });
    const { secret, secretId } = JSON.parse(issued.body);
    const path = `/v1/environments/${team.environmentId}/heartbeat`;
    const beat = (url: string) => call(url, { path, credential: secret, body: {} });
    for (const other of servers) assert.equal((await beat(other.url)).status, 200);
    const credential = await team.token();
    await call(server.url, {
      method: 'DELETE',
      path: `/v1/organizations/me/secrets/${secretId}`,
      credential,
    });
    for (const other of servers) assert.equal((await beat(other.url)).status, 401);
  }
}

function startImpatientLoad(world: World, url: string, ledger: Ledger, random: Random) {
  const failed: string[] = [];
  const milliseconds: number[] = [];
  let requests = 0;
  let stopping = false;
  const { team } = world;
  const ask = async (what: string, options: Parameters<typeof call>[1]) => {
    requests++;
    const answer = await call(url, options).catch((error) => error as Error);
    if (answer instanceof Error) failed.push(`${what}: ${answer.message}`);
    else if (answer.status >= 300) failed.push(`${what}: ${answer.status} ${answer.body}`);
    else {
      milliseconds.push(answer.milliseconds);
      return answer;
    }
    return undefined;
  };
  const writers = Array.from({ length: 6 }, async (_, index) => {
    const own = random.fork(index);
    const sessionId = await world.openSession();
    for (let number = 0; !stopping && world.url; number++) {
      const key = `rolling-${index}-${number}`;
      const sent = ledger.plan(sessionId, key, own.between(1, 10));
      const path = `/v1/sessions/${sessionId}/events`;
      const body = { events: batchOf(key, sent.count, 50) };
      const answer = await ask('append', { path, credential: team.secret, key, body });
      if (answer) ledger.accept(sent, answer.body, false);
      if (own.chance(0.2)) {
        await ask('list', { path: '/v1/organizations/me/sessions?limit=5', credential: await team.token() });
      }
      await pause(own.between(0, 20));
    }
  });
  const done = Promise.all(writers);
  done.catch(() => {});
  return {
    async stop() {
      stopping = true;
      await done;
      return { requests, failed, milliseconds };
    },
  };
}
