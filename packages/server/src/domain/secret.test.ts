import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { it } from 'node:test';
import { crc32 } from 'node:zlib';
import { testServer } from '../../testing/server.ts';
import { aTeam } from '../../testing/team.ts';
import { base62 } from './id.ts';
import { authenticateSecret, isWellFormedSecret, RememberedSecrets } from './secret.ts';

it('remembered secrets are bounded: the one remembered longest ago is forgotten first', async () => {
  await using server = await testServer('sqlite');
  const { context } = server.running;
  const team = await aTeam(server);
  const secrets = [team.secret];
  for (let count = 0; count < 3; count++) secrets.push((await team.owner.client.issueSecret({})).secret);
  const remembered = new RememberedSecrets(context.pepper, 3);
  for (const secret of secrets) remembered.remember(secret, await authenticateSecret(context, secret));
  const known = secrets.map((secret) => remembered.recall(secret)?.remembered === true);
  assert.deepEqual(known, [false, true, true, true]);
  remembered.forget(secrets[2] as string);
  assert.equal(remembered.recall(secrets[2] as string), undefined);
});

it('K2 a secret is known by its prefix, its letters and its checksum, without a look at the store', async () => {
  const body = `sk_live_${'a'.repeat(32)}`;
  const withSum = (text: string) => text + base62(crc32(text), 6);
  assert.equal(isWellFormedSecret(withSum(body)), true);
  assert.equal(isWellFormedSecret(withSum(`sk_test_${'Z9'.repeat(16)}`)), true);
  const broken = [
    `${withSum(body).slice(0, -1)}${withSum(body).endsWith('0') ? '1' : '0'}`,
    withSum(body).replace('aaa', 'aba'),
    withSum(`sk_prod_${'a'.repeat(32)}`),
    withSum(`sk_live_${'a'.repeat(31)}`),
    withSum(`sk_live_${'a'.repeat(31)}-`),
    '',
  ];
  let looks = 0;
  const findByDigest = async () => {
    looks++;
    return undefined;
  };
  const context = { pepper: createSecretKey(Buffer.alloc(32)), store: { secret: { findByDigest } } };
  for (const secret of broken) {
    assert.equal(isWellFormedSecret(secret), false, secret);
    await assert.rejects(authenticateSecret(context as never, secret), { code: 'invalid_secret' });
  }
  assert.equal(looks, 0);
  await assert.rejects(authenticateSecret(context as never, withSum(body)), { code: 'invalid_secret' });
  assert.equal(looks, 1);
});
