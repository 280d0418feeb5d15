import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Failure } from '../../failure.ts';
import { readGrowth, writeGrowth } from './growth.ts';

describe('what sources grew by during a pause', () => {
  let [memory, earlier] = ['', ''];
  beforeEach(() => {
    memory = mkdtempSync(join(tmpdir(), 'debrief-growth-'));
    earlier = join(memory, 'earlier');
    mkdirSync(earlier);
  });
  afterEach(() => rmSync(memory, { recursive: true }));

  const table = { '/a': { from: 1, stamp: 's' } };

  it('is read from the memory, or from where earlier versions kept it, or is nothing', async () => {
    assert.deepEqual(await readGrowth(memory, earlier), {});
    await writeGrowth(earlier, table);
    assert.deepEqual(await readGrowth(memory, earlier), table);
    await writeGrowth(memory, {});
    assert.deepEqual(await readGrowth(memory, earlier), {});
  });

  it('is never taken for nothing where it cannot be read', async () => {
    for (const folder of [earlier, memory]) {
      writeFileSync(join(folder, 'growth.json'), '{"/a":');
      await assert.rejects(readGrowth(memory, earlier), Failure);
      rmSync(join(folder, 'growth.json'));
      mkdirSync(join(folder, 'growth.json'));
      await assert.rejects(readGrowth(memory, earlier), Failure);
    }
  });
});
