import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Batch, BatchHead } from './batch.ts';
import { crc32, decodeFrames, encodeFrame } from './frame.ts';
import { openJournal } from './journal.ts';

const head = (batch: number): BatchHead => ({
  session: 'claude-code/s',
  id: '00000000-0000-0000-0000-000000000001',
  batch,
  key: `key-${batch}`,
  count: 1,
  step: { places: [], events: 1, leg: 1, lastChangeAt: 0 },
});

describe('journal', () => {
  let directory: string;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'debrief-journal-'));
  });
  after(() => rm(directory, { recursive: true, force: true }));

  it('gives back after a crash what was committed, and nothing else', async () => {
    const first = await openJournal(directory);
    first.journal.append(head(1), Buffer.from('{"events":[1]}'));
    first.journal.append(head(2), Buffer.from('{"events":[2]}'));
    await first.journal.commit();
    first.journal.append(head(3), Buffer.from('never committed'));
    const again = await openJournal(directory);
    assert.deepEqual(
      again.batches.map((batch) => batch.key),
      ['key-1', 'key-2'],
    );
    const [one] = again.batches;
    assert.ok(one);
    assert.equal((await again.journal.body(one)).toString(), '{"events":[1]}');
    await first.journal.close();
    await again.journal.close();
  });

  it('cuts a torn tail at the last whole frame', async () => {
    const [name] = await readdir(directory);
    const path = join(directory, name ?? '');
    const { size } = await stat(path);
    await truncate(path, size - 3);
    assert.deepEqual(
      (await openJournal(directory)).batches.map((batch) => batch.batch),
      [1],
    );
    await appendFile(path, Buffer.from([9, 0, 0, 0, 1, 2, 3, 4, 5]));
    assert.deepEqual(
      (await openJournal(directory)).batches.map((batch) => batch.batch),
      [1],
    );
  });

  it('forgets a record that did not get all of its batches', async () => {
    const { journal } = await openJournal(directory);
    journal.append({ ...head(2), more: true }, Buffer.from('{}'));
    journal.append({ ...head(3), more: true }, Buffer.from('{}'));
    await journal.commit();
    assert.deepEqual(
      (await openJournal(directory)).batches.map((batch) => batch.batch),
      [1],
    );
    await journal.close();
  });

  it('removes a segment only after the states of sessions are safe', async () => {
    const { journal, batches } = await openJournal(directory);
    const before = (await readdir(directory)).length;
    for (const batch of batches) journal.release(batch);
    await assert.rejects(
      journal.sweep(async () => {
        throw new Error('disk full');
      }),
    );
    assert.equal((await readdir(directory)).length, before);
    await journal.sweep(async () => {});
    assert.deepEqual(await readdir(directory), []);
    assert.equal(journal.pendingBytes(), 0);
    await journal.close();
  });

  it('frames carry the CRC-32 everybody else computes', () => {
    assert.equal(crc32(Buffer.from('123456789')), 0xcbf43926);
    assert.equal(crc32(Buffer.from('6789'), crc32(Buffer.from('12345'))), 0xcbf43926);
    const data = Buffer.concat(encodeFrame([Buffer.from('ab'), Buffer.from('cd')]));
    assert.equal(decodeFrames(data).frames[0]?.body.toString(), 'abcd');
    data[9] = 0;
    assert.deepEqual(decodeFrames(data), { frames: [], good: 0 });
  });
});

