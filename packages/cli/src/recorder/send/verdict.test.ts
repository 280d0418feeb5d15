import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DebriefError, type ErrorCode, errorStatus } from '@debrief/contract';
import { checkAppended, checkedCode, checkedError, checkedId, checkedVersion } from './answer.ts';
import { backoff, wait } from './retry.ts';
import { codeOf, messageOf, Stopped, verdictOf } from './verdict.ts';

describe('what a failed call means', () => {
  const verdict = (code: ErrorCode) => verdictOf(new DebriefError(code, 'No.'));

  it('a person has to act, the bytes are refused, or it may pass by itself', () => {
    assert.equal(verdict('environment_revoked'), 'stop');
    assert.equal(verdict('secret_revoked'), 'stop');
    assert.equal(verdict('missing_credentials'), 'stop');
    assert.equal(verdict('installation_disabled'), 'disabled');
    assert.equal(verdict('idempotency_in_progress'), 'busy');
    assert.equal(verdict('idempotency_key_reused'), 'reused');
    assert.equal(verdict('session_closed'), 'closed');
    assert.equal(verdict('session_not_found'), 'gone');
    assert.equal(verdictOf(new DebriefError('session_not_found', 'No.', { isDeleted: true })), 'deleted');
    for (const code of [
      'validation_error',
      'invalid_json',
      'body_too_large',
      'unsupported_media_type',
    ] as const) {
      assert.equal(verdict(code), 'refused', code);
    }
    for (const code of [
      'rate_limited',
      'service_unavailable',
      'internal_error',
      'request_timeout',
    ] as const) {
      assert.equal(verdict(code), 'retry', code);
    }
    assert.equal(verdictOf(new TypeError('fetch failed')), 'retry');
    assert.equal(verdictOf(undefined), 'retry');
  });

  it('every code of the contract has one, and no fault of the server loses a batch', () => {
    for (const [code, status] of Object.entries(errorStatus)) {
      const found = verdict(code as ErrorCode);
      if (status >= 500 || status === 429) assert.equal(found, 'retry', code);
      if (status === 401) assert.equal(found, 'stop', code);
    }
  });

  it('is told with a code and a sentence, and with what to do', () => {
    assert.equal(codeOf(new DebriefError('rate_limited', 'No.')), 'rate_limited');
    assert.equal(codeOf(new Error('x')), 'unreachable');
    assert.deepEqual([messageOf(new Error('x')), messageOf('y')], ['x', 'y']);
    assert.match(new Stopped('environment_revoked', 'x').remedy, /admin revoked/);
    assert.match(new Stopped('secret_revoked', 'x').remedy, /organization secret from the dashboard/);
    assert.match(new Stopped('machine_key_exists', 'x').remedy, /lost its key/);
  });
});

describe('the wait before the next try', () => {
  it('doubles up to five minutes, by chance, and is never less than the server asks for', () => {
    const most = (attempt: number, retryAfter = 0) => backoff(attempt, retryAfter, () => 1);
    assert.deepEqual(
      [0, 1, 2, 9, 10, 50].map((attempt) => most(attempt)),
      [500, 1000, 2000, 256_000, 300_000, 300_000],
    );
    assert.equal(
      backoff(5, 0, () => 0),
      0,
    );
    assert.equal(
      backoff(5, undefined, () => 0),
      0,
    );
    assert.equal(
      backoff(5, 7, () => 0),
      7000,
    );
    assert.equal(most(0, 7), 7000);
    assert.equal(most(9, 7), 256_000);
    for (let turn = 0; turn < 100; turn++) assert.ok(backoff(3) >= 0 && backoff(3) <= 4000);
  });

  it('ends at once when nobody waits any more', async () => {
    await wait(60_000, AbortSignal.abort());
    const ending = new AbortController();
    const waiting = wait(60_000, ending.signal);
    ending.abort();
    await waiting;
    await wait(1);
    await wait(1, new AbortController().signal);
  });
});

describe('what a server answers', () => {
  it('is checked before it is shown or becomes part of an address', () => {
    assert.equal(checkedCode('AB12-CD34'), 'AB12-CD34');
    for (const code of ['ab12-cd34', 'AB12CD34', 'AB12-CD345', 7, undefined]) {
      assert.throws(() => checkedCode(code), { name: 'UnexpectedAnswer' }, String(code));
    }
    assert.equal(checkedId('session', 'ses_1a'), 'ses_1a');
    for (const id of ['env_1a', '../x', '', 7, null]) {
      assert.throws(() => checkedId('session', id), { name: 'UnexpectedAnswer' }, String(id));
    }
    assert.equal(checkedVersion('1.2.3-rc.1+b'), '1.2.3-rc.1+b');
    assert.equal(checkedVersion('1'.repeat(64)), '1'.repeat(64));
    for (const version of ['', '-1', '1 2', '1\u001b', '1'.repeat(65), 7])
      assert.equal(checkedVersion(version), 'unknown');
    checkAppended({ accepted: 3 }, 3);
    for (const answer of [{ accepted: 2 }, { accepted: '3' }, {}, null, undefined]) {
      assert.throws(() => checkAppended(answer, 3), { name: 'UnexpectedAnswer' });
    }
  });

  it('asks for an hour at most, in a sentence of a bounded length', () => {
    const refusal = (retryAfter?: number) =>
      checkedError(
        new DebriefError('rate_limited', `a\u001b${'x'.repeat(1000)}`, {
          ...(retryAfter !== undefined && { retryAfter }),
        }),
      ) as DebriefError;
    assert.equal(refusal(9_999_999).retryAfter, 3600);
    assert.equal(refusal(5).retryAfter, 5);
    assert.equal(refusal().retryAfter, undefined);
    assert.equal(refusal().code, 'rate_limited');
    assert.ok(refusal().message.length <= 301 && !refusal().message.includes('\u001b'));
    const other = new Error('x');
    assert.equal(checkedError(other), other);
  });
});
