import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { DebriefError, type SubmittedEvent } from '@debrief/contract';
import { aSecret, storedSession, storedTenant, type Tenant } from '../../testing/record.ts';
import { arrangements, type TestStorage, testStorage } from '../../testing/storage.ts';
import type { SessionRecord } from '../domain/records.ts';
import { type ByteText, plainText } from '../domain/session/byte-text.ts';
import { encodeEvents } from '../domain/session/event-lines.ts';
import type { EventRange } from '../domain/session/log-ports.ts';

/** The conformance suite of EventLog: every implementation passes all of it. */

interface Setting {
  storage: TestStorage;
  tenant: Tenant;
  session: SessionRecord;
}

const events = (count: number, size = 10): SubmittedEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    eventType: index % 2 ? 'odd' : 'even',
    payload: { index, text: 'x'.repeat(size) },
  }));

const parsed = (json: ByteText): unknown => JSON.parse(plainText(json));

const batchOf = (session: SessionRecord, submitted: SubmittedEvent[], key?: string) => ({
  organizationId: session.organizationId,
  sessionId: session.sessionId,
  lines: encodeEvents(submitted),
  count: submitted.length,
  key,
  at: 1_700_000_100_000,
});

const rangeOf = (session: SessionRecord, given: Partial<EventRange> = {}): EventRange => ({
  organizationId: session.organizationId,
  sessionId: session.sessionId,
  order: 'asc',
  after: 0,
  limit: 100_000,
  bytes: Number.POSITIVE_INFINITY,
  ...given,
});

const readFrom = async (storage: TestStorage, range: EventRange) => {
  await storage.settled();
  return storage.log.read(range);
};

const refusedWith = (code: string) => (error: unknown) =>
  error instanceof DebriefError && error.code === code;

const closing = (session: SessionRecord, status: 'completed' | 'failed' = 'completed') => ({
  organizationId: session.organizationId,
  sessionId: session.sessionId,
  status,
  endedAt: 1_700_000_200_000,
  at: 1_700_000_300_000,
});

