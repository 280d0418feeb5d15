import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { engines, runStatement } from '../../../testing/engine.ts';
import { aSecret, storedSession, storedTenant, type Tenant } from '../../../testing/record.ts';
import { type TestStorage, testStorage } from '../../../testing/storage.ts';
import type { SessionRecord } from '../../domain/records.ts';
import { encodeEvents } from '../../domain/session/event-lines.ts';
import { Patience } from '../../store/connection/patience.ts';
import { openPostgres } from '../../store/connection/postgres.ts';
import { isUnavailable } from '../../store/connection/unavailable.ts';
import { packLines } from '../batch.ts';
import { PostgresBusStore } from '../postgres/persister.ts';
import { SqliteLog } from '../sqlite/log.ts';
import type { BusEntry, BusStore } from './behind.ts';

/** The conformance suite of BusStore: what a bus asks of the database behind it. */

const hash = (letter: string) => letter.repeat(32);

/** Rows of SQLite are no usual objects. */
const plain = <Value>(value: Value): Value => structuredClone(value);

async function open(storage: TestStorage): Promise<{ store: BusStore; close(): Promise<void> }> {
  if (storage.config.engine === 'postgres') {
    const { pool } = openPostgres({ url: storage.config.url, poolSize: 2 });
    return {
      store: new PostgresBusStore({ pool, patience: new Patience(), isUnavailable }),
      close: () => pool.end(),
    };
  }
  const log = new SqliteLog({
    path: join(storage.folder, 'debrief.db'),
    pragmas: 'PRAGMA busy_timeout = 5000;',
  });
  return { store: log.behindBus(), close: () => log.stop() };
}

