import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hunksOf } from '../../index.ts';
import { isBalanced, only, readAll, tell } from '../../testing/read-all.ts';
import { assistant, result, use, user } from './fixture.ts';

test('a turn: prompt, thinking, reply, shell call paired with its result', () => {
  const { told, entries, summary, accounting } = readAll('claude-code', [
    user('Fix the build'),
    assistant([{ type: 'thinking', thinking: 'hm', signature: 'x' }]),
    assistant([{ type: 'thinking', thinking: '', signature: 'x' }]),
    assistant([{ type: 'redacted_thinking', data: 'x' }]),
    assistant([{ type: 'text', text: 'On it.' }]),
    assistant([use('t1', 'Bash', { command: 'make' })]),
    result('t1', 'Exit code 2\nboom', { toolUseResult: 'Error: Exit code 2' }, { is_error: true }),
  ]);
  assert.deepEqual(told, [
    'prompt Fix the build',
    'thinking hm',
    'thinking ',
    'thinking ',
    'reply On it.',
    'tool Bash: make = error',
  ]);
  const tool = only(entries, 'tool');
  assert.deepEqual(
    [tool.tool, tool.output, tool.exitCode, tool.durationMs, tool.sequences],
    ['shell', 'Exit code 2\nboom', 2, 1000, [6, 7]],
  );
  assert.equal(summary.title, 'Fix the build');
  assert.equal(summary.errors, 1);
  assert.deepEqual(
    [summary.cwd, summary.branch, summary.agentVersion, summary.agentSessionId],
    ['/repo', 'main', '2.1.0', 's1'],
  );
  assert.ok(isBalanced(accounting));
});

test('usage counts once per message and request, the largest output wins', () => {
  const usage = (output: number) => ({
    usage: {
      input_tokens: 5,
      output_tokens: output,
      cache_read_input_tokens: 100,
      cache_creation_input_tokens: 30,
      cache_creation: { ephemeral_1h_input_tokens: 10 },
      output_tokens_details: { thinking_tokens: 2 },
    },
  });
  const { summary } = readAll('claude-code', [
    assistant([{ type: 'text', text: 'a' }], {}, usage(7)),
    assistant([{ type: 'text', text: 'b' }], {}, usage(90)),
    assistant([{ type: 'text', text: 'c' }], {}, usage(40)),
    assistant([{ type: 'text', text: 'd' }], { requestId: 'req2' }, { id: 'msg2', ...usage(1) }),
    assistant(
      [{ type: 'text', text: 'offline' }],
      {},
      { id: 'x', model: '<synthetic>', usage: { output_tokens: 9 } },
    ),
  ]);
  assert.deepEqual(summary.usage, {
    input: 10,
    output: 91,
    cacheRead: 200,
    cacheWrite: 60,
    cacheWriteLong: 20,
    reasoning: 4,
    requests: 2,
  });
  assert.deepEqual(
    summary.models.map((m) => m.model),
    ['claude-opus-4-6'],
  );
});

