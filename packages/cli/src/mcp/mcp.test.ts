import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { mcpClients } from './client.ts';
import { stateOf, withEntry, withoutEntry } from './entry.ts';
import { whyNotAsked } from './paused.ts';
import { relayMcp } from './relay.ts';

const launcher = '/home/ada/.local/share/debrief/bin/debrief';
const clients = mcpClients({ home: '/home/ada', env: {}, platform: 'linux' }, launcher);

describe('the entry of Debrief in the settings of an agent', () => {
  const existing: Record<string, string> = {
    json: '{\n  // mine\n  "theme": "dark",\n  "mcpServers": { "other": { "command": "x" } },\n  "mcp": { "other": {} },\n  "servers": { "other": {} }\n}\n',
    toml: 'model = "o"\n\n[mcp_servers.other]\ncommand = "x"\n',
  };
  for (const client of clients) {
    it(`${client.name}: is added beside others and taken out again, with nothing else changed`, () => {
      const before = existing[client.form.kind] as string;
      assert.equal(stateOf(client, before, launcher), 'absent');
      const after = withEntry(client, before, launcher);
      assert.equal(stateOf(client, after, launcher), 'installed');
      assert.ok(after.includes(launcher) && after.includes('other'));
      assert.ok(client.form.kind === 'toml' || after.includes('// mine'));
      const without = withoutEntry(client, after);
      assert.equal(stateOf(client, without, launcher), 'absent');
      assert.equal(without.replaceAll(/\s/g, ''), before.replaceAll(/\s/g, ''));
      // A new file, and again what it was.
      assert.ok(
        ['', '{}'].includes(withoutEntry(client, withEntry(client, '', launcher)).replaceAll(/\s/g, '')),
      );
      assert.equal(stateOf(client, withEntry(client, after, launcher), launcher), 'installed');
    });
  }

  it('somebody else’s entry is known as that, and what is broken is refused', () => {
    for (const client of clients) {
      const { form } = client;
      const other =
        form.kind === 'toml'
          ? '[mcp_servers.debrief]\ncommand = "y"\n'
          : `{"${form.under}":{"debrief":{"command":"y"}}}`;
      assert.equal(stateOf(client, other, launcher), 'other', client.name);
      if (form.kind === 'json')
        assert.throws(() => withEntry(client, `{"${form.under}": []}`, launcher), /is not an object/);
      if (form.kind === 'json') assert.throws(() => stateOf(client, '{', launcher), /not valid JSON/);
    }
  });
});

describe('MCP over standard input and output', () => {
  const relayed = async (
    lines: string[],
    answer: (init: RequestInit) => Response,
    refusal?: () => Promise<string | undefined>,
  ) => {
    const input = new PassThrough();
    const output = new PassThrough();
    const asked: RequestInit[] = [];
    input.end(lines.map((line) => `${line}\n`).join(''));
    await relayMcp({
      ...{ server: 'https://debrief.example', input, output, token: async () => 'secret' },
      ...(refusal && { refusal }),
      fetch: (async (_: string, init: RequestInit) => {
        asked.push(init);
        return answer(init);
      }) as never,
    });
    output.end();
    const said = await text(output);
    const messages = said.split('\n').filter((line) => line !== '');
    return { asked, said: messages.map((line) => JSON.parse(line)) };
  };
  const headerOf = (init: RequestInit | undefined, name: string) => new Headers(init?.headers).get(name);

  it('passes messages on with the headers of their era, and brings answers back', async () => {
    const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} };
    const listed = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
    const stateless = {
      ...{ jsonrpc: '2.0', id: 3, method: 'tools/call' },
      params: { name: 'usage', _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
    };
    const { asked, said } = await relayed(
      [initialize, listed, stateless].map((one) => JSON.stringify(one)),
      ({ body }) => {
        const { id } = JSON.parse(body as string);
        const result = { jsonrpc: '2.0', id, result: id === 1 ? { protocolVersion: '2025-11-25' } : {} };
        return id === 2
          ? new Response(`event: message\ndata: ${JSON.stringify(result)}\n\n`, {
              headers: { 'Content-Type': 'text/event-stream' },
            })
          : Response.json(result);
      },
    );
    assert.deepEqual(said.map(({ id }) => id).sort(), [1, 2, 3]);
    assert.equal(headerOf(asked[0], 'authorization'), 'Bearer secret');
    assert.equal(headerOf(asked[1], 'mcp-protocol-version'), '2025-11-25');
    assert.deepEqual(
      ['mcp-protocol-version', 'mcp-method', 'mcp-name'].map((name) => headerOf(asked[2], name)),
      ['2026-07-28', 'tools/call', 'usage'],
    );
  });

  it('answers for a server that refuses or is away, and for what is no JSON', async () => {
    const call = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/list' });
    const refused = await relayed([call], () => new Response('{}', { status: 401 }));
    assert.match(refused.said[0].error.message, /run "debrief login"/);
    const away = await relayed([call], () => {
      throw new TypeError('fetch failed');
    });
    assert.deepEqual(away.said, [
      {
        ...{ jsonrpc: '2.0', id: 7 },
        error: {
          code: -32_000,
          message: 'The Debrief server at https://debrief.example does not answer; go on without it.',
        },
      },
    ]);
    const odd = await relayed(['{'], () => Response.json({}));
    assert.equal(odd.said[0].error.code, -32_700);
    assert.deepEqual(
      (
        await relayed(
          [JSON.stringify({ jsonrpc: '2.0', method: 'x' })],
          () => new Response(null, { status: 202 }),
        )
      ).said,
      [],
    );
  });

  it('asks nothing while recording is paused, and goes on afterwards', async () => {
    const call = (id: number, words: string) =>
      JSON.stringify({
        ...{ jsonrpc: '2.0', id, method: 'tools/call' },
        params: { name: 'search_sessions', arguments: { text: words } },
      });
    const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const told = JSON.stringify({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { message: 'x' },
    });
    const answer = ({ body }: RequestInit) =>
      Response.json({ jsonrpc: '2.0', id: JSON.parse(body as string).id, result: {} });
    const during = await relayed(
      [list, call(2, 'the merger'), told],
      answer,
      async () => 'Recording is paused.',
    );
    assert.deepEqual(
      during.asked.map(({ body }) => body),
      [list],
    );
    assert.deepEqual(during.said.find(({ id }) => id === 2)?.error, {
      code: -32_000,
      message: 'Recording is paused.',
    });
    assert.equal((await relayed([call(2, 'the menu')], answer, async () => undefined)).asked.length, 1);
  });

  it('is paused where the pause holds, and where nobody knows the folder', () => {
    const at = Date.now();
    const why = (folder: string, pause: { to?: number; repository?: string } = {}) =>
      whyNotAsked([{ id: 'p', from: at - 1000, ...pause }], { folder, home: '/home/ada' });
    assert.match(why('/src/app') ?? '', /paused here.*"debrief resume"/);
    assert.ok(why('/src/app/inside', { repository: '/src/app' }));
    assert.equal(why('/src/other', { repository: '/src/app' }), undefined);
    for (const unknown of ['/home/ada', '/']) assert.ok(why(unknown, { repository: '/src/app' }), unknown);
    assert.equal(why('/src/app', { to: at - 10 }), undefined);
    assert.equal(whyNotAsked([], { folder: '/', home: '/home/ada' }), undefined);
  });
});
