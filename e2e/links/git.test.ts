import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { IntegrationProvider } from '@debrief/contract';
import { commitReport } from '../../packages/cli/src/recorder/commits/commits-made.ts';
import {
  createRepository,
  repositoryAt,
  type TestRepository,
} from '../../packages/cli/src/testing/repository.ts';
import {
  deliverGithub,
  deliverGitlab,
  githubPull,
  gitlabMerge,
} from '../../packages/server/testing/links/delivery.ts';
import {
  aSessionOf,
  eventually,
  linesOf,
  linkTime,
  writes,
} from '../../packages/server/testing/links/link.ts';
import { type TestServer, testServer } from '../../packages/server/testing/server.ts';
import { aTeam, type Team } from '../../packages/server/testing/team.ts';

/** Real repositories, the recorder's own facts of their commits, and the whole server. */

const minute = 60_000;
const start = Date.now() - 10 * minute;

/** Records as if the session had been a few minutes ago. */
const now = (records: object[]): object[] =>
  records.map((record) => {
    const { timestamp } = record as { timestamp: string };
    return { ...record, timestamp: new Date(Date.parse(timestamp) - linkTime + start).toISOString() };
  });

const content = (...lines: string[][]): string => `${lines.flat().join('\n')}\n`;

describe('links of real repositories', () => {
  let server: TestServer;
  let team: Team;
  let repository: TestRepository;
  let folder: string;

  before(async () => {
    server = await testServer('sqlite');
    team = await aTeam(server);
    folder = mkdtempSync(join(tmpdir(), 'debrief-worktree-'));
    repository = createRepository();
    repository.git('remote', 'add', 'origin', 'https://user:token@github.com/acme/app.git');
    repository.write('readme.md', 'A project.\n');
    repository.commit('base', new Date(start - 60 * minute));
  });
  after(async () => {
    await server?.[Symbol.asyncDispose]();
    repository?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A session that wrote a file in this folder. */
  const session = (root: string, file: string, lines: string[]) =>
    aSessionOf(team, now(writes(2, join(root, file), lines)), {
      repoRoot: root,
      repoRemote: '',
      gitBranch: 'main',
    });

  /** Tells the server what the recorder would tell of this session. */
  const tell = async (sessionId: string, root: string) => {
    const report = await commitReport(root, { from: start, lastChange: Date.now() }, []);
    await team.machine.reportCommits({ sessionId, ...report });
  };

  /** The sessions behind a commit, likely ones left out. */
  const behind = async (sha: string): Promise<string[]> =>
    (await team.owner.client.findLinks({ commit: sha })).links
      .filter(({ strength }) => strength !== 'likely')
      .map((link) => link.session.sessionId);

  const isBehind = (sha: string, ...sessionIds: string[]) =>
    eventually(async () => {
      const found = await behind(sha).catch((): string[] => []);
      return sessionIds.every((id) => found.includes(id)) && found.length === sessionIds.length;
    });

  it('committed by hand after the session, then amended, rebased and picked elsewhere', async () => {
    const { git, root } = repository;
    git('switch', '-q', '-c', 'topic');
    const lines = linesOf('topic');
    const sessionId = await session(root, 'src/topic.ts', lines);
    repository.write('src/topic.ts', content(lines));
    const first = repository.commit('Add the topic');
    await tell(sessionId, root);
    await isBehind(first, sessionId);

    repository.write('notes.md', 'By hand, and longer than a few words.\n');
    git('add', '-A');
    git('commit', '-q', '--amend', '-m', 'Add the topic, reworded');
    const amended = git('rev-parse', 'HEAD');
    await tell(sessionId, root);
    await isBehind(amended, sessionId);

    git('switch', '-q', 'main');
    repository.write('other.md', 'Somebody else works here, by hand alone.\n');
    const byHand = repository.commit('Work by hand');
    git('switch', '-q', 'topic');
    git('rebase', '-q', 'main');
    const rebased = git('rev-parse', 'HEAD');
    assert.notEqual(rebased, amended);
    git('switch', '-q', '-c', 'release', 'main');
    git('cherry-pick', rebased);
    const picked = git('rev-parse', 'HEAD');
    await tell(sessionId, root);
    await isBehind(rebased, sessionId);
    await isBehind(picked, sessionId);
    assert.deepEqual(await behind(byHand), []);
    const { commits } = await team.owner.client.findLinks({ commit: picked });
    assert.deepEqual(commits[0]?.repositories, ['github.com/acme/app']);
  });

  it('two sessions in one worktree, and one in a worktree of the same repository', async () => {
    const { git, root } = repository;
    git('switch', '-q', 'main');
    const [one, two] = [linesOf('uno'), linesOf('due')];
    const first = await session(root, 'src/uno.ts', one);
    const second = await session(root, 'src/due.ts', two);
    repository.write('src/uno.ts', content(one));
    const shaOne = repository.commit('One');
    repository.write('src/due.ts', content(two, linesOf('byHand', 3)));
    const shaTwo = repository.commit('Two');
    const both = linesOf('uno2');
    const worktree = repositoryAt(join(folder, 'wt'));
    git('worktree', 'add', '-q', '-b', 'aside', worktree.root);
    const third = await session(worktree.root, 'src/tre.ts', both);
    worktree.write('src/tre.ts', content(both));
    const shaThree = worktree.commit('Three');
    await tell(first, root);
    await tell(third, worktree.root);
    await isBehind(shaOne, first);
    await isBehind(shaTwo, second);
    await isBehind(shaThree, third);
    const { commits } = await team.owner.client.findLinks({ commit: shaTwo });
    assert.equal((commits[0]?.lines ?? 0) - (commits[0]?.linesOfSessions ?? 0), 3);
  });

  const deliver: Record<IntegrationProvider, (headSha: string, mergeSha: string) => Promise<unknown>> = {
    async github(headSha, mergeSha) {
      const { url, secret } = await team.owner.client.createIntegration({ provider: 'github' });
      const pull = { headSha, mergeSha, commits: 2, state: 'merged', headBranch: 'squashed-github' } as const;
      return (await deliverGithub(server, githubPull(pull), { url, secret })).body.outcome;
    },
    async gitlab(headSha, mergeSha) {
      const { url, secret } = await team.owner.client.createIntegration({ provider: 'gitlab' });
      const merge = { headSha, mergeSha, state: 'merged', headBranch: 'squashed-gitlab' } as const;
      return (await deliverGitlab(server, gitlabMerge(merge), { url, secret })).body.outcome;
    },
  };

  for (const provider of ['github', 'gitlab'] as const) {
    it(`a squash merge that was reformatted, through a delivery of ${provider}`, async () => {
      const { git, root } = repository;
      git('switch', '-q', '-c', `squashed-${provider}`, 'main');
      const lines = linesOf(`squash${provider}`);
      const file = `src/squash-${provider}.ts`;
      const sessionId = await session(root, file, lines);
      repository.write(file, content(lines));
      repository.commit('Part one');
      repository.write(file, content(lines, linesOf('more', 2)));
      const head = repository.commit('Part two');
      await tell(sessionId, root);
      git('switch', '-q', 'main');
      git('merge', '-q', '--squash', `squashed-${provider}`);
      // The merge bot formats it: no line is as it was.
      repository.write(file, content(lines.map((line) => line.replace('const ', 'export const '))));
      const squash = repository.commit('Squashed (#7)', new Date(Date.now() + 5 * minute));
      await tell(sessionId, root);
      assert.deepEqual(await behind(squash), []);
      assert.equal(await deliver[provider](head, squash), 'accepted');
      await isBehind(squash, sessionId);
    });
  }
});
