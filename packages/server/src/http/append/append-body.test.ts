import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { BatchReader } from './append-body.ts';
import { readBatch } from './batch.ts';

const mega = 1024 * 1024;
const reader = new BatchReader();
after(() => reader.stop());

const bodyOf = (payloads: string[]) =>
  Buffer.from(JSON.stringify({ events: payloads.map((payload) => ({ eventType: 'a', payload })) }));
const large = bodyOf(Array(8).fill('x'.repeat(200_000)));

describe('a body', () => {
  it('is read at once when it is small and aside when it is large, with the same outcome', async () => {
    const small = bodyOf(['x']);
    assert.deepEqual(reader.read(small), readBatch(small));
    const read = reader.read(Buffer.from(large));
    assert.ok(read instanceof Promise);
    assert.deepEqual(await read, readBatch(large));
  });

  it('that is read aside leaves alone what lies beside it in memory', async () => {
    const shared = Buffer.concat([Buffer.from('before'), large, Buffer.from('after')]);
    const { count } = await reader.read(shared.subarray(6, 6 + large.length));
    assert.equal(count, 8);
    assert.equal(shared.toString('latin1', 0, 6), 'before');
    assert.equal(shared.toString('latin1', shared.length - 5), 'after');
  });

  it('R13 that is large is refused while 64 MB of others wait, and read again afterwards', async () => {
    const nonsense = Buffer.alloc(16 * mega + 1, 0xff);
    const sizes = [16 * mega, 16 * mega, 16 * mega, 15 * mega, 1.5 * mega, mega + 1];
    const outcomes = await Promise.allSettled(
      sizes.map(async (size) => reader.read(nonsense.subarray(1, 1 + size))),
    );
    const refusals = outcomes.map((one) =>
      one.status === 'rejected' ? [one.reason.code, one.reason.retryAfter] : [],
    );
    const [read, busy] = [
      ['invalid_json', undefined],
      ['service_unavailable', 2],
    ];
    assert.deepEqual(refusals, [read, read, read, read, busy, busy]);
    assert.equal((await reader.read(Buffer.from(large))).count, 8);
  });

  it('R13 that holds more values than the thread has memory for is refused for good; what came with it may be sent again', async () => {
    const small = new BatchReader(32);
    // A space that JSON.stringify would not write: it has to be taken apart as a whole.
    const events = Array(16).fill(`{"eventType":"a","payload":[${'{"a":{}},'.repeat(24_000)}0]}`);
    const body = Buffer.from(`{"events": [${events.join()}]}`);
    const outcomes = await Promise.allSettled(
      [body, Buffer.from(large)].map(async (bytes) => small.read(bytes)),
    );
    const found = outcomes.map((one) => (one.status === 'rejected' ? one.reason.code : one.value.count));
    assert.deepEqual(found, ['body_too_large', 'service_unavailable']);
    assert.equal((await small.read(Buffer.from(large))).count, 8);
    await small.stop();
  });
});
