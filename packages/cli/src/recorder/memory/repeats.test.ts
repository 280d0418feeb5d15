import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { importHistory } from '../../commands/import.ts';
import { pause, resume } from '../../commands/pause.ts';
import { pathsOf } from '../../home.ts';
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts';
import { PausedHome } from '../../testing/paused-home.ts';
import { pausedMarker } from './strike.ts';

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const now = () => new Date().toISOString();
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** What is said during the pause, and a word of it that stands nowhere else. */
const plan = 'We move the whole billing team to Zanzibar in March. Tell nobody before the board has met.';
const answer = 'Understood, I will prepare the Zanzibar announcement without telling anybody about it.';
const printed = 'zanzibar-budget.csv holds three hundred and twelve thousand euros for the move';

describe('what an agent repeats after a pause', () => {
  let server: FakeServer;
  let person: PausedHome;
  const write = process.stdout.write;

  beforeEach(async () => {
    server = await startFakeServer();
    person = await PausedHome.make();
    process.stdout.write = (() => true) as typeof write;
  });
  afterEach(async () => {
    process.stdout.write = write;
    await person.remove();
    await server.close();
  });

  async function during(work: () => Promise<void>): Promise<void> {
    await importHistory({ quiet: true });
    await sleep(5);
    await pause({});
    await sleep(5);
    await work();
    await sleep(5);
    await resume({});
    await sleep(5);
  }
  const payloads = (): Record<string, unknown>[] =>
    [...server.sessions.values()].flatMap(({ events }) =>
      events.map(({ payload }) => payload as Record<string, unknown>),
    );
  const typed = (type: string) => payloads().filter((payload) => payload.type === type);
  /** Nothing of the pause is on the server, in whatever form. */
  function assertSilent(): void {
    const everything = JSON.stringify([...server.sessions.values()]);
    assert.ok(
      !/zanzibar|board has met|announcement|euros/i.test(everything),
      everything.match(/.{300}zanzibar.{80}/i)?.[0],
    );
  }

  it('Claude Code: titles, last prompts, summaries, compactions, forks; the title of before stays', async () => {
    const path = '.claude/projects/-p/s1.jsonl';
    const say = (n: number, role: 'user' | 'assistant', content: unknown, sessionId = 's1') => ({
      type: role,
      uuid: uuid(n),
      parentUuid: n > 1 ? uuid(n - 1) : null,
      sessionId,
      cwd: '/src/app',
      timestamp: now(),
      message: { role, content },
    });
    const before = 'Please fix the login of the shop for people without a phone number.';
    const result = { type: 'tool_result', tool_use_id: 'toolu_01AbCdEf234567890', content: printed };
    const held = say(3, 'user', [{ type: 'text', text: plan }]);
    await person.append(path, say(1, 'user', before), { type: 'ai-title', aiTitle: 'Login without a phone' });
    await person.connect(server.url);
    await during(() =>
      person.append(
        path,
        { type: 'ai-title', aiTitle: 'Login without a phone' },
        { type: 'last-prompt', lastPrompt: before, leafUuid: uuid(1) },
        held,
        say(4, 'assistant', [{ type: 'tool_use', id: 'toolu_01AbCdEf234567890', input: {} }]),
        say(5, 'user', [result]),
        say(6, 'assistant', [{ type: 'text', text: answer }]),
        { type: 'custom-title', customTitle: 'Zanzibar', sessionId: 's1' },
        say(7, 'user', 'yes'),
      ),
    );
    await person.append(
      path,
      { type: 'ai-title', aiTitle: 'Login without a phone' },
      { type: 'custom-title', customTitle: 'Zanzibar', sessionId: 's1' },
      { type: 'last-prompt', lastPrompt: `${plan.slice(0, 40)}…`, sessionId: 's1' },
      { type: 'summary', summary: 'The move to another island', leafUuid: uuid(6) },
      {
        ...say(
          8,
          'user',
          `Summary:\n1. All user messages:\n   - "${before}"\n   - "${plan}"\n2. The tool said: ${printed}\n3. Files: ${'src/login.ts asks for the phone number only where one is known. '.repeat(8)}`,
        ),
        isCompactSummary: true,
      },
      say(9, 'assistant', [{ type: 'text', text: `You said: “${plan}” Shall I go on with the login form?` }]),
      say(10, 'user', 'yes'),
      say(11, 'user', 'continue'),
    );
    // A fork: another file with the same records, under other times.
    await person.append(
      '.claude/projects/-p/s2.jsonl',
      say(1, 'user', before, 's2'),
      { ...held, sessionId: 's2', timestamp: now() },
      say(5, 'user', [result], 's2'),
      say(20, 'user', 'And now something else entirely, please.', 's2'),
    );
    await importHistory({ quiet: true });
    assertSilent();
    const titles = typed('ai-title').map(({ aiTitle }) => aiTitle);
    assert.deepEqual(titles, ['Login without a phone', 'Login without a phone'], 'said before the pause');
    assert.deepEqual(
      typed('custom-title').map(({ customTitle }) => customTitle),
      [pausedMarker],
    );
    assert.deepEqual(
      typed('last-prompt').map(({ lastPrompt }) => lastPrompt),
      [pausedMarker],
    );
    assert.deepEqual(typed('summary'), [], 'it is about a record of the pause');
    const texts = JSON.stringify(typed('user').map(({ message }) => message));
    for (const kept of ['"yes"', '"continue"', 'And now something else entirely, please.'])
      assert.ok(texts.includes(kept), kept);
    const [compacted] = typed('user').filter(({ isCompactSummary }) => isCompactSummary);
    assert.ok(JSON.stringify(compacted).includes('people without a phone number'), 'said before the pause');
    assert.ok(JSON.stringify(typed('assistant')).includes('Shall I go on with the login form?'));
  });

  it('Codex: the history that a compaction puts in its place, and a fork with other times', async () => {
    const file = (id: string) => `.codex/sessions/2026/01/01/rollout-2026-01-01T00-00-00-${id}.jsonl`;
    const item = (payload: object) => ({ timestamp: now(), type: 'response_item', payload });
    const message = (role: string, text: string) => ({
      type: 'message',
      role,
      content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
    });
    const agentsFile = `# AGENTS.md instructions for /src/app\n\nAlways run the whole test suite before you say that you are done.`;
    const meta = (id: string) => ({
      timestamp: now(),
      type: 'session_meta',
      payload: { id, cwd: '/src/app' },
    });
    const output = { type: 'function_call_output', call_id: 'call_Ab12Cd34Ef56Gh78', output: printed };
    const before = 'Look at the failing build of the release branch';
    await person.append(file(uuid(1)), meta(uuid(1)), item(message('user', before)));
    await person.connect(server.url);
    await during(() =>
      person.append(
        file(uuid(1)),
        item(message('user', agentsFile)),
        item(message('user', plan)),
        item(output),
        item(message('assistant', answer)),
      ),
    );
    await person.append(file(uuid(1)), {
      timestamp: now(),
      type: 'compacted',
      payload: {
        message: `The person wants this: ${plan}`,
        replacement_history: [message('user', before), message('user', plan), message('assistant', answer)],
      },
    });
    await person.append(
      file(uuid(2)),
      meta(uuid(2)),
      item(message('user', agentsFile)),
      item(message('user', plan)),
      item(output),
      item(message('assistant', answer)),
      item({
        type: 'function_call_output',
        call_id: 'call_Zz99Yy88Xx77Ww66',
        output: 'All 14 tests of the build pass now',
      }),
    );
    await importHistory({ quiet: true });
    assertSilent();
    const history = JSON.stringify(typed('compacted'));
    assert.ok(history.includes(before), 'said before the pause');
    assert.ok(history.includes(pausedMarker));
    const sent = JSON.stringify(payloads());
    assert.ok(sent.includes('All 14 tests of the build pass now'));
    assert.ok(sent.includes('Always run the whole test suite'), 'what every session begins with');
  });

  for (const kind of ['jsonl', 'json'] as const)
    it(`Gemini CLI: the whole document, written again (${kind})`, async () => {
      const path = `.gemini/tmp/slug/chats/session-1.${kind}`;
      const message = (id: number, type: string, content: string) => ({
        id: uuid(id),
        timestamp: now(),
        type,
        content,
      });
      const head = { sessionId: 'g1', startTime: now() };
      const messages = [message(1, 'user', 'Which files does the parser read at all?')];
      const put = async (more: object[]) => {
        messages.push(...(more as typeof messages));
        if (kind === 'json') return person.write(path, { ...head, messages });
        return person.append(path, { $set: { messages: [...messages], lastUpdated: now() } });
      };
      if (kind === 'jsonl') await person.append(path, head);
      await put([]);
      await person.connect(server.url);
      await during(async () => {
        if (kind === 'jsonl')
          await person.append(path, message(2, 'user', plan), message(3, 'gemini', answer));
        await put([message(2, 'user', plan), message(3, 'gemini', answer)]);
      });
      await put([message(4, 'user', 'Now read the second parser as well, please.')]);
      await person.append(
        '.gemini/tmp/slug/chats/session-2.jsonl',
        { sessionId: 'g2' },
        { $set: { summary: plan } },
      );
      await importHistory({ quiet: true });
      assertSilent();
      const sent = JSON.stringify(payloads());
      assert.ok(sent.includes('Which files does the parser read at all?'));
      assert.ok(sent.includes('Now read the second parser as well, please.'));
    });

  it('a line that is struck is counted, and the memory itself says nothing', async () => {
    const path = '.claude/projects/-p/s1.jsonl';
    const say = (text: string) => ({
      type: 'user',
      timestamp: now(),
      message: { role: 'user', content: text },
    });
    await person.append(path, say('the first words'));
    await person.connect(server.url);
    await during(() => person.append(path, say(plan), say('ok')));
    await person.append(path, say(`Once more: ${plan}`), say('ok'), say('Tell nobody'));
    await importHistory({ quiet: true });
    assertSilent();
    assert.deepEqual(
      typed('user').map(({ message }) => (message as { content: string }).content),
      ['the first words', `Once more: ${pausedMarker}. ${pausedMarker}.`, 'ok', 'Tell nobody'],
    );
    const folder = pathsOf(person.home).memory;
    const status = JSON.parse(readFileSync(pathsOf(person.home).status, 'utf8'));
    assert.deepEqual(status.redactions, { 'written-in-a-pause': 1 });
    assert.deepEqual(readdirSync(folder).sort(), ['growth.json', 'key', 'lines', 'words']);
    for (const name of readdirSync(folder))
      assert.ok(!/zanzibar|billing|board/i.test(readFileSync(join(folder, name), 'latin1')), name);
  });
});
