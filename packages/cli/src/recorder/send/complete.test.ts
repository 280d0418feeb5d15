import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createSending, type Sending } from '../../testing/sending.ts';
import type { SessionState } from '../spool/session.ts';
import { readSessions } from '../spool/session-states.ts';
import { Uploader } from './upload.ts';

describe('the end of a session', () => {
  let sending: Sending;
  let uploader: Uploader;
  beforeEach(async () => {
    sending = await createSending();
    uploader = new Uploader({ ...sending, onStop: () => {}, delay: () => 1 });
  });
  afterEach(async () => {
    await uploader.close();
    await sending.remove();
  });
  const at = Date.UTC(2026, 0, 1);
  const session = (given: Partial<SessionState> = {}) =>
    sending.session('s', { sessionId: 'ses_1', lastChangeAt: at, ...given });
  const told = () => sending.fake.named('completeSession');

  it('is told with the time of its last record, else of its last change', async () => {
    const state = session({ lastRecordAt: at - 1000 });
    await uploader.complete(state);
    await uploader.complete(session());
    assert.deepEqual(told(), [
      { sessionId: 'ses_1', status: 'completed', endedAt: new Date(at - 1000).toISOString() },
      { sessionId: 'ses_1', status: 'completed', endedAt: new Date(at).toISOString() },
    ]);
    assert.equal(state.closed, true);
    await sending.states.flush();
    assert.equal((await readSessions(sending.directory)).get('codex/s')?.closed, true);
  });

  it('is told without a time that the server would not believe', async () => {
    const day = 86_400_000;
    for (const [lastChangeAt, isTold] of [
      [0, false],
      [Date.UTC(2000, 0, 1), false],
      [Date.UTC(2000, 0, 1) + 1, true],
      [Date.now() + day / 2, true],
      [Date.now() + day, false],
    ] as const) {
      sending.fake.calls.length = 0;
      await uploader.complete(session({ lastChangeAt }));
      assert.equal('endedAt' in (told()[0] ?? {}), isTold, String(lastChangeAt));
    }
  });

  it('is not told of a session that was never opened', async () => {
    const { sessionId: _, ...state } = session();
    await uploader.complete(state);
    assert.deepEqual([told(), state.closed], [[], undefined]);
  });

  it('is over as well where somebody else closed or deleted it', async () => {
    for (const code of ['session_closed', 'session_not_found'] as const) {
      sending.fake.fail('completeSession', code);
      const state = session();
      await uploader.complete(state);
      assert.equal(state.closed, true, code);
    }
    assert.equal(uploader.report.lastError, undefined);
  });

  it('is told later when the server cannot take it now', async () => {
    sending.fake.fail('completeSession', 'service_unavailable');
    const state = session();
    await uploader.complete(state);
    assert.deepEqual([state.closed, uploader.report.lastError?.code], [undefined, 'service_unavailable']);
    assert.ok(uploader.report.retryAt);
  });
});
