import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pullUrl, readGithubPull, readGitlabMerge } from './delivery.ts';

const sha = (letter: string) => letter.repeat(40);

const github = (changes: object = {}) => ({
  pull_request: {
    html_url: 'https://github.example/o/r/pull/7',
    number: 7,
    updated_at: '2026-01-31T12:00:00Z',
    title: 'A title',
    state: 'open',
    head: { ref: 'topic', sha: sha('a') },
    base: { ref: 'main', repo: { clone_url: 'https://github.example/o/r.git' } },
    merge_commit_sha: sha('b'),
    commits: 3,
    ...changes,
  },
});

const gitlab = (
  changes: object = {},
  project: object = { git_http_url: 'https://gitlab.example/o/r.git' },
) => ({
  project,
  object_attributes: {
    url: 'https://gitlab.example/o/r/-/merge_requests/7',
    iid: 7,
    updated_at: '2026-01-31 12:00:00 UTC',
    title: 'A title',
    state: 'opened',
    source_branch: 'topic',
    target_branch: 'main',
    last_commit: { id: sha('a') },
    merge_commit_sha: sha('b'),
    squash_commit_sha: sha('c'),
    ...changes,
  },
});

describe('what a delivery tells of a pull request', () => {
  const open = {
    number: 7,
    title: 'A title',
    state: 'open',
    headBranch: 'topic',
    baseBranch: 'main',
    headSha: sha('a'),
    mergeSha: null,
    updatedAt: Date.UTC(2026, 0, 31, 12),
  };

  it('GitHub’s and GitLab’s say the same in their own words', () => {
    assert.deepEqual(readGithubPull(github()), {
      ...open,
      url: 'https://github.example/o/r/pull/7',
      repository: 'github.example/o/r',
      commitCount: 3,
    });
    assert.deepEqual(readGitlabMerge(gitlab()), {
      ...open,
      url: 'https://gitlab.example/o/r/-/merge_requests/7',
      repository: 'gitlab.example/o/r',
      commitCount: null,
    });
  });

  it('what it was merged as counts once it is merged', () => {
    const merged = (changes: object) => {
      const { state, mergeSha } = readGithubPull(github(changes)) ?? {};
      return [state, mergeSha];
    };
    assert.deepEqual(merged({ merged: true, state: 'closed' }), ['merged', sha('b')]);
    assert.deepEqual(merged({ merged_at: '2026-01-31T12:00:00Z', state: 'closed' }), ['merged', sha('b')]);
    assert.deepEqual(merged({ merged: false, merged_at: null, state: 'closed' }), ['closed', null]);
    assert.equal(readGitlabMerge(gitlab({ state: 'merged' }))?.mergeSha, sha('c'));
    assert.equal(readGitlabMerge(gitlab({ state: 'merged', squash_commit_sha: null }))?.mergeSha, sha('b'));
    assert.equal(readGitlabMerge(gitlab({ state: 'merged' }))?.state, 'merged');
    assert.equal(readGitlabMerge(gitlab({ state: 'closed' }))?.mergeSha, null);
    assert.deepEqual(
      [
        readGitlabMerge(gitlab({ state: 'closed' }))?.state,
        readGitlabMerge(gitlab({ state: 'locked' }))?.state,
      ],
      ['closed', 'open'],
    );
  });

  it('the first moment, the first number and the longest time that can be written are good ones', () => {
    const read = (changes: object) => readGithubPull(github(changes));
    assert.equal(read({ number: 1 })?.number, 1);
    assert.equal(read({ updated_at: '1970-01-01T00:00:00Z' })?.updatedAt, 0);
    const long = `2026-01-31T12:00:00.${'0'.repeat(40 - 21)}Z`;
    assert.equal(long.length, 40);
    assert.equal(read({ updated_at: long })?.updatedAt, open.updatedAt);
    assert.equal(read({ updated_at: `2026-01-31T12:00:00.${'0'.repeat(40 - 20)}Z` }), undefined);
    assert.equal(read({ updated_at: 1_769_860_800_000 }), undefined);
    const byPage = { ref: 'main', repo: { html_url: 'https://github.example/o/r' } };
    assert.equal(read({ base: byPage })?.repository, 'github.example/o/r');
  });

  it('without an address, a number, a time or a repository there is nothing to keep', () => {
    for (const changes of [
      { html_url: 'ftp://x/y' },
      { number: 0 },
      { number: 1.5 },
      { number: '7' },
      { updated_at: 'soon' },
      { updated_at: '1969-01-01T00:00:00Z' },
      { updated_at: `2026-01-31T12:00:00Z${' '.repeat(30)}` },
      { base: { ref: 'main', repo: {} } },
      { base: [] },
    ]) {
      assert.equal(readGithubPull(github(changes)), undefined, JSON.stringify(changes));
    }
    for (const changes of [{ url: null }, { iid: 0 }, { updated_at: 3 }]) {
      assert.equal(readGitlabMerge(gitlab(changes)), undefined, JSON.stringify(changes));
    }
    assert.equal(readGitlabMerge(gitlab({}, {})), undefined);
    for (const payload of [null, 'x', [], {}, { pull_request: [] }]) {
      assert.equal(readGithubPull(payload), undefined);
      assert.equal(readGitlabMerge(payload), undefined);
    }
    assert.equal(
      readGitlabMerge(gitlab({}, { web_url: 'https://gitlab.example/o/r' }))?.repository,
      'gitlab.example/o/r',
    );
  });

  it('texts are bounded and without control characters, and only whole hashes are hashes', () => {
    const { title, headBranch, headSha } =
      readGithubPull(github({ title: `a\u0000b\n${'x'.repeat(600)}`, head: { ref: '', sha: 'abc' } })) ?? {};
    assert.equal(title?.length, 500);
    assert.ok(title?.startsWith('a b x'));
    assert.deepEqual([headBranch, headSha], [null, null]);
    assert.equal(readGithubPull(github({ head: { sha: 'a'.repeat(64) } }))?.headSha, 'a'.repeat(64));
    assert.equal(readGithubPull(github({ head: { sha: 'A'.repeat(40) } }))?.headSha, null);
    const long = 'b'.repeat(600);
    const branches = readGithubPull(
      github({ head: { ref: long }, base: { ...github().pull_request.base, ref: long } }),
    );
    assert.deepEqual([branches?.headBranch?.length, branches?.baseBranch?.length], [255, 255]);
    const merge = readGitlabMerge(gitlab({ title: long, source_branch: long, target_branch: long }));
    assert.deepEqual(
      [merge?.title?.length, merge?.headBranch?.length, merge?.baseBranch?.length],
      [500, 255, 255],
    );
  });

  it('an address is one of the web, without user, query and fragment', () => {
    assert.equal(pullUrl('https://u:p@h/a/?x=1#y'), 'https://h/a');
    assert.equal(pullUrl('http://h/a'), 'http://h/a');
    for (const value of ['javascript:alert(1)', 'no address', '', 7, null, `https://h/${'a'.repeat(2048)}`]) {
      assert.equal(pullUrl(value), null, String(value).slice(0, 30));
    }
    assert.equal(pullUrl(`https://h/${'a'.repeat(2038)}`)?.length, 2048);
  });
});
