import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SessionStatistics } from '@debrief/contract';
import { engines } from '../../testing/engine.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { aTeam, joinTeam, type Team } from '../../testing/team.ts';
import { deleteSession } from '../domain/erasure/deletion.ts';

/** The whole way: appended through the API, folded in the thread, read through the API. */

const prompt = (text: string) => ({
  eventType: 'user',
  payload: { type: 'user', uuid: crypto.randomUUID(), message: { role: 'user', content: text } },
});

const edit = (path: string, call: string) => [
  {
    eventType: 'assistant',
    payload: {
      type: 'assistant',
      uuid: crypto.randomUUID(),
      requestId: call,
      message: {
        id: call,
        role: 'assistant',
        model: 'claude-sonnet-4-5',
        content: [
          { type: 'tool_use', id: call, name: 'Write', input: { file_path: path, content: 'a\nb\nc\n' } },
        ],
        usage: { input_tokens: 100, output_tokens: 20, cache_read_input_tokens: 1000 },
      },
    },
  },
  {
    eventType: 'user',
    payload: {
      type: 'user',
      uuid: crypto.randomUUID(),
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: call, content: 'ok' }] },
    },
  },
];

export async function foldedTo(team: Team, sessionId: string, sequence: number): Promise<SessionStatistics> {
  for (const begun = Date.now(); Date.now() - begun < 60_000; await sleep(30)) {
    const { session } = await team.owner.client.getSession({ sessionId });
    if (session.statistics && session.statistics.foldedTo >= sequence) return session.statistics;
  }
  throw new Error(`session ${sessionId} was not folded to ${sequence}`);
}

const open = async (team: Team, title?: string) =>
  (
    await team.machine.openSession({
      environmentId: team.environmentId,
      agentInstallationId: team.installationId,
      ...(title && { title }),
    })
  ).sessionId;

