import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { normaliseRemote, repositoryKey } from './repository-key.ts';

describe('repositories', () => {
  it('L10 all forms of one remote are the same', () => {
    for (const remote of [
      'https://github.com/acme/app',
      'https://github.com/acme/app.git',
      'https://GitHub.com/Acme/App.git/',
      'https://user:token@github.com/acme/app.git',
      'https://github.com:443/acme/app',
      'git@github.com:acme/app.git',
      'github.com:acme/app',
      'ssh://git@github.com/acme/app.git',
      'ssh://git@github.com:22/acme/app',
      'git://github.com/acme/app.git',
      'git+ssh://git@github.com/acme/app.git',
      '  https://github.com/acme/app.git?x=1#readme\n',
    ]) {
      assert.equal(normaliseRemote(remote), 'github.com/acme/app', remote);
    }
  });

  it('L10 forks, other hosts and, where it matters, other cases are told apart', () => {
    const keys = [
      'https://github.com/acme/app',
      'https://github.com/somebody/app',
      'https://gitlab.com/acme/app',
      'https://git.example.com/acme/app',
      'https://git.example.com/Acme/App',
      'https://git.example.com/group/sub/app',
    ].map(normaliseRemote);
    assert.equal(new Set(keys).size, keys.length);
    const longest = 'a'.repeat(2048 - 19);
    assert.equal(normaliseRemote(`https://github.com/${longest}`), `github.com/${longest}`);
    assert.equal(normaliseRemote('git@Git.Example.COM:App'), 'git.example.com/App');
    assert.ok(keys.every((key) => key !== undefined));
  });

  it('L10 what names no host is no remote, and the root counts', () => {
    for (const remote of [
      '/srv/git/app.git',
      'C:\\git\\app',
      'c:/git/app',
      'file:///srv/app.git',
      '../app',
      'https://',
      'https://host',
      'git@host:',
      'javascript:alert(1)//',
      '',
      'x'.repeat(5000),
      `https://github.com/${'a'.repeat(2048 - 18)}`,
      'https:///app',
      'git@:app',
      `https://${'a'.repeat(300)}/x`,
    ]) {
      const key = normaliseRemote(remote);
      if (remote.startsWith('javascript')) assert.ok(!key?.includes('<'));
      else assert.equal(key, undefined, remote.slice(0, 60));
    }
    const session = { environmentId: 'env_1', repoRoot: '/srv/app', repoRemote: '../app' };
    assert.equal(repositoryKey(session), 'env_1:/srv/app');
    assert.equal(repositoryKey({ ...session, repoRoot: null }), null);
    assert.equal(repositoryKey({ ...session, repoRemote: null }), 'env_1:/srv/app');
    assert.equal(repositoryKey({ ...session, repoRemote: 'git@host.example:a/b.git' }), 'host.example/a/b');
  });
});
