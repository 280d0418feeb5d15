import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hunksOf, wrapRecord } from '../../index.ts';
import { flatPrices } from '../../testing/flat-prices.ts';
import { isBalanced, only, readAll, tell } from '../../testing/read-all.ts';

const line = (type: string, payload: object, rest: object = {}) => ({
  timestamp: '2026-05-23T20:49:05.821Z',
  type,
  payload,
  ...rest,
});
const item = (type: string, rest: object) => line('response_item', { type, ...rest });
const event = (type: string, rest: object = {}) => line('event_msg', { type, ...rest });
const done = (type: string, rest: object = {}) =>
  event('item_completed', {
    turn_id: 't1',
    item: { type, id: `i-${type}`, ...rest },
    started_at_ms: 1000,
    completed_at_ms: 1500,
  });
const message = (role: string, ...texts: string[]) =>
  item('message', {
    role,
    content: texts.map((text) => ({ type: role === 'assistant' ? 'output_text' : 'input_text', text })),
  });
const call = (id: string, name: string, input: object) =>
  item('function_call', { call_id: id, name, arguments: JSON.stringify(input) });
const output = (id: string, value: unknown) => item('function_call_output', { call_id: id, output: value });

test('legacy: what is said on two channels is shown once', () => {
  const { told, summary, accounting } = readAll('codex', [
    line('session_meta', { id: 'th1', cwd: '/repo', cli_version: '0.130.0', git: { branch: 'main' } }),
    line('turn_context', { turn_id: 't1', model: 'gpt-5.5', cwd: '/repo' }),
    message('developer', '<permissions instructions>no</permissions instructions>'),
    message('user', '# AGENTS.md instructions for /repo', '<environment_context>x</environment_context>'),
    message('user', 'Say hi'),
    event('user_message', { message: 'Say hi', images: [] }),
    item('reasoning', { summary: [{ type: 'summary_text', text: 'Greeting' }], encrypted_content: 'x' }),
    event('agent_reasoning', { text: 'Greeting' }),
    event('agent_message', { message: 'hi' }),
    message('assistant', 'hi'),
    event('task_complete', { turn_id: 't1', last_agent_message: 'hi' }),
    message('user', 'Say hi'),
    event('user_message', { message: 'Say hi' }),
  ]);
  assert.deepEqual(told, [
    'notice developer message: <permissions instructions>no</permissions instructions>',
    'notice context: # AGENTS.md instructions for /repo\n<environment_context>x</environment_context>',
    'prompt Say hi',
    'thinking Greeting',
    'reply hi',
    'prompt Say hi',
  ]);
  assert.deepEqual(
    [summary.title, summary.cwd, summary.branch, summary.agentVersion],
    ['Say hi', '/repo', 'main', '0.130.0'],
  );
  assert.deepEqual(summary.counts.prompt, 2);
  assert.ok(isBalanced(accounting));
});

test('tokens count when the running total moved, cached input apart', () => {
  const prices = flatPrices({
    'gpt-5.5': { input: 5, output: 30, cache: 0.5 },
    'gpt-5.4': { input: 2.5, output: 15, cache: 0.25 },
  });
  const count = (total: number, last: object) =>
    event('token_count', { info: { total_token_usage: { total_tokens: total }, last_token_usage: last } });
  const usage = {
    input_tokens: 100,
    cached_input_tokens: 40,
    output_tokens: 10,
    reasoning_output_tokens: 4,
    total_tokens: 110,
  };
  const { summary } = readAll(
    'codex',
    [
      line('turn_context', { turn_id: 't1', model: 'gpt-5.5' }),
      event('token_count', { info: null }),
      count(110, usage),
      count(110, usage),
      line('turn_context', { turn_id: 't2', model: 'gpt-5.4' }),
      count(220, usage),
    ],
    prices,
  );
  assert.deepEqual(summary.usage, {
    input: 120,
    output: 20,
    cacheRead: 80,
    cacheWrite: 0,
    cacheWriteLong: 0,
    reasoning: 8,
    requests: 2,
  });
  assert.deepEqual(
    summary.models.map((m) => m.model),
    ['gpt-5.5', 'gpt-5.4'],
  );
  const dollars = (60 * 5 + 40 * 0.5 + 10 * 30 + 60 * 2.5 + 40 * 0.25 + 10 * 15) / 1e6;
  assert.ok(Math.abs(summary.cost.estimated - dollars) < 1e-12);
});

