import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { backoff } from '../send/backoff.ts';
import { uuid5 } from '../spool/identity.ts';
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

it('backoff is full jitter between nothing and five minutes, never less than the server asks', () => {
  assert.equal(
    backoff(0, 0, () => 1),
    500,
  );
  assert.equal(
    backoff(3, 0, () => 0.5),
    2000,
  );
  assert.equal(
    backoff(50, 0, () => 1),
    300_000,
  );
  assert.equal(
    backoff(0, 7, () => 0),
    7000,
  );
});

it('uuid5 is the one of RFC 9562', () => {
  assert.equal(
    uuid5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com'),
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  );
});
