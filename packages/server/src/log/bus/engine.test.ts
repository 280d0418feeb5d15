import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  batch,
  closing,
  engineWith,
  found,
  lines,
  organizationId,
  sessionId,
} from '../../../testing/log/bus-engine.ts';
import { encodeEvents } from '../../domain/session/event-lines.ts';
import { packLines, worthCompressing } from '../batch.ts';
import { digest } from '../digest.ts';
import type { BusEntry } from './behind.ts';
import type { BusMessage } from './connection.ts';

describe('an append by the bus', () => {
  it('is published with what the database behind needs, and with its key', async (t) => {
    const { engine, published, looks } = await engineWith(t);
    const appended = await engine.append({ ...batch, key: 'k', secretId: 'sec_1' });
    assert.deepEqual(appended, { first: 5, count: 1, async: true, replayed: false });
    const { encoding, body, fingerprint } = packLines(lines);
    assert.deepEqual(published, [
      {
        entry: {
          ...{ kind: 'batch', organizationId, sessionId, at: 7, first: 5, count: 1, keyHash: digest('k') },
          ...{ fingerprint, encoding, claim: '', body, status: '', endedAt: 0 },
        },
        id: `${sessionId} ${digest('k')}`,
      },
    ]);
    const [asked] = looks;
    assert.deepEqual([asked?.keyHash, asked?.secretId, asked?.sessionId], [digest('k'), 'sec_1', sessionId]);
  });

  it('gives the memory of packed lines back, unless it is needed or others have a part in it', async (t) => {
    const { engine } = await engineWith(t);
    const filled = (length: number) => Buffer.allocUnsafeSlow(length).fill(97);
    const [alone, small, others] = [
      filled(worthCompressing),
      filled(worthCompressing - 1),
      filled(2 * worthCompressing),
    ];
    for (const lines of [alone, small, others.subarray(worthCompressing)])
      await engine.append({ ...batch, lines });
    assert.deepEqual(
      [alone.length, small.length, others.length],
      [0, worthCompressing - 1, 2 * worthCompressing],
    );
  });

  it('without a key has neither id nor fingerprint', async (t) => {
    const { engine, published, looks } = await engineWith(t);
    await engine.append(batch);
    assert.deepEqual(
      [published[0]?.id, published[0]?.entry.keyHash, published[0]?.entry.fingerprint, looks[0]?.keyHash],
      [undefined, '', '', ''],
    );
  });

  it('is refused for a session that is not there and for a revoked secret, and nothing is published', async (t) => {
    const { engine, published, at } = await engineWith(t, { found: undefined });
    await assert.rejects(engine.append(batch), { code: 'session_not_found' });
    at.found = { ...found, refusal: 'revoked' };
    await assert.rejects(engine.append(batch), { code: 'secret_revoked' });
    assert.deepEqual(published, []);
  });

  it('is answered from the database where its key is known there', async (t) => {
    const { fingerprint } = packLines(lines);
    const seen = { first: 2, count: 1, fingerprint, status: 202 };
    const { engine, published, at } = await engineWith(t, { found: { ...found, seen } });
    assert.deepEqual(await engine.append({ ...batch, key: 'k' }), {
      ...{ first: 2, count: 1, async: true, replayed: true },
    });
    at.found = { ...found, seen: { ...seen, fingerprint: 'another' } };
    await assert.rejects(engine.append({ ...batch, key: 'k' }), { code: 'idempotency_key_reused' });
    assert.deepEqual(published, []);
  });

  it('with a key is refused while the database is behind by half of what the bus remembers', async (t) => {
    const { engine, at, published } = await engineWith(t);
    at.position = undefined;
    const now = performance.now();
    const clock = t.mock.method(performance, 'now', () => now + 2000);
    await engine.append({ ...batch, key: 'a' });
    clock.mock.mockImplementation(() => now + 60_000);
    await assert.rejects(
      engine.append({ ...batch, key: 'b' }),
      (error: { code: string; retryAfter: number }) => {
        assert.deepEqual([error.code, error.retryAfter], ['service_unavailable', 5]);
        return true;
      },
    );
    await engine.append(batch);
    assert.equal(published.length, 2, 'one without a key has nothing to be remembered by');
    clock.mock.restore();
  });

  it('with a key is taken while the database is behind by exactly half of that', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 10_000 });
    t.mock.method(performance, 'now', () => 5000);
    const message = (age: number) => ({ sequence: 6, time: 10_000 - age }) as BusMessage;
    const half = await engineWith(t, { lastSequence: 6, message: message(500) });
    half.at.message = undefined;
    await half.engine.append({ ...batch, key: 'a' });
    const more = await engineWith(t, { lastSequence: 6, message: message(501) });
    await assert.rejects(more.engine.append({ ...batch, key: 'b' }), { code: 'service_unavailable' });
  });

  it('with a body too large for a message leaves it in the database and names it', async (t) => {
    const { engine, published, stashed } = await engineWith(t);
    const noise = encodeEvents([{ eventType: 'e', payload: randomBytes(3000).toString('base64') }]);
    await engine.append({ ...batch, lines: noise });
    const [claim = '', bytes] = stashed[0] ?? [];
    assert.deepEqual([stashed.length, bytes], [1, packLines(noise).body.byteLength]);
    assert.ok(claim !== '' && published[0]?.entry.claim === claim);
    assert.equal(published[0]?.entry.body.byteLength, 0);
    const largest = (bytes: number) => {
      const around = encodeEvents([{ eventType: 'e', payload: '' }]).byteLength;
      return encodeEvents([{ eventType: 'e', payload: 'x'.repeat(bytes - around) }]);
    };
    await engine.append({ ...batch, lines: largest(2000) });
    assert.deepEqual([stashed.length, published[1]?.entry.claim], [1, ''], 'as large as a message may be');
    await engine.append({ ...batch, lines: largest(2001) });
    assert.equal(stashed.length, 2);
  });

  it('is refused at once while the bus cannot be reached', async (t) => {
    const { engine, at, looks } = await engineWith(t);
    at.up = false;
    await assert.rejects(engine.append(batch), { code: 'service_unavailable' });
    await assert.rejects(engine.close(closing), { code: 'service_unavailable' });
    assert.throws(() => engine.mustBeUp(), { code: 'service_unavailable' });
    assert.deepEqual([looks, engine.isUp], [[], false]);
    at.up = true;
    engine.mustBeUp();
  });
});

