import { deliverGithub, githubPull } from '../../packages/server/testing/links/delivery.ts';
import {
  aCommit,
  eventually,
  linesOf,
  linkTime,
  prompt,
  runs,
  shaOf,
  writes,
} from '../../packages/server/testing/links/link.ts';
import type { Team } from '../team.ts';

export const root = '/home/mira/shop';
export const repository = 'github.com/acme/app';
export const pull = 'https://github.com/acme/app/pull/7';
export const hostileBranch = 'x"><img src=x onerror=window.pwned=1>\u202efeature';

/** Two sessions, the commits they led to, one by hand, and a squash merge that a delivery tells of. */
export async function linkedTeam(team: Team): Promise<{ sessionId: string; other: string }> {
  const machine = team.server.client(team.secret);
  const open = async (title: string, records: readonly object[]) => {
    const { installationId } = await machine.registerInstallation({
      environmentId: team.machine.environmentId,
      agentId: 'claude-code',
    });
    const { sessionId } = await machine.openSession({
      environmentId: team.machine.environmentId,
      agentInstallationId: installationId,
      title,
      repoRoot: root,
      repoRemote: 'git@github.com:acme/app.git',
      gitBranch: 'feature',
      startedAt: new Date(linkTime).toISOString(),
    });
    await team.machine.append(sessionId, records);
    return sessionId;
  };
  const sessionId = await open('Write the retry loop', [
    prompt(1, 'Write the retry loop'),
    ...writes(2, `${root}/src/retry.ts`, linesOf('retry')),
    ...runs(5, 'gh pr create --fill', `Creating pull request\n${pull}\n`),
  ]);
  const other = await open('Tune the retry loop', [
    prompt(1, 'Tune it'),
    ...writes(3, `${root}/src/retry.ts`, linesOf('tuned')),
  ]);
  const head = aCommit('retry', {
    branch: hostileBranch,
    lines: [...linesOf('retry'), ...linesOf('hand', 4)],
  });
  const squash = aCommit('squash', { lines: linesOf('retry'), at: Date.UTC(2026, 8, 1), files: [] });
  const byHand = aCommit('hand', { lines: linesOf('nobody') });
  await machine.reportCommits({ sessionId, commits: [head, squash, byHand] });
  const { url, secret } = await team.api.createIntegration({ provider: 'github' });
  const merged = githubPull({
    headSha: head.sha,
    headBranch: hostileBranch,
    mergeSha: squash.sha,
    state: 'merged',
    title: '<script>window.pwned=1</script> Retry',
  });
  await deliverGithub(team.server, merged, { url, secret });
  await eventually(async () => (await team.api.findLinks({ commit: shaOf('squash') })).links.length > 0);
  await eventually(async () => (await team.api.listSessionLinks({ sessionId: other })).links.length > 0);
  return { sessionId, other };
}