for (const arrangement of arrangements) {
  const async = arrangement.startsWith('nats+');
  describe(`event log on ${arrangement}`, async () => {
    const shared = testStorage(arrangement);
    const setting = async (): Promise<Setting> => {
      const storage = await shared;
      const tenant = await storedTenant(storage.store);
      return { storage, tenant, session: await storedSession(storage.store, tenant) };
    };
    it('numbers events from 1 without gaps and counts them on the session', async () => {
      const { storage, session } = await setting();
      const first = await storage.log.append(batchOf(session, events(3)));
      const second = await storage.log.append(batchOf(session, events(50)));
      assert.deepEqual(first, { first: 1, count: 3, async, replayed: false });
      assert.deepEqual(second, { first: 4, count: 50, async, replayed: false });
      await storage.settled();
      const found = await storage.store.session.find(session.organizationId, session.sessionId);
      assert.equal(found?.eventCount, 53);
      assert.equal(found?.updatedAt, 1_700_000_100_000);
    });

    it('updatedAt never goes back, whatever the clock of an append or a close says', async () => {
      const { storage, session } = await setting();
      const updatedAt = async () => {
        await storage.settled();
        return (await storage.store.session.find(session.organizationId, session.sessionId))?.updatedAt;
      };
      await storage.log.append(batchOf(session, events(1)));
      const latest = await updatedAt();
      await storage.log.append({ ...batchOf(session, events(1)), at: 1_700_000_050_000 });
      assert.equal(await updatedAt(), latest);
      await storage.log.close({ ...closing(session), at: 1_700_000_060_000 });
      assert.equal(await updatedAt(), latest);
    });

    it('gives back type, payload and time of every event as stored', async () => {
      const { storage, session } = await setting();
      const odd: SubmittedEvent[] = [
        { eventType: 'tab\u2028 "quoted" é', payload: { nul: '\0', lone: '\ud800', '__proto__ ': 1 } },
        { eventType: 'none' },
        { eventType: 'null', payload: null },
        { eventType: 'scalar', payload: 'a\nb\tc' },
      ];
      await storage.log.append(batchOf(session, odd));
      const { events: read, more } = await readFrom(storage, rangeOf(session));
      assert.equal(more, false);
      assert.deepEqual(
        read.map((event) => [event.sequence, parsed(event.type), parsed(event.payload), event.at]),
        odd.map((event, index) => [
          index + 1,
          event.eventType,
          event.payload === undefined ? {} : event.payload,
          1_700_000_100_000,
        ]),
      );
    });

    it('replays the first answer for the same key and events, also after closing', async () => {
      const { storage, session } = await setting();
      const first = await storage.log.append(batchOf(session, events(2), 'key'));
      await storage.log.append(batchOf(session, events(1), 'another'));
      await storage.log.close(closing(session));
      const again = await storage.log.append(batchOf(session, events(2), 'key'));
      assert.deepEqual(again, { ...first, replayed: true });
      assert.equal((await readFrom(storage, rangeOf(session))).events.length, 3);
    });

    it('refuses a key used for other events, a closed session, a missing and a foreign one', async () => {
      const { storage, tenant, session } = await setting();
      await storage.log.append(batchOf(session, events(2), 'key'));
      await assert.rejects(
        storage.log.append(batchOf(session, events(3), 'key')),
        refusedWith('idempotency_key_reused'),
      );
      const foreign = {
        ...session,
        organizationId: (await storedTenant(storage.store)).organization.organizationId,
      };
      await assert.rejects(storage.log.append(batchOf(foreign, events(1))), refusedWith('session_not_found'));
      assert.deepEqual(await readFrom(storage, rangeOf(foreign)), { events: [], more: false });
      assert.equal(await storage.log.close(closing(foreign)), undefined);
      const missing = {
        ...(await storedSession(storage.store, tenant)),
        sessionId: 'ses_000000000000000000000000',
      };
      await assert.rejects(storage.log.append(batchOf(missing, events(1))), refusedWith('session_not_found'));
      await storage.log.close(closing(session));
      await assert.rejects(storage.log.append(batchOf(session, events(1))), refusedWith('session_closed'));
      await assert.rejects(
        storage.log.append(batchOf(session, events(1), 'new')),
        refusedWith('session_closed'),
      );
    });

    it('lets one of many concurrent sends of a key through and stores it once', async () => {
      const { storage, session } = await setting();
      const sends = await Promise.allSettled(
        Array.from({ length: 20 }, () => storage.log.append(batchOf(session, events(2), 'key'))),
      );
      const accepted = sends.filter((send) => send.status === 'fulfilled');
      assert.ok(accepted.length >= 1);
      for (const send of accepted) assert.deepEqual([send.value.first, send.value.count], [1, 2]);
      for (const send of sends) {
        if (send.status === 'rejected') assert.ok(refusedWith('idempotency_in_progress')(send.reason));
      }
      assert.equal((await readFrom(storage, rangeOf(session))).events.length, 2);
    });

    it('reads any number of small batches, each once, in either order', async () => {
      const { storage, session } = await setting();
      for (let count = 1; count <= 30; count++) {
        await storage.log.append(batchOf(session, events(1)));
        if (![3, 4, 5, 8, 12, 13, 30].includes(count)) continue;
        const numbers = Array.from({ length: count }, (_, index) => index + 1);
        for (const order of ['asc', 'desc'] as const) {
          const read = await readFrom(storage, rangeOf(session, { order }));
          const expected = order === 'asc' ? numbers : numbers.toReversed();
          assert.deepEqual(
            read.events.map(({ sequence }) => sequence),
            expected,
          );
          const page = await readFrom(storage, rangeOf(session, { order, limit: 3 }));
          assert.deepEqual(
            page.events.map(({ sequence }) => sequence),
            expected.slice(0, 3),
          );
          assert.equal(page.more, count > 3);
        }
      }
    });

    it('refuses a batch whose secret has been revoked, and stores nothing of it', async () => {
      const { storage, tenant, session } = await setting();
      const { organizationId } = tenant.organization;
      const secret = aSecret(organizationId);
      const { secretId } = secret;
      await storage.store.secret.add(secret, 10);
      await storage.log.append({ ...batchOf(session, events(1)), secretId });
      await storage.store.secret.revoke(organizationId, secretId, 1_700_000_150_000);
      const late = { ...batchOf(session, events(1), 'late'), secretId };
      await assert.rejects(storage.log.append(late), refusedWith('secret_revoked'));
      const other = { ...batchOf(session, events(1)), secretId: 'sec_0000000000000000' };
      await assert.rejects(storage.log.append(other), refusedWith('secret_revoked'));
      assert.equal((await readFrom(storage, rangeOf(session))).events.length, 1);
    });

    it('keeps sequences contiguous under parallel writers, and nothing passes a close', async () => {
      const { storage, session } = await setting();
      const appends = Array.from({ length: 200 }, (_, index) =>
        storage.log.append(batchOf(session, events(1 + (index % 5)), `key-${index}`)),
      );
      const closed = storage.log.close(closing(session));
      const settled = await Promise.allSettled(appends);
      assert.equal((await closed)?.now, true);
      const ranges = settled.flatMap((send) => (send.status === 'fulfilled' ? [send.value] : []));
      ranges.sort((a, b) => a.first - b.first);
      let next = 1;
      for (const range of ranges) {
        assert.equal(range.first, next);
        next += range.count;
      }
      for (const send of settled) {
        if (send.status === 'rejected') assert.ok(refusedWith('session_closed')(send.reason));
      }
      await storage.settled();
      const found = await storage.store.session.find(session.organizationId, session.sessionId);
      assert.equal(found?.eventCount, next - 1);
      assert.equal((await readFrom(storage, rangeOf(session))).events.length, next - 1);
    });

    it('closes once and then tells what it was closed as', async () => {
      const { storage, session } = await setting();
      const at = 1_700_000_200_000;
      assert.deepEqual(await storage.log.close(closing(session, 'failed')), {
        status: 'failed',
        endedAt: at,
        now: true,
      });
      const again = await storage.log.close({ ...closing(session), endedAt: at + 5 });
      assert.deepEqual(again, { status: 'failed', endedAt: at, now: false });
    });

    it('pages in both orders, from any position, by count, bytes and type', async () => {
      const { storage, session } = await setting();
      for (let index = 0; index < 30; index++)
        await storage.log.append(batchOf(session, events(1 + (index % 4), 2000)));
      const all = (await readFrom(storage, rangeOf(session))).events.map((event) => event.sequence);
      const count = all.length;
      assert.deepEqual(
        all,
        Array.from({ length: count }, (_, index) => index + 1),
      );
      for (const order of ['asc', 'desc'] as const) {
        const walked: number[] = [];
        let position: number | undefined;
        for (;;) {
          const page = await readFrom(storage, rangeOf(session, { order, limit: 7, after: 10, position }));
          walked.push(...page.events.map((event) => event.sequence));
          position = page.events.at(-1)?.sequence;
          if (!page.more) break;
        }
        const expected = all.filter((sequence) => sequence > 10);
        assert.deepEqual(walked, order === 'asc' ? expected : expected.reverse());
      }
      const byBytes = await readFrom(storage, rangeOf(session, { bytes: 5000 }));
      assert.equal(byBytes.events.length, 3);
      assert.equal(byBytes.more, true);
      const odd = await readFrom(storage, rangeOf(session, { types: ['odd'], limit: 5 }));
      assert.ok(odd.more && odd.events.every((event) => event.type === '"odd"'));
      assert.deepEqual((await readFrom(storage, rangeOf(session, { types: ['never'] }))).events, []);
      assert.deepEqual(await readFrom(storage, rangeOf(session, { after: count })), {
        events: [],
        more: false,
      });
      assert.deepEqual(await readFrom(storage, rangeOf(session, { order: 'desc', position: 1 })), {
        events: [],
        more: false,
      });
    });

    it('merges the small batches of closed sessions without changing a read or a replay', async () => {
      const { storage, session } = await setting();
      for (let index = 0; index < 40; index++) {
        const batch = batchOf(session, events(1 + (index % 3)), `key-${index}`);
        await storage.log.append({ ...batch, at: batch.at + index });
      }
      const before = await readFrom(storage, rangeOf(session));
      await storage.log.close(closing(session));
      await storage.settled();
      assert.ok((await storage.log.compact(1000)) >= 1);
      assert.equal(await storage.log.compact(1000), 0);
      assert.deepEqual(await readFrom(storage, rangeOf(session)), before);
      const middle = await readFrom(storage, rangeOf(session, { position: 20, limit: 3 }));
      assert.deepEqual(
        middle.events.map((event) => event.sequence),
        [21, 22, 23],
      );
      const again = await storage.log.append(batchOf(session, events(1 + (7 % 3)), 'key-7'));
      assert.equal(again.replayed, true);
    });

    it('erases a session and leaves its neighbours alone', async () => {
      const { storage, tenant, session } = await setting();
      const neighbour = await storedSession(storage.store, tenant);
      for (let index = 0; index < 250; index++)
        await storage.log.append(batchOf(session, events(1), `key-${index}`));
      await storage.log.append(batchOf(neighbour, events(5)));
      await storage.log.erase(session.sessionId);
      assert.deepEqual((await readFrom(storage, rangeOf(session))).events, []);
      assert.equal((await readFrom(storage, rangeOf(neighbour))).events.length, 5);
    });

    it('drops the months in which every session has ended before, and no other', async () => {
      const { storage, tenant } = await setting();
      // By arrival: when a session began says nothing about where its events lie.
      const old = { createdAt: Date.UTC(2020, 4, 3) };
      const older = { createdAt: Date.UTC(2020, 3, 30) };
      const ended = await storedSession(storage.store, tenant, older);
      const active = await storedSession(storage.store, tenant, old);
      const beside = await storedSession(storage.store, tenant, old);
      for (const session of [ended, active, beside])
        await storage.log.append(batchOf(session, events(2), 'key'));
      await storage.log.close(closing(ended));
      await storage.log.close(closing(beside));
      await storage.settled();
      const before = closing(ended).at;
      assert.equal(await storage.log.expire(before), 0);
      const dropped = await storage.log.expire(before + 1);
      assert.equal(dropped, storage.database.engine === 'postgres' ? 1 : 0);
      await storage.log.erase(ended.sessionId);
      assert.deepEqual((await readFrom(storage, rangeOf(ended))).events, []);
      for (const session of [active, beside]) {
        assert.equal((await readFrom(storage, rangeOf(session))).events.length, 2);
      }
      assert.equal((await storage.log.append(batchOf(active, events(1)))).first, 3);
    });

    it('takes batches of the largest size', async () => {
      const { storage, session } = await setting();
      const large = Array.from({ length: 50 }, () => ({ eventType: 'large', payload: 'é'.repeat(131_071) }));
      await storage.log.append(batchOf(session, large));
      const page = await readFrom(storage, rangeOf(session, { bytes: 8 * 1024 * 1024 }));
      assert.ok(page.more && page.events.length === 32, `${page.events.length} events`);
    });

    it('takes a batch that does not compress, once however often it is sent', async () => {
      const { storage, session } = await setting();
      const noise = Array.from({ length: 12 }, () => ({
        eventType: 'noise',
        payload: randomBytes(190_000).toString('base64'),
      }));
      const first = await storage.log.append(batchOf(session, noise, 'key'));
      const again = await storage.log.append(batchOf(session, noise, 'key'));
      assert.deepEqual(again, { ...first, replayed: true });
      await storage.log.append(batchOf(session, events(1)));
      const { events: read } = await readFrom(storage, rangeOf(session));
      assert.deepEqual(
        read.map((event) => parsed(event.payload)),
        [...noise, ...events(1)].map((event) => event.payload),
      );
    });

    it('stops', async () => {
      await (await shared)[Symbol.asyncDispose]();
    });
  });
}
