import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DebriefError } from '@debrief/contract';
import { engines, migratedDatabase, runStatement } from '../../../testing/engine.ts';
import { storedSession, storedTenant } from '../../../testing/record.ts';
import { freshBus, removeStream } from '../../../testing/storage.ts';
import type { BusConfig } from '../../config.ts';
import type { SessionRecord } from '../../domain/records.ts';
import { encodeEvents } from '../../domain/session/event-lines.ts';
import { LogMisfit } from '../../domain/session/log-misfit.ts';
import { openStorage } from '../../storage.ts';
import type { Engine } from '../../store/database.ts';
import { Bus } from './connection.ts';
import { renew, standingText } from './lineage/renewal.ts';
import { JetStreamLog } from './log.ts';

/** What only a bus can get wrong; the rest is in log.test.ts. */

const refusedWith = (code: string) => (error: unknown) =>
  error instanceof DebriefError && error.code === code;

const batchOf = (session: SessionRecord, count: number, key?: string, at = 1_700_000_100_000) => ({
  organizationId: session.organizationId,
  sessionId: session.sessionId,
  lines: encodeEvents(Array.from({ length: count }, (_, index) => ({ eventType: 'e', payload: { index } }))),
  count,
  key,
  at,
});

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const closing = (session: SessionRecord) => ({
  organizationId: session.organizationId,
  sessionId: session.sessionId,
  status: 'completed' as const,
  endedAt: 1_700_000_200_000,
  at: 1_700_000_300_000,
});

const rangeOf = ({ organizationId, sessionId }: SessionRecord) => ({
  organizationId,
  sessionId,
  order: 'asc' as const,
  after: 0,
  limit: 100_000,
  bytes: Number.POSITIVE_INFINITY,
});

/** Sends again what took too long, as every sender does: a busy machine may need more than two seconds for an append. */
async function appendPatiently(log: JetStreamLog, batch: () => ReturnType<typeof batchOf>) {
  for (;;) {
    try {
      // Made anew: the memory of the lines is handed over with them.
      return await log.append(batch());
    } catch (error) {
      if (!refusedWith('service_unavailable')(error)) throw error;
      await pause(20);
    }
  }
}

/** Processes that share a database and a bus. */
async function house(engine: Engine) {
  const database = await migratedDatabase(engine);
  const bus = freshBus();
  const running: { stop(): Promise<void> }[] = [];
  const open = async (given: Partial<BusConfig> = {}) => {
    const storage = await openStorage({
      config: { database: database.config, bus: { ...bus, ...given } },
      keyCheck: 'test',
      onFault: () => {},
    });
    running.push(storage);
    assert.ok(storage.log instanceof JetStreamLog);
    // A look at the bus from outside.
    const watched = await Bus.connect({ ...bus, ...given, onFault: () => {} });
    running.push({ stop: () => watched.close() });
    return { ...storage, log: storage.log, bus: watched };
  };
  return {
    open,
    bus,
    config: database.config,
    async [Symbol.asyncDispose]() {
      for (const storage of running) await storage.stop();
      await removeStream(bus);
      await database.remove();
    },
  };
}

