import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentId, SessionStatistics } from '@debrief/contract';
import { engines } from '../../../testing/engine.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { aTeam, type Team } from '../../../testing/team.ts';
import { deleteSession } from '../../domain/erasure/deletion.ts';

/** Requests that are recorded in several sessions, the whole way through the API and back. */

const noon = Date.UTC(2026, 5, 1, 12);

/** A reply of Claude Code: 1000 tokens of input and some output, 3 dollars and 15 for a million. */
const reply = (id: string, minute: number, output: number) => ({
  eventType: 'assistant',
  payload: {
    type: 'assistant',
    uuid: `${id}-${minute}`,
    requestId: `req_${id}`,
    timestamp: new Date(noon + minute * 60_000).toISOString(),
    message: {
      id: `msg_${id}`,
      model: 'claude-sonnet-4-5',
      content: [{ type: 'text', text: 'ok' }],
      usage: { input_tokens: 1000, output_tokens: output },
    },
  },
});

const cost = (requests: number, output: number) => (requests * 1000 * 3 + output * 15) / 1e6;

interface Given {
  events: { eventType: string; payload: unknown }[];
  minute: number;
  externalId?: string;
  agentId?: AgentId;
}

async function record(team: Team, { events, minute, externalId, agentId = 'claude-code' }: Given) {
  const { environmentId, machine } = team;
  const { installationId } = await machine.registerInstallation({ environmentId, agentId });
  const { sessionId } = await machine.openSession({
    environmentId,
    agentInstallationId: installationId,
    startedAt: new Date(noon + minute * 60_000).toISOString(),
    repoRoot: '/home/a/app',
    repoRemote: 'https://git.example.com/acme/app.git',
    ...(externalId && { externalId }),
  });
  await machine.appendEvents({ sessionId, events });
  await statistics(team, sessionId, ({ foldedTo }) => foldedTo >= events.length);
  return sessionId;
}

async function statistics(
  team: Team,
  sessionId: string,
  isReady: (figures: SessionStatistics) => boolean = () => true,
): Promise<SessionStatistics> {
  for (const begun = Date.now(); Date.now() - begun < 60_000; await sleep(20)) {
    const { session } = await team.owner.client.getSession({ sessionId });
    if (session.statistics && isReady(session.statistics)) return session.statistics;
  }
  throw new Error(`${sessionId} is not ready`);
}

/** What the list, the sessions in it and the page of the repository come to. */
async function sums(team: Team) {
  const { sessions, totals } = await team.owner.client.listSessions({
    totals: 'true',
    repoRoot: '/home/a/app',
  });
  const all = await team.owner.client.listSessions({ totals: 'true' });
  const repository = await team.owner.client.getRepository({ repository: 'git.example.com/acme/app' });
  const added = sessions.reduce((sum, one) => sum + (one.statistics?.costUsd ?? 0), 0);
  const cents = (value = 0) => Math.round(value * 1e6);
  const tokens = sessions.reduce((sum, one) => sum + (one.statistics?.tokens.total ?? 0), 0);
  assert.deepEqual([totals?.tokens, all.totals?.tokens], [tokens, tokens]);
  assert.deepEqual(
    [totals?.costUsd, all.totals?.costUsd, repository.costUsd].map(cents),
    [added, added, added].map(cents),
  );
  return { tokens, cost: cents(added) };
}