describe('the end of a session by the bus', () => {
  it('is published, and told to the database at once', async (t) => {
    const { engine, published, asked } = await engineWith(t);
    assert.deepEqual(await engine.close(closing), { status: 'completed', endedAt: 70, now: true });
    const { entry } = published[0] ?? {};
    assert.deepEqual(
      [entry?.kind, entry?.status, entry?.endedAt, entry?.at, entry?.first, entry?.count],
      ['close', 'completed', 70, 80, 5, 0],
    );
    assert.deepEqual(asked, ['close completed 70']);
  });

  it('is that of the one who was first', async (t) => {
    const { engine, at, published, asked } = await engineWith(t);
    const entry = { kind: 'close', status: 'failed', endedAt: 3, first: 5, count: 0 } as BusEntry;
    at.message = { sequence: 8, time: 0, entry };
    assert.deepEqual(await engine.close(closing), { status: 'failed', endedAt: 3, now: false });
    assert.deepEqual([published, asked], [[], ['close failed 3']]);
  });

  it('is asked of the database where it has one, and of nobody where there is no session', async (t) => {
    const { engine, at, published, asked } = await engineWith(t, { found: { ...found, status: 'failed' } });
    assert.deepEqual(await engine.close(closing), { status: 'failed', endedAt: 1, now: false });
    assert.deepEqual([asked, published], [['close completed 70'], []]);
    at.found = undefined;
    assert.equal(await engine.close(closing), undefined);
    assert.equal(asked.length, 1);
  });

  it('is none where the session is being removed', async (t) => {
    const { engine, at, asked } = await engineWith(t);
    at.message = { sequence: 8, time: 0, entry: { kind: 'erase', first: 5, count: 0 } as BusEntry };
    assert.equal(await engine.close(closing), undefined);
    assert.deepEqual(asked, []);
  });
});

describe('the removal of a session by the bus', () => {
  const erased = { organizationId, sessionId, sessionPk: 7, bucket: null };

  it('lets nothing of it arrive afterwards, and needs no database that keeps up', async (t) => {
    const { engine, published, asked } = await engineWith(t, { found: undefined });
    await engine.erase(erased);
    assert.deepEqual(
      published.map(({ entry }) => [entry.kind, entry.organizationId, entry.sessionId, entry.first]),
      [['erase', organizationId, sessionId, 1]],
    );
    assert.deepEqual(asked, [
      `erase messages of ${sessionId} before 9`,
      `drop claims of ${sessionId}`,
      'erase events of 7',
    ]);
  });

  it('follows what is on the bus, and finds a marker that is there', async (t) => {
    const { engine, at, published, asked } = await engineWith(t, { found: undefined });
    at.message = { sequence: 4, time: 0, entry: { kind: 'batch', first: 1, count: 4 } as BusEntry };
    await engine.erase(erased);
    assert.deepEqual([published.length, published[0]?.entry.first], [1, 5]);
    at.message = { sequence: 6, time: 0, entry: { kind: 'erase', first: 5, count: 0 } as BusEntry };
    await engine.erase(erased);
    assert.equal(published.length, 1);
    assert.equal(asked[3], `erase messages of ${sessionId} before 6`);
  });

  it('refuses a large body whose session is gone before the body is kept', async (t) => {
    const { engine, published, stashed } = await engineWith(t, { isGoneBeforeStash: true });
    const lines = encodeEvents([{ eventType: 'e', payload: randomBytes(3000).toString('hex') }]);
    const appending = engine.append({ ...batch, lines });
    await assert.rejects(appending, { code: 'session_not_found' });
    assert.deepEqual([stashed.length, published], [1, []]);
  });
});

it('is settled when the database has everything that was on the bus', async (t) => {
  const { engine, at } = await engineWith(t);
  await engine.settled();
  at.lastSequence = 7;
  let isSettled = false;
  const settling = engine.settled().then(() => {
    isSettled = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.equal(isSettled, false);
  at.position = 7;
  await settling;
});

it('a probe asks the bus, and a stop closes it', async (t) => {
  const { engine, at, asked, stop } = await engineWith(t);
  await engine.probe();
  Object.defineProperty(at, 'lastSequence', {
    get() {
      throw new Error('away');
    },
  });
  await assert.rejects(engine.probe(), { message: 'away' });
  await stop();
  assert.deepEqual(asked, ['bus closed']);
});

it('looks every second at how far the database is, until it is stopped', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { at, stop } = await engineWith(t);
  let looks = 0;
  Object.defineProperty(at, 'lastSequence', { get: () => 5 + ++looks });
  t.mock.timers.tick(1000);
  await nextTurn();
  assert.equal(looks, 1);
  await stop();
  t.mock.timers.tick(10_000);
  assert.equal(looks, 1);
});
