import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DebriefError } from '@debrief/contract';
import { createSending, type Sending } from '../../testing/sending.ts';
import { readSessions } from '../spool/session-states.ts';
import { Uploader, type UploaderOptions } from './upload.ts';
import type { Stopped } from './verdict.ts';

const turns = async (count = 20): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await nextTurn();
};

describe('the uploader', () => {
  let sending: Sending;
  let uploader: Uploader;
  let stops: Stopped[];
  let delays: [failures: number, retryAfter: number | undefined][];
  /** What the delay after a failure is to be. */
  let pause: number;
  const create = (given: Partial<UploaderOptions> = {}): Uploader =>
    new Uploader({
      ...sending,
      onStop: (reason) => void stops.push(reason),
      delay(failures, retryAfter) {
        delays.push([failures, retryAfter]);
        return pause;
      },
      ...given,
    });
  beforeEach(async () => {
    [stops, delays, pause] = [[], [], 1];
    sending = await createSending();
    uploader = create();
  });
  afterEach(async () => {
    sending.fake.gate = async () => {};
    await uploader.close();
    await sending.remove();
  });
  const opened = { sessionId: 'ses_1', openedLeg: 1 };
  const sent = () => sending.fake.bodies().map(({ body }) => body);

  it('sends the batches of a session in order, and reports it', async () => {
    const begun = Date.now();
    const state = sending.session('s', opened);
    const batches = await sending.batches(state, ['{"n":1}', '{"n":2}'], { count: 7 });
    uploader.report.retryAt = 5;
    uploader.add(batches);
    assert.equal(uploader.pending(), 2);
    await uploader.drained();
    assert.deepEqual(sent(), ['{"n":1}', '{"n":2}']);
    const { lastUploadAt = 0, ...report } = uploader.report;
    assert.deepEqual(report, { sent: 2, events: 14, quarantined: 0, heldAgents: [] });
    assert.ok(lastUploadAt >= begun && lastUploadAt <= Date.now());
    assert.deepEqual([state.acked, uploader.pending(), sending.journal.pendingBytes()], [2, 0, 0]);
    await sending.states.flush();
    assert.equal((await readSessions(sending.directory)).get('codex/s')?.acked, 2);
    await uploader.drained();
  });

  it('sends four sessions at a time unless it is told otherwise', async () => {
    let isOpen = false;
    sending.fake.gate = async () => {
      while (!isOpen) await nextTurn();
    };
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      uploader.add(await sending.batches(sending.session(name, opened), ['{}', '{}']));
    await turns();
    assert.equal(sent().length, 4);
    isOpen = true;
    await uploader.drained();
    assert.equal(sent().length, 10);
    const none = create({ lanes: 0 });
    none.add(await sending.batches(sending.session('f', opened), ['{}']));
    await turns();
    assert.equal(sent().length, 10);
    await none.close();
  });

  it('forgets batches of a session that nobody knows', async () => {
    const batches = await sending.batches(sending.session('s', opened), ['{}']);
    sending.states.sessions.clear();
    uploader.add(batches);
    await uploader.drained();
    assert.deepEqual([sent(), uploader.pending()], [[], 0]);
  });

  it('waits after a failure, longer after each, and goes on with the same batch', async () => {
    const { fake } = sending;
    fake.fail(
      'appendBody',
      new TypeError('fetch failed'),
      new DebriefError('rate_limited', 'Later.', { retryAfter: 7 }),
      undefined,
      'service_unavailable',
    );
    const state = sending.session('s', opened);
    uploader.add(await sending.batches(state, ['{"n":1}', '{"n":2}']));
    await uploader.drained();
    assert.deepEqual(delays, [
      [0, undefined],
      [1, 7],
      [0, undefined],
    ]);
    assert.deepEqual(sent(), ['{"n":1}', '{"n":1}', '{"n":1}', '{"n":2}', '{"n":2}']);
    assert.deepEqual([uploader.report.retryAt, state.acked], [undefined, 2]);
    const { at = 0, ...error } = uploader.report.lastError ?? {};
    assert.deepEqual(error, { code: 'service_unavailable', message: 'No: service_unavailable.' });
    assert.ok(Math.abs(at - Date.now()) < 60_000);
  });

  it('says when it tries again, and sends nothing before that', async () => {
    pause = 600_000;
    sending.fake.fail('appendBody', 'service_unavailable');
    const state = sending.session('s', opened);
    uploader.add(await sending.batches(state, ['{}']));
    await turns();
    assert.equal(sent().length, 1);
    const { retryAt = 0 } = uploader.report;
    assert.ok(retryAt > Date.now() + 500_000 && retryAt <= Date.now() + 600_000);
    uploader.add(await sending.batches(sending.session('other', opened), ['{}']));
    await uploader.complete(state);
    await turns();
    assert.equal(sending.fake.calls.length, 1);
    assert.notEqual(state.closed, true);
  });

  it('asks again soon where the same request is being handled', async () => {
    sending.fake.fail('appendBody', 'idempotency_in_progress');
    uploader.add(await sending.batches(sending.session('s', opened), ['{}']));
    await uploader.drained();
    assert.deepEqual([sent().length, delays, uploader.report.sent], [2, [], 1]);
    assert.equal(uploader.report.retryAt, undefined);
  });

  it('waits as long as the server says where the same request is being handled', async () => {
    sending.fake.fail(
      'appendBody',
      new DebriefError('idempotency_in_progress', 'Later.', { retryAfter: 600 }),
    );
    uploader.add(await sending.batches(sending.session('s', opened), ['{}']));
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal(sent().length, 1);
  });

  it('ends for good when the machine may not send any more', async () => {
    const state = sending.session('s', opened);
    sending.fake.fail('appendBody', 'environment_revoked');
    uploader.add(await sending.batches(state, ['{}', '{}']));
    await assert.rejects(uploader.drained(), { name: 'Stopped', code: 'environment_revoked' });
    assert.deepEqual(
      stops.map(({ code, message }) => [code, message]),
      [['environment_revoked', 'No: environment_revoked.']],
    );
    uploader.add(await sending.batches(sending.session('other', opened), ['{}']));
    await uploader.complete(state);
    await turns();
    assert.deepEqual([sending.fake.calls.length, delays], [1, []]);
    await assert.rejects(uploader.drained(), { name: 'Stopped' });
    assert.equal(uploader.pending(), 3);
  });

  it('holds an agent back that an admin disabled, and sends the others', async () => {
    sending.fake.fail('openSession', 'installation_disabled');
    uploader.add(await sending.batches(sending.session('held'), ['{"held":1}']));
    await turns();
    const other = sending.session('other', { ...opened, agentId: 'cursor' });
    uploader.add(await sending.batches(other, ['{"other":1}']));
    await uploader.drained();
    assert.deepEqual(
      [sent(), uploader.report.heldAgents, uploader.pending()],
      [['{"other":1}'], ['codex'], 1],
    );
    assert.equal(uploader.report.lastError?.code, 'installation_disabled');
    assert.deepEqual(delays, []);
  });

  it('counts what the server refused and is kept here', async () => {
    sending.fake.fail('appendBody', 'idempotency_key_reused');
    uploader.add(await sending.batches(sending.session('s', opened), ['{}']));
    await uploader.drained();
    assert.deepEqual([uploader.report.quarantined, uploader.report.sent], [1, 1]);
  });

  it('when it is closed ends what is being sent and begins nothing', async () => {
    const { fake } = sending;
    let isEnded = false;
    fake.gate = async () => {
      const signal = fake.calls[0]?.signal;
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      await turns();
      isEnded = true;
      throw new DOMException('Aborted.', 'AbortError');
    };
    const state = sending.session('s', opened);
    uploader.add(await sending.batches(state, ['{}', '{}']));
    await turns();
    await uploader.close();
    assert.equal(isEnded, true);
    assert.deepEqual(
      [fake.calls.length, delays, uploader.report.lastError, state.acked],
      [1, [], undefined, 0],
    );
    uploader.add(await sending.batches(sending.session('other', opened), ['{}']));
    await turns();
    assert.equal(fake.calls.length, 1);
  });

  it('stays closed when it was waiting to try again', async () => {
    pause = 20;
    sending.fake.fail('appendBody', 'service_unavailable');
    uploader.add(await sending.batches(sending.session('s', opened), ['{}']));
    await turns();
    await uploader.close();
    await new Promise((resolve) => setTimeout(resolve, 40));
    assert.equal(sent().length, 1);
  });
});
