import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Service, startNats } from '../../../scripts/services.ts';
import { anOrganizationAlone } from '../testing/domain/organization.ts';
import { engines, runStatement } from '../testing/engine.ts';
import { storedSession } from '../testing/record.ts';
import { refusedWith } from '../testing/request.ts';
import { aWord, inFiles, inTables } from '../testing/session/planted-words.ts';
import { testStorage } from '../testing/storage.ts';
import { onEveryEngine } from '../testing/suite.ts';
import { aTeam } from '../testing/team.ts';
import type { Context } from './domain/context.ts';
import { appendEvents } from './domain/session/event.ts';
import { encodeEvents } from './domain/session/event-lines.ts';
import { enforceRetention, startHousekeeping } from './housekeeping.ts';

const day = 86_400_000;

onEveryEngine('retention', (server) => {
  it('deletes closed sessions past their days, events and keys too, and nothing else', async () => {
    const team = await aTeam(server());
    const { machine, owner } = team;
    const ended = async (endedAt: string | undefined) => {
      const { sessionId } = await machine.openSession({
        environmentId: team.environmentId,
        agentInstallationId: team.installationId,
      });
      await machine.appendEvents({ sessionId, events: [{ eventType: 'x' }], idempotencyKey: 'k' });
      if (endedAt) await machine.completeSession({ sessionId, endedAt });
      return sessionId;
    };
    const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
    const [old, recent, silent] = [await ended(days(31)), await ended(days(-0.9)), await ended(undefined)];
    const today = server().running.context;
    assert.equal(await enforceRetention(today, 30), 0, 'imported history counts from its arrival');
    const context = { ...today, clock: () => Date.now() + 30.5 * 86_400_000 };
    const active = await ended(undefined);
    // Its machine goes on after a month; nothing else has happened in it.
    const machineActor = {
      kind: 'secret',
      organizationId: team.organizationId,
      secretId: team.secretId,
      environment: 'live',
    } as const;
    const late = { ...today, clock: () => Date.now() + 29 * 86_400_000 };
    await appendEvents(late, machineActor, active, { lines: encodeEvents([{ eventType: 'y' }]), count: 1 });
    assert.equal(await enforceRetention(context, 30), 3, 'the silent ones, too');
    assert.equal(await enforceRetention(context, 30), 0);
    await assert.rejects(owner.client.getSession({ sessionId: silent }), refusedWith('session_not_found'));
    await assert.rejects(owner.client.getSession({ sessionId: old }), refusedWith('session_not_found'));
    await assert.rejects(
      machine.appendEvents({ sessionId: old, events: [{ eventType: 'x' }], idempotencyKey: 'k' }),
      refusedWith('session_not_found'),
    );
    assert.equal((await owner.client.listEvents({ sessionId: recent })).events.length, 1);
    assert.equal((await owner.client.listEvents({ sessionId: active })).events.length, 2);
    assert.equal((await owner.client.getSession({ sessionId: active })).session.status, 'active');
    const { entries } = await owner.client.listAudit({ action: 'session_deleted' });
    assert.deepEqual(
      new Set(entries.map(({ targetId, actorId }) => `${targetId} ${actorId}`)),
      new Set([old, silent, team.sessionId].map((sessionId) => `${sessionId} undefined`)),
    );
  });
});

