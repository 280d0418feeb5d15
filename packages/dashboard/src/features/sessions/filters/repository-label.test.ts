import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repositoryLabels } from './repository-label.ts';

const repository = (repoRoot: string, sessions: number, repoRemote?: string) => ({
  repoRoot,
  repository: repoRoot,
  sessions,
  lastStartedAt: '',
  ...(repoRemote && { repoRemote }),
});

test('a repository is called by its remote or its folder, with its number of sessions', () => {
  const labels = repositoryLabels([
    repository('/home/ann/shop', 3, 'git@example.com:acme/shop.git'),
    repository('/srv/tools', 1),
  ]);
  assert.deepEqual(
    [...labels],
    [
      ['/home/ann/shop', 'acme/shop · 3'],
      ['/srv/tools', 'tools · 1'],
    ],
  );
});

test('two checkouts of one repository are told apart', () => {
  const labels = repositoryLabels([repository('/home/ann/shop', 3), repository('/home/bob/shop', 2)]);
  assert.deepEqual([...labels.values()], ['shop (/home/ann/shop) · 3', 'shop (/home/bob/shop) · 2']);
});
