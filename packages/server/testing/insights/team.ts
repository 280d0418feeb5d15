import type { AgentId, Client } from '@debrief/contract';
import { newId } from '../../src/domain/id.ts';
import { eventually } from '../links/link.ts';
import type { TestServer } from '../server.ts';
import { asks, edits, runs, says } from '../session/judged-session.ts';
import { aTeam, joinTeam, type Person, type Team } from '../team.ts';

/** A team in which each member has a machine of their own, with two agents. */

export const agents = ['claude-code', 'codex'] as const;
const day = 86_400_000;
/** A Monday. */
export const firstWeek = Date.UTC(2026, 4, 4);

export interface Worker extends Person {
  userId: string;
  environmentId: string;
  installations: Record<(typeof agents)[number], string>;
}

export interface WorkingTeam extends Team {
  workers: Worker[];
}

export async function aWorkingTeam(server: TestServer, people: number): Promise<WorkingTeam> {
  const team = await aTeam(server, `Team ${newId('org').slice(4, 10)}`);
  const workers: Worker[] = [];
  for (let number = 0; number < people; number++) {
    const person = await joinTeam(server, team, 'member');
    const { environmentId } = await team.machine.registerEnvironment({
      ...{ hostname: `machine ${number}`, platform: 'linux', serviceCliVersion: '1.0.0' },
    });
    const installationOf = async (agentId: AgentId) =>
      (await team.machine.registerInstallation({ environmentId, agentId })).installationId;
    const installations = {
      'claude-code': await installationOf('claude-code'),
      codex: await installationOf('codex'),
    };
    const { code } = await team.machine.issueClaim({ environmentId });
    await person.client.claimEnvironment({ code });
    workers.push({ ...person, environmentId, installations });
  }
  return { ...team, workers };
}

/** What agents do, in a few ways. */
export const stories = [
  () => [
    asks('Fix the sum'),
    ...edits('/app/a.ts'),
    ...runs('npm test', 'Tests  4 passed'),
    says('All tests pass.'),
  ],
  () => [
    asks('Add a page'),
    ...runs('npm test', 'Tests  4 passed'),
    ...edits('/app/b.ts'),
    says('All tests pass.'),
  ],
  () => [asks('Go on'), ...edits('/app/c.ts'), says('All tests pass.'), asks('no, that is wrong')],
  () => [
    asks('Clean up'),
    ...edits('/app/d.ts'),
    ...runs('git reset --hard HEAD~1', 'HEAD is now at 1'),
    says('Done.'),
  ],
  () => [asks('Why is it red?'), ...runs('npm test', '2 failed, 3 passed'), says('All tests pass.')],
] as const;

export interface Work {
  worker: Worker | undefined;
  agentId: (typeof agents)[number];
  repository: string;
  week: number;
  story: number;
}

/** One session of it; of nobody's machine where no worker is said. */
export async function work(
  team: WorkingTeam,
  { worker, agentId, repository, week, story }: Work,
): Promise<string> {
  const { machine } = team;
  const at = firstWeek + week * 7 * day + 9 * 3_600_000;
  const { sessionId } = await machine.openSession({
    environmentId: worker?.environmentId ?? team.environmentId,
    agentInstallationId: worker ? worker.installations[agentId] : team.installationId,
    repoRoot: `/home/dev/${repository}`,
    repoRemote: `git@git.example.com:acme/${repository}.git`,
    startedAt: new Date(at).toISOString(),
  });
  const events = (stories[story % stories.length] as (typeof stories)[number])().map((payload) => ({
    eventType: 'record',
    payload,
  }));
  await machine.appendEvents({ sessionId, events });
  await machine.completeSession({ sessionId, endedAt: new Date(at + 600_000).toISOString() });
  return sessionId;
}

/** Until everything that was sent has been judged as it is now; after a rebuild on a busy machine that takes a while. */
export async function judged(client: Client, sessionIds: readonly string[]): Promise<void> {
  for (const sessionId of sessionIds)
    await eventually(async () => (await client.getFindings({ sessionId })).isCurrent, 90_000);
}
