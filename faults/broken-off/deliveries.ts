import assert from 'node:assert/strict';
import { type Client, createClient } from '@debrief/contract';
import { aReceiver, type Received, verified } from '../../packages/server/testing/outbox/receiver.ts';
import { type Fault, pause } from '../kit/fault.ts';
import type { ServerProcess } from '../kit/server-process.ts';
import { type Arrangement, World } from '../kit/world.ts';

const endpoints = 3;
const sessionsAtOnce = 2;
const mostRefusals = 6;
/** Between two sessions of one who works, so that more is not done in a run than can be told in it. */
const betweenSessions = 3000;

/**
 * Servers are killed over and over while sessions begin, are discussed and end, and the receivers fail a third of the
 * time. Every notice of a deed that was done arrives at every endpoint, under one id, in the order of its session, and
 * signed.
 */
export const deliveriesCrash: Fault = {
  name: 'deliveries',
  promise: 'N2',
  unit: 'kills',
  arrangements: ['postgres', 'sqlite'],
  short: 4,
  full: 200,
  async run({ arrangement, count, random }) {
    const env = { WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8', WEBHOOK_FIRST_PAUSE_MS: '50' };
    await using world = await World.create({ arrangement, env });
    const servers = await serversOf(world, arrangement);
    let turn = 0;
    // Whoever is asked next: a client that got no answer asks another server.
    const clientOf = (credential: () => string): Client => {
      const { url } = servers[turn++ % servers.length] as ServerProcess;
      return createClient({ baseUrl: url, credential });
    };
    const clients: Clients = {
      owner: async () => clientOf(await ownersToken(world)),
      machine: () => clientOf(() => world.team.secret),
    };
    const receivers = await Promise.all(Array.from({ length: endpoints }, () => aReceiver()));
    try {
      const badlySigned: string[] = [];
      for (const [at, receiver] of receivers.entries()) {
        const { url } = receiver;
        const added = await (await clients.owner()).addEndpoint({
          kind: 'webhook',
          name: `receiver ${at}`,
          url,
          types: [
            'session.started',
            'thread.opened',
            'thread.resolved',
            'review.submitted',
            'session.completed',
          ],
        });
        receiver.answer = (one) => {
          if (!isSigned(added.secret ?? '', one)) badlySigned.push(one.id);
          // A run ends: none is refused so often that its next pause would outlast it.
          const before = receiver.received.filter(({ id }) => id === one.id).length;
          return before < mostRefusals && random.chance(1 / 3) ? 500 : 204;
        };
      }
      const done = new Map<string, string[]>();
      const load = startLoad(world, done, clients);
      let starts = 0;
      for (let kill = 0; kill < count; kill++) {
        await pause(random.between(300, 1500));
        const victim = servers[kill % servers.length] as ServerProcess;
        await victim.end('SIGKILL');
        starts += await startedAgain(victim);
      }
      await load.stop();
      const deeds = [...done.values()].reduce((sum, types) => sum + types.length, 0);
      for (const receiver of receivers)
        await receiver.until((received) => isComplete(received, done), 600_000);
      for (const { received } of receivers) check(received, done);
      assert.deepEqual(badlySigned, []);
      const all = receivers.flatMap(({ received }) => received);
      const taken = takenOf(all).length;
      return {
        sessions: done.size,
        deeds,
        endpoints,
        servers: servers.length,
        'starts that had to be tried again': starts - count,
        requests: all.length,
        refused: all.length - taken,
        'taken more than once': taken - new Set(takenOf(all).map(({ id }) => id)).size,
        missing: 0,
        'out of order': 0,
        'badly signed': 0,
      };
    } finally {
      for (const receiver of receivers) await receiver[Symbol.asyncDispose]();
    }
  },
};

interface Clients {
  owner(): Promise<Client>;
  machine(): Client;
}

const ownersToken = async (world: World) => {
  const token = await world.team.token();
  return () => token;
};

async function serversOf(world: World, arrangement: Arrangement): Promise<ServerProcess[]> {
  if (arrangement === 'sqlite') return [world.server];
  const others = [await world.beside(), await world.beside()];
  await Promise.all(others.map((other) => other.start()));
  // The others take over what a killed one had in hand.
  return [world.server, ...others];
}

/** What was done of each session, in its order, as far as it was answered; what was not is asked for again. */
function startLoad(world: World, done: Map<string, string[]>, { owner, machine }: Clients) {
  let isOver = false;
  const insist = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    for (const deadline = Date.now() + 300_000; ; await pause(50)) {
      try {
        return await work();
      } catch (error) {
        if (Date.now() > deadline) throw error;
      }
    }
  };
  const one = async () => {
    while (!isOver) {
      const { environmentId, installationId: agentInstallationId } = world.team;
      const { sessionId } = await insist(() => machine().openSession({ environmentId, agentInstallationId }));
      const types = ['session.started'];
      done.set(sessionId, types);
      // Asked for again after a kill, the same key does the same deed once.
      const key = { idempotencyKey: `thread-${sessionId}` };
      const opened = await insist(async () =>
        (await owner()).openThread({ sessionId, anchor: { sequence: 0 }, body: 'Why?', ...key }),
      );
      types.push('thread.opened');
      const { threadId } = opened.thread;
      await insist(async () => (await owner()).changeThread({ sessionId, threadId, state: 'resolved' }));
      types.push('thread.resolved');
      await insist(async () =>
        (await owner()).submitReview({
          sessionId,
          outcome: 'accepted',
          throughSequence: 0,
          idempotencyKey: `review-${sessionId}`,
        }),
      );
      types.push('review.submitted');
      await insist(() => machine().completeSession({ sessionId, status: 'completed' }));
      types.push('session.completed');
      if (!isOver) await pause(betweenSessions);
    }
  };
  const running = Promise.all(Array.from({ length: sessionsAtOnce }, one));
  // Told by `stop`: a failure of its own would end the process and leave the servers.
  running.catch(() => {});
  return {
    async stop() {
      isOver = true;
      await running;
    },
  };
}