test('calls: every way an exit status is told', () => {
  const { told, entries } = readAll('codex', [
    call('1', 'shell', { command: ['zsh', '-lc', 'ls'] }),
    output('1', JSON.stringify({ output: 'a\n', metadata: { exit_code: 0, duration_seconds: 1.5 } })),
    call('2', 'exec_command', { cmd: 'false' }),
    output('2', 'Chunk ID: 1\nWall time: 0.25 seconds\nProcess exited with code 1\nOutput:\nno\n'),
    item('custom_tool_call', { call_id: '3', name: 'exec', input: 'await x()' }),
    item('custom_tool_call_output', {
      call_id: '3',
      output: [{ type: 'input_text', text: 'Script failed\nWall time 0.2 seconds' }],
    }),
    call('4', 'exec_command', { cmd: 'rm x' }),
    output('4', 'exec command rejected by user'),
    event('exec_command_end', {
      call_id: '5',
      command: ['ls'],
      stdout: 'z',
      exit_code: 0,
      duration: { secs: 1, nanos: 5e8 },
    }),
    item('local_shell_call', { call_id: '6', action: { command: ['pwd'] } }),
    output('6', { type: 'input_text', text: '/repo' }),
  ]);
  assert.deepEqual(told, [
    'tool shell: ls = ok',
    'tool exec_command: false = error',
    'tool exec: await x() = error',
    'tool exec_command: rm x = denied',
    'tool exec_command: ls = ok',
    'tool local_shell: pwd = ok',
  ]);
  const [one, two, , , five] = entries;
  assert.ok(one?.kind === 'tool' && two?.kind === 'tool' && five?.kind === 'tool');
  assert.deepEqual([one.output, one.exitCode, one.durationMs], ['a\n', 0, 1500]);
  assert.deepEqual([two.output, two.exitCode, two.durationMs], ['no\n', 1, 250]);
  assert.equal(five.durationMs, 1500);
});

test('patches: from the call, and from what was applied', () => {
  const patch =
    '*** Begin Patch\n*** Update File: a.ts\n@@\n-old\n+new\n+more\n*** Add File: b.ts\n+x\n*** Delete File: c.ts\n*** End Patch';
  const { entries, summary } = readAll('codex', [
    item('custom_tool_call', { call_id: 'p', name: 'apply_patch', input: patch }),
    item('custom_tool_call_output', { call_id: 'p', output: 'Exit code: 0\nOutput:\nSuccess' }),
    event('patch_apply_end', {
      call_id: 'q',
      success: true,
      changes: { '/r/d.ts': { type: 'update', unified_diff: '@@ -1 +1 @@\n-a\n+b\n' } },
    }),
    event('patch_apply_end', {
      call_id: 'r',
      success: false,
      changes: { '/r/e.ts': { type: 'add', content: 'x\n' } },
    }),
  ]);
  assert.deepEqual(summary.files, [
    { path: 'a.ts', added: 2, removed: 1, edits: 1 },
    { path: 'b.ts', added: 1, removed: 0, edits: 1 },
    { path: 'c.ts', added: 0, removed: 0, edits: 1 },
    { path: '/r/d.ts', added: 1, removed: 1, edits: 1 },
  ]);
  const [first] = entries;
  assert.ok(first?.kind === 'tool' && first.changes?.[0]);
  assert.equal(first.title, 'a.ts, b.ts, c.ts');
  assert.deepEqual(hunksOf(first.changes[0])[0]?.lines, ['-old', '+new', '+more']);
});

