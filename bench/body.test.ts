import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { proseBodies, realBodies } from './body.ts';

test('an event of prose is about 1 KB, the same in every run, and packs like a transcript', () => {
  const [first] = proseBodies(50);
  assert.ok(first);
  assert.equal(first.events.length, 50);
  const each = first.bytes.length / 50;
  assert.ok(each > 1000 && each < 1100, String(each));
  assert.deepEqual(proseBodies(50)[0]?.bytes, first.bytes);
  const ratio = first.bytes.length / zstdCompressSync(first.bytes).length;
  assert.ok(ratio > 2.5 && ratio < 5, String(ratio));
});

test('bodies of transcripts keep the limits of a batch', () => {
  const bodies = realBodies();
  assert.ok(bodies.length > 50);
  for (const { events, bytes } of bodies) {
    assert.ok(events.length >= 1 && events.length <= 50);
    assert.ok(bytes.length < 16 * 1024 * 1024);
    assert.ok(events.every(({ eventType }) => eventType.length > 0 && eventType.length <= 128));
  }
});