/** Two months, each with a session of which nothing has come since; the first is due. */
async function aMonthAgo(arrangement: 'postgres' | 'nats+postgres', bus: Service | undefined): Promise<void> {
  await using storage = await testStorage(arrangement, bus && { url: bus.url, stream: 'months' });
  const { context, tenant, time } = await anOrganizationAlone(storage);
  const startedAt = Date.UTC(2020, 2, 3);
  const [word, otherWord] = [aWord(), aWord()];
  const abandon = async (at: number, said: string) => {
    const session = await storedSession(storage.store, tenant, {
      ...{ startedAt: at, createdAt: at, updatedAt: at },
    });
    const { organizationId, sessionId } = session;
    const lines = encodeEvents([{ eventType: 'e', payload: { said } }]);
    await storage.log.append({ organizationId, sessionId, lines, count: 1, key: 'k', at });
    return session;
  };
  const abandoned = await abandon(startedAt, word);
  const later = await abandon(startedAt + 40 * day, otherWord);
  await storage.settled();
  const { organizationId, sessionId } = abandoned;
  const months = async () => {
    const text =
      "select relname as name from pg_class where relname ~ '^event_batches_20200[34]$' order by 1";
    return (await runStatement(storage.config, text)).map((row) => (row as { name: string }).name);
  };
  assert.deepEqual(await months(), ['event_batches_202003', 'event_batches_202004']);
  const left = async () => ({
    tables: await inTables(storage.config, [word]),
    bus: bus ? inFiles(bus.folder, [word]) : [],
  });
  const planted = await left();
  assert.deepEqual([planted.tables.length > 0, planted.bus.length > 0], [true, bus !== undefined]);
  time.now = startedAt + 30 * day;
  assert.equal(await enforceRetention(context, 30), 0, 'a moment too early');
  assert.equal((await months()).length, 2);
  time.now += 1;
  let closed: object | undefined;
  const log = {
    ...{ close: context.log.close.bind(context.log), erase: context.log.erase.bind(context.log) },
    async expire(before: number, at: number) {
      closed = await context.store.session.find(organizationId, sessionId);
      const dropped = await context.log.expire(before, at);
      assert.deepEqual(
        [dropped, await months()],
        [1, ['event_batches_202004']],
        'in one step, before any session is deleted',
      );
      return dropped;
    },
  };
  assert.equal(await enforceRetention({ ...context, log } as unknown as Context, 30), 1);
  assert.deepEqual(closed && { ...closed }, {
    ...abandoned,
    status: 'failed',
    endedAt: startedAt,
    eventCount: 1,
  });
  assert.equal(await context.store.session.find(organizationId, sessionId), undefined);
  assert.deepEqual(await left(), { tables: [], bus: [] }, 'nothing is kept of it');
  const others = await storage.log.read({ ...later, order: 'asc', after: 0, limit: 10, bytes: 1000 });
  assert.equal(others.events.length, 1, 'what is not due stays');
  const late = { organizationId, sessionId, lines: encodeEvents([{ eventType: 'e' }]), count: 1, key: 'l' };
  await assert.rejects(storage.log.append({ ...late, at: time.now }), refusedWith('session_not_found'));
}

describe('a month with an abandoned session', () => {
  if (!engines.includes('postgres')) return;
  const name = 'is dropped in one step once it is silent for as long as things are kept';
  it(`${name}, on postgres`, () => aMonthAgo('postgres', undefined));
  it(`${name}, on postgres behind a bus, which keeps nothing of it`, async () => {
    const bus = await startNats();
    await aMonthAgo('nats+postgres', bus).finally(() => bus.stop());
  });
});

describe('housekeeping', () => {
  it('runs each chore on its own clock, one at a time, reports faults and stops when told', async (test) => {
    test.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    const faults: string[] = [];
    let compacting = 0;
    let release = () => {};
    const log = {
      compact: () => {
        compacting++;
        return new Promise<number>((resolve) => {
          release = () => resolve(0);
        });
      },
    };
    const purge = async () => {};
    const store = {
      session: { pendingStarts: async () => [] },
      review: {
        look: async () => ({ refresh: [], more: false }),
        withDefaultReviewers: async () => [],
        withReviewersToAsk: async () => [],
      },
      erasure: { pending: async () => [] },
      redaction: { pending: async () => [] },
      redactionJob: { settle: async () => 0, open: async () => [] },
      dataRequest: { open: async () => [] },
      retention: { rules: async () => [] },
      organization: { all: async () => [] },
      ending: { due: async () => [] },
      chain: {
        head: async () => ({ number: 1, digest: '', at: 0 }),
        unsealedBelow: async () => ({ found: [], next: undefined }),
      },
      notification: { purge },
      outlet: { purge },
    };
    const housekeeping = startHousekeeping({
      context: { log, store, clock: Date.now } as unknown as Context,
      retentionDays: undefined,
      purge: async () => {
        throw new Error('broken');
      },
      onError: (chore) => faults.push(chore),
    });
    test.mock.timers.tick(60_000);
    test.mock.timers.tick(60_000);
    assert.equal(compacting, 1, 'a round that takes long is not run over');
    test.mock.timers.tick(600_000);
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(faults.length > 0 && faults.every((chore) => chore === 'purge'));
    let stopped = false;
    const stopping = housekeeping.stop().then(() => {
      stopped = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(stopped, false, 'waits for the round under way');
    release();
    await stopping;
    test.mock.timers.tick(3_600_000);
    assert.equal(compacting, 1);
  });
});
