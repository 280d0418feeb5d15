import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { packLines, unpack } from './batch.ts';
import { Packer } from './packer.ts';

it('packs the same before its thread is up and after, in any number, each for whom it is', async () => {
  const packer = new Packer();
  const text = (index: number) => `"type"\t{"index":${index},"text":"${'words '.repeat(1500)}"}\n`;
  for (let round = 0; round < 5; round++) {
    const packed = await Promise.all(
      Array.from({ length: 20 }, (_, index) => packer.pack(Buffer.from(text(index)))),
    );
    for (const [index, one] of packed.entries()) {
      assert.equal(unpack(one), text(index));
      assert.equal(one.fingerprint, packLines(Buffer.from(text(index))).fingerprint);
    }
    await sleep(100);
  }
  await packer.stop();
});
