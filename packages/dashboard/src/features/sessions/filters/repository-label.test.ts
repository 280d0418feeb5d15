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

test('forty folders called "cwd" are told apart by where they lie', () => {
  const run = (at: number) => `/home/ann/work/runs/2026-05-26-${at}/cwd`;
  const names = repositoryLabels(Array.from({ length: 40 }, (_, at) => repository(run(at), 1)));
  assert.equal(new Set(names.values()).size, 40);
  assert.equal(names.get(run(7)), '2026-05-26-7/cwd · 1');
  const root = (at: number) => `/home/ann/a-rather-long-name-of-a-scenario-${at}-20260526T220004/copy/cwd`;
  const labels = repositoryLabels(Array.from({ length: 40 }, (_, at) => repository(root(at), 1)));
  assert.equal(new Set(labels.values()).size, 40);
  assert.equal(
    labels.get(root(7)),
    'copy/cwd (…/a-rather-long-name-of-a-scenario-7-20260526T220004/copy/cwd) · 1',
  );
});
