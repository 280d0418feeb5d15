import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSecretFile, namesSecretFile, withoutPattern } from './secret-file.ts';

test('files that hold secrets by trade', () => {
  for (const path of [
    ...[
      '.env',
      '/app/.env.production',
      'config/prod.env',
      '.envrc',
      'C:\\repo\\.ENV',
      'server.pem',
      'tls/privkey.key',
    ],
    ...[
      'id_rsa',
      '/home/a/.ssh/id_ed25519',
      '/home/a/.ssh/work',
      '~/.aws/credentials',
      '~/.kube/config',
      '.npmrc',
    ],
    ...[
      'service-account-prod.json',
      'secrets.yaml',
      'store.p12',
      'a.tfvars',
      '/x/.docker/config.json',
      '.netrc',
    ],
  ]) {
    assert.equal(isSecretFile(path), true, path);
  }
});

test('files that only sound like it', () => {
  for (const path of [
    ...[
      '.env.example',
      'env.ts',
      'environment.md',
      'src/secrets.ts',
      'id_generator.ts',
      'id_rsa.pub',
      'keys.ts',
    ],
    ...[
      '/home/a/.ssh/config',
      '/home/a/.ssh/known_hosts',
      'config.json',
      'monkey',
      'token.go',
      'credentials.ts',
    ],
  ]) {
    assert.equal(isSecretFile(path), false, path);
  }
});

test('words of a command that name such a file, and words that do not', () => {
  for (const word of ['.env', '.env*', '*.pem', 'HEAD:.env', 'config/secrets.yaml', 'C:\\keys\\server.key'])
    assert.equal(namesSecretFile(word), true, word);
  for (const word of [
    'process.env',
    'secret',
    'credentials',
    '.key',
    'import.meta.env',
    '*.ts',
    '.env.example',
  ])
    assert.equal(namesSecretFile(word), false, word);
});

test('a pattern is no file', () => {
  const args = (...values: string[]) => values.map((value) => ({ value, isKnown: true, hasGlob: false }));
  const rest = (program: string, ...values: string[]) =>
    withoutPattern(program, args(...values)).map(({ value }) => value);
  assert.deepEqual(rest('grep', '-n', '.env', 'README.md'), ['-n', 'README.md']);
  assert.deepEqual(rest('grep', '-e', 'KEY', '.env'), ['-e', 'KEY', '.env']);
  assert.deepEqual(rest('cat', '.env'), ['.env']);
});
