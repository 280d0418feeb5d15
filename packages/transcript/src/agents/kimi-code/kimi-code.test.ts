import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapRecord } from '../../envelope.ts';
import { isBalanced, only, readAll, tell } from '../../testing/read-all.ts';
import { records } from './fixture.ts';

const at = (second: number): number => Date.UTC(2026, 5, 1, 9, 1, second);
const event = (second: number, type: string, rest: object) => ({
  type: 'context.append_loop_event',
  event: { type, ...rest },
  time: at(second),
});

test('a session: prompt, thinking, call, reply, usage and model, each once', () => {
  const { told, summary, entries, accounting } = readAll('kimi-code', records);
  assert.deepEqual(told, ['prompt List', 'thinking Look first.', 'tool Bash: ls = ok', 'reply One file.']);
  assert.equal(only(entries, 'tool').durationMs, 2000);
  assert.deepEqual([summary.title, summary.cwd], ['Listing', '/repo']);
  const { input, output, cacheRead, requests } = summary.usage;
  assert.deepEqual([input, output, cacheRead, requests], [90, 7, 30, 1]);
  assert.deepEqual(
    summary.models.map((used) => used.model),
    ['kimi-x-0601'],
  );
  assert.ok(isBalanced(accounting));
});

test('a file rewritten in a newer protocol says nothing twice', () => {
  const newer = records.slice(1).map((record) => ({ ...(record as object), agentId: 'main' }));
  const once = readAll('kimi-code', records);
  const twice = readAll('kimi-code', [...records, ...newer]);
  assert.deepEqual(twice.told, once.told);
  assert.deepEqual(twice.summary.usage, once.summary.usage);
});

test('decisions of people: approved, refused, steered, cancelled', () => {
  const { told, summary } = readAll('kimi-code', [
    {
      type: 'permission.record_approval_result',
      toolCallId: 'Bash_0',
      action: 'Running: make',
      result: { decision: 'approved' },
      time: at(1),
    },
    event(1, 'tool.call', { toolCallId: 'Bash_0', name: 'Bash', args: { command: 'make' } }),
    event(2, 'tool.result', { toolCallId: 'Bash_0', result: { output: 'no rule', isError: true } }),
    {
      type: 'permission.record_approval_result',
      toolCallId: 'Bash_1',
      result: { decision: 'rejected' },
      time: at(3),
    },
    event(3, 'tool.call', { toolCallId: 'Bash_1', name: 'Bash', args: { command: 'rm x' } }),
    event(4, 'tool.result', { toolCallId: 'Bash_1', result: { output: 'Rejected.', isError: true } }),
    {
      type: 'turn.steer',
      input: [{ type: 'text', text: 'Stop that' }],
      origin: { kind: 'user' },
      time: at(5),
    },
    event(6, 'tool.call', { toolCallId: 'Bash_2', name: 'Bash', args: { command: 'sleep 9' } }),
    { type: 'turn.cancel', reason: 'user_cancelled', time: at(7) },
    { type: 'turn.ended', reason: 'cancelled', time: at(7) },
    { type: 'turn.ended', reason: 'failed', error: { message: 'No quota' }, time: at(8) },
  ]);
  assert.deepEqual(told, [
    'approval approved: Running: make',
    'tool Bash: make = error',
    'tool Bash: rm x = denied',
    'decision Bash: rm x = denied',
    'prompt (queued) Stop that',
    'tool Bash: sleep 9 = interrupted',
    'interruption user_cancelled',
    'error No quota',
  ]);
  assert.equal(summary.denials, 1);
});

test('what the harness says in the person’s voice is context; compaction is told with its counts', () => {
  const { told, entries } = readAll('kimi-code', [
    {
      type: 'context.append_message',
      message: { role: 'user', content: 'Be brief', origin: { kind: 'injection' } },
      time: at(1),
    },
    {
      type: 'turn.prompt',
      input: [{ type: 'text', text: '/review' }],
      origin: { kind: 'skill_activation' },
      time: at(2),
    },
    { type: 'full_compaction.begin', source: 'manual', time: at(3) },
    {
      type: 'context.apply_compaction',
      summary: 'So far.',
      tokensBefore: 1300,
      tokensAfter: 200,
      time: at(4),
    },
    { type: 'full_compaction.complete', time: at(4) },
    { type: 'context.undo', count: 1, time: at(5) },
  ]);
  assert.deepEqual(told.slice(0, 3), [
    'notice injection: Be brief',
    'prompt (command) /review',
    'compaction So far.',
  ]);
  const { trigger, tokensBefore, tokensAfter } = only(entries, 'compaction');
  assert.deepEqual([trigger, tokensBefore, tokensAfter], ['manual', 1300, 200]);
});

