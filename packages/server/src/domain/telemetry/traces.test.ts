import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { engines, runStatement } from '../../../testing/engine.ts';
import {
  aSessionOf,
  eventually,
  linesOf,
  linkTime,
  prompt,
  runs,
  writes,
} from '../../../testing/links/link.ts';
import { aCollector, type CollectedSpan } from '../../../testing/outbox/collector.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { aTeam, joinTeam, type Team } from '../../../testing/team.ts';
import { createOutgoing } from '../../outgoing/outgoing.ts';
import { type SendingTraces, sendTraces } from './send.ts';

const word = 'periwinkle';
const root = '/home/dev/app';

const records = [
  prompt(1, `Write the cart, ${word}`),
  ...writes(2, `${root}/src/cart.ts`, linesOf(word)),
  ...runs(5, `npm test -- ${word}`, `1 failing ${word}`),
  prompt(60, `And the menu, ${word}`),
  ...runs(61, 'ls', word),
];

const ended = async (team: Team, status: 'completed' | 'failed' = 'completed'): Promise<string> => {
  const sessionId = await aSessionOf(team, records, { title: `A title of ${word}` });
  await team.machine.completeSession({ sessionId, status });
  return sessionId;
};

const named = (spans: readonly CollectedSpan[], name: string): CollectedSpan => {
  const found = spans.filter((span) => span.name === name);
  assert.equal(found.length, 1, `${name} of ${spans.map((span) => span.name).join(', ')}`);
  return found[0] as CollectedSpan;
};

const day = 86_400_000;
const nano = (milliseconds: number): bigint => BigInt(milliseconds) * 1_000_000n;

