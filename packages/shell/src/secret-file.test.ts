import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ignoredPath } from './ignored-path.ts';

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
    assert.equal(ignoredPath(path), true, path);
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
    assert.equal(ignoredPath(path), false, path);
  }
});
