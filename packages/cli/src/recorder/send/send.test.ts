import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { DebriefError } from '@debrief/contract';
import { createSending, type Sending } from '../../testing/sending.ts';
import type { Batch } from '../spool/batch.ts';
import { uuid5 } from '../spool/identity.ts';
import { readSessions } from '../spool/session-states.ts';
import { BatchSender } from './send.ts';

const three =
  '{"events":[{"eventType":"a","payload":1},{"eventType":"b","payload":2},{"eventType":"c","payload":3}]}';
const one = (eventType: string, payload: unknown) => JSON.stringify({ events: [{ eventType, payload }] });

describe('a batch on its way', () => {
  let sending: Sending;
  let sender: BatchSender;
  const ending = new AbortController();
  beforeEach(async () => {
    sending = await createSending();
    sender = new BatchSender({ ...sending, signal: ending.signal });
  });
  afterEach(() => sending.remove());
  const batchOf = async (state: ReturnType<Sending['session']>, body = three, given = {}): Promise<Batch> => {
    const [batch] = await sending.batches(state, [body], { count: 3, ...given });
    assert.ok(batch);
    return batch;
  };
  const asideNames = () => readdirSync(join(sending.directory, 'quarantine'));

  it('opens its session, and goes as it lies in the journal under its own key', async () => {
    const { fake, session } = sending;
    const state = session('s');
    const first = await batchOf(state);
    await sender.send(state, first);
    await sender.send(state, await batchOf(state, '{"events":[]}'));
    assert.deepEqual(
      fake.calls.map(({ name }) => name),
      ['registerInstallation', 'openSession', 'appendBody', 'appendBody'],
    );
    assert.deepEqual(fake.named('appendBody')[0], {
      key: first.key,
      body: Buffer.from(three),
      events: 3,
      sessionId: 'ses_2',
    });
    assert.deepEqual([state.sessionId, state.openedLeg], ['ses_2', 1]);
    assert.ok(
      fake.calls.filter(({ name }) => name === 'appendBody').every(({ signal }) => signal === ending.signal),
    );
    assert.equal(sender.quarantined, 0);
  });

  it('opens another session when it begins another leg', async () => {
    const state = sending.session('s', { sessionId: 'ses_old', openedLeg: 1 });
    await sender.send(
      state,
      await batchOf(state, three, { step: { places: [], events: 3, leg: 2, lastChangeAt: 0 } }),
    );
    assert.equal(sending.fake.named('openSession')[0]?.continuesSessionId, 'ses_old');
    assert.equal(sending.fake.bodies()[0]?.sessionId, state.sessionId);
  });

  it('that may pass later is not cut into pieces', async () => {
    const { fake, session } = sending;
    const state = session('s', { sessionId: 'ses_1', openedLeg: 1 });
    const batch = await batchOf(state);
    for (const code of ['service_unavailable', 'secret_revoked', 'idempotency_in_progress'] as const) {
      fake.fail('appendBody', code);
      await assert.rejects(sender.send(state, batch), { code });
    }
    assert.equal(fake.calls.length, 3);
    assert.equal(state.single, undefined);
  });

  it('whose key holds something else is kept on this machine and not sent again', async () => {
    const { fake, session } = sending;
    const state = session('s', { sessionId: 'ses_1', openedLeg: 1 });
    fake.fail('appendBody', 'idempotency_key_reused');
    await sender.send(state, await batchOf(state));
    assert.equal(fake.calls.length, 1);
    assert.deepEqual([sender.quarantined, asideNames()], [1, [`${state.id}-1-0.json`]]);
    const path = join(sending.directory, 'quarantine', `${state.id}-1-0.json`);
    const [reason = '', kept] = readFileSync(path, 'utf8').split('\n');
    assert.deepEqual(JSON.parse(reason), {
      session: 'codex/s',
      error: 'DebriefError: No: idempotency_key_reused.',
    });
    assert.equal(kept, three);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.equal(statSync(join(sending.directory, 'quarantine')).mode & 0o777, 0o700);
  });

  it('that is refused goes event by event, each under a key of its own; a refused one leaves a marker', async () => {
    const { fake, session } = sending;
    const state = session('s', { sessionId: 'ses_1', openedLeg: 1 });
    const batch = await batchOf(state);
    fake.fail('appendBody', 'body_too_large', undefined, 'validation_error');
    let kept: number | undefined;
    fake.gate = async (_, { events }) => {
      if (events === 1) kept ??= (await readSessions(sending.directory)).get('codex/s')?.single;
    };
    await sender.send(state, batch);
    assert.equal(kept, 1, 'it was durable before the first event went alone');
    const marker = {
      type: 'debrief/quarantined',
      eventType: 'b',
      bytes: one('b', 2).length,
      reason: 'No: validation_error.',
    };
    assert.deepEqual(
      fake.bodies().map(({ key, body }) => [key, body]),
      [
        [batch.key, three],
        [uuid5(batch.key, '0'), one('a', 1)],
        [uuid5(batch.key, '1'), one('b', 2)],
        [uuid5(batch.key, '1/marker'), one('debrief/quarantined', marker)],
        [uuid5(batch.key, '2'), one('c', 3)],
      ],
    );
    assert.deepEqual([sender.quarantined, asideNames()], [1, [`${state.id}-1-1.json`]]);
  });

  it('that was refused before goes event by event at once, and what may pass later ends that', async () => {
    const { fake, session } = sending;
    const state = session('s', { sessionId: 'ses_1', openedLeg: 1, single: 1 });
    const batch = await batchOf(state);
    fake.fail('appendBody', undefined, 'service_unavailable');
    await assert.rejects(sender.send(state, batch), { code: 'service_unavailable' });
    assert.deepEqual(
      fake.bodies().map(({ body }) => body),
      [one('a', 1), one('b', 2)],
    );
    assert.equal(sender.quarantined, 0);
    await sender.send(state, batch);
    assert.deepEqual(fake.bodies().at(-1)?.body, one('c', 3));
    await sender.send(state, await batchOf(state));
    assert.equal(fake.bodies().at(-1)?.body, three, 'the next one goes whole again');
  });

  it('of a session that was deleted is forgotten with all that was read so far; what comes opens another', async () => {
    const { fake, session } = sending;
    const state = session('s', { sessionId: 'ses_1', openedLeg: 1, leg: 1 });
    const batches = await sending.batches(state, [three, three, three], { count: 3 });
    state.batch = 3;
    fake.fail('appendBody', new DebriefError('session_not_found', 'Deleted.', { isDeleted: true }));
    for (const batch of batches) await sender.send(state, batch);
    assert.deepEqual(
      fake.calls.map(({ name }) => name),
      ['appendBody'],
    );
    const kept = (await readSessions(sending.directory)).get('codex/s');
    assert.deepEqual([kept?.forgotten, kept?.sessionId, kept?.closed], [3, undefined, true]);
    const next = await batchOf(state, one('later', 1), {
      step: { places: [], events: 1, leg: 2, lastChangeAt: 0 },
    });
    await sender.send(state, next);
    const [opened = {}] = fake.named('openSession');
    assert.equal('continuesSessionId' in opened, false);
    assert.deepEqual(
      fake.bodies().map(({ sessionId, body }) => [sessionId, body]),
      [
        ['ses_1', three],
        [state.sessionId, one('later', 1)],
      ],
    );
    assert.ok(state.sessionId && state.sessionId !== 'ses_1');
  });

  it('that goes event by event is forgotten, too, when its session was deleted', async () => {
    const { fake, session } = sending;
    const state = session('s', { sessionId: 'ses_1', openedLeg: 1, single: 1 });
    const batch = await batchOf(state);
    state.batch = 1;
    fake.fail('appendBody', new DebriefError('session_not_found', 'Deleted.', { isDeleted: true }));
    await sender.send(state, batch);
    assert.deepEqual([fake.bodies().length, state.forgotten], [1, 1]);
  });

  for (const [code, continues] of [
    ['session_closed', { continuesSessionId: 'ses_1' }],
    ['session_not_found', {}],
  ] as const) {
    it(`goes on in a new session after ${code}`, async () => {
      const { fake, session } = sending;
      const state = session('s', { sessionId: 'ses_1', openedLeg: 1 });
      const batch = await batchOf(state);
      fake.fail('appendBody', code);
      await sender.send(state, batch);
      const [opened = {}] = fake.named('openSession');
      assert.equal(opened.idempotencyKey, uuid5(state.id, 'reopen/1/ses_1'));
      assert.deepEqual(
        Object.fromEntries(Object.entries(opened).filter(([name]) => name.startsWith('continues'))),
        continues,
      );
      assert.deepEqual(
        fake.bodies().map(({ key, sessionId }) => [key, sessionId]),
        [
          [batch.key, 'ses_1'],
          [batch.key, state.sessionId],
        ],
      );
      assert.notEqual(state.sessionId, 'ses_1');
      assert.equal((await readSessions(sending.directory)).get('codex/s')?.sessionId, state.sessionId);
    });
  }
});