test('edits carry the recorded patch, writes their content; failed ones touch no file', () => {
  const hunk = { oldStart: 1, oldLines: 1, newStart: 1, newLines: 2, lines: ['-a', '+b', '+c'] };
  const { entries, summary } = readAll('claude-code', [
    assistant([use('e1', 'Edit', { file_path: '/repo/a.ts', old_string: 'a', new_string: 'b\nc' })]),
    result('e1', 'ok', { toolUseResult: { filePath: '/repo/a.ts', structuredPatch: [hunk] } }),
    assistant([use('w1', 'Write', { file_path: '/repo/n.ts', content: '1\n2\n3\n' })]),
    result('w1', 'ok', {
      toolUseResult: { type: 'create', filePath: '/repo/n.ts', content: '1\n2\n3\n', structuredPatch: [] },
    }),
    assistant([use('e2', 'Edit', { file_path: '/repo/z.ts', old_string: 'a', new_string: 'b' })]),
    result('e2', 'String not found', {}, { is_error: true }),
    assistant([
      use('m1', 'MultiEdit', {
        file_path: '/repo/m.ts',
        edits: [
          { old_string: 'x', new_string: 'y' },
          { old_string: '', new_string: 'z' },
        ],
      }),
    ]),
    result('m1', 'ok'),
  ]);
  assert.deepEqual(summary.files, [
    { path: '/repo/a.ts', added: 2, removed: 1, edits: 1 },
    { path: '/repo/n.ts', added: 3, removed: 0, edits: 1 },
    { path: '/repo/m.ts', added: 2, removed: 1, edits: 1 },
  ]);
  assert.deepEqual([summary.linesAdded, summary.linesRemoved], [7, 2]);
  const [edit, write] = entries;
  assert.ok(edit?.kind === 'tool' && write?.kind === 'tool');
  assert.deepEqual(hunksOf(edit.changes?.[0] as never), [hunk]);
  assert.deepEqual(hunksOf(write.changes?.[0] as never)[0]?.lines, ['+1', '+2', '+3']);
});

test('denials, interruptions, questions, plans and to-dos', () => {
  const { told, summary } = readAll('claude-code', [
    assistant([use('b1', 'Bash', { command: 'rm -rf build' })]),
    result(
      'b1',
      "The user doesn't want to proceed with this tool use.",
      { toolUseResult: 'User rejected tool use' },
      { is_error: true },
    ),
    user([{ type: 'text', text: '[Request interrupted by user for tool use]' }]),
    assistant([use('b2', 'Bash', { command: 'sleep 9' })]),
    result('b2', '', { toolUseResult: { stdout: '', stderr: '', interrupted: true } }),
    assistant([use('q1', 'AskUserQuestion', { questions: [{ question: 'Which port?' }] })]),
    result('q1', '8080'),
    assistant([use('p1', 'ExitPlanMode', { plan: '# Plan\n- step' })]),
    result('p1', 'User has approved your plan.'),
    assistant([
      use('d1', 'TodoWrite', {
        todos: [{ content: 'one', status: 'completed' }, { content: 'two', status: 'in_progress' }, 'odd'],
      }),
    ]),
    result('d1', 'ok', { toolUseResult: { oldTodos: [], newTodos: [] } }),
  ]);
  assert.deepEqual(told, [
    'tool Bash: rm -rf build = denied',
    'decision Bash: rm -rf build = denied',
    'interruption [Request interrupted by user for tool use]',
    'tool Bash: sleep 9 = interrupted',
    'decision AskUserQuestion: Which port? = ok',
    'decision ExitPlanMode: # Plan = ok',
    'plan TodoWrite: 1 of 3 done = ok',
  ]);
  assert.equal(summary.denials, 1);
});

