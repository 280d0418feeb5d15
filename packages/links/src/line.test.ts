import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { hashText, lineHash, packHashes, sortedHashes, unpackHashes } from './line.ts';

test('a line is hashed without its indentation, in UTF-8, and not at all when it is short', () => {
  assert.equal(lineHash('\t return résultat ✓ \r'), crc32('return résultat ✓'));
  assert.equal(lineHash('  } else {     '), undefined);
  assert.equal(lineHash('123456789012'), undefined);
  assert.equal(lineHash('1234567890123'), crc32('1234567890123'));
  assert.equal(hashText(' fix: one thing\n'), crc32('fix: one thing').toString(16).padStart(8, '0'));
});

test('hashes are packed as four bytes each, and what is not is refused', () => {
  const hashes = Array.from({ length: 10_000 }, (_, index) => (index * 2_654_435_761) >>> 0);
  assert.deepEqual(unpackHashes(packHashes(hashes)), hashes);
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(1, 0);
  bytes.writeUInt32LE(0xffffffff, 4);
  assert.equal(packHashes([1, 0xffffffff]), bytes.toString('base64'));
  assert.deepEqual(unpackHashes(''), []);
  assert.equal(unpackHashes('AAAA'), undefined);
  assert.equal(unpackHashes('***'), undefined);
});

test('of many hashes the smallest are kept', () => {
  assert.deepEqual(sortedHashes(new Set([9, 3, 7, 1]), 3), [1, 3, 7]);
});
