import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createMachine, type Machine } from '../../testing/machine.ts';
import { readSessions } from '../../testing/read-session.ts';
import { agentOf } from '../registry.ts';
import { replay } from './chat.ts';

const samples = fileURLToPath(
  new URL('../../../../../../shared/transcripts-more/vscode-copilot/', import.meta.url),
);
const storage = '.config/Code/User/workspaceStorage';
const lines = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const request = (requestId: string, said: string, ...response: object[]) => ({
  requestId,
  timestamp: 1_780_304_400_000,
  modelId: 'copilot/gpt-x',
  message: { text: said },
  response,
  result: { timings: {} },
});

describe('Copilot Chat', () => {
  let machine: Machine;
  before(async () => {
    machine = await createMachine();
    await machine.write(
      `${storage}/w1/workspace.json`,
      JSON.stringify({ folder: pathToFileURL(machine.root).href }),
    );
  });
  after(() => machine.remove());

  it('a session by its transcript and its chat log is one session, each prompt once', async () => {
    const event = (id: string, type: string, data: object) => ({
      type,
      data,
      id,
      timestamp: '2026-06-01T09:00:00Z',
    });
    await machine.write(
      `${storage}/w1/GitHub.copilot-chat/transcripts/s1.jsonl`,
      lines(
        event('1', 'session.start', { sessionId: 's1', producer: 'copilot-agent' }),
        event('2', 'user.message', { content: 'Go' }),
        event('3', 'assistant.message', { messageId: 'm', content: 'Gone' }),
      ),
    );
    await machine.write(
      `${storage}/w1/chatSessions/s1.jsonl`,
      lines(
        {
          kind: 0,
          v: {
            sessionId: 's1',
            requests: [request('r1', 'Go', { value: 'Gone' })],
            inputState: { inputText: 'a private' },
          },
        },
        { kind: 1, k: ['inputState', 'inputText'], v: 'a private thought' },
        { kind: 1, k: ['customTitle'], v: 'Going' },
        {
          kind: 2,
          k: ['requests'],
          v: [
            request(
              'r2',
              'And ask',
              { value: 'Asked ' },
              { kind: 'inlineReference', inlineReference: { path: '/r/a.ts' } },
              { value: ' too' },
            ),
          ],
        },
      ),
    );
    const sessions = await readSessions('vscode-copilot', machine);
    assert.deepEqual([...sessions.keys()], ['s1']);
    const { told, reader, cwd } = sessions.get('s1') ?? {};
    assert.deepEqual(told, ['prompt Go', 'reply Gone', 'prompt And ask', 'reply Asked `a.ts` too']);
    assert.deepEqual([reader?.summary().title, cwd], ['Going', machine.root]);
  });

  it('what was typed and not sent never leaves; a log compacted to one line is no news', async () => {
    const agent = agentOf('vscode-copilot');
    const chat = (await agent?.find(machine.where))?.find((source) => source.part === 'chat.json');
    assert.ok(chat);
    const rows = await agent?.rows?.(chat);
    assert.doesNotMatch(JSON.stringify(rows), /private|inputState/);
    const whole = {
      sessionId: 's1',
      customTitle: 'Going',
      requests: [
        request('r1', 'Go', { value: 'Gone' }),
        request(
          'r2',
          'And ask',
          { value: 'Asked ' },
          { kind: 'inlineReference', inlineReference: { path: '/r/a.ts' } },
          { value: ' too' },
        ),
      ],
    };
    await machine.write(`${storage}/w1/chatSessions/s1.jsonl`, lines({ kind: 0, v: whole }));
    assert.deepEqual(await agent?.rows?.(chat), rows);
  });

  it('a session copied to another workspace is not recorded twice; other providers are left alone', async () => {
    const copy = await machine.write(
      `${storage}/w2/chatSessions/s1.jsonl`,
      lines({ kind: 0, v: { requests: [] } }),
    );
    await utimes(copy, 1, 1);
    const other = {
      requests: [{ ...request('x', 'Hi', {}), agent: { extensionId: { value: 'acme.chat' } } }],
    };
    await machine.write(`${storage}/w2/chatSessions/other.json`, JSON.stringify(other));
    const found = (await agentOf('vscode-copilot')?.find(machine.where)) ?? [];
    assert.deepEqual(
      found
        .filter((source) => source.externalId === 's1')
        .map((source) => source.part)
        .sort(),
      ['', 'chat.json'],
    );
    assert.ok(!found.some((source) => source.path === copy));
    assert.deepEqual((await readSessions('vscode-copilot', machine)).get('other')?.told, []);
  });

  it('a hostile log changes no prototype and asks for no endless work', () => {
    const log = lines(
      { kind: 0, v: { requests: [] } },
      { kind: 1, k: ['__proto__', 'polluted'], v: true },
      { kind: 1, k: ['requests', 'constructor', 'x'], v: true },
      { kind: 2, k: ['requests'], v: 'no list', i: 1e9 },
    );
    assert.deepEqual(replay(log), { requests: [] });
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  });

  it('real sessions: nothing throws, calls have their results, nothing is unknown', async (t) => {
    if (!existsSync(samples))
      return t.skip('no ../shared/transcripts-more here: see the sessions above instead');
    const put = async (sample: string, path: string) => {
      await mkdir(dirname(join(machine.root, path)), { recursive: true });
      await copyFile(join(samples, sample), join(machine.root, path));
    };
    await put('git-ai__copilot_session_multiline.jsonl', `${storage}/w3/chatSessions/multiline.jsonl`);
    await put('git-ai__copilot_session_simple.json', `${storage}/w3/chatSessions/simple.json`);
    await put('splitrail__copilot.first-request.json', `${storage}/w3/chatSessions/splitrail.json`);
    await put(
      'git-ai__copilot_session_event_stream.jsonl',
      `${storage}/w3/GitHub.copilot-chat/transcripts/stream.jsonl`,
    );
    const sessions = await readSessions('vscode-copilot', machine);
    for (const id of ['multiline', 'simple', 'splitrail', 'stream']) {
      const { reader } = sessions.get(id) ?? {};
      assert.ok(reader, id);
      const { counts } = reader.summary();
      assert.deepEqual([reader.accounting().faults, counts.unknown], [0, 0], id);
      assert.ok(counts.prompt > 0 && counts.reply > 0 && counts.tool > 0, id);
    }
    const tools = sessions.get('splitrail')?.reader.entries.filter((entry) => entry.kind === 'tool') ?? [];
    assert.ok(tools.length >= 5 && tools.every((tool) => tool.outcome === 'ok' && tool.output));
  });
});
