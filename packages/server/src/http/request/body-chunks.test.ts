import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { limits } from '@debrief/contract';
import { BodyChunks } from './body-chunks.ts';

const pieces = (bytes: Buffer, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size));

const together = (bytes: Buffer, length: number): Buffer => {
  const body = new BodyChunks(length);
  for (const piece of pieces(bytes, 60_001)) body.add(piece);
  assert.equal(body.size, bytes.length);
  return body.whole();
};

it('is what was sent, small or large, of a known length or not', () => {
  for (const size of [0, 10, 100_000, 1024 * 1024, 3_000_000]) {
    const bytes = randomBytes(size);
    for (const length of [0, size]) assert.ok(together(bytes, length).equals(bytes), `${size} of ${length}`);
  }
});

it('a large body of a known length is alone in its memory, so that it can be handed over to a thread', () => {
  const whole = together(randomBytes(2_000_000), 2_000_000);
  assert.equal(whole.buffer.byteLength, 2_000_000);
});

it('gives the memory of its pieces back once they are put together', () => {
  const body = new BodyChunks(0);
  const chunks = [20_000, 10].map((size) => Buffer.allocUnsafeSlow(size).fill(7));
  for (const chunk of chunks) body.add(chunk);
  assert.ok(body.whole().equals(Buffer.alloc(20_010, 7)));
  assert.deepEqual(
    chunks.map(({ length }) => length),
    [0, 10],
  );
  const alone = Buffer.allocUnsafeSlow(20_000);
  const one = new BodyChunks(0);
  one.add(alone);
  assert.equal(one.whole(), alone, 'a single one is the body');
});

it('makes no room for what is said to be longer than a body may be', () => {
  const small = randomBytes(100);
  const whole = together(small, limits.ingestBodyBytes + 1);
  assert.ok(whole.equals(small) && whole.buffer.byteLength < 1024 * 1024);
});

it('one that ends early is as long as what came', () => {
  const bytes = randomBytes(1_500_000);
  assert.ok(together(bytes, 2_000_000).equals(bytes));
});
