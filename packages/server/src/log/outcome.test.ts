import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { LocalBell } from './bell.ts';
import { headOf } from './bus/head.ts';
import { entryHeaders, entryOf } from './bus/message.ts';
import { connectionOptions } from './bus/url.ts';
import { InProgress } from './in-progress.ts';
import { overloaded, settle, storedBy } from './outcome.ts';

describe('what became of an append', () => {
  it('is its numbers, or the error it stands for', () => {
    assert.deepEqual(settle({ kind: 'appended', first: 3, count: 2, status: 200 }), {
      first: 3,
      count: 2,
      async: false,
      replayed: false,
    });
    assert.deepEqual(settle({ kind: 'replayed', first: 3, count: 2, status: 202 }), {
      first: 3,
      count: 2,
      async: true,
      replayed: true,
    });
    for (const [kind, code] of [
      ['revoked', 'secret_revoked'],
      ['missing', 'session_not_found'],
      ['closed', 'session_closed'],
      ['reused', 'idempotency_key_reused'],
    ] as const) {
      assert.throws(() => settle({ kind }), { code }, kind);
    }
  });

  it('is refused when it takes too long', async () => {
    assert.equal(await storedBy(Date.now() + 60_000, sleep(20, 1)), 1);
    await assert.rejects(storedBy(Date.now() - 1, new Promise(() => {})), {
      code: 'service_unavailable',
      retryAfter: 2,
    });
    assert.deepEqual([overloaded().code, overloaded().retryAfter], ['service_unavailable', 1]);
  });
});

describe('a key under way', () => {
  const batch = (key?: string, sessionId = 'ses_1', organizationId = 'org_1') =>
    ({ key, sessionId, organizationId }) as never;
  const done = { first: 1, count: 1, async: false, replayed: false };

  it('is refused a second time until the first is through, however that ends', async () => {
    const guard = new InProgress();
    const first = Promise.withResolvers<typeof done>();
    const running = guard.guard(batch('k'), () => first.promise);
    await assert.rejects(
      guard.guard(batch('k'), async () => done),
      { code: 'idempotency_in_progress', retryAfter: 1 },
    );
    // Another key, session or organization, and no key at all, are others.
    for (const other of [batch('l'), batch('k', 'ses_2'), batch('k', 'ses_1', 'org_2'), batch()]) {
      assert.equal(await guard.guard(other, async () => done), done);
    }
    first.reject(new Error('broken'));
    await assert.rejects(running, /broken/);
    assert.equal(await guard.guard(batch('k'), async () => done), done);
    assert.equal(await guard.guard(batch('k'), async () => done), done);
  });
});

describe('the bell', () => {
  const change = (sessionId: string) => ({ organizationId: 'org_1', sessionId });

  it('tells who listens to everything, to this session and to this member, until they stop', async () => {
    const bell = new LocalBell();
    const heard: string[] = [];
    const ends = [
      bell.listen(({ sessionId }, here) => heard.push(`all ${sessionId} ${here}`)),
      bell.listen(({ sessionId }, here) => heard.push(`one ${sessionId} ${here}`), 'ses_1'),
      bell.listenMember('usr_1', () => heard.push('member')),
    ];
    bell.ring(change('ses_1'));
    bell.announce(change('ses_2'), false);
    bell.ringMember('usr_1');
    bell.ringMember('usr_2');
    assert.deepEqual(heard.splice(0), ['all ses_1 true', 'one ses_1 true', 'all ses_2 false', 'member']);
    for (const end of ends) end();
    bell.ring(change('ses_1'));
    bell.ringMember('usr_1');
    assert.deepEqual(heard, []);
  });

  it('goes on when a listener fails, and stops for all', async () => {
    const bell = new LocalBell();
    let heard = 0;
    bell.listen(() => {
      throw new Error('listens badly');
    });
    const end = bell.listen(() => heard++, 'ses_1');
    bell.listen(() => heard++, 'ses_1');
    bell.ring(change('ses_1'));
    assert.equal(heard, 2);
    end();
    end();
    bell.ring(change('ses_1'));
    assert.equal(heard, 3);
    bell.listenMember('usr_1', () => heard++);
    bell.listen(() => heard++);
    await bell.stop();
    bell.ring(change('ses_1'));
    bell.ringMember('usr_1');
    assert.equal(heard, 3);
  });
});

describe('a message of the bus', () => {
  const entry = {
    kind: 'batch' as const,
    organizationId: 'org_1',
    sessionId: 'ses_1',
    at: 5,
    first: 7,
    count: 3,
    keyHash: 'aa',
    fingerprint: 'bb',
    encoding: 1,
    claim: '',
    body: Buffer.from('x'),
    status: '' as const,
    endedAt: 0,
  };

  it('is read as it was written, with and without what may be absent', () => {
    const close = {
      ...entry,
      kind: 'close' as const,
      keyHash: '',
      fingerprint: '',
      status: 'failed' as const,
      endedAt: 9,
    };
    for (const one of [entry, close, { ...entry, claim: 'c' }]) {
      assert.deepEqual(
        entryOf({ subject: 'debrief.events.ses_1', data: one.body, header: entryHeaders(one as never) }),
        one,
      );
    }
    assert.throws(() => entryOf({ subject: 'debrief.events.ses_1', data: entry.body }), /not one of ours/);
  });

  it('says where its session ends', () => {
    assert.deepEqual(headOf({ sequence: 4, entry } as never), { last: 4, next: 10, ended: undefined });
    const { ended } = headOf({
      sequence: 5,
      entry: { ...entry, kind: 'close', status: 'failed', endedAt: 9 },
    } as never);
    assert.deepEqual([ended?.kind, ended?.status, ended?.endedAt], ['close', 'failed', 9]);
  });

  it('goes to the servers of NATS_URL, with the credentials of the first', () => {
    assert.deepEqual(connectionOptions('nats://a, nats://b:5000'), { servers: ['a:4222', 'b:5000'] });
    assert.deepEqual(connectionOptions('tls://u:p%40@a'), {
      servers: ['a:4222'],
      tls: {},
      user: 'u',
      pass: 'p@',
    });
    assert.deepEqual(connectionOptions('nats://token@a'), { servers: ['a:4222'], token: 'token' });
    for (const none of ['', 'nats://a,']) assert.throws(() => connectionOptions(none), /Invalid URL/);
  });
});
