import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEmail } from './account.ts';
import { hashToken, isLinkToken, newLinkToken } from './link-token.ts';

test('addresses are trimmed and have exactly one @', () => {
  assert.equal(readEmail('  Ada@Example.com '), 'Ada@Example.com');
  for (const text of ['', 'ada', 'a@b@c', 'a b@c', 'ada@\u0000x', `${'a'.repeat(250)}@b.cd`]) {
    assert.equal(readEmail(text), undefined);
  }
});

test('link tokens carry 256 bits and are stored as a digest', () => {
  const token = newLinkToken();
  assert.equal(Buffer.from(token, 'base64url').length, 32);
  assert.ok(isLinkToken(token));
  assert.ok(!isLinkToken(`${token}x`));
  assert.match(hashToken(token), /^[0-9a-f]{64}$/);
  assert.notEqual(newLinkToken(), token);
});