test('a sub-agent nests under its call; its ids are its own', () => {
  const inside = (record: object) => wrapRecord(record, { subagent: { id: 'agent-0' } });
  const { entries } = readAll('kimi-code', [
    event(1, 'tool.call', {
      toolCallId: 'Agent_0',
      name: 'Agent',
      args: { description: 'dig', prompt: 'Dig.' },
    }),
    inside({
      type: 'turn.prompt',
      input: [{ type: 'text', text: 'Dig.' }],
      origin: { kind: 'user' },
      time: at(2),
    }),
    inside(event(3, 'tool.call', { toolCallId: 'Agent_0', name: 'Bash', args: { command: 'ls' } })),
    inside(event(4, 'tool.result', { toolCallId: 'Agent_0', result: { output: 'x' } })),
    event(5, 'tool.result', { toolCallId: 'Agent_0', result: { output: 'agent_id: agent-0\nFound.' } }),
  ]);
  assert.equal(entries.length, 1);
  const [agent] = entries;
  assert.ok(agent?.kind === 'subagent' && agent.outcome === 'ok');
  assert.deepEqual(
    agent.entries.map((entry) => entry.kind),
    ['prompt', 'tool'],
  );
});

test('the older Kimi CLI: calls in pieces, ids that begin anew, approvals, sub-agents, usage', () => {
  let second = 0;
  const said = (type: string, payload: object = {}) => ({
    timestamp: 1_773_128_640 + second++,
    message: { type, payload },
  });
  const calls = (id: string, name: string, args: string) =>
    said('ToolCall', { type: 'function', id, function: { name, arguments: args } });
  const answers = (id: string, output: string, rest: object = {}) =>
    said('ToolResult', { tool_call_id: id, return_value: { is_error: false, output, ...rest } });
  const within = (type: string, payload: object) =>
    said('SubagentEvent', { parent_tool_call_id: 'Agent:0', agent_id: 'a1', event: { type, payload } });
  const usage = { input_other: 40, output: 5, input_cache_read: 50, input_cache_creation: 1 };
  const { told, entries, summary, accounting } = readAll('kimi-code', [
    { type: 'metadata', protocol_version: '1.3' },
    said('TurnBegin', { user_input: [{ type: 'text', text: 'Look' }] }),
    said('StepBegin', { n: 1 }),
    said('ContentPart', { type: 'think', think: 'hm' }),
    calls('Shell:0', 'Shell', '{"command":"ls"}'),
    said('ApprovalRequest', { id: 'r1', description: 'Run command `ls`' }),
    said('StatusUpdate', { token_usage: usage, message_id: 'm1' }),
    said('StatusUpdate', { token_usage: usage, message_id: 'm1' }),
    said('ApprovalResponse', { request_id: 'r1', response: 'approve_for_session' }),
    answers('Shell:0', 'a.ts'),
    said('StepBegin', { n: 2 }),
    calls('Shell:0', 'Shell', ''),
    said('ToolCallPart', { arguments_part: '{"command":' }),
    said('ToolCallPart', { arguments_part: '"rm a.ts"}' }),
    answers('Shell:0', 'The tool call is rejected by the user.', { is_error: true }),
    calls('Agent:0', 'Agent', '{"prompt":"Dig","description":"Dig"}'),
    within('TurnBegin', { user_input: 'Dig' }),
    within('ContentPart', { type: 'text', text: 'Dug' }),
    answers('Agent:0', 'Dug'),
    said('ContentPart', { type: 'text', text: 'Done' }),
    calls('Shell:0', 'Shell', '{"command":"sleep 9"}'),
    said('StepInterrupted'),
    said('TurnEnd'),
  ]);
  assert.deepEqual(told, [
    'prompt Look',
    'thinking hm',
    'tool Shell: ls = ok',
    'approval approved: Run command `ls`',
    'tool Shell: rm a.ts = denied',
    'decision Shell: rm a.ts = denied',
    'subagent Agent: Dig = ok',
    'reply Done',
    'tool Shell: sleep 9 = interrupted',
    'interruption interrupted',
  ]);
  assert.deepEqual(only(entries, 'subagent').entries.map(tell), ['prompt (agent) Dig', 'reply Dug']);
  const { input, output, cacheRead, cacheWrite, requests } = summary.usage;
  assert.deepEqual([input, output, cacheRead, cacheWrite, requests], [40, 5, 50, 1, 1]);
  assert.equal(summary.startedAt, '2026-03-10T07:44:00.000Z');
  assert.ok(isBalanced(accounting));
});
