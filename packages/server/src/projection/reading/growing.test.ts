import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { engines } from '../../../testing/engine.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { called, payloads, read, result, said, stored } from '../../../testing/session/recorded-session.ts';
import { aTeam, type Team } from '../../../testing/team.ts';

/** Sessions that are read while they grow, or whose records are not whole; the rest is in reading.test.ts. */

for (const engine of engines) {
  describe(`reading what grows on ${engine}`, () => {
    let server: TestServer;
    let team: Team;
    const client = () => team.owner.client;
    before(async () => {
      server = await testServer(engine);
      team = await aTeam(server);
    });
    after(() => server[Symbol.asyncDispose]());

    it('follows a session that grows, and a long one page by page', async () => {
      const many = Array.from({ length: 450 }, (_, at) => said('user', `prompt ${at}`));
      const long = await stored(team, many.slice(0, 250));
      await read(() => client().getTranscript({ sessionId: long }));
      for (let at = 250; at < 450; at += 50) {
        await team.machine.appendEvents({ sessionId: long, events: payloads(many.slice(at, at + 50)) });
      }
      await read(() => client().getTranscript({ sessionId: long }));
      const across = await client().getTranscript({ sessionId: long, from: 150, limit: 200 });
      assert.deepEqual(
        across.entries.map((entry) => (entry as unknown as { text: string }).text),
        Array.from({ length: 200 }, (_, at) => `prompt ${150 + at}`),
      );
      const { parts, total } = await client().getSkeleton({ sessionId: long });
      assert.deepEqual([total, parts.map(({ from }) => from)], [450, [0, 200, 400]]);
      const tail = await client().getSkeleton({ sessionId: long, from: 399 });
      assert.deepEqual(tail.parts, parts.slice(1));
      const outline = await client().getOutline({ sessionId: long, from: 199, limit: 2 });
      assert.deepEqual([outline.totalTurns, outline.turns.map(({ turn }) => turn)], [450, [199, 200]]);
    });

    it('says what sub-agents used, with those they started, however the events came', async () => {
      const agent = (agentId: string) => ({ isSidechain: true, agentId });
      const started = (id: string, agentId: string, more: object = {}) => [
        called(id, 'Task', { description: agentId, prompt: `go ${agentId}` }, more),
        said('user', `go ${agentId}`, agent(agentId)),
      ];
      const all = [
        said('user', 'Work'),
        ...started('t1', 'outer'),
        said('assistant', 'one', agent('outer')),
        ...started('t2', 'inner', agent('outer')),
        said('assistant', 'two', agent('inner')),
        result('t2', 'ok', { ...agent('outer'), toolUseResult: { agentId: 'inner', status: 'completed' } }),
        result('t1', 'ok', { toolUseResult: { agentId: 'outer', status: 'completed' } }),
        said('assistant', 'done'),
      ];
      for (const size of [50, 1]) {
        const id = await stored(team, all, size);
        await read(() => client().getTranscript({ sessionId: id }));
        const { lanes, turns } = await client().getOutline({ sessionId: id });
        assert.deepEqual(
          lanes.map(({ agentId, parent, tokens }) => [agentId, parent, tokens]),
          [
            ['outer', 0, { input: 20, output: 10, cache: 0 }],
            ['inner', 1, { input: 10, output: 5, cache: 0 }],
          ],
        );
        assert.deepEqual(turns[0]?.tokens, { input: 30, output: 15, cache: 0 });
        const [outer, inner] = lanes.map(({ costUsd = 0 }) => costUsd);
        assert.ok(inner && outer && Math.abs(outer - 2 * inner) < 2e-6, `${outer} ${inner}`);
      }
    });

    it('counts the parts of records that never became whole', async () => {
      const part = (index: number) => ({
        debrief: { v: 1, part: { id: 'p1', index, total: 3 } },
        text: ['{"type":"user",', '"message":{"role":"user",', '"content":"whole"}}'][index],
      });
      const id = await stored(team, [said('user', 'Work'), part(0), part(2)]);
      await read(() => client().getTranscript({ sessionId: id }));
      const pending = async () =>
        (await client().getSession({ sessionId: id })).session.statistics?.pendingParts;
      assert.equal(await pending(), 2);
      await team.machine.appendEvents({ sessionId: id, events: payloads([part(1)]) });
      await read(() => client().getTranscript({ sessionId: id }));
      assert.equal(await pending(), undefined);
    });

    it('streams entries as they are folded, new and completed', async () => {
      const live = await stored(team, [said('user', 'first')]);
      await read(() => client().getTranscript({ sessionId: live }));
      const stop = new AbortController();
      const response = await fetch(
        `${server.url}/v1/organizations/me/sessions/${live}/stream?content=entries&entriesAfter=1`,
        { headers: { Authorization: `Bearer ${team.owner.token}` }, signal: stop.signal },
      );
      const told: {
        foldedTo: number;
        entries: { index: number; entry: { id: string; outcome?: string } }[];
      }[] = [];
      const listening = (async () => {
        let text = '';
        for await (const part of response.body ?? []) {
          text += Buffer.from(part).toString();
          assert.ok(!text.includes('event: event'));
          const messages = text.split('\n\n');
          text = messages.pop() ?? '';
          for (const message of messages.filter((one) => one.includes('event: entries'))) {
            told.push(JSON.parse(message.slice(message.indexOf('data: ') + 6)));
          }
        }
      })().catch(() => {});
      const until = async (foldedTo: number) => {
        for (const begun = Date.now(); (told.at(-1)?.foldedTo ?? 0) < foldedTo; await sleep(20)) {
          assert.ok(Date.now() - begun < 15_000, 'not told in time');
        }
      };
      await team.machine.appendEvents({
        sessionId: live,
        events: payloads([called('x', 'Bash', { command: 'ls' })]),
      });
      await until(2);
      await team.machine.appendEvents({ sessionId: live, events: payloads([result('x', 'a.ts')]) });
      await until(3);
      stop.abort();
      await listening;
      const seen = told
        .flatMap(({ entries }) => entries)
        .map(({ index, entry }) => [index, entry.id, entry.outcome]);
      assert.deepEqual(seen, [
        [1, '2.0', 'running'],
        [1, '2.0', 'ok'],
      ]);
    });
  });
}
