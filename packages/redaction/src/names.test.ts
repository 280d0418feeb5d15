import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meaningOf, secretVariables } from './names.ts';

test('keys tell secrets from ids and from counts', () => {
  const expected = {
    password: [
      'password',
      'dbPassword',
      'DB_PASSWORD',
      'client_secret',
      'clientSecret',
      'private-key',
      'passphrase',
    ],
    token: [
      'token',
      'accessToken',
      'apiKey',
      'api_key',
      'API-Key',
      'Authorization',
      'cookie',
      'Set-Cookie',
      'jwt',
    ],
    opaque: [
      'id',
      'uuid',
      'parentUuid',
      'sessionId',
      'tool_use_id',
      'signature',
      'thoughtSignature',
      'sha256',
      'clientID',
    ],
    key: ['stripe_key', 'signing_key_2', 'secret_key_base', 'algoliaAdminKey'],
    plain: [
      'x'.repeat(60).concat('_token'),
      'primary_key',
      'tokens',
      'token_count',
      'tokenizer',
      'valid',
      'paid',
      'text',
      'secretName',
      'aws_access_key_id',
      'key',
      'author',
    ],
  };
  for (const [meaning, keys] of Object.entries(expected)) {
    for (const key of keys) assert.equal(meaningOf(key), meaning, key);
  }
});

test('picks the variables that look secret', () => {
  const picked = secretVariables({
    GITHUB_TOKEN: 'abc123def456',
    DB_PASSWORD: 'p4ssw0rd-x',
    DATABASE_URL: 'postgres://a:b@c/d1',
    SSH_AUTH_SOCK: '/tmp/ssh-1234/agent.1',
    MAX_OUTPUT_TOKENS: '32000000',
    API_KEY: 'short',
    TOKEN_PATH: '/run/secrets/token1',
    EMPTY_SECRET: undefined,
    HOME: '/home/someone',
    EIGHT_TOKEN: 'abc123de',
    SEVEN_TOKEN: 'abc123d',
    WORD_SECRET: 'disabled',
    NUMBER_SECRET: '123456789',
    LONG_NUMBER_SECRET: '1234567890',
    SECRET_URL: 'a1b2c3d4e5',
    redis_url: 'redis://:a1@c/1',
  });
  assert.deepEqual(Object.keys(picked), [
    'GITHUB_TOKEN',
    'DB_PASSWORD',
    'DATABASE_URL',
    'EIGHT_TOKEN',
    'LONG_NUMBER_SECRET',
    'redis_url',
  ]);
});