test('paginated: item_completed in place of the old events', () => {
  const { told, accounting } = readAll('codex', [
    line('session_meta', { id: 'th1', history_mode: 'paginated' }, { ordinal: 0 }),
    done('UserMessage', { content: [{ type: 'text', text: 'Do it' }] }),
    done('Reasoning', { summary_text: [], raw_content: [] }),
    done('AgentMessage', { content: [{ type: 'Text', text: 'Doing' }] }),
    done('CommandExecution', { command: ['ls'], aggregated_output: 'x', exit_code: 0, status: 'completed' }),
    done('FileChange', { changes: { 'a.ts': { type: 'add', content: '1\n' } }, status: 'completed' }),
    done('McpToolCall', {
      server: 'gh',
      tool: 'issue',
      arguments: {},
      status: 'failed',
      error: { text: 'no' },
    }),
    done('WebSearch', { query: 'q' }),
    done('Extension', { kind: 'browse', action: { type: 'openPage' }, results: [{ title: 'T', url: 'u' }] }),
    done('ImageView', { path: 'a.png' }),
    done('ImageGeneration', { revised_prompt: 'cat' }),
    done('DynamicToolCall', { tool: 'deploy', arguments: { to: 'x' } }),
    done('CollabAgentToolCall', { tool: 'spawn_agent', prompt: 'help', receiver_thread_ids: ['child'] }),
    done('SubAgentActivity'),
    done('HookPrompt', { content: 'careful' }),
    done('Plan', { text: '1. go' }),
    done('ContextCompaction'),
    done('EnteredReviewMode', { review: 'r' }),
    done('ExitedReviewMode', { review: 'fine' }),
    done('Levitation', {}),
  ]);
  assert.deepEqual(told, [
    'prompt Do it',
    'thinking ',
    'reply Doing',
    'tool exec_command: ls = ok',
    'tool apply_patch: a.ts = ok',
    'tool gh.issue: gh.issue = error',
    'tool web_search: q = ok',
    'tool browse: {"action":{"type":"openPage"}} = ok',
    'tool ImageView: a.png = ok',
    'tool ImageGeneration: cat = ok',
    'tool deploy: {"to":"x"} = ok',
    'subagent spawn_agent: help = ok',
    'notice hook: careful',
    'plan plan: Plan = ok',
    'compaction ',
    'notice review started: r',
    'notice review ended: fine',
    'unknown event_msg/item_completed',
  ]);
  assert.ok(isBalanced(accounting));
});

test('the other events and items', () => {
  const { told, accounting, summary } = readAll('codex', [
    event('task_started', { turn_id: 't' }),
    event('turn_aborted', { reason: 'interrupted' }),
    event('task_complete', { error: { message: 'quota' } }),
    event('error', { message: 'boom' }),
    event('stream_error', { message: 'cut' }),
    event('warning', { message: 'careful' }),
    event('thread_name_updated', { thread_name: 'Named' }),
    event('thread_goal_updated', { goal: { objective: 'ship' } }),
    event('entered_review_mode', { user_facing_hint: 'diff' }),
    event('exited_review_mode', { review_output: { overall_explanation: 'good' } }),
    event('guardian_assessment', {
      id: 'g',
      status: 'in_progress',
      action: { type: 'command', command: 'rm' },
    }),
    event('guardian_assessment', {
      id: 'g',
      status: 'denied',
      rationale: 'risky',
      action: { type: 'command', command: 'rm' },
    }),
    event('exec_approval_request', { call_id: 'x', command: ['rm', 'x'] }),
    event('undo_completed', { success: true, message: 'undone' }),
    event('mcp_tool_call_end', {
      call_id: 'm',
      invocation: { server: 's', tool: 't' },
      result: { Err: 'down' },
    }),
    event('web_search_end', { call_id: 'w', query: 'q', results: [{ title: 'T', url: 'U', snippet: 'S' }] }),
    event('view_image_tool_call', { call_id: 'v', path: '/a.png' }),
    event('image_generation_end', { call_id: 'ig', status: 'completed', result: 'AAAA' }),
    event('dynamic_tool_call_request', { callId: 'd', tool: 'lint', arguments: { all: true } }),
    event('dynamic_tool_call_response', { call_id: 'd', success: false, content_items: [{ text: 'bad' }] }),
    event('collab_agent_spawn_end', {
      call_id: 'c',
      new_thread_id: 'child',
      new_agent_role: 'worker',
      prompt: 'dig',
    }),
    event('collab_close_end', { call_id: 'cc', status: { completed: 'ok' } }),
    event('sub_agent_activity', {}),
    item('tool_search_call', { call_id: 's', arguments: { query: 'mail' } }),
    item('tool_search_output', { call_id: 's', tools: [{ name: 'gmail' }] }),
    item('web_search_call', { id: 'ws', action: { type: 'search', query: 'cats' } }),
    item('agent_message', { author: 'a', recipient: 'b', content: [{ type: 'input_text', text: 'psst' }] }),
    item('ghost_snapshot', {}),
    line('compacted', { message: 'short' }),
    event('context_compacted', {}),
    line('world_state', {}),
    line('inter_agent_communication_metadata', {}),
    line('quantum_state', { type: 'spin' }),
  ]);
  assert.deepEqual(told, [
    'interruption interrupted',
    'error quota',
    'error boom',
    'error cut',
    'notice warning: careful',
    'notice goal: ship',
    'notice review started: diff',
    'notice review ended: good',
    'approval denied: rm\nrisky',
    'approval requested: rm x',
    'notice undo completed: undone',
    'tool s.t: s.t = error',
    'tool web_search: q = ok',
    'tool view_image: /a.png = ok',
    'tool image_generation: image_generation = ok',
    'tool lint: {"all":true} = error',
    'subagent collab_agent_spawn: dig = ok',
    'tool collab_close: collab_close = ok',
    'tool tool_search: mail = ok',
    'tool web_search: cats = ok',
    'notice agent message a → b: psst',
    'compaction short',
    'unknown quantum_state/spin',
  ]);
  assert.equal(summary.title, 'Named');
  assert.ok(isBalanced(accounting));
});

