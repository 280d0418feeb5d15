import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { defaultReaderLimits, Readers } from './readers.ts';

/** Room for an answer of 60 bytes within 80, and for small ones up to 140. */
const few = {
  ...defaultReaderLimits,
  max: 80,
  maxOfAll: 140,
  answer: 60,
  small: 20,
  ofOneCaller: 2,
  wait: 10,
};

const aResponse = (closed = false) =>
  Object.assign(new EventEmitter(), { closed }) as unknown as ServerResponse;

describe('the turn to build a large answer', () => {
  it('comes with a full answer while there is room, then with small ones, then with none', async () => {
    const readers = new Readers(few);
    const bytes: number[] = [];
    for (const caller of ['a', 'a', 'b', 'b', 'c']) {
      bytes.push((await readers.turn(caller, aResponse())).bytes);
    }
    assert.deepEqual(bytes, [60, 20, 20, 20, 20]);
    await assert.rejects(readers.turn('d', aResponse()), { code: 'service_unavailable', retryAfter: 2 });
    await assert.rejects(readers.turn('a', aResponse()), { code: 'rate_limited', retryAfter: 2 });
  });

  it('gives its room back once the answer is built, and the turn when it was sent or given up', async () => {
    const readers = new Readers(few);
    const [first, second] = [aResponse(), aResponse()];
    const one = await readers.turn('a', first);
    await readers.turn('a', second);
    one.built();
    one.built();
    await setImmediate();
    await setImmediate();
    // 20 of the second are still under construction; the room of the first was given back once.
    assert.equal((await readers.turn('b', aResponse())).bytes, 60);
    await assert.rejects(readers.turn('a', aResponse()), { code: 'rate_limited' });
    second.emit('close');
    assert.equal((await readers.turn('a', aResponse())).bytes, 20);
    await assert.rejects(readers.turn('a', aResponse()), { code: 'rate_limited' });
  });

  it('is over at once for a reader that has left already', async () => {
    const readers = new Readers(few);
    for (let n = 0; n < 5; n++) assert.equal((await readers.turn('a', aResponse(true))).bytes, 60);
  });

  it('is waited for: whoever waits gets the room of an answer that was given up', async () => {
    const readers = new Readers({ ...few, maxOfAll: 60, wait: 5000 });
    const first = aResponse();
    await readers.turn('a', first);
    const waiting = readers.turn('b', aResponse());
    first.emit('close');
    assert.equal((await waiting).bytes, 60);
  });

  it('comes as soon as the answer before is built, though that is not sent yet', async () => {
    const readers = new Readers({ ...few, maxOfAll: 60, wait: 5000 });
    const { built } = await readers.turn('a', aResponse());
    const waiting = readers.turn('b', aResponse());
    built();
    assert.equal((await waiting).bytes, 60);
  });
});
