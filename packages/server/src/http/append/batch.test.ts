import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DebriefError, limits } from '@debrief/contract';
import fc from 'fast-check';
import { readBatch, readLargeBatch } from './batch.ts';

/** What reading it comes to: the batch, or the code it is refused with. */
function outcome(read: typeof readBatch, body: string | Buffer) {
  try {
    const { lines, count, idempotencyKey } = read(Buffer.from(body));
    return { lines: lines.toString(), count, idempotencyKey };
  } catch (error) {
    assert.ok(error instanceof DebriefError, String(error));
    return error.code;
  }
}

const same = (body: string | Buffer) => {
  const large = outcome(readLargeBatch, body);
  assert.deepEqual(large, outcome(readBatch, body), String(body).slice(0, 200));
  return large;
};

describe('a large body, read one payload at a time', () => {
  const event = fc.record(
    { eventType: fc.string({ minLength: 1, maxLength: 8 }), payload: fc.jsonValue(), extra: fc.jsonValue() },
    { requiredKeys: ['eventType'] },
  );
  const body = fc.record(
    {
      events: fc.array(event, { maxLength: 5 }),
      idempotencyKey: fc.string({ maxLength: 5 }),
      more: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );

  it('is what it would be if it were parsed as a whole', () => {
    fc.assert(
      fc.property(body, (given) => void same(JSON.stringify(given))),
      { numRuns: 200 },
    );
    fc.assert(
      fc.property(body, (given) => void same(JSON.stringify(given, null, 1))),
      { numRuns: 100 },
    );
  });

  it('is refused when a byte of it is missing or another one', () => {
    const mangled = fc.tuple(body, fc.nat(), fc.string({ maxLength: 1 })).map(([given, place, put]) => {
      const text = JSON.stringify(given);
      const at = place % text.length;
      return text.slice(0, at) + put + text.slice(at + 1);
    });
    fc.assert(
      fc.property(mangled, (text) => void same(text)),
      { numRuns: 300 },
    );
    const whole = '{"events":[{"eventType":"a","payload":{"b":["c\\"d",1]}}]}';
    for (let end = 0; end < whole.length; end++) assert.equal(same(whole.slice(0, end)), 'invalid_json');
    assert.equal(same(Buffer.from([0x7b, 0xff, 0x7d])), 'invalid_json');
  });

  it('is refused when a payload is not UTF-8, though nothing else of it is', () => {
    const [before, after] = ['{"events":[{"eventType":"a","payload":"', '"}]}'];
    const body = Buffer.concat([Buffer.from(before), Buffer.from([0xc3, 0x28]), Buffer.from(after)]);
    assert.equal(same(body), 'invalid_json');
  });

  it('goes by the last of several fields of one name', () => {
    const twice = '{"eventType":"b","payload":[1],"eventType":"a","payload":2}';
    assert.deepEqual(same(`{"events":[{}],"events":[${twice}]}`), {
      lines: '"a"\t2\n',
      count: 1,
      idempotencyKey: undefined,
    });
  });

  it('counts the depth and the numbers of a payload as those of the body', () => {
    const nested = (levels: number) =>
      `{"events":[{"eventType":"a","payload":${'['.repeat(levels)}${']'.repeat(levels)}}]}`;
    assert.notEqual(same(nested(limits.jsonDepth - 3)), 'invalid_json');
    assert.equal(same(nested(limits.jsonDepth - 2)), 'invalid_json');
    assert.equal(same('{"events":[{"eventType":"a","payload":[1e400]}]}'), 'validation_error');
  });

  it('judges a payload by its length without escapes, and does not parse one that is far too long', () => {
    const withPayload = (payload: string) => `{"events":[{"eventType":"a","payload":${payload}}]}`;
    const largest = limits.payloadBytes - 2;
    assert.notEqual(same(withPayload(`"${'x'.repeat(largest)}"`)), 'payload_too_large');
    assert.notEqual(same(withPayload(`"${'\\u0078'.repeat(largest)}"`)), 'payload_too_large');
    assert.equal(same(withPayload(`"${'x'.repeat(largest + 1)}"`)), 'payload_too_large');
    assert.equal(same(withPayload(`"${'\\u0078'.repeat(largest + 1)}"`)), 'payload_too_large');
    const second = Buffer.from(
      `{"events":[{"eventType":"a"},{"eventType":"a","payload":1},{"eventType":"b","payload":"${'x'.repeat(largest + 1)}"}]}`,
    );
    for (const read of [readBatch, readLargeBatch]) {
      assert.throws(() => read(second), /^DebriefError: events\[2\]\.payload takes more than/);
    }
    // Never parsed, so nobody notices that it is not JSON.
    const neverParsed = withPayload(`[${'x'.repeat(6 * limits.payloadBytes)}]`);
    assert.equal(outcome(readLargeBatch, neverParsed), 'payload_too_large');
  });
});
