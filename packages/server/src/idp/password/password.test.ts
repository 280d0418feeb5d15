import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createSealer } from '../seal.ts';
import { commonPasswords, isCommonPassword } from './common-password.ts';
import { hashPassword, isOutdated, verifyPassword } from './password.ts';

test('a hash carries its parameters and fits its password only, however that was typed', async () => {
  const hash = await hashPassword('caf\u00e9 and a long walk');
  assert.match(hash, /^scrypt\$17\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  assert.ok(await verifyPassword('cafe\u0301 and a long walk', hash));
  assert.ok(!(await verifyPassword('cafe and a long walk', hash)));
  assert.ok(!isOutdated(hash));
});

test('a hash of older parameters still works and is known to be outdated', async () => {
  const { scryptSync } = await import('node:crypto');
  const salt = randomBytes(16);
  const key = scryptSync('an older password', salt, 32, { N: 2 ** 14, r: 8, p: 1 });
  const hash = `scrypt$14$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`;
  assert.ok(await verifyPassword('an older password', hash));
  assert.ok(isOutdated(hash));
});

test('for nobody it does the same work and says no', async () => {
  assert.equal(await verifyPassword('anything', undefined), false);
});

test('the list of common passwords is long and found through', () => {
  assert.equal(commonPasswords, 20_000);
  for (const password of ['password', 'qwerty123456', '1qaz2wsx3edc', 'administrator', '123456789123']) {
    assert.ok(isCommonPassword(password), password);
  }
  assert.ok(!isCommonPassword('seven quiet llamas hum'));
  for (let n = 0; n < 1000; n++) assert.ok(!isCommonPassword(randomBytes(9).toString('base64')));
});

test('what is sealed opens under the same key and label only', () => {
  const sealer = createSealer(randomBytes(32));
  const sealed = sealer.seal('secret', 'a');
  assert.equal(sealer.open(sealed, 'a'), 'secret');
  assert.equal(sealer.open(sealed, 'b'), undefined);
  assert.equal(createSealer(randomBytes(32)).open(sealed, 'a'), undefined);
  assert.equal(sealer.open(`${sealed.slice(0, -2)}AA`, 'a'), undefined);
  assert.equal(sealer.open('v1.', 'a'), undefined);
  assert.equal(sealer.open('nonsense', 'a'), undefined);
  assert.throws(() => createSealer(randomBytes(16)));
});
