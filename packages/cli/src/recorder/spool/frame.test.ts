import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Batch } from './batch.ts';
import { crc32, decodeFrames, encodeFrame, slowCrc32 } from './frame.ts';
import { markOf, recallSeen, rememberSeen } from './seen.ts';
import { readBody, readSegments, segmentName } from './segment.ts';

const frame = (...texts: string[]) => Buffer.concat(encodeFrame(texts.map((text) => Buffer.from(text))));

describe('frames', () => {
  it('come back as they were, in order, with their places', () => {
    const data = Buffer.concat([frame('one'), frame(''), frame('th', 'ree')]);
    const { frames, good } = decodeFrames(data);
    assert.deepEqual(
      frames.map(({ start, end, body }) => [start, end, body.toString()]),
      [
        [0, 11, 'one'],
        [11, 19, ''],
        [19, 32, 'three'],
      ],
    );
    assert.equal(good, data.length);
  });

  it('may be empty, also at the end', () => {
    assert.equal(decodeFrames(Buffer.concat([frame('one'), frame('')])).frames.length, 2);
  });

  it('have the same sum where zlib makes none, also when it is made in pieces', () => {
    const text = Buffer.from('123456789');
    assert.equal(slowCrc32(text), 0xcbf43926);
    assert.equal(slowCrc32(text.subarray(4), slowCrc32(text.subarray(0, 4))), crc32(text));
    assert.equal(slowCrc32(Buffer.alloc(300, 255)), crc32(Buffer.alloc(300, 255)));
  });

  it('end where one is torn or rotten, wherever that is', () => {
    const first = frame('one');
    const data = Buffer.concat([first, frame('two')]);
    for (let length = first.length; length < data.length; length++) {
      const { frames, good } = decodeFrames(data.subarray(0, length));
      assert.deepEqual([frames.length, good], [1, first.length], String(length));
    }
    for (let at = 0; at < first.length; at++) {
      const rotten = Buffer.from(data);
      rotten[at] = (rotten[at] as number) ^ 1;
      assert.equal(decodeFrames(rotten).good, 0, String(at));
    }
    assert.deepEqual(decodeFrames(Buffer.alloc(0)), { frames: [], good: 0 });
  });
});

describe('what former runs left behind', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'debrief-segment-'));
  });
  after(() => rmSync(folder, { recursive: true }));
  const batch = (number: number, body: string, more = false) =>
    frame(`${JSON.stringify({ session: 's', batch: number, ...(more && { more }) })}\n`, body);

  it('is read in order; what a crash tore, and a record without its end, is cut off', async () => {
    const whole = Buffer.concat([batch(1, 'first'), batch(2, 'second', true), batch(3, 'third')]);
    const open = Buffer.concat([batch(4, 'fourth'), batch(5, 'fifth', true), batch(6, 'sixth', true)]);
    writeFileSync(join(folder, segmentName(2)), Buffer.concat([open, Buffer.from('torn')]));
    writeFileSync(join(folder, segmentName(1)), whole);
    writeFileSync(join(folder, 'other.log'), 'nothing of ours');
    writeFileSync(join(folder, segmentName(3)), 'x');
    const { segments, batches } = await readSegments(folder);
    assert.deepEqual(
      batches.map((one) => [one.segment, one.batch]),
      [
        [1, 1],
        [1, 2],
        [1, 3],
        [2, 4],
      ],
    );
    assert.deepEqual(
      [...segments],
      [
        [1, { live: 3, bytes: whole.length }],
        [2, { live: 1, bytes: batch(4, 'fourth').length }],
        [3, { live: 0, bytes: 0 }],
      ],
    );
    assert.equal(readFileSync(join(folder, segmentName(2))).length, batch(4, 'fourth').length);
    assert.equal(readFileSync(join(folder, segmentName(1))).length, whole.length);
    const bodies = await Promise.all(batches.map((one: Batch) => readBody(folder, one)));
    assert.deepEqual(bodies.map(String), ['first', 'second', 'third', 'fourth']);
    assert.deepEqual(
      batches.map((one) => one.bytes),
      [
        batch(1, 'first').length,
        batch(2, 'second', true).length,
        batch(3, 'third').length,
        batch(4, 'fourth').length,
      ],
    );
  });

  it('has the number that its name says, in order also past ten', async () => {
    const numbered = mkdtempSync(join(tmpdir(), 'debrief-segment-'));
    for (const number of [12, 9, 101])
      writeFileSync(join(numbered, segmentName(number)), batch(number, 'body'));
    const { segments } = await readSegments(numbered);
    assert.deepEqual([...segments.keys()], [9, 12, 101]);
    rmSync(numbered, { recursive: true });
  });

  it('lines that were taken are counted, also after half a mark was written', async () => {
    const [a, b] = [markOf(Buffer.from('a')), markOf(Buffer.from('b'))];
    await rememberSeen(folder, 'x', []);
    assert.equal((await recallSeen(folder, 'x')).size, 0);
    await rememberSeen(folder, 'x', [a, b, a]);
    await rememberSeen(folder, 'x', [b, a]);
    assert.deepEqual(
      await recallSeen(folder, 'x'),
      new Map([
        [a, 3],
        [b, 2],
      ]),
    );
    const path = join(folder, 'seen', 'x.bin');
    writeFileSync(path, readFileSync(path).subarray(0, -3));
    assert.deepEqual(
      await recallSeen(folder, 'x'),
      new Map([
        [a, 2],
        [b, 2],
      ]),
    );
  });

  it('a line is known by its length and by both its ends', () => {
    const line = (change: number, length = 5000) => {
      const bytes = Buffer.alloc(length, 'x');
      if (change >= 0) bytes[change] = 0;
      return markOf(bytes);
    };
    const plain = line(-1);
    for (const at of [0, 511, 4488, 4999]) assert.notEqual(line(at), plain, String(at));
    assert.notEqual(line(-1, 5001), plain);
    assert.equal(line(-1), plain);
    // Marks outlive the program: those of an earlier version still count.
    assert.equal(markOf(Buffer.from('a')), 16769080932509417473n);
    assert.equal(markOf(Buffer.alloc(1200, 'y')), 6764542223838086320n);
    assert.equal(markOf(Buffer.alloc(5000, 'x')), 5248928198716035976n);
    assert.notEqual(line(600, 1024), line(-1, 1024));
  });
});
