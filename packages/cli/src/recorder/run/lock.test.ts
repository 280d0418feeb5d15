import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { acquireLock, lockHolder } from './lock.ts';

it('a lock is held by one, survives its holder by nothing', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'debrief-lock-'));
  const path = join(directory, 'lock');
  const locks = await Promise.all(Array.from({ length: 8 }, () => acquireLock(path)));
  assert.equal(locks.filter((lock) => lock !== undefined).length, 1);
  assert.equal(await lockHolder(path), process.pid);
  await locks.find((lock) => lock)?.release();
  assert.equal(await lockHolder(path), undefined);
  // A pid that lives, but belongs to somebody who started at another time.
  const stale = { pid: process.pid, host: hostname(), started: '1', token: 'x' };
  await writeFile(path, JSON.stringify(stale));
  assert.equal(await lockHolder(path), process.platform === 'linux' ? undefined : process.pid);
  await writeFile(path, JSON.stringify({ ...stale, pid: 2 ** 22 + 1 }));
  const again = await Promise.all(Array.from({ length: 8 }, () => acquireLock(path)));
  assert.equal(again.filter((lock) => lock !== undefined).length, 1);
  await rm(directory, { recursive: true });
});

describe('a lock', () => {
  let directory: string;
  let path: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'debrief-lock-'));
    path = join(directory, 'made', 'lock');
    mkdirSync(join(directory, 'made'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));
  const write = (owner: object, age = 0) => {
    writeFileSync(
      path,
      JSON.stringify({ pid: process.pid, host: hostname(), started: '1', token: 'x', ...owner }),
    );
    const at = new Date(Date.now() - age);
    utimesSync(path, at, at);
  };

  it('makes its folder, and is for its owner alone', async () => {
    rmSync(join(directory, 'made'), { recursive: true });
    const lock = await acquireLock(path);
    assert.ok(lock);
    assert.deepEqual(
      [statSync(path).mode & 0o777, statSync(join(directory, 'made')).mode & 0o777],
      [0o600, 0o700],
    );
    assert.equal(await acquireLock(path), undefined);
    await lock.release();
    assert.deepEqual(readdirSync(join(directory, 'made')), []);
  });

  it('of another machine counts while it was confirmed in the last ten minutes', async () => {
    write({ host: 'elsewhere', pid: 7 }, 590_000);
    assert.equal(await lockHolder(path), 7);
    assert.equal(await acquireLock(path), undefined);
    write({ host: 'elsewhere', pid: 7 }, 610_000);
    assert.equal(await lockHolder(path), undefined);
    const lock = await acquireLock(path);
    assert.equal(await lock?.held(), true);
    assert.equal(await lockHolder(path), process.pid);
  });

  it('is confirmed each time its holder looks at it, and only by the holder', async () => {
    const lock = await acquireLock(path);
    const long = new Date(Date.now() - 900_000);
    utimesSync(path, long, long);
    assert.equal(await lock?.held(), true);
    assert.ok(Date.now() - statSync(path).mtimeMs < 60_000);
    write({ token: 'another' }, 900_000);
    assert.equal(await lock?.held(), false);
    assert.ok(Date.now() - statSync(path).mtimeMs > 600_000);
    await lock?.release();
    assert.ok(existsSync(path), 'nobody takes away the lock of another');
    rmSync(path);
    assert.equal(await lock?.held(), false);
  });

  it('whose holder is gone is taken over, also when its file was never finished', async () => {
    for (const spoil of [() => write({ pid: 2 ** 22 + 1 }), () => writeFileSync(path, '{"pid":')]) {
      spoil();
      assert.equal(await lockHolder(path), undefined);
      const lock = await acquireLock(path);
      assert.equal(await lock?.held(), true);
      assert.deepEqual(readdirSync(join(directory, 'made')), ['lock']);
      await lock?.release();
    }
  });

  it('of a process that has ended but was not waited for is free', {
    skip: process.platform !== 'linux',
  }, async () => {
    // A shell that replaces itself never asks how its child ended.
    const parent = spawn('sh', ['-c', 'sh -c "echo \\$\\$; exit" & exec sleep 30'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const pid = await new Promise<number>((resolve) =>
        parent.stdout.once('data', (text: Buffer) => resolve(Number(text.toString()))),
      );
      const statOf = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      while (statOf()[0] !== 'Z') await new Promise((resolve) => setTimeout(resolve, 5));
      write({ pid, started: statOf()[19] });
      assert.equal(await lockHolder(path), undefined);
    } finally {
      parent.kill();
    }
  });

  it('that cannot be made says why', async () => {
    await assert.rejects(acquireLock(join(directory, 'x'.repeat(300))), { code: 'ENAMETOOLONG' });
  });
});
