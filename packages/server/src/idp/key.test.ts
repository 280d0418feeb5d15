import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { accountStore } from '../store/account/store.ts';
import { openSqlite } from '../store/connection/sqlite.ts';
import { migrate } from '../store/migrations/index.ts';
import { createKeys } from './key.ts';
import { createSealer } from './seal.ts';

const folder = mkdtempSync(join(tmpdir(), 'debrief-key-'));
const path = join(folder, 'debrief.db');
const encryptionKey = randomBytes(32);
const database = openSqlite(path);
let now = Date.now();

before(() => migrate(database));
after(async () => {
  await database.db.destroy();
  rmSync(folder, { recursive: true });
});

const keys = createKeys(accountStore(database), createSealer(encryptionKey), () => now);

const program = `
  const load = (file) => import(new URL(file, ${JSON.stringify(new URL('.', import.meta.url).href)}));
  const { openSqlite } = await load('../store/connection/sqlite.ts');
  const { accountStore } = await load('../store/account/store.ts');
  const { createKeys } = await load('./key.ts');
  const { createSealer } = await load('./seal.ts');
  const store = accountStore(openSqlite(process.argv[1]));
  const keys = createKeys(store, createSealer(Buffer.from(process.argv[2], 'hex')), Date.now);
  console.log('ready');
  process.stdin.once('data', async () => {
    const { signing, cookie } = await keys.load();
    console.log(JSON.stringify([signing.map((key) => key.kid), cookie]));
    process.exit();
  });`;

/** A process that has the database open and loads the keys when told to. */
async function startProcess(): Promise<() => Promise<string | undefined>> {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', program, path, encryptionKey.toString('hex')],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  assert.equal((await lines.next()).value, 'ready');
  return async () => {
    child.stdin.write('go\n');
    return (await lines.next()).value;
  };
}

test('processes that make the first keys at once agree on them', async () => {
  const load = [await startProcess(), await startProcess(), await startProcess()];
  const outputs = await Promise.all(load.map((each) => each()));
  const { signing, cookie } = await keys.load();
  const ours = JSON.stringify([signing.map((key) => key.kid), cookie]);
  assert.deepEqual(outputs, [ours, ours, ours]);
  assert.equal(signing.length, 1);
});

test('a rotated key is published first, signs later, and the old one leaves much later', async () => {
  const [old] = (await keys.load()).public;
  await keys.rotate();
  const published = (await keys.load()).public;
  assert.equal(published.length, 2);
  assert.equal(published[0]?.kid, old?.kid, 'the old one still signs');
  now += 16 * 60_000;
  const moved = await keys.load();
  assert.equal(moved.public[1]?.kid, old?.kid, 'the new one signs now');
  assert.equal(moved.cookie.length, 2);
  await keys.retire();
  assert.equal((await keys.load()).public.length, 2);
  now += 31 * 24 * 60 * 60_000;
  await keys.retire();
  assert.deepEqual(
    (await keys.load()).public.map((key) => key.kid),
    [moved.public[0]?.kid],
  );
});

test('public keys carry nothing private', async () => {
  for (const key of (await keys.load()).public) {
    assert.deepEqual(Object.keys(key).sort(), ['alg', 'e', 'kid', 'kty', 'n', 'use']);
  }
});

test('with another encryption key it does not start', async () => {
  const foreign = createKeys(accountStore(database), createSealer(randomBytes(32)), () => now);
  await assert.rejects(foreign.load(), /another encryption key/);
});
