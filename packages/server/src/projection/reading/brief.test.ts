import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Brief } from '@debrief/contract';
import { refusedWith } from '../../../testing/request.ts';
import {
  asks,
  completedSession,
  discards,
  edits,
  runs,
  says,
  until,
} from '../../../testing/session/judged-session.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aTeam, joinTeam, type Team } from '../../../testing/team.ts';

const green = 'Tests: 12 passed, 12 total';

/** The brief once every event is in it. */
const briefed = async (
  team: Team,
  { sessionId, events }: { sessionId: string; events: number },
): Promise<Brief> => {
  const { brief } = await until(
    () => team.owner.client.getBrief({ sessionId }),
    (answer) => answer.foldedTo === events && answer.brief !== undefined,
    'the brief',
  );
  return brief as Brief;
};

onEveryEngine('the brief of a session', (server) => {
  it('says what was asked, done, changed and proven, what it cost and how it ended', async () => {
    const team = await aTeam(server());
    const one = await completedSession(team, [
      asks('Split the address. The shop stays open.'),
      ...edits('/repo/src/label.ts'),
      ...runs('npm test', green),
      ...runs('git commit -am "Split"', '[main 4c1f9a2] Split\n 1 file changed'),
      says('The address is split. All tests pass.'),
    ]);
    const { eventCount, foldedTo, state } = await until(
      () => team.owner.client.getBrief(one),
      (answer) => answer.state === 'current',
      'folded',
    );
    assert.deepEqual({ eventCount, foldedTo, state }, { eventCount: 8, foldedTo: 8, state: 'current' });
    assert.deepEqual(await briefed(team, one), {
      outcome: { kind: 'finished', reason: 'tests pass', sequence: 4 },
      asked: {
        first: { sequence: 1, text: 'Split the address. The shop stays open.' },
        later: { items: [], total: 0 },
        prompts: 1,
      },
      did: {
        calls: 3,
        work: [
          { kind: 'edited', calls: 1, ms: 0, sequence: 2 },
          { kind: 'ran', calls: 2, ms: 0, sequence: 4 },
        ],
        phases: {
          items: [
            {
              of: 'prompt',
              text: 'Split the address. The shop stays open.',
              sequence: 1,
              calls: 3,
              ms: 0,
            },
          ],
          total: 1,
        },
        subagents: { items: [], total: 0 },
        runs: { items: [{ sequence: 4, of: 'tests' }], total: 1 },
      },
      changed: {
        files: {
          items: [{ path: '/repo/src/label.ts', added: 1, removed: 1, edits: 1, sequence: 2 }],
          total: 1,
        },
        linesAdded: 1,
        linesRemoved: 1,
        commits: { items: [{ sequence: 6, hash: '4c1f9a2' }], total: 1 },
        pullRequests: { items: [], total: 0 },
      },
      proved: {
        checks: [
          {
            of: 'tests',
            state: 'passed',
            run: {
              sequence: 4,
              command: 'npm test',
              result: 'passed',
              output: 'whole',
              from: 'session',
              scope: 'all',
              edits: 0,
              passed: 12,
            },
          },
        ],
        claims: 1,
        supported: 1,
        unproven: { items: [], total: 0 },
      },
      steppedIn: { denied: 0, interrupted: 0, corrected: 0, sentBack: 0, items: [] },
      open: {
        findings: { high: 0, medium: 0, low: 0, top: [] },
        threads: { items: [], total: 0 },
      },
      cost: { isPartial: false, tokens: 0 },
    } satisfies Brief);
    const { sessions } = await team.owner.client.listSessions({});
    assert.deepEqual(sessions.find(({ sessionId }) => sessionId === one.sessionId)?.statistics?.outcome, {
      kind: 'finished',
      reason: 'tests pass',
    });
  });

  it('holds what is open: findings until somebody decides, threads until somebody resolves them', async () => {
    const team = await aTeam(server());
    const one = await completedSession(team, [asks('Tidy up'), ...discards(), says('Done.')]);
    const { open } = await briefed(team, one);
    const [finding] = open.findings.top;
    assert.deepEqual([finding?.rule, finding?.sequence], ['git.discard', 4]);
    const { sessionId } = one;
    const { thread } = await team.owner.client.openThread({
      sessionId,
      anchor: { sequence: 4 },
      body: 'Was that meant?',
    });
    const threads = async () => (await briefed(team, one)).open.threads;
    assert.deepEqual(await threads(), { items: [{ threadId: thread.threadId, sequence: 4 }], total: 1 });
    await team.owner.client.changeThread({ sessionId, threadId: thread.threadId, state: 'resolved' });
    assert.deepEqual(await threads(), { items: [], total: 0 });
    await team.owner.client.decideFinding({ sessionId, findingId: 'git.discard.4', verdict: 'expected' });
    await until(
      () => briefed(team, one),
      (brief) => brief.open.findings.top.length === 0,
      'the finding is settled',
    );
  });

  it('is of a session that runs while its events come, and says what it comes to afterwards', async () => {
    const team = await aTeam(server());
    const { environmentId, installationId: agentInstallationId } = team;
    const { sessionId } = await team.machine.openSession({ environmentId, agentInstallationId });
    const record = asks('Fix it');
    await team.machine.appendEvents({ sessionId, events: [{ eventType: 'user', payload: record }] });
    const running = await briefed(team, { sessionId, events: 1 });
    assert.equal(running.outcome.kind, 'running');
    await team.machine.completeSession({ sessionId });
    const ended = await briefed(team, { sessionId, events: 1 });
    assert.deepEqual(ended.outcome, {
      kind: 'abandoned',
      reason: 'the last prompt has no answer',
      sequence: 1,
    });
  });

  it('is empty before anything came, and nothing for another organization', async () => {
    const team = await aTeam(server());
    const { environmentId, installationId: agentInstallationId } = team;
    const { sessionId } = await team.machine.openSession({ environmentId, agentInstallationId });
    const reader = await joinTeam(server(), team, 'member');
    const { brief, eventCount, foldedTo } = await reader.client.getBrief({ sessionId });
    assert.deepEqual([eventCount, foldedTo], [0, 0]);
    assert.ok(brief === undefined || brief.outcome.kind === 'running');
    const stranger = await aTeam(server());
    await assert.rejects(stranger.owner.client.getBrief({ sessionId }), refusedWith('session_not_found'));
  });

  it('calls a session what somebody called it, and else by the best that its records have', async () => {
    const team = await aTeam(server());
    const records = () => [asks('Implement the following plan:\n\n# Plan: Retry `uploads`\n'), says('Done.')];
    const title = async (given: string | undefined) => {
      const one = await completedSession(team, records(), given === undefined ? {} : { title: given });
      await briefed(team, one);
      return (await team.owner.client.getSession(one)).session.statistics?.title;
    };
    assert.equal(await title(undefined), 'Retry uploads');
    assert.equal(await title('Implement the following plan:'), 'Retry uploads');
    assert.equal(await title('Nightly run 14'), 'Nightly run 14');
  });
});