/** When it comes: the time in it counts. */
function isSigned(secret: string, one: Pick<Received, 'text' | 'headers'>): boolean {
  try {
    verified(secret, one);
    return true;
  } catch {
    return false;
  }
}

/** As whoever supervises it does: on a busy machine a start may not get an answer of the database in time, and ends. */
async function startedAgain(server: ServerProcess): Promise<number> {
  for (let tries = 1; ; tries++) {
    try {
      await server.start();
      return tries;
    } catch (error) {
      if (tries === 10) throw error;
      await server.end('SIGKILL');
    }
  }
}

const takenOf = (received: readonly Received[]) => received.filter(({ status }) => status < 300);

function isComplete(received: readonly Received[], done: ReadonlyMap<string, readonly string[]>): boolean {
  const taken = new Set(takenOf(received).map(({ body }) => `${body.data.sessionId} ${body.type}`));
  return [...done].every(([sessionId, types]) => types.every((type) => taken.has(`${sessionId} ${type}`)));
}

function check(received: readonly Received[], done: ReadonlyMap<string, readonly string[]>): void {
  const bySession = Map.groupBy(received, ({ body }) => String(body.data.sessionId));
  for (const [sessionId, types] of done) {
    const all = bySession.get(sessionId) ?? [];
    const ids = new Map<string, Set<string>>();
    for (const { id, body } of all) ids.set(body.type, (ids.get(body.type) ?? new Set()).add(id));
    for (const [type, known] of ids) assert.equal(known.size, 1, `${type} of ${sessionId} has one id`);
    // Nothing of it is sent before what came earlier was taken; it may be sent again after a kill.
    const firstTaken = [...new Set(takenOf(all).map(({ body }) => body.type))];
    assert.deepEqual(firstTaken, types, `the order of ${sessionId}`);
    for (const [at, type] of types.entries()) {
      const before = types.slice(0, at);
      const first = all.findIndex(({ body }) => body.type === type);
      const earlier = new Set(takenOf(all.slice(0, first)).map(({ body }) => body.type));
      assert.ok(
        before.every((one) => earlier.has(one)),
        `${type} of ${sessionId} came too early`,
      );
    }
  }
}
