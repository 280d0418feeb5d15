import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapRecord } from '../../index.ts';
import { flatPrices } from '../../testing/flat-prices.ts';
import { isBalanced, only, readAll, tell } from '../../testing/read-all.ts';
import { call, codex, event, item, message, output } from './fixture.ts';

const line = (type: string, payload: object) => codex(5, type, payload);

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

const sums = (input: number, output: number, last?: [number, number]) =>
  event('token_count', {
    info: {
      total_token_usage: { input_tokens: input, output_tokens: output },
      ...(last && { last_token_usage: { input_tokens: last[0], output_tokens: last[1] } }),
    },
  });
const turn = (id: string) => line('turn_context', { turn_id: id, model: 'gpt-5.5' });
const used = (records: unknown[]) => {
  const { input, output, requests } = readAll('codex', records).summary.usage;
  return [input, output, requests];
};

test('the sums also tell of a request that nothing else tells of, and need no total', () => {
  const whole = [
    line('session_meta', { id: 'a' }),
    turn('t1'),
    sums(100, 10, [100, 10]),
    sums(350, 30, [150, 10]),
  ];
  assert.deepEqual(used(whole), [350, 30, 2]);
  // Counting began anew.
  assert.deepEqual(used([...whole, sums(40, 4, [40, 4])]), [390, 34, 3]);
});

test('counts without any sum are requests, each once', () => {
  const last = (input: number) =>
    event('token_count', { info: { last_token_usage: { input_tokens: input, output_tokens: 1 } } });
  assert.deepEqual(used([turn('t1'), last(10), last(10), last(20)]), [30, 2, 2]);
});

test('what was continued, and a fork, do not begin with what was used before', () => {
  const parent = [line('session_meta', { id: 'a' }), turn('t1'), sums(100, 10, [100, 10])];
  const own = [turn('t2'), sums(150, 15, [50, 5])];
  assert.deepEqual(used(own), [50, 5, 1]);
  const fork = [line('session_meta', { id: 'b', forked_from_id: 'a' }), ...parent, ...own];
  assert.deepEqual(used(fork.slice(0, 2).concat(own)), [50, 5, 1]);
  // Both in one recording: the turns of the fork's beginning count once.
  assert.deepEqual(used([...parent, ...fork]), [150, 15, 2]);
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
