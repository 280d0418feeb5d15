import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { call } from './kit/answer.ts';
import { type Fault, type Figures, pause, settle } from './kit/fault.ts';
import { Ledger } from './kit/ledger.ts';
import { batchOf, sendBatch } from './kit/load.ts';
import { SmallDisk } from './kit/small-disk.ts';
import { World } from './kit/world.ts';

const megabytes = { sqlite: 64, postgres: 192, nats: 256 };

/** The disk of the database (and of the bus) fills up to the last byte, and is freed again. */
export const diskFull: Fault = {
  name: 'disk-full',
  promise: 'R7',
  unit: 'cycles',
  arrangements: ['sqlite', 'postgres', 'nats'],
  short: 2,
  full: 20,
  async run({ arrangement, count, random }) {
    const disk = new SmallDisk(megabytes[arrangement]);
    try {
      await using world = await World.create({ arrangement, parent: disk.path });
      const sessionId = await world.openSession();
      const ledger = new Ledger();
      const options = {
        url: () => world.url,
        secret: world.team.secret,
        sessions: [sessionId],
        writers: 1,
        ledger,
        random,
        padding: 2000,
      };
      let refused = 0;
      let restarts = 0;
      let slowest = 0;
      for (let cycle = 0; cycle < count; cycle++) {
        for (let number = 0; number < 10; number++) {
          await sendBatch(options, sessionId, `${cycle}-before-${number}`, random);
        }
        disk.fill();
        refused += await untilRefused(world, sessionId, `${cycle}-full`, ledger);
        await untilHealth(world, 503);
        disk.free();
        restarts += await supervise(world);
        const begun = performance.now();
        await sendBatch(options, sessionId, `${cycle}-after`, random);
        slowest = Math.max(slowest, performance.now() - begun);
        await untilHealth(world, 200);
      }
      assert.ok(slowest <= 5000, `accepted again only after ${slowest} ms`);
      const figures = await settle(world, ledger);
      const sound = await integrity(world);
      return {
        cycles: count,
        refused,
        'database restarts': restarts,
        'slowest recovery ms': Math.round(slowest),
        ...figures,
        ...sound,
      };
    } finally {
      disk.remove();
    }
  },
};

/** Sends until the full disk shows; returns how often it was refused. Nothing else may be answered. */
async function untilRefused(world: World, sessionId: string, name: string, ledger: Ledger): Promise<number> {
  let refused = 0;
  for (let number = 0; refused < 5; number++) {
    const key = `${name}-${number}`;
    const sent = ledger.plan(sessionId, key, 20);
    const answer = await call(world.url, {
      path: `/v1/sessions/${sessionId}/events`,
      credential: world.team.secret,
      key,
      body: { events: batchOf(key, 20, 8000) },
    });
    if (answer.status === 503) refused++;
    else if (answer.status === 200 || answer.status === 202) ledger.accept(sent, answer.body, false);
    else ledger.unexpected.push(`${answer.status} ${answer.body}`);
    if (number > 20_000) throw new Error('the disk never showed to be full');
  }
  return refused;
}

/** A look counts for a second. */
async function untilHealth(world: World, status: number): Promise<void> {
  for (const begun = performance.now(); ; await pause(100)) {
    const answer = await call(world.url, { path: '/health' });
    if (answer.status === status) return;
    assert.ok(performance.now() - begun < 4000, `/health says ${answer.status} ${answer.body}`);
  }
}

/** A database or bus that ended itself is started again, as any init system does. */
async function supervise(world: World): Promise<number> {
  await pause(300);
  let restarts = 0;
  for (const service of [world.postgres, world.nats]) {
    if (!service || (service.running() && (service !== world.nats || (await hasJetStream(service.url)))))
      continue;
    await service.crash();
    await service.start();
    restarts++;
  }
  return restarts;
}

/** nats-server switches JetStream off when it cannot write, and its health check asks for a restart. */
async function hasJetStream(url: string): Promise<boolean> {
  const connection = await connect({ servers: url });
  try {
    await jetstreamManager(connection, { timeout: 1000 });
    return true;
  } catch {
    return false;
  } finally {
    await connection.close();
  }
}

async function integrity(world: World): Promise<Figures> {
  if (world.arrangement !== 'sqlite') {
    await world.query('create extension if not exists amcheck');
    const indexes = await world.query<{ ok: unknown }>(
      `select bt_index_check(c.oid, true) as ok from pg_class c join pg_index i on i.indexrelid = c.oid
        join pg_am a on a.oid = c.relam where a.amname = 'btree' and c.relkind = 'i' and c.relpersistence = 'p'`,
    );
    return { 'sound indexes': indexes.length };
  }
  await world.server.end('SIGTERM');
  const db = new DatabaseSync(join(world.folder, 'data', 'debrief.db'));
  const [result] = db.prepare('pragma integrity_check').all();
  db.close();
  assert.equal(result?.integrity_check, 'ok');
  return { integrity: 'ok' };
}