for (const engine of engines) {
  describe(`bus in front of ${engine}`, () => {
    it('numbers without gaps when several processes append to one session', async () => {
      await using home = await house(engine);
      const processes = [await home.open(), await home.open(), await home.open()];
      const [first] = processes;
      assert.ok(first);
      const session = await storedSession(first.store, await storedTenant(first.store));
      const sends = await Promise.all(
        Array.from({ length: 150 }, (_, index) => {
          const { log } = processes[index % 3] as typeof first;
          return appendPatiently(log, () => batchOf(session, 1 + (index % 3), `key-${index}`));
        }),
      );
      let next = 1;
      for (const sent of sends.sort((a, b) => a.first - b.first)) {
        assert.equal(sent.first, next);
        next += sent.count;
      }
      const again = await processes[1]?.log.append(batchOf(session, 1, 'key-0'));
      assert.equal(again?.replayed, true);
      await first.log.settled();
      const { events } = await first.log.read(rangeOf(session));
      assert.deepEqual(
        events.map((event) => event.sequence),
        Array.from({ length: next - 1 }, (_, index) => index + 1),
      );
    });

    it('answers a retry the same from the bus, from both and from the database alone', async () => {
      await using home = await house(engine);
      const idle = await home.open({ persists: false });
      const session = await storedSession(idle.store, await storedTenant(idle.store));
      const first = await idle.log.append(batchOf(session, 2, 'key'));
      assert.deepEqual(first, { first: 1, count: 2, async: true, replayed: false });
      const again = { ...first, replayed: true };
      assert.deepEqual(await idle.log.append(batchOf(session, 2, 'key')), again);
      await assert.rejects(
        idle.log.append(batchOf(session, 3, 'key')),
        refusedWith('idempotency_key_reused'),
      );
      await idle.log.close(closing(session));
      // Closed in the database, the batch still on the bus only (V9, V10).
      const found = await idle.store.session.find(session.organizationId, session.sessionId);
      assert.deepEqual([found?.status, found?.eventCount], ['completed', 0]);
      assert.deepEqual(await idle.log.append(batchOf(session, 2, 'key')), again);
      await assert.rejects(idle.log.append(batchOf(session, 2, 'new')), refusedWith('session_closed'));
      await assert.rejects(idle.log.append(batchOf(session, 2)), refusedWith('session_closed'));
      const busy = await home.open();
      await busy.log.settled();
      assert.deepEqual(await busy.log.append(batchOf(session, 2, 'key')), again);
      await busy.bus.purge(await busy.bus.lastSequence());
      assert.deepEqual(await busy.log.append(batchOf(session, 2, 'key')), again);
      assert.deepEqual(await idle.log.append(batchOf(session, 2, 'key')), again);
      assert.equal((await busy.log.read(rangeOf(session))).events.length, 2);
    });

    it('lets nothing go for its age before what is on the bus is in the database', async () => {
      await using home = await house(engine);
      const idle = await home.open({ persists: false });
      const session = await storedSession(idle.store, await storedTenant(idle.store));
      await appendPatiently(idle.log, () => batchOf(session, 1));
      const eventCount = async () =>
        (await idle.store.session.find(session.organizationId, session.sessionId))?.eventCount;
      let isOver = false;
      const expiring = idle.log.expire(0, 0).finally(() => {
        isOver = true;
      });
      await pause(200);
      assert.deepEqual([isOver, await eventCount()], [false, 0]);
      await home.open();
      await expiring;
      assert.equal(await eventCount(), 1);
    });

    it('goes on where it was when the bus has forgotten what is persisted', async () => {
      await using home = await house(engine);
      const storage = await home.open();
      const session = await storedSession(storage.store, await storedTenant(storage.store));
      await storage.log.append(batchOf(session, 5));
      await storage.log.settled();
      await storage.bus.purge(await storage.bus.lastSequence());
      assert.equal((await storage.log.append(batchOf(session, 1))).first, 6);
      await storage.log.settled();
      await storage.bus.purge(await storage.bus.lastSequence());
      const closed = await storage.log.close(closing(session));
      assert.equal(closed?.now, true);
      await assert.rejects(storage.log.append(batchOf(session, 1)), refusedWith('session_closed'));
    });

    it('takes the close from the bus when the process died before it told the database', async () => {
      await using home = await house(engine);
      const dying = await home.open({ persists: false });
      const session = await storedSession(dying.store, await storedTenant(dying.store));
      await dying.log.append(batchOf(session, 1));
      const head = await dying.bus.last(session.sessionId);
      assert.ok(head);
      const { status, endedAt } = closing(session);
      await dying.bus.publish(
        { ...head.entry, kind: 'close', first: 2, count: 0, body: new Uint8Array(), status, endedAt },
        { last: head.sequence, timeout: 1000 },
      );
      await assert.rejects(dying.log.append(batchOf(session, 1)), refusedWith('session_closed'));
      const again = await dying.log.close({ ...closing(session), status: 'failed' });
      assert.deepEqual(again, { status, endedAt, now: false });
      const persisting = await home.open();
      await persisting.log.settled();
      const found = await persisting.store.session.find(session.organizationId, session.sessionId);
      assert.deepEqual([found?.status, found?.endedAt, found?.eventCount], [status, endedAt, 1]);
    });

    it('refuses keys while the database is further behind than the bus remembers', async () => {
      await using home = await house(engine);
      const idle = await home.open({ persists: false, window: 1000 });
      const session = await storedSession(idle.store, await storedTenant(idle.store));
      await idle.log.append(batchOf(session, 1, 'early'));
      await new Promise((resolve) => setTimeout(resolve, 1800));
      await assert.rejects(idle.log.append(batchOf(session, 1, 'late')), refusedWith('service_unavailable'));
      assert.equal((await idle.log.append(batchOf(session, 1))).first, 2);
    });

    it('takes nothing while the bus lacks what the database has, and goes on as before with a new stream', async () => {
      await using home = await house(engine);
      const [one, other] = [await home.open(), await home.open()];
      const session = await storedSession(one.store, await storedTenant(one.store));
      const before = await appendPatiently(one.log, () => batchOf(session, 2, 'before'));
      await one.log.settled();
      // As after a restore of the bus: the database has a hundred messages that the bus has not, and misses one more.
      await runStatement(
        home.config,
        'update bus_position set sequence = sequence + 100, seen = sequence + 101',
      );
      const refused = refusedWith('service_unavailable');
      await assert.rejects(one.log.append(batchOf(session, 1, 'at once')), refused);
      await assert.rejects(other.log.append(batchOf(session, 1, 'elsewhere')), refused);
      const isMisfit = async ({ log }: typeof one) =>
        log.check().then(
          () => false,
          (error) =>
            error instanceof LogMisfit && /up to 10\d: the bus came back without/.test(error.message),
        );
      for (const server of [one, other]) {
        for (let looks = 0; !(await isMisfit(server)); looks++) {
          assert.ok(looks < 500);
          await pause(20);
        }
      }
      const place = { store: one.busStore, bus: home.bus };
      const told = await standingText(place);
      assert.deepEqual([told.fits, /They fit {3}no/.test(told.text)], [false, true]);
      assert.match(await renew(place), /The database follows test_\w+-2 .* now/);
      assert.match(await renew(place), /nothing to renew/);
      const next = (log: JetStreamLog, key: string) => appendPatiently(log, () => batchOf(session, 1, key));
      // What was refused comes again, to whichever server.
      assert.equal((await next(other.log, 'at once')).first, 3);
      assert.equal((await next(one.log, 'elsewhere')).first, 4);
      assert.deepEqual(await next(one.log, 'at once'), {
        ...{ first: 3, count: 1, async: true, replayed: true },
      });
      assert.equal((await next(other.log, 'last')).first, 5);
      assert.deepEqual(await appendPatiently(other.log, () => batchOf(session, 2, 'before')), {
        ...before,
        replayed: true,
      });
      await Promise.all([one.log.check(), other.log.check()]);
      await one.log.settled();
      const { events } = await one.log.read(rangeOf(session));
      assert.deepEqual(
        events.map(({ sequence }) => sequence),
        [1, 2, 3, 4, 5],
      );
      assert.deepEqual((await standingText(place)).fits, true);
      await removeStream({ ...home.bus, stream: `${home.bus.stream}-2` });
      const again = await Bus.connect({ ...home.bus, onFault: () => {} });
      await again.close();
    });

    it('will not number events anew beside a bus that may still hold some', async () => {
      await using home = await house(engine);
      await home.open();
      const open = (bus: BusConfig | undefined) =>
        openStorage({ config: { database: home.config, bus }, keyCheck: 'test', onFault: () => {} });
      await assert.rejects(open(undefined), /Set NATS_URL/);
      const other = freshBus();
      await assert.rejects(open(other), /follows another stream/);
    });
  });
}