for (const engine of engines) {
  describe(`the database behind a bus, ${engine}`, () => {
    let storage: TestStorage;
    let store: BusStore;
    let close: () => Promise<void>;
    let tenant: Tenant;
    before(async () => {
      storage = await testStorage(engine);
      ({ store, close } = await open(storage));
      tenant = await storedTenant(storage.store);
    });
    after(async () => {
      await close();
      await storage[Symbol.asyncDispose]();
    });
    const session = () => storedSession(storage.store, tenant);
    const entry = (
      of: SessionRecord,
      first: number,
      count: number,
      given: Partial<BusEntry> = {},
    ): BusEntry => {
      const { organizationId, sessionId } = of;
      const lines = encodeEvents(
        Array.from({ length: count }, (_, index) => ({ eventType: 'e', payload: { n: first + index } })),
      );
      const { encoding, body } = packLines(lines);
      return {
        ...{ kind: 'batch', organizationId, sessionId, at: 1_700_000_100_000, first, count, encoding, body },
        ...{ keyHash: '', fingerprint: '', claim: '', status: '', endedAt: 0, ...given },
      };
    };
    /** Follows a stream of its own, so that no test depends on another's position. */
    const follow = async (stream: string) => {
      await store.forget();
      return store.follow(stream);
    };
    const persist = (from: number, to: number, ...entries: BusEntry[]) =>
      store.persist({ stream: 's', epoch: 0, from, to, entries });
    const eventsOf = async ({ organizationId, sessionId }: SessionRecord) => {
      const range = { organizationId, sessionId, order: 'asc' as const, after: 0, limit: 1000, bytes: 1e9 };
      return (await storage.log.read(range)).events.map(({ sequence, payload, at }) => [
        sequence,
        JSON.parse(payload.toString()).n,
        at,
      ]);
    };
    const rowOf = async ({ organizationId, sessionId }: SessionRecord) => {
      const found = await storage.store.session.find(organizationId, sessionId);
      return [found?.eventCount, found?.status, found?.endedAt ?? null, found?.updatedAt];
    };

    it('follows one stream at a time, from its beginning', async () => {
      await store.forget();
      assert.equal(await store.position(), undefined);
      assert.deepEqual(plain(await store.follow('one')), { stream: 'one', sequence: 0, epoch: 0, seen: 0 });
      assert.deepEqual(plain(await store.follow('two')), { stream: 'one', sequence: 0, epoch: 0, seen: 0 });
      assert.deepEqual(plain(await store.position()), { stream: 'one', sequence: 0, epoch: 0, seen: 0 });
      assert.deepEqual(plain(await follow('two')), { stream: 'two', sequence: 0, epoch: 0, seen: 0 });
    });

    it('gives one process the turn at writing, until it lets go or its time is over', async () => {
      await follow('s');
      assert.equal(await store.hold('other', 'a', 60_000), undefined, 'not the stream that is followed');
      assert.equal((await store.hold('s', 'a', 60_000))?.sequence, 0);
      assert.equal(await store.hold('s', 'b', 60_000), undefined);
      assert.equal((await store.hold('s', 'a', 60_000))?.sequence, 0, 'it may be renewed');
      await store.release('s', 'b');
      assert.equal(await store.hold('s', 'b', 60_000), undefined, 'only the holder lets go');
      await store.release('other', 'a');
      assert.equal(await store.hold('s', 'b', 60_000), undefined);
      await store.release('s', 'a');
      assert.equal((await store.hold('s', 'b', 60_000))?.sequence, 0, 'it was let go');
      await store.release('s', 'b');
      assert.equal((await store.hold('s', 'b', 1))?.sequence, 0);
      await new Promise((resolve) => setTimeout(resolve, 10));
      assert.equal((await store.hold('s', 'c', 1))?.sequence, 0, 'its time is over');
      await runStatement(storage.config, `update bus_position set holder = 'd', held_until = 9000000000000`);
      assert.equal(
        (await store.hold('s', 'e', 1000))?.sequence,
        0,
        'nobody holds it longer than a turn: a clock was wrong',
      );
    });

    it('writes a run and where it ended, once, however often it comes', async () => {
      await follow('s');
      const [one, two] = [await session(), await session()];
      assert.equal(await persist(0, 3, entry(one, 1, 2), entry(two, 1, 1), entry(one, 3, 1)), 0);
      assert.deepEqual(plain(await store.position()), { stream: 's', sequence: 3, epoch: 0, seen: 0 });
      const at = 1_700_000_100_000;
      assert.deepEqual(await eventsOf(one), [
        [1, 1, at],
        [2, 2, at],
        [3, 3, at],
      ]);
      assert.deepEqual(await eventsOf(two), [[1, 1, at]]);
      assert.deepEqual(await rowOf(one), [3, 'active', null, at]);
      assert.equal(await persist(0, 4, entry(one, 4, 1)), undefined, 'not from where the last one ended');
      assert.equal(
        await store.persist({ stream: 'x', epoch: 0, from: 3, to: 4, entries: [entry(one, 4, 1)] }),
        undefined,
      );
      assert.deepEqual((await store.position())?.sequence, 3);
      assert.equal((await eventsOf(one)).length, 3);
      assert.equal(await persist(3, 4, entry(one, 3, 1)), 0, 'what is there already fits');
      assert.equal((await eventsOf(one)).length, 3);
      assert.equal((await store.hold('s', 'a', 1))?.sequence, 4);
    });

    it('writes nothing that was read from the bus before somebody connected to it anew', async () => {
      await follow('s');
      const one = await session();
      assert.equal(await store.beginEpoch('other'), undefined);
      const begun = { stream: 's', sequence: 0, epoch: 1, seen: 0 };
      assert.deepEqual(plain(await store.beginEpoch('s')), begun);
      assert.equal(await persist(0, 1, entry(one, 1, 1)), undefined);
      assert.deepEqual([(await eventsOf(one)).length, (await store.position())?.sequence], [0, 0]);
      assert.equal((await store.hold('s', 'a', 1000))?.epoch, 1);
      const entries = [entry(one, 1, 1)];
      assert.equal(await store.persist({ stream: 's', epoch: 1, from: 0, to: 1, entries }), 0);
      assert.equal((await eventsOf(one)).length, 1);
    });

    it('follows another stream from its beginning only while it is where it was looked at', async () => {
      await follow('s');
      await store.saw('s', 9);
      await store.saw('s', 7);
      await store.saw('other', 99);
      const found = await store.beginEpoch('s');
      assert.ok(found);
      assert.deepEqual(plain(found), { stream: 's', sequence: 0, epoch: 1, seen: 9 });
      await store.hold('s', 'a', 60_000);
      assert.equal(await store.replace({ ...found, sequence: 1 }, 't'), false);
      assert.equal(await store.replace({ ...found, epoch: 0 }, 't'), false);
      assert.equal(await store.replace({ ...found, stream: 'x' }, 't'), false);
      assert.deepEqual(plain(await store.position()), plain(found));
      assert.equal(await store.replace(found, 't'), true);
      assert.deepEqual(plain(await store.position()), { stream: 't', sequence: 0, epoch: 2, seen: 0 });
      assert.ok(await store.hold('t', 'b', 60_000), 'nobody has the turn any more');
    });

    it('keeps what was lost until it turns up again, the latest first', async () => {
      const loss = (lossId: string, foundAt: number) => ({
        ...{ lossId, stream: 's', sessionId: 'ses_1', first: 3, last: 9, foundAt },
      });
      await store.addLosses([loss('a', 1), loss('b', 2)]);
      await store.addLosses([loss('b', 5), loss('c', 3)]);
      assert.deepEqual(plain(await store.losses(9)), [loss('c', 3), loss('b', 2), loss('a', 1)]);
      assert.deepEqual(
        (await store.losses(1)).map(({ lossId }) => lossId),
        ['c'],
      );
      await store.dropLosses(['a', 'c', 'unknown']);
      assert.deepEqual(plain(await store.losses(9)), [loss('b', 2)]);
      await store.dropLosses(['b']);
    });

    it('counts what does not continue its session, and what is of a deleted one not', async () => {
      await follow('s');
      const one = await session();
      assert.equal(await persist(0, 1, entry(one, 3, 1)), 1);
      assert.deepEqual(await rowOf(one), [3, 'active', null, 1_700_000_100_000]);
      assert.equal(await persist(1, 2, entry(one, 3, 2)), 1, 'half of it is there');
      const gone = { ...one, sessionId: 'ses_000000000000000000000000' };
      assert.equal(await persist(2, 3, entry(gone, 7, 1), entry(one, 5, 1)), 0);
      assert.equal((await rowOf(one))[0], 5);
    });

    it('never lets the time of a session go back', async () => {
      await follow('s');
      const one = await session();
      const later = { at: 1_700_000_200_000 };
      await persist(0, 2, entry(one, 1, 1, later), entry(one, 2, 1));
      assert.equal((await rowOf(one))[3], later.at);
      await persist(2, 3, entry(one, 3, 0, { kind: 'close', status: 'failed', endedAt: 5, at: 6 }));
      assert.equal((await rowOf(one))[3], later.at);
    });

    it('closes a session once', async () => {
      await follow('s');
      const one = await session();
      const closing = (status: 'completed' | 'failed', endedAt: number) =>
        entry(one, 2, 0, { kind: 'close', status, endedAt, at: 1_700_000_300_000 });
      assert.equal(await persist(0, 2, entry(one, 1, 1), closing('failed', 77)), 0);
      assert.deepEqual(await rowOf(one), [1, 'failed', 77, 1_700_000_300_000]);
      assert.equal(await persist(2, 3, closing('completed', 99)), 0);
      assert.deepEqual((await rowOf(one)).slice(1, 3), ['failed', 77]);
      assert.equal((await eventsOf(one)).length, 1);
    });

    it('writes what one run holds of a session in the order it came, each key and each end once', async () => {
      await follow('s');
      const one = await session();
      const keyed = { keyHash: hash('d'), fingerprint: hash('e') };
      const closing = (status: 'completed' | 'failed', endedAt: number) =>
        entry(one, 5, 0, { kind: 'close', status, endedAt });
      const run = [
        entry(one, 1, 2, keyed),
        entry(one, 1, 2, keyed),
        entry(one, 4, 1, keyed),
        entry(one, 3, 1),
        closing('failed', 7),
        closing('completed', 8),
      ];
      assert.equal(await persist(0, 6, ...run), 1, 'only the third leaves a hole');
      assert.deepEqual(
        (await eventsOf(one)).map(([sequence]) => sequence),
        [1, 2, 4],
      );
      assert.deepEqual((await rowOf(one)).slice(0, 3), [4, 'failed', 7]);
      const { organizationId, sessionId } = one;
      const found = await store.look({ organizationId, sessionId, keyHash: hash('d') });
      assert.equal(found?.seen?.first, 1);
    });

    it('leaves the removal of a session to whoever asked for it', async () => {
      await follow('s');
      const one = await session();
      assert.equal(await persist(0, 2, entry(one, 1, 1), entry(one, 2, 0, { kind: 'erase' })), 0);
      assert.deepEqual((await rowOf(one)).slice(0, 2), [1, 'active']);
    });

    it('answers for a key with what came with it first', async () => {
      await follow('s');
      const one = await session();
      const { organizationId, sessionId } = one;
      const look = (keyHash: string) => store.look({ organizationId, sessionId, keyHash });
      const keyed = { keyHash: hash('a'), fingerprint: hash('b') };
      await persist(0, 2, entry(one, 1, 2, keyed), entry(one, 3, 1));
      assert.deepEqual(plain(await look(hash('a'))), {
        refusal: undefined,
        status: 'active',
        endedAt: null,
        eventCount: 3,
        bus: { stream: 's', sequence: 2 },
        seen: { first: 1, count: 2, fingerprint: hash('b'), status: 202 },
      });
      assert.equal((await look(hash('c')))?.seen, undefined);
      assert.equal((await look(''))?.seen, undefined);
      await persist(2, 3, entry(one, 4, 1, { ...keyed, fingerprint: hash('d') }));
      assert.equal((await look(hash('a')))?.seen?.fingerprint, hash('b'));
      const other = await session();
      const elsewhere = await store.look({ organizationId, sessionId: other.sessionId, keyHash: hash('a') });
      assert.equal(elsewhere?.seen, undefined, 'a key is one of its session');
    });

    it('finds a session only for its organization, and an active secret only', async () => {
      const { organizationId, sessionId } = await session();
      const foreign = (await storedTenant(storage.store)).organization.organizationId;
      const find = (given: object) => store.look({ organizationId, sessionId, keyHash: '', ...given });
      assert.equal(await find({ organizationId: foreign }), undefined);
      assert.equal(await find({ sessionId: 'ses_000000000000000000000000' }), undefined);
      const secret = aSecret(organizationId);
      await storage.store.secret.add(secret, 10);
      const { secretId } = secret;
      assert.equal((await find({ secretId }))?.refusal, undefined);
      await storage.store.secret.revoke(organizationId, secretId, 5);
      assert.equal((await find({ secretId }))?.refusal, 'revoked');
      assert.equal((await find({ secretId: 'sec_0000000000000000' }))?.refusal, 'revoked');
      assert.equal((await find({}))?.refusal, undefined);
    });

    it('answers many looks at once, each with its own', async () => {
      const sessions = [await session(), await session(), await session()];
      await follow('s');
      for (const [index, one] of sessions.entries())
        await persist(index, index + 1, entry(one, 1, index + 1));
      const asked = Array.from({ length: 450 }, (_, index) => index % 4);
      const found = await Promise.all(
        asked.map((which) => {
          const { organizationId, sessionId } = sessions[which] ?? { ...sessions[0], sessionId: 'ses_0' };
          return store.look({ organizationId: organizationId ?? '', sessionId, keyHash: '' });
        }),
      );
      assert.deepEqual(
        found.map((one) => one?.eventCount),
        asked.map((which) => (which < 3 ? which + 1 : undefined)),
      );
    });

    it('keeps a body that is too large for a message until its message comes, or too long', async () => {
      await follow('s');
      const one = await session();
      const { body, encoding } = entry(one, 1, 2);
      const inner = new Uint8Array(body.byteLength + 2);
      inner.set(body, 1);
      assert.equal(await store.stash('claim-1', one.sessionId, inner.subarray(1, -1), 1000), true);
      await store.stash('claim-2', one.sessionId, body, 2000);
      assert.equal(await store.stash('claim-3', 'ses_0', body, 2000), false, 'of a session that is gone');
      const claims = async () =>
        (await runStatement(storage.config, 'select claim_id from claims order by 1')).map(
          (row) => (row as { claim_id: string }).claim_id,
        );
      assert.deepEqual(await claims(), ['claim-1', 'claim-2']);
      const empty = new Uint8Array();
      assert.equal(await persist(0, 1, entry(one, 1, 2, { claim: 'claim-1', body: empty, encoding })), 0);
      assert.deepEqual(
        (await eventsOf(one)).map(([, n]) => n),
        [1, 2],
      );
      assert.deepEqual(await claims(), ['claim-2']);
      await store.dropClaims(2000);
      assert.deepEqual(await claims(), ['claim-2']);
      await store.dropClaims(2001);
      assert.deepEqual(await claims(), []);
      assert.equal(await persist(1, 2, entry(one, 3, 1, { claim: 'gone', body: empty })), 1);
    });
  });
}
