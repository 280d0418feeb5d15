import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { fenceAt, readLines } from './tail.ts';

describe('tail', () => {
  let directory: string;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'debrief-tail-'));
  });
  after(() => rm(directory, { recursive: true, force: true }));

  async function lines(path: string, offset = 0, torn = false): Promise<[number, number, string][]> {
    const found: [number, number, string][] = [];
    for await (const read of readLines(path, offset, torn)) {
      for (const { start, end, bytes } of read) {
        found.push([start, end, bytes.toString()]);
        assert.ok([undefined, await fenceAt(path, end)].includes(read.fenceAt(end)));
      }
    }
    return found;
  }

  it('gives whole lines and holds a torn one back until asked for it', async () => {
    const path = join(directory, 'a.jsonl');
    await writeFile(path, 'ä\n\nbc\ntorn');
    assert.deepEqual(await lines(path), [
      [0, 3, 'ä'],
      [3, 4, ''],
      [4, 7, 'bc'],
    ]);
    assert.deepEqual(await lines(path, 4), [[4, 7, 'bc']]);
    assert.deepEqual(await lines(path, 7, true), [[7, 11, 'torn']]);
    assert.deepEqual(await lines(path, 99), []);
  });

  it('reads lines longer than a chunk', async () => {
    const path = join(directory, 'long.jsonl');
    const long = 'x'.repeat(3_500_000);
    await writeFile(path, `${long}\nshort\n`);
    const found = await lines(path);
    assert.deepEqual(
      found.map(([start, end]) => [start, end]),
      [
        [0, 3_500_001],
        [3_500_001, 3_500_007],
      ],
    );
    assert.ok(found[0]?.[2] === long);
  });

  it('goes on in a compressed file at the offset of the plain one', async () => {
    const content = Array.from({ length: 500 }, (_, n) => `{"n":${n}}\n`).join('');
    const plain = join(directory, 'z.jsonl');
    const packed = `${plain}.zst`;
    await writeFile(plain, content);
    await writeFile(packed, zstdCompressSync(Buffer.from(content)));
    const all = await lines(plain);
    const middle = all[250]?.[0] ?? 0;
    assert.deepEqual(await lines(packed, middle), all.slice(250));
    assert.equal(await fenceAt(packed, middle), await fenceAt(plain, middle));
    assert.equal(await fenceAt(packed, content.length), await fenceAt(plain, content.length));
  });

  it('goes on in a compressed file however many pieces it is unpacked in', async () => {
    const noise = Array.from({ length: 4000 }, () => `${randomBytes(60).toString('hex')}\n`).join('');
    const plain = join(directory, 'pieces.jsonl');
    const packed = `${plain}.zst`;
    await writeFile(plain, noise);
    await writeFile(packed, zstdCompressSync(Buffer.from(noise)));
    const startsOf = async (path: string, offset: number) => {
      const starts: number[] = [];
      for await (const read of readLines(path, offset)) for (const { start } of read) starts.push(start);
      return starts;
    };
    for (const line of [0, 1, 1500, 3999]) {
      const offset = line * 121;
      assert.equal((await startsOf(packed, offset)).length, 4000 - line, String(line));
      assert.deepEqual(await startsOf(packed, offset), await startsOf(plain, offset), String(line));
      assert.equal(await fenceAt(packed, offset), await fenceAt(plain, offset), String(line));
    }
    assert.equal(await fenceAt(packed, noise.length + 1), undefined);
  });

  it('knows a place by what stands before it, as earlier versions did', async () => {
    const path = join(directory, 'fence.jsonl');
    await writeFile(path, 'ab\ncd\n');
    assert.equal(
      await fenceAt(path, 6),
      createHash('sha256').update('ab\ncd\n').digest('base64url').slice(0, 22),
    );
    assert.equal(await fenceAt(path, 7), undefined);
  });
});
