import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byRepository, repositoryLabel } from './repository-rows.ts';

test('roots of one repository are one row, used last first', () => {
  const rows = byRepository([
    { repoRoot: '/a', repository: 'github.com/acme/app', sessions: 2, lastStartedAt: '2026-01-01' },
    { repoRoot: '/srv/x', repository: 'env_1abc:/srv/x', sessions: 1, lastStartedAt: '2026-01-02' },
    { repoRoot: '/tmp/x', repository: 'env_1abc:/tmp/x', sessions: 1, lastStartedAt: '2026-01-01' },
    { repoRoot: '/wt/a', repository: 'github.com/acme/app', sessions: 3, lastStartedAt: '2026-01-03' },
  ]);
  assert.deepEqual(
    rows.map(({ name, roots, sessions }) => [name, roots, sessions]),
    [
      ['github.com/acme/app', ['/a', '/wt/a'], 5],
      ['x in srv', ['/srv/x'], 1],
      ['x in tmp', ['/tmp/x'], 1],
    ],
  );
  assert.equal(repositoryLabel('github.com/env_1:x'), 'github.com/env_1:x');
});