describe('a journal of its own', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'debrief-journal-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));
  const body = (size: number) => Buffer.alloc(size, 'x');

  it('is for its owner alone, and made only once there is something to keep', async () => {
    const { journal } = await openJournal(join(directory, 'made'));
    assert.equal((await stat(join(directory, 'made'))).mode & 0o777, 0o700);
    assert.deepEqual(await journal.commit(), []);
    assert.deepEqual(await readdir(join(directory, 'made')), []);
    journal.append(head(1), body(3));
    await journal.commit();
    assert.equal((await stat(join(directory, 'made', '0000000001.log'))).mode & 0o777, 0o600);
    await journal.close();
  });

  it('says where each batch is and how much waits, until it is released', async () => {
    const { journal } = await openJournal(directory);
    for (const size of [10, 40_000]) journal.append(head(size), body(size));
    const batches = await journal.commit();
    const sum = batches.reduce((all, { bytes }) => all + bytes, 0);
    assert.equal(journal.pendingBytes(), sum);
    assert.equal(sum, (await stat(join(directory, '0000000001.log'))).size);
    for (const batch of batches) assert.deepEqual(await journal.body(batch), body(batch.length));
    const again = await openJournal(directory);
    assert.equal(again.journal.pendingBytes(), sum);
    assert.deepEqual(
      again.batches.map(({ offset, length, bytes }) => [offset, length, bytes]),
      batches.map(({ offset, length, bytes }) => [offset, length, bytes]),
    );
    journal.release(batches[0] as (typeof batches)[0]);
    assert.equal(journal.pendingBytes(), batches[1]?.bytes);
    assert.deepEqual(await journal.body(batches[1] as (typeof batches)[0]), body(40_000));
    await journal.close();
  });

  it('forgets what is discarded before it is committed', async () => {
    const { journal } = await openJournal(directory);
    journal.append(head(1), body(3));
    journal.discard();
    assert.deepEqual(await journal.commit(), []);
  });

  it('keeps a segment that was appended to while the states were written', async () => {
    const { journal } = await openJournal(directory);
    journal.append(head(1), body(3));
    for (const batch of await journal.commit()) journal.release(batch);
    let asked = 0;
    await journal.sweep(async () => {
      asked++;
      journal.append(head(2), body(3));
      await journal.commit();
    });
    assert.equal(asked, 1);
    assert.deepEqual(await readdir(directory), ['0000000001.log']);
    await journal.sweep(async () => assert.fail('nothing is done with'));
    await journal.close();
    assert.deepEqual(
      (await openJournal(directory)).batches.map(({ batch }) => batch),
      [1, 2],
    );
  });

  it('goes on in a new segment after a sweep, and after what former runs left', async () => {
    const { journal } = await openJournal(directory);
    for (const number of [1, 2]) {
      journal.append(head(number), body(3));
      for (const batch of await journal.commit()) journal.release(batch);
      await journal.sweep(async () => {});
      assert.deepEqual(await readdir(directory), []);
    }
    journal.append(head(3), body(3));
    assert.equal((await journal.commit())[0]?.segment, 3);
    await journal.close();
    const again = await openJournal(directory);
    again.journal.append(head(4), body(3));
    assert.equal((await again.journal.commit())[0]?.segment, 4);
    await again.journal.close();
  });

  it('begins another segment after sixteen megabytes, and removes each when it is done with', async () => {
    const { journal } = await openJournal(directory);
    const kept: Batch[] = [];
    for (const size of [10 * 1024 * 1024, 6 * 1024 * 1024, 400, 1]) {
      journal.append(head(kept.length + 1), body(size));
      kept.push(...(await journal.commit()));
    }
    assert.deepEqual(
      kept.map(({ segment }) => segment),
      [1, 1, 2, 2],
    );
    for (const batch of kept) assert.deepEqual(await journal.body(batch), body(batch.length));
    for (const batch of kept.slice(0, 2)) journal.release(batch);
    await journal.sweep(async () => {});
    assert.deepEqual(await readdir(directory), ['0000000002.log']);
    await journal.close();
    const again = await openJournal(directory);
    assert.equal(again.batches.length, 2);
    await again.journal.close();
  });

  it('keeps a bounded part of what waits in memory; the rest is read from the disk', async () => {
    const { journal } = await openJournal(directory);
    const batches: Batch[] = [];
    for (let number = 1; number <= 5; number++) {
      journal.append(head(number), Buffer.alloc(8 * 1024 * 1024, number));
      batches.push(...(await journal.commit()));
    }
    await rm(directory, { recursive: true });
    const isThere = await Promise.all(
      batches.map((batch) =>
        journal.body(batch).then(
          (bytes) => bytes[5],
          () => 'gone',
        ),
      ),
    );
    assert.deepEqual(isThere, [1, 2, 3, 4, 'gone']);
    journal.release(batches[0] as Batch);
    await assert.rejects(journal.body(batches[0] as Batch), 'what the server has is forgotten');
    await journal.close();
  });

  it('leaves no file open', { skip: process.platform !== 'linux' && 'only /proc tells it' }, async () => {
    const opened = async () => (await readdir('/proc/self/fd')).length;
    const first = await openJournal(directory);
    for (let number = 1; number <= 20; number++) first.journal.append(head(number), body(10));
    await first.journal.commit();
    await first.journal.close();
    const before = await opened();
    const { journal, batches } = await openJournal(directory);
    for (const batch of batches) await journal.body(batch);
    journal.append(head(21), body(3));
    await journal.commit();
    await journal.close();
    assert.ok((await opened()) <= before + 5, `${await opened()} after ${before}`);
  });
});