test('a rollback marks the turns as rewound', () => {
  const { entries } = readAll('codex', [
    event('user_message', { message: 'one' }),
    event('agent_message', { message: '1' }),
    event('user_message', { message: 'two' }),
    event('agent_message', { message: '2' }),
    event('thread_rolled_back', { num_turns: 1 }),
    event('user_message', { message: 'three' }),
  ]);
  assert.deepEqual(
    entries.map((e) => [tell(e), e.retracted === true]),
    [
      ['prompt one', false],
      ['reply 1', false],
      ['prompt two', true],
      ['reply 2', true],
      ['notice rolled back: 1 turn(s) taken back', false],
      ['prompt three', false],
    ],
  );
});

test('a sub-agent’s file nests, without the copy of its parent’s turns', () => {
  const mark = { subagent: { id: 'child', type: 'explorer' } };
  const usage = (total: number, n: number) =>
    event('token_count', {
      info: {
        total_token_usage: { total_tokens: total },
        last_token_usage: { input_tokens: n, output_tokens: 1 },
      },
    });
  const parent = [
    line('session_meta', { id: 'root' }),
    line('turn_context', { turn_id: 'p1', model: 'gpt-5.5' }),
    event('user_message', { message: 'Spawn' }),
    usage(11, 10),
    call('sp', 'spawn_agent', { message: 'Dig' }),
    output('sp', JSON.stringify({ agent_id: 'child' })),
  ];
  const child = [
    line('session_meta', { id: 'child' }),
    line('turn_context', { turn_id: 'p1', model: 'gpt-5.5' }),
    event('user_message', { message: 'Spawn' }),
    usage(11, 10),
    line('turn_context', { turn_id: 'c1', model: 'gpt-5.4-mini' }),
    usage(11, 10),
    event('user_message', { message: 'Dig' }),
    event('agent_message', { message: 'Dug' }),
    usage(32, 20),
  ].map((record) => wrapRecord(record, mark));
  const { entries, summary, accounting } = readAll('codex', [...parent, ...child]);
  assert.deepEqual(entries.map(tell), ['prompt Spawn', 'subagent spawn_agent: Dig = ok']);
  const agent = only(entries, 'subagent');
  assert.deepEqual(agent.entries.map(tell), ['prompt (agent) Dig', 'reply Dug']);
  assert.equal(agent.agentType, 'explorer');
  assert.equal(accounting.metadata['inherited history'], 3);
  assert.deepEqual([summary.usage.input, summary.usage.requests], [30, 2]);
  assert.equal(summary.agentSessionId, 'root');
});

test('files from before the envelope', () => {
  const { told, summary } = readAll('codex', [
    { id: 'old', timestamp: '2025-04-06T18:46:22.298Z', instructions: 'x', git: { branch: 'b' } },
    { record_type: 'state' },
    {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: '<user_instructions>x</user_instructions>' }],
    },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go' }] },
    { type: 'reasoning', summary: [] },
    {
      type: 'function_call',
      name: 'update_plan',
      call_id: 'u',
      arguments: '{"plan":[{"step":"a","status":"completed"}]}',
    },
    { type: 'function_call_output', call_id: 'u', output: 'Plan updated' },
    { created_at: '2025-09-10T12:00:00Z', role: 'assistant', content: 'Gone' },
    { type: 'function_call', function: { name: 'translate' }, arguments: { text: 'x' } },
    { type: 'function_result', name: 'translate', result: 'y' },
    { session_id: 's', ts: 1, text: 'from history' },
  ]);
  assert.deepEqual(told, [
    'notice context: <user_instructions>x</user_instructions>',
    'prompt Go',
    'thinking ',
    'plan update_plan: 1 of 1 done = ok',
    'reply Gone',
    'tool translate: x = ok',
    'prompt from history',
  ]);
  assert.equal(summary.branch, 'b');
});
