import assert from 'node:assert/strict';
import { it } from 'node:test';
import { UnpackedBatches } from './unpacked.ts';

const head = (first: number, count = 1) => ({ first, count, at: 0, encoding: 0 });

it("a batch is unpacked once; another session's and a merged one are others", () => {
  const unpacked = new UnpackedBatches();
  let times = 0;
  const unpack = (text: string) => () => {
    times++;
    return Buffer.from(text);
  };
  const of = (session: number, batch: ReturnType<typeof head>, text: string) =>
    unpacked.of(session, batch, unpack(text)).toString();
  assert.equal(of(1, head(1), 'first'), 'first');
  assert.equal(of(1, head(1), 'never asked for'), 'first');
  assert.equal(of(1, head(1, 2), 'merged'), 'merged');
  assert.equal(of(2, head(1), 'of another'), 'of another');
  assert.equal(times, 3);
});

it('unpacked batches do not pile up, and the last ones used stay', () => {
  const unpacked = new UnpackedBatches();
  const text = Buffer.alloc(1_000_000, 'x');
  let times = 0;
  const unpack = () => {
    times++;
    return text;
  };
  for (let first = 1; first <= 200; first++) {
    unpacked.of(1, head(first), unpack);
    unpacked.of(1, head(1), unpack);
  }
  assert.equal(times, 200);
  assert.ok(unpacked.bytes <= 64 * 1024 * 1024, `${unpacked.bytes} bytes`);
});
