import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { SubmittedEvent } from '@debrief/contract';
import {
  batchOf,
  closing,
  events,
  forEachLog,
  parsed,
  rangeOf,
  readFrom,
  refusedWith,
} from '../../testing/log/event-log.ts';
import { aSecret, storedSession, storedTenant } from '../../testing/record.ts';

/** The conformance suite of EventLog, with read.test.ts: every implementation passes all of it. */

forEachLog('event log', (setting, arrangement) => {
  const async = arrangement.startsWith('nats+');

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
});