test('sub-agents nest under the call that started them, by prompt and by id', () => {
  const child = { isSidechain: true, agentId: 'a1' };
  const { entries, told, summary } = readAll('claude-code', [
    assistant([
      use('k1', 'Agent', { description: 'Count', prompt: 'Count the files', subagent_type: 'Explore' }),
    ]),
    user('Count the files', child),
    assistant([use('c1', 'Glob', { pattern: '*' })], child),
    result('c1', 'a.ts', child),
    assistant([{ type: 'text', text: 'One.' }], child, {
      id: 'msgA',
      usage: { input_tokens: 1, output_tokens: 2 },
    }),
    result('k1', [{ type: 'text', text: 'One file.' }], {
      toolUseResult: {
        status: 'completed',
        agentId: 'a1',
        agentType: 'Explore',
        totalDurationMs: 4200,
        usage: { output_tokens: 999 },
      },
    }),
    assistant([use('k2', 'Agent', { description: 'Later', prompt: 'Look around' })]),
    result('k2', 'Async agent launched', { toolUseResult: { status: 'async_launched', agentId: 'a2' } }),
    assistant([{ type: 'text', text: 'Looking.' }], { isSidechain: true, agentId: 'a2' }),
    user(
      '<task-notification>\n<tool-use-id>k2</tool-use-id>\n<status>completed</status>\n<result>All seen</result>\n</task-notification>',
      { origin: { kind: 'task-notification' } },
    ),
  ]);
  assert.deepEqual(told, [
    'subagent Agent: Count = ok',
    'subagent Agent: Later = ok',
    'notice task notification: All seen',
  ]);
  const [first, second] = entries;
  assert.ok(first?.kind === 'subagent' && second?.kind === 'subagent');
  assert.deepEqual(first.entries.map(tell), [
    'prompt (agent) Count the files',
    'tool Glob: * = ok',
    'reply One.',
  ]);
  assert.deepEqual(
    [first.agentId, first.agentType, first.durationMs, first.output],
    ['a1', 'Explore', 4200, 'One file.'],
  );
  assert.ok(first.entries.every((entry) => entry.lane === 'a1'));
  assert.deepEqual(second.entries.map(tell), ['reply Looking.']);
  assert.equal(second.output, 'All seen');
  assert.equal(summary.usage.output, 2);
});

test('v1 side chains without agent id are told apart by their parents', () => {
  const side = { isSidechain: true };
  const root = user('Task A', { ...side, parentUuid: null });
  const { entries } = readAll('claude-code', [
    root,
    assistant([{ type: 'text', text: 'A1' }], { ...side, parentUuid: root.uuid }),
    user('Task B', { ...side, parentUuid: null }),
  ]);
  assert.deepEqual(
    entries.map((e) => (e.kind === 'subagent' ? e.entries.map(tell) : [])),
    [['prompt (agent) Task A', 'reply A1'], ['prompt (agent) Task B']],
  );
});

test('a summary before the first message is of another session, and no title of this one', () => {
  const summary = (text: string) => ({ type: 'summary', summary: text, leafUuid: 'x' });
  const asked = user('Make both a constant');
  assert.equal(
    readAll('claude-code', [summary('Add chunking'), asked]).summary.title,
    'Make both a constant',
  );
  assert.equal(readAll('claude-code', [asked, summary('Constants')]).summary.title, 'Constants');
});

test('bookkeeping is counted, titles are kept, api errors are errors, repeated lines are duplicates', () => {
  const again = user('once');
  const { told, summary, accounting } = readAll('claude-code', [
    { type: 'permission-mode', permissionMode: 'default' },
    { type: 'ai-title', aiTitle: 'Generated' },
    { type: 'custom-title', customTitle: 'Mine' },
    { type: 'ai-title', aiTitle: 'Generated 2' },
    { type: 'summary', summary: 'Before', leafUuid: 'x' },
    { type: 'pr-link', prUrl: 'https://example.invalid/1' },
    { type: 'result', agentId: 'w', result: { summary: 'done' } },
    { agentType: 'Explore', spawnDepth: 1 },
    again,
    again,
    { ...again, message: { role: 'user', content: 'same id, other words' } },
    assistant([{ type: 'text', text: 'API Error: 500' }], { isApiErrorMessage: true, error: 'server' }),
    assistant([{ type: 'fallback', from: { model: 'a' }, to: { model: 'b' } }]),
    assistant([{ type: 'hologram', x: 1 }]),
    { type: 'telepathy', uuid: 'z', payload: 1 },
  ]);
  assert.deepEqual(told, [
    'notice summary: Before',
    'notice pull request: https://example.invalid/1',
    'notice workflow result: done',
    'prompt once',
    'prompt same id, other words',
    'error API Error: 500',
    'notice model fallback: a → b',
    'unknown assistant/hologram',
    'unknown telepathy',
  ]);
  assert.equal(summary.title, 'Mine');
  assert.equal(accounting.duplicates, 1);
  assert.ok(isBalanced(accounting));
});
