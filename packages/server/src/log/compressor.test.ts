import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { ZstdCompress } from 'minizlib';
import { Compressor } from './compressor.ts';

const params = { [constants.ZSTD_c_compressionLevel]: 1 };
const text = (length: number) => Buffer.from(`${length} walrus `.repeat(length / 4).slice(0, length));

test('each batch is a frame of its own, as Node makes it, whatever came before', () => {
  const compressor = new Compressor();
  const batches = [
    text(5_000),
    randomBytes(70_000),
    text(50_000),
    randomBytes(3_000_000),
    text(4_096),
    text(1),
  ];
  const packed = batches.map((batch) => compressor.compress(batch));
  // All of them at the end: the memory that some share must not be written anew.
  for (const [index, batch] of batches.entries()) {
    assert.ok(zstdDecompressSync(packed[index] as Uint8Array).equals(batch), `batch ${index}`);
    assert.ok(zstdCompressSync(batch, { params }).equals(packed[index] as Uint8Array), `frame ${index}`);
  }
});

test('a batch that cannot be packed is refused, never stored as nothing, and the next is packed', (t) => {
  const compressor = new Compressor();
  compressor.compress(text(100));
  const fails = (how: () => never) => t.mock.method(ZstdCompress.prototype, 'write', how, { times: 1 });
  for (const how of [assert.fail, (() => true) as () => never]) {
    fails(how);
    assert.throws(() => compressor.compress(text(9_000)));
    assert.ok(zstdDecompressSync(compressor.compress(text(9_000))).equals(text(9_000)));
  }
});
