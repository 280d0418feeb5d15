import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repositoryWords } from '../../../ui/link/repository-words.ts';
import { repositoryChoices } from './repository-label.ts';

const repository = (repoRoot: string, more: { repoRemote?: string; repository?: string } = {}) => ({
  repoRoot,
  repository: `env_1:${repoRoot}`,
  sessions: 1,
  lastStartedAt: '',
  ...more,
});

const words = (...all: ReturnType<typeof repository>[]) => [...repositoryWords(all).values()];

test('a repository is called by its remote or its folder', () => {
  const shop = repository('/home/ann/shop', { repoRemote: 'git@example.com:acme/shop.git' });
  assert.deepEqual(words(shop, repository('/srv/tools')), ['acme/shop', 'tools']);
  // Also in a folder that no machine was connected in.
  const run = repository('/tmp/run-7/workspace', { repository: 'example.com/acme/shop' });
  assert.deepEqual(words(run), ['acme/shop']);
});

test('repositories that differ only by path are told apart in words, by as much of it as it takes', () => {
  assert.deepEqual(
    words(repository('/home/ann/shop'), repository('/home/bob/shop'), repository('/srv/api')),
    ['shop in ann', 'shop in bob', 'api'],
  );
  assert.deepEqual(
    words(repository('/home/ann/work/shop'), repository('/home/bob/work/shop'), repository('/tmp/x/shop')),
    ['shop in ann/work', 'shop in bob/work', 'shop in tmp/x'],
  );
  const forty = Array.from({ length: 40 }, (_, at) => repository(`/tmp/run-${at}/repo`));
  assert.equal(new Set(words(...forty)).size, 40);
  assert.deepEqual(words(repository('C:\\ann\\shop'), repository('/shop')), ['shop in ann', 'shop']);
});

test('one repository in several folders is one choice, and each folder is a word for it', () => {
  const same = { repository: 'example.com/acme/shop', repoRemote: 'git@example.com:acme/shop.git' };
  assert.deepEqual(
    repositoryChoices([repository('/home/ann/shop', same), repository('/srv/ci/shop', same)]),
    [{ value: 'example.com/acme/shop', label: 'acme/shop', also: ['/home/ann/shop', '/srv/ci/shop'] }],
  );
});