for (const engine of engines) {
  describe(`traces on ${engine}`, () => {
    let collector: Awaited<ReturnType<typeof aCollector>>;
    let server: TestServer;
    before(async () => {
      collector = await aCollector();
      server = await testServer(engine, {
        OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-team=acme%20inc',
        WEBHOOK_FIRST_PAUSE_MS: '20',
      });
      server.hurry('traces');
    });
    after(async () => {
      await server?.[Symbol.asyncDispose]();
      await collector?.[Symbol.asyncDispose]();
    });

    /** One round of the chore by itself, with what the test wants otherwise; a month ahead, which the server's is not. */
    const round = (more: Partial<SendingTraces['receiver']> = {}, allowed = ['127.0.0.0/8']) =>
      sendTraces(
        { ...server.running.context, clock: () => Date.now() + 31 * day },
        {
          outgoing: createOutgoing({ allowed, version: '1' }),
          receiver: { url: `${collector.url}/v1/traces`, headers: {}, withContent: false, ...more },
          ...{ version: '1', firstPause: 1, signal: new AbortController().signal },
        },
      );
    /** Waits for that round, as if the answer to what the server had sent was lost. */
    const queue = async ({ organizationId }: Team, sessionId: string): Promise<void> => {
      const { database } = server.config;
      const waiting = `select session_id from waiting_traces where session_id = '${sessionId}'`;
      await eventually(async () => (await runStatement(database, waiting)).length === 0);
      await runStatement(
        database,
        `insert into waiting_traces (session_id, organization_id, since, next_at)
          values ('${sessionId}', '${organizationId}', 1, ${Date.now() + 30 * day}) returning session_id`,
      );
    };
    it('N13 are sent of each session that ends, and OpenTelemetry reads them: session, turns, calls, no words', async () => {
      const team = await aTeam(server);
      const sessionId = await ended(team, 'failed');
      const spans = await eventually(async () => {
        const found = collector.spansOf(sessionId);
        return found.some(({ parentSpanId }) => parentSpanId === undefined) && found;
      });
      const session = named(spans, 'invoke_agent Claude Code');
      assert.equal(session.parentSpanId, undefined);
      assert.equal(session.isError, true);
      assert.equal(session.from, nano(linkTime));
      assert.ok(session.to >= session.from);
      const { attributes } = session;
      assert.equal(attributes['gen_ai.operation.name'], 'invoke_agent');
      assert.equal(attributes['gen_ai.provider.name'], 'anthropic');
      assert.equal(attributes['gen_ai.agent.name'], 'Claude Code');
      assert.equal(attributes['gen_ai.request.model'], 'claude-opus-4-6');
      assert.equal(attributes['gen_ai.usage.input_tokens'], 15);
      assert.equal(attributes['gen_ai.usage.output_tokens'], 27);
      assert.equal(attributes['debrief.repository'], 'github.com/acme/app');
      assert.equal(attributes['debrief.url'], `${server.url}/sessions/${sessionId}`);
      const turn = named(spans, 'turn 1');
      assert.equal(turn.parentSpanId, session.spanId);
      assert.equal(turn.attributes['gen_ai.usage.output_tokens'], 18);
      assert.equal(turn.from, nano(linkTime + 1000));
      const write = named(spans, 'execute_tool Write');
      assert.equal(write.parentSpanId, turn.spanId);
      assert.equal(write.from, nano(linkTime + 2000));
      assert.equal(write.attributes['gen_ai.operation.name'], 'execute_tool');
      assert.equal(write.attributes['gen_ai.tool.name'], 'Write');
      const second = named(spans, 'turn 2');
      const shells = spans.filter(({ name }) => name === 'execute_tool Bash');
      assert.deepEqual(
        shells.map(({ parentSpanId }) => parentSpanId).sort(),
        [turn.spanId, second.spanId].sort(),
      );
      assert.equal(new Set(spans.map(({ traceId }) => traceId)).size, 1);
      for (const span of spans) {
        assert.match(span.traceId, /^[\da-f]{32}$/);
        assert.match(span.spanId, /^[\da-f]{16}$/);
        assert.equal(span.kind, 1);
      }
      const request = collector.collected.find((one) =>
        one.spans.some((span) => span.spanId === session.spanId),
      );
      assert.equal(request?.path, '/v1/traces');
      assert.equal(request?.headers['content-type'], 'application/x-protobuf');
      assert.equal(request?.headers['x-team'], 'acme inc');
      assert.equal(request?.schemaUrl, 'https://opentelemetry.io/schemas/1.41.0');
      assert.equal(request?.resource['service.name'], 'debrief');
      const said = JSON.stringify(collector.collected, (_, value) =>
        typeof value === 'bigint' ? `${value}` : value,
      );
      assert.doesNotMatch(said, new RegExp(word));
      assert.equal((await team.owner.client.getPrivacy()).traces, 'ids');
    });

    it('N13 have the same ids however often they are sent, and words where an operator wants them', async () => {
      const team = await aTeam(server);
      const sessionId = await ended(team);
      await eventually(async () => collector.spansOf(sessionId).some(({ parentSpanId }) => !parentSpanId));
      const first = collector.spansOf(sessionId);
      const { context } = server.running;
      const post = async (withContent: boolean) => {
        const before = collector.collected.length;
        await queue(team, sessionId);
        await round({ withContent });
        await eventually(async () => collector.collected.length > before);
        return collector.collected.slice(before).flatMap(({ spans }) => spans);
      };
      const second = await post(false);
      const known = second.filter(({ attributes }) => attributes['gen_ai.conversation.id'] === sessionId);
      assert.deepEqual(known, first);
      const words = await post(true);
      assert.deepEqual(
        words.map(({ spanId }) => spanId),
        second.map(({ spanId }) => spanId),
      );
      const turn = named(words, 'turn 1');
      assert.deepEqual(JSON.parse(String(turn.attributes['gen_ai.input.messages'])), [
        { role: 'user', parts: [{ type: 'text', content: `Write the cart, ${word}` }] },
      ]);
      const [shell] = words.filter(({ name }) => name === 'execute_tool Bash');
      assert.equal(shell?.attributes['gen_ai.tool.call.result'], `1 failing ${word}`);
      assert.match(
        String(shell?.attributes['gen_ai.tool.call.arguments']),
        new RegExp(`npm test -- ${word}`),
      );
      assert.deepEqual(await context.store.trace.claim(Number.MAX_SAFE_INTEGER, 1, 10), []);
    });

    it('N13 wait while nobody answers, are not sent again once they are refused, and never go to a private address', async () => {
      const team = await aTeam(server);
      collector.kit.status = 503;
      const sessionId = await ended(team);
      await eventually(async () => collector.kit.refused >= 2);
      assert.deepEqual(collector.spansOf(sessionId), []);
      collector.kit.status = 200;
      await eventually(async () => collector.spansOf(sessionId).some(({ parentSpanId }) => !parentSpanId));
      const { trace } = server.running.context.store;
      await queue(team, sessionId);
      const before = collector.collected.length;
      await round({}, ['10.0.0.0/8']);
      assert.equal(collector.collected.length, before);
      // Taken for a day, so that the server's own round has nothing of it.
      const [waiting] = await trace.claim(Number.MAX_SAFE_INTEGER, Date.now() + day, 10);
      assert.equal(waiting?.attempts, 1);
      collector.kit.status = 400;
      await round();
      collector.kit.status = 200;
      assert.deepEqual(await trace.claim(Number.MAX_SAFE_INTEGER, 1, 10), []);
    });

    it('N13 are not sent of a session that is held, but once it is released', async () => {
      const team = await aTeam(server);
      const author = await joinTeam(server, team, 'member');
      const { environmentId } = team;
      await team.owner.client.setAuthor({ environmentId, userId: author.userId, earlier: true });
      const sessionId = await aSessionOf(team, records);
      await author.client.holdSession({ sessionId, hold: 'released' });
      await team.machine.completeSession({ sessionId, status: 'completed' });
      await round();
      assert.deepEqual(collector.spansOf(sessionId), []);
      await author.client.releaseSession({ sessionId });
      await eventually(async () => collector.spansOf(sessionId).some(({ parentSpanId }) => !parentSpanId));
    });

    it('N13 hold ids and state alone of a session that not everybody reads', async () => {
      const team = await aTeam(server);
      await team.owner.client.setAccessPolicy({ visibility: 'reviewers', hold: 'none', repositories: [] });
      const sessionId = await ended(team);
      const [only, ...more] = await eventually(async () => {
        const found = collector.spansOf(sessionId);
        return found.length > 0 && found;
      });
      assert.deepEqual(more, []);
      assert.deepEqual(Object.keys(only?.attributes ?? {}).sort(), [
        ...['debrief.events', 'debrief.organization.id', 'debrief.status', 'debrief.url', 'gen_ai.agent.id'],
        ...['gen_ai.agent.name', 'gen_ai.conversation.id', 'gen_ai.operation.name', 'gen_ai.provider.name'],
      ]);
    });

    it("N13 are nobody's business where no operator wants them", async () => {
      const { trace } = server.running.context.store;
      await trace.setWanted(false);
      try {
        const team = await aTeam(server);
        await ended(team);
        assert.deepEqual(await trace.claim(Number.MAX_SAFE_INTEGER, 1, 10), []);
      } finally {
        await trace.setWanted(true);
      }
    });
  });
}