for (const engine of engines) {
  describe(`statistics on ${engine}`, async () => {
    const started = testServer(engine);
    let server: TestServer;
    let team: Team;
    it('appear on routes 24 and 25 soon after an append and follow the log', async () => {
      server = await started;
      team = await aTeam(server);
      const sessionId = await open(team);
      await team.machine.appendEvents({ sessionId, events: [prompt('Fix the flaky login test')] });
      const first = await foldedTo(team, sessionId, 1);
      assert.equal(first.title, 'Fix the flaky login test');
      assert.deepEqual([first.prompts, first.tools, first.tokens.total], [1, 0, 0]);
      assert.equal(first.costUsd, undefined);
      await team.machine.appendEvents({ sessionId, events: edit('/app/login.ts', 'msg_1') });
      const second = await foldedTo(team, sessionId, 3);
      assert.deepEqual(second.tokens, {
        input: 100,
        output: 20,
        cacheRead: 1000,
        cacheWrite: 0,
        total: 1120,
      });
      assert.deepEqual(
        [second.prompts, second.tools, second.files, second.linesAdded, second.models],
        [1, 1, 1, 3, ['claude-sonnet-4-5']],
      );
      assert.ok(second.costUsd && second.costUsd > 0 && !second.costIsPartial);
      const { sessions } = await team.owner.client.listSessions({});
      assert.deepEqual(sessions.find((one) => one.sessionId === sessionId)?.statistics, second);
    });

    it('fold a long session in several steps, counting everything once', async () => {
      const sessionId = await open(team);
      const rounds = 60;
      for (let round = 0; round < rounds; round++) {
        const events = Array.from({ length: 25 }, (_, index) =>
          edit(`/src/${index}.ts`, `m${round}.${index}`),
        );
        await team.machine.appendEvents({ sessionId, events: events.flat() });
      }
      const statistics = await foldedTo(team, sessionId, rounds * 50);
      assert.equal(statistics.tools, rounds * 25);
      assert.equal(statistics.files, 25);
      assert.equal(statistics.tokens.output, rounds * 25 * 20);
    });

    it('name leaks to owners and admins, also of a record in parts, and nothing to members', async () => {
      const sessionId = await open(team);
      const token = `${'gh'.concat('p_')}8sQv2LmXr4TzBn6KdWc0YhPjFa3GuEoRi1Ss`;
      const large = prompt(`${'x '.repeat(100_000)} ${token} ${'y '.repeat(100_000)}`);
      // The cut goes through the secret itself.
      const json = JSON.stringify(large.payload);
      const cut = json.indexOf(token) + 12;
      const parts = [json.slice(0, cut), json.slice(cut)].map((text, index) => ({
        eventType: 'user',
        payload: { debrief: { v: 1, part: { id: 'p', index, total: 2 } }, text },
      }));
      await team.machine.appendEvents({ sessionId, events: [...parts, prompt(`again ${token}`)] });
      const expected = [{ rule: 'github', count: 2 }];
      assert.deepEqual((await foldedTo(team, sessionId, 3)).leaks, expected);
      const [admin, member] = [await joinTeam(server, team, 'admin'), await joinTeam(server, team, 'member')];
      const seenBy = async ({ client }: Pick<typeof admin, 'client'>) => {
        const { session } = await client.getSession({ sessionId });
        const { sessions } = await client.listSessions({});
        const { hits } = await client.searchSessions({ q: 'again' });
        return [session, ...sessions, ...hits.map((hit) => hit.session)]
          .filter((one) => one.sessionId === sessionId)
          .map((one) => one.statistics?.leaks);
      };
      assert.deepEqual(await seenBy(admin), [expected, expected, expected]);
      assert.deepEqual(await seenBy(member), [undefined, undefined, undefined]);
    });

    it('leave hostile records behind and go on with the others', async () => {
      const hostile = await open(team);
      const odd: unknown[] = [
        null,
        17,
        '\0\ud800',
        [],
        {
          type: 'assistant',
          message: { content: [{ type: 'tool_use', name: { toString: 1 }, input: null }] },
        },
        { type: 'user', message: { content: '\0 nul and \ud800 half' } },
        { type: 'assistant', message: { usage: { input_tokens: 1e308, output_tokens: -5.5 }, id: 'x' } },
        { debrief: { v: 1, part: { id: 'p', index: 0, total: 1e9 } }, text: 'x' },
        JSON.parse('{"__proto__":{"a":1},"type":"constructor"}'),
      ];
      await team.machine.appendEvents({
        sessionId: hostile,
        events: odd.map((payload) => ({ eventType: 'x', payload })),
      });
      const friendly = await open(team);
      await team.machine.appendEvents({ sessionId: friendly, events: [prompt('hello')] });
      assert.equal((await foldedTo(team, friendly, 1)).prompts, 1);
      const statistics = await foldedTo(team, hostile, odd.length);
      assert.ok(Number.isSafeInteger(statistics.tokens.total));
    });

    it('show a session without events too, and the filter by repository is exact', async () => {
      const { sessionId } = await team.machine.openSession({
        environmentId: team.environmentId,
        agentInstallationId: team.installationId,
        repoRoot: '/home/me/app',
      });
      const ask = async (repoRoot: string) =>
        (await team.owner.client.listSessions({ repoRoot })).sessions.map((one) => one.sessionId);
      assert.deepEqual(await ask('/home/me/app'), [sessionId]);
      assert.deepEqual(await ask('/home/me'), []);
      assert.deepEqual(await ask('/home/me/ap_'), []);
    });

    it('go with the session when it is deleted', async () => {
      const sessionId = await open(team, 'soon gone');
      await team.machine.appendEvents({ sessionId, events: [prompt('soon gone')] });
      await foldedTo(team, sessionId, 1);
      const { context } = server.running;
      await deleteSession(context, { sessionId, organizationId: team.organizationId });
      assert.equal((await context.store.statistics.find([sessionId])).size, 0);
    });

    it('stop', async () => {
      await (await started)[Symbol.asyncDispose]();
    });
  });
}

describe('the cost of a session', () => {
  it("is the list price at the time of the request, or the operator's own", async () => {
    const prices = JSON.stringify({ prices: [{ model: 'our-model', input: 3, output: 0 }] });
    await using server = await testServer('sqlite', { PRICES: prices });
    const team = await aTeam(server);
    const asked = (model: string, timestamp: string) => ({
      eventType: 'assistant',
      payload: {
        type: 'assistant',
        uuid: crypto.randomUUID(),
        timestamp,
        message: {
          id: crypto.randomUUID(),
          role: 'assistant',
          model,
          content: [{ type: 'text', text: 'Done.' }],
          usage: { input_tokens: 1_000_000, output_tokens: 0 },
        },
      },
    });
    const cost = async (model: string, timestamp: string) => {
      const sessionId = await open(team);
      await team.machine.appendEvents({ sessionId, events: [asked(model, timestamp)] });
      const { costUsd, costIsPartial } = await foldedTo(team, sessionId, 1);
      return costIsPartial ? undefined : costUsd;
    };
    assert.equal(await cost('o3', '2025-05-20T12:00:00.000Z'), 10);
    assert.equal(await cost('o3', '2025-12-20T12:00:00.000Z'), 2);
    assert.equal(await cost('our-model', '2025-12-20T12:00:00.000Z'), 3);
    assert.equal(await cost('nobody-knows', '2025-12-20T12:00:00.000Z'), undefined);
  });
});
