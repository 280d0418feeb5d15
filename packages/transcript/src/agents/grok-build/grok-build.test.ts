import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFold, wrapRecord } from '../../index.ts';
import { eventsOf, isBalanced, only, readAll, tell } from '../../testing/read-all.ts';
import { records } from './fixture.ts';

const update = (sessionUpdate: string, more: object = {}) => ({
  timestamp: 1_780_304_400,
  method: 'session/update',
  params: { sessionId: 's', update: { sessionUpdate, ...more } },
});
const said = (value: string) => ({ content: { type: 'text', text: value } });

test('pieces are joined, calls have their outcome, a turn its usage', () => {
  const { told, entries, summary, accounting } = readAll('grok-build', records);
  assert.deepEqual(told, [
    'prompt Count the files',
    'thinking The shell counts.',
    'tool run_terminal_cmd: ls | wc -l = ok',
    'reply Two files.',
  ]);
  assert.deepEqual(entries[3]?.sequences, [7, 8]);
  assert.equal(entries[2]?.kind === 'tool' && entries[2].durationMs, 2000);
  const { input, output, cacheRead, requests } = summary.usage;
  assert.deepEqual([input, output, cacheRead, requests], [300, 40, 600, 2]);
  assert.equal(summary.cost.reported, 0.01);
  assert.deepEqual(
    [summary.title, summary.cwd, summary.branch, summary.models[0]?.model],
    ['Counting', '/repo', 'main', 'grok-x'],
  );
  assert.ok(isBalanced(accounting));
});

test('edits, failures, plans, hidden words, a cancelled turn, kinds nobody knows', () => {
  const { told, summary } = readAll('grok-build', [
    update('user_message_chunk', { ...said('remember'), _meta: { hideFromScrollback: true } }),
    update('user_message_chunk', said('Go')),
    update('plan', {
      entries: [
        { content: 'a', status: 'completed' },
        { content: 'b', status: 'pending' },
      ],
    }),
    update('tool_call', { toolCallId: 'a', title: 'Edit a.txt', kind: 'edit', rawInput: { path: 'a.txt' } }),
    update('tool_call_update', {
      toolCallId: 'a',
      status: 'completed',
      content: [{ type: 'diff', path: 'a.txt', oldText: 'x\n', newText: 'x\ny\n' }],
    }),
    update('tool_call', { toolCallId: 'b', title: 'bash', kind: 'execute', rawInput: { command: 'false' } }),
    update('tool_call_update', { toolCallId: 'b', status: 'completed', rawOutput: { exit_code: 1 } }),
    update('tool_call', { toolCallId: 'c', title: 'bash', kind: 'execute', rawInput: { command: 'sleep' } }),
    update('pending_interaction', { kind: 'permission', tool_call_id: 'c' }),
    update('turn_completed', { stop_reason: 'cancelled' }),
    update('compaction_checkpoint', { summary: 'So far.' }),
    update('goal_updated', { description: 'a goal' }),
    update('available_commands_update'),
  ]);
  assert.deepEqual(told, [
    'notice context: remember',
    'prompt Go',
    'plan plan: 1 of 2 done = ok',
    'tool edit: a.txt = ok',
    'tool bash: false = error',
    'tool bash: sleep = interrupted',
    'approval requested: permission',
    'interruption cancelled',
    'compaction So far.',
    'notice goal updated: a goal',
  ]);
  assert.deepEqual(summary.files, [{ path: 'a.txt', added: 1, removed: 0, edits: 1 }]);
});

test('a chat history is read where there are no updates, and not told twice where there are', () => {
  const chat = [
    { type: 'system', content: 'You are' },
    { type: 'user', content: [{ type: 'text', text: 'env' }], synthetic_reason: 'environment_context' },
    { type: 'user', content: [{ type: 'text', text: 'Go' }], prior_turn_interrupt: 'mid_turn_abort' },
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Look' }] },
    {
      type: 'assistant',
      content: 'Reading.',
      tool_calls: [{ id: 'c', name: 'read_file', arguments: '{"target_file":"a"}' }],
      model_id: 'grok-x',
    },
    { type: 'tool_result', tool_call_id: 'c', content: 'text' },
    {
      type: 'backend_tool_call',
      kind: { tool_type: 'web_search', action: { query: 'q' }, id: 'w', status: 'completed' },
    },
    { type: 'user', content: [{ type: 'text', text: 'also' }], synthetic_reason: 'interjection' },
  ];
  assert.deepEqual(readAll('grok-build', chat).told, [
    'notice system: You are',
    'notice environment context: env',
    'interruption mid_turn_abort',
    'prompt Go',
    'thinking Look',
    'reply Reading.',
    'tool read_file: a = unknown',
    'tool web_search: q = ok',
    'prompt also',
  ]);
  const both = readAll('grok-build', [...records, ...chat]);
  assert.equal(both.entries.length, 4);
  assert.equal(both.accounting.metadata.chat_history, chat.length);
});

test('a call whose input comes later keeps its name; a change without a path is of the file that was asked for', () => {
  const update = (sessionUpdate: string, rest: object) => ({
    method: 'session/update',
    params: { update: { sessionUpdate, toolCallId: 'c', ...rest } },
  });
  const block = { type: 'diff', oldText: 'a\n', newText: 'b\n' };
  const { told, summary } = readAll('grok-build', [
    update('tool_call', { title: 'search_replace', kind: 'edit', rawInput: {} }),
    update('tool_call_update', { status: 'in_progress', rawInput: { path: 'a.ts' } }),
    update('tool_call_update', { status: 'completed', content: [block] }),
  ]);
  assert.deepEqual(told, ['tool search_replace: a.ts = ok']);
  assert.deepEqual(summary.files, [{ path: 'a.ts', added: 1, removed: 1, edits: 1 }]);
});

test('two prompts that follow each other are two; a call without its result ends with its turn', () => {
  const prompt = (value: string, promptIndex: number) =>
    update('user_message_chunk', { ...said(value), _meta: { promptIndex } });
  const { told } = readAll('grok-build', [
    prompt('One', 0),
    prompt('T', 1),
    prompt('wo', 1),
    update('tool_call', { toolCallId: 'a', title: 'bash', kind: 'execute', rawInput: { command: 'x' } }),
    prompt('Three', 2),
  ]);
  assert.deepEqual(told, ['prompt One', 'prompt Two', 'tool bash: x = interrupted', 'prompt Three']);
});

test('sub-agents are found by what they were asked', () => {
  const { entries } = readAll('grok-build', [
    update('tool_call', {
      toolCallId: 't',
      title: 'task',
      rawInput: { prompt: 'Look', description: 'Look' },
    }),
    wrapRecord(update('user_message_chunk', said('Look')), { subagent: { id: 'child' } }),
    wrapRecord(update('agent_message_chunk', said('Nothing')), { subagent: { id: 'child' } }),
  ]);
  assert.deepEqual(only(entries, 'subagent').entries.map(tell), ['prompt (agent) Look', 'reply Nothing']);
});

test('fifty thousand pieces cost as much as they are long, also to search', () => {
  const pieces = Array.from({ length: 50_000 }, () => update('agent_message_chunk', said('word ')));
  const fold = createFold('grok-build');
  const found = fold.feed(eventsOf(pieces)).search;
  assert.equal(
    found.reduce((sum, { text }) => sum + text.length, 0),
    250_000,
  );
  // Time of the processor: a busy machine does not make it longer.
  const begun = process.cpuUsage();
  const { entries } = readAll('grok-build', pieces);
  assert.equal(entries.length, 25);
  assert.ok(process.cpuUsage(begun).user < 10e6);
});
