import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { runStatement } from '../../testing/engine.ts';
import {
  batchOf,
  closing,
  events,
  forEachLog,
  parsed,
  rangeOf,
  readFrom,
} from '../../testing/log/event-log.ts';
import { eraseSession, storedSession } from '../../testing/record.ts';

/** What comes back out of an event log, also after it was merged or in part removed; the rest is in log.test.ts. */

forEachLog('reading an event log', (setting) => {
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
    const first = await readFrom(storage, rangeOf(session, { order: 'desc', position: 2 }));
    assert.deepEqual([first.events.map(({ sequence }) => sequence), first.more], [[1], false]);
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

  it('merges no more sessions at a time than it is told to', async () => {
    const { storage, tenant, session } = await setting();
    await storage.log.compact(1000);
    for (const one of [session, await storedSession(storage.store, tenant)]) {
      await storage.log.append(batchOf(one, events(1)));
      await storage.log.close(closing(one));
    }
    await storage.settled();
    assert.deepEqual([await storage.log.compact(1), await storage.log.compact(1000)], [1, 1]);
  });

  it('erases a session and leaves its neighbours alone', async () => {
    const { storage, tenant, session } = await setting();
    const neighbour = await storedSession(storage.store, tenant);
    for (let index = 0; index < 250; index++)
      await storage.log.append(batchOf(session, events(1), `key-${index}`));
    await storage.log.append(batchOf(neighbour, events(5)));
    await eraseSession(storage, session);
    assert.deepEqual((await readFrom(storage, rangeOf(session))).events, []);
    assert.equal((await readFrom(storage, rangeOf(neighbour))).events.length, 5);
    const keys = await runStatement(
      storage.config,
      `select key_hash from idempotency join erasures using (session_pk) where session_id = '${session.sessionId}'`,
    );
    assert.deepEqual(keys, [], 'its keys are gone too');
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
    assert.equal(await storage.log.expire(before, before), 0);
    const dropped = await storage.log.expire(before + 1, before);
    assert.equal(dropped, storage.database.engine === 'postgres' ? 1 : 0);
    await eraseSession(storage, ended);
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
});