for (const engine of engines) {
  describe(`requests in several sessions, on ${engine}`, () => {
    let server: TestServer;
    before(async () => {
      server = await testServer(engine);
    });
    after(() => server[Symbol.asyncDispose]());
    const parent: Given = { minute: 0, events: [reply('a', 1, 10), reply('b', 2, 20)] };
    const fork: Given = { minute: 5, events: [...parent.events, reply('c', 6, 30)] };
    const secondFork: Given = { minute: 7, events: [...fork.events, reply('d', 8, 40)] };

    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ])
      it(`count where they were first, whatever arrives first (${order})`, async () => {
        const team = await aTeam(server);
        const ids: string[] = [];
        for (const at of order) ids[at] = await record(team, [parent, fork, secondFork][at] as Given);
        const found = await Promise.all(ids.map((id) => statistics(team, id)));
        assert.deepEqual(
          found.map(({ tokens, costUsd }) => [tokens.total, costUsd]),
          [
            [2030, cost(2, 30)],
            [1030, cost(1, 30)],
            [1040, cost(1, 40)],
          ],
        );
        assert.deepEqual(
          found.map(({ elsewhere }) => elsewhere),
          [
            undefined,
            { tokens: 2030, costUsd: cost(2, 30), requests: 2, sessions: [ids[0]] },
            { tokens: 3060, costUsd: cost(3, 60), requests: 3, sessions: [ids[0], ids[1]] },
          ],
        );
        assert.deepEqual(await sums(team), { tokens: 4100, cost: Math.round(cost(4, 100) * 1e6) });
      });

    it('count in the next session when the first is deleted, and in another organization by themselves', async () => {
      const [team, other] = [await aTeam(server), await aTeam(server)];
      const first = await record(team, parent);
      const second = await record(team, fork);
      const alone = await record(other, fork);
      const { elsewhere } = await statistics(team, second);
      assert.deepEqual(elsewhere?.sessions, [first]);
      assert.equal((await statistics(other, alone)).elsewhere, undefined);
      const { organizationId } = team;
      await deleteSession(server.running.context, { organizationId, sessionId: first });
      const left = await statistics(team, second, (figures) => figures.elsewhere === undefined);
      assert.deepEqual([left.tokens.total, left.costUsd], [3060, cost(3, 60)]);
      assert.deepEqual(await sums(team), { tokens: 3060, cost: Math.round(cost(3, 60) * 1e6) });
    });

    it('are counted anew when more is recorded of them', async () => {
      const team = await aTeam(server);
      const second = await record(team, { minute: 5, events: [reply('a', 1, 10), reply('b', 2, 5)] });
      const first = await record(team, { minute: 0, events: [reply('a', 1, 10)] });
      assert.equal((await statistics(team, second)).tokens.total, 1005);
      await team.machine.appendEvents({ sessionId: first, events: [reply('b', 2, 20)] });
      await statistics(team, first, ({ foldedTo }) => foldedTo === 2);
      assert.equal((await statistics(team, second)).tokens.total, 0);
      await team.machine.appendEvents({ sessionId: second, events: [reply('e', 9, 7)] });
      const now = await statistics(team, second, ({ foldedTo }) => foldedTo === 3);
      assert.deepEqual([now.tokens.total, now.elsewhere?.tokens], [1007, 2015]);
      assert.equal((await sums(team)).tokens, 3037);
    });

    it('are sums that go on where a session was continued, unless counting began anew', async () => {
      const shutdown = (minute: number, input: number, output: number) => ({
        eventType: 'session.shutdown',
        payload: {
          type: 'session.shutdown',
          id: `shutdown-${minute}`,
          timestamp: new Date(noon + minute * 60_000).toISOString(),
          data: {
            modelMetrics: {
              'gpt-5-mini': {
                requests: { count: 1 },
                tokenDetails: { input: { tokenCount: input }, output: { tokenCount: output } },
                totalNanoAiu: (input * 0.25 + output * 2) * 1e5,
              },
            },
          },
        },
      });
      const team = await aTeam(server);
      const given = { agentId: 'copilot-cli', externalId: 'one' } as const;
      const first = await record(team, { ...given, minute: 0, events: [shutdown(1, 1000, 10)] });
      const next = await record(team, { ...given, minute: 5, events: [shutdown(6, 1500, 30)] });
      const anew = await record(team, { ...given, minute: 9, events: [shutdown(10, 700, 7)] });
      const unrelated = await record(team, {
        ...given,
        externalId: 'two',
        ...{ minute: 12, events: [shutdown(13, 100, 1)] },
      });
      const found = await Promise.all([first, next, anew, unrelated].map((id) => statistics(team, id)));
      assert.deepEqual(
        found.map(({ tokens }) => [tokens.input, tokens.output]),
        [
          [1000, 10],
          [500, 20],
          [700, 7],
          [100, 1],
        ],
      );
      const [one] = found;
      assert.deepEqual([one?.costUsd, one?.recordedUsd, one?.recordedAtListUsd], [0.00027, 0.00027, 0.00027]);
      assert.deepEqual(one?.credits, { amount: 0.027, unit: 'AIU' });
      await sums(team);
    });
  });
}
