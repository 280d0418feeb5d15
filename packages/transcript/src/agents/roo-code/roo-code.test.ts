import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flatten, only, readAll } from '../../testing/read-all.ts';
import { records } from './fixture.ts';

let clock = Date.UTC(2026, 5, 1, 9, 1);
const message = (type: 'say' | 'ask', kind: string, text: unknown = '', rest = {}) => {
  clock += 1000;
  return {
    id: `${clock}.${kind}`,
    ts: clock,
    type,
    [type]: kind,
    text: typeof text === 'string' ? text : JSON.stringify(text),
    ...rest,
  };
};
const begun = () => message('say', 'text', 'Go');
const next = (request: string) => message('say', 'api_req_started', { request, tokensOut: 1, cost: 0.5 });

test('a task: the first words are the person’s, usage and cost of every request', () => {
  const { told, summary } = readAll('roo-code', records);
  assert.deepEqual(told, [
    'prompt List',
    'thinking Look first.',
    'reply I will look.',
    'tool readFile: a.txt = ok',
    'reply One file.',
  ]);
  const { input, output, cacheRead, cacheWrite, requests } = summary.usage;
  assert.deepEqual([input, output, cacheRead, cacheWrite, requests], [200, 40, 100, 10, 2]);
  assert.deepEqual([summary.cost.total, summary.cwd, summary.title], [0.02, '/repo', 'List']);
});

test('a request that is filled in later counts once', () => {
  const started = message('say', 'api_req_started', {});
  const filled = { ...started, text: JSON.stringify({ tokensIn: 10, tokensOut: 2, cost: 0.25 }) };
  const { usage, cost } = readAll('roo-code', [begun(), started, filled, filled]).summary;
  assert.deepEqual([usage.requests, usage.output, cost.total], [1, 2, 0.25]);
});

test('edits as blocks of search and replace, in the fences of both families', () => {
  const roo = '<<<<<<< SEARCH\n:start_line:3\n-------\nold\n=======\nnew\nmore\n>>>>>>> REPLACE';
  const cline = '------- SEARCH\nold\n=======\n+++++++ REPLACE';
  const { summary, told } = readAll('roo-code', [
    begun(),
    message('ask', 'tool', { tool: 'appliedDiff', path: 'a.ts', diff: roo }),
    next("[apply_diff for 'a.ts'] Result:\n"),
    message('ask', 'tool', { tool: 'editedExistingFile', path: 'b.ts', diff: cline }),
    next("[replace_in_file for 'b.ts'] Result:\n"),
    message('ask', 'tool', { tool: 'newFileCreated', path: 'c.ts', content: 'x\ny\n' }),
    next("[write_to_file for 'c.ts'] Result:\n"),
  ]);
  assert.deepEqual(told.slice(1), [
    'tool appliedDiff: a.ts = ok',
    'tool editedExistingFile: b.ts = ok',
    'tool newFileCreated: c.ts = ok',
  ]);
  assert.deepEqual(
    summary.files.map(({ path, added, removed }) => [path, added, removed]),
    [
      ['a.ts', 2, 1],
      ['b.ts', 0, 1],
      ['c.ts', 2, 0],
    ],
  );
});

test('refused, failed and interrupted calls are told from each other', () => {
  const { told, summary, entries } = readAll('roo-code', [
    begun(),
    message('ask', 'tool', { tool: 'newFileCreated', path: 'a.ts', content: 'x' }),
    message('say', 'user_feedback', 'no, in b.ts'),
    next(
      "[write_to_file for 'a.ts'] Result:\nThe user denied this operation and provided the following feedback:",
    ),
    message('ask', 'command', 'make'),
    message('ask', 'command_output', ''),
    message('ask', 'command_output', 'no rule'),
    next("[execute_command for 'make'] Result:\nExit code: 2"),
    message('ask', 'tool', { tool: 'readFile', path: 'x' }),
    next(
      "[read_file for 'x'] Result:\nThe tool execution failed with the following error:\n<error>gone</error>",
    ),
    message('ask', 'command', 'sleep 9REQ_APP'),
    message('say', 'api_req_started', { cancelReason: 'user_cancelled' }),
    message('ask', 'resume_task'),
  ]);
  assert.deepEqual(told.slice(1), [
    'tool newFileCreated: a.ts = denied',
    'prompt no, in b.ts',
    'decision newFileCreated: a.ts = denied',
    'tool execute_command: make = error',
    'tool readFile: x = error',
    'tool execute_command: sleep 9 = interrupted',
    'interruption user_cancelled',
    'notice resumed: The task was opened again.',
  ]);
  assert.equal(summary.denials, 1);
  const make = flatten(entries).find((entry) => entry.kind === 'tool' && entry.title === 'make');
  assert.ok(make?.kind === 'tool');
  assert.deepEqual([make.exitCode, make.output], [2, 'no rule']);
});

test('a question and the answer chosen; a list of things to do; a child task; condensing', () => {
  const { told, entries } = readAll('roo-code', [
    begun(),
    message('ask', 'followup', { question: 'Which?', suggest: [{ answer: 'This' }, { answer: 'That' }] }),
    message('say', 'user_feedback', 'That'),
    message('ask', 'tool', { tool: 'updateTodoList', todos: [{ content: 'Read', status: 'completed' }] }),
    message('ask', 'tool', { tool: 'newTask', mode: 'Architect', content: 'Look into it' }),
    message('say', 'subtask_result', 'Looked.'),
    message('say', 'condense_context', '', {
      contextCondense: { summary: 'So far.', cost: 0.1, prevContextTokens: 900, newContextTokens: 90 },
    }),
    message('ask', 'use_mcp_server', { serverName: 's', toolName: 't', arguments: '{"a":1}' }),
    message('say', 'mcp_server_response', 'ok'),
    message('say', 'error', 'No quota'),
  ]);
  assert.deepEqual(told.slice(1), [
    'decision ask_followup_question: Which? = ok',
    'plan updateTodoList: 1 of 1 done = ok',
    'subagent newTask: Architect = ok',
    'compaction So far.',
    'tool s.t: {"a":1} = ok',
    'error No quota',
  ]);
  const decision = only(entries, 'decision');
  assert.deepEqual([decision.verdict, decision.questions?.[0]?.chosen], ['answered', ['That']]);
});

test('an answer whose record comes again is no prompt, also when another question is open by then', () => {
  const [asked, answer] = [
    message('ask', 'followup', { question: 'Which?' }),
    message('say', 'user_feedback', 'A'),
  ];
  const other = message('ask', 'followup', { question: 'When?' });
  const { told, entries } = readAll('roo-code', [
    begun(),
    asked,
    answer,
    answer,
    other,
    { ...answer, text: 'B' },
  ]);
  assert.deepEqual(told.slice(1), [
    'decision ask_followup_question: Which? = ok',
    'decision ask_followup_question: When? = running',
  ]);
  const [, first] = entries;
  assert.deepEqual(first?.kind === 'decision' && first.questions?.[0]?.chosen, ['B']);
});

test('a command that prints for ever is read in a bounded time', () => {
  const printed = Array.from({ length: 20_000 }, (_, index) =>
    message('ask', 'command_output', `line ${index}`),
  );
  // Time of the processor: a busy machine does not make it longer.
  const before = process.cpuUsage();
  const { entries } = readAll('roo-code', [begun(), message('ask', 'command', 'yes'), ...printed]);
  assert.match(only(entries, 'tool').output ?? '', /^line 0\n[\s\S]*line 199$/);
  assert.ok(process.cpuUsage(before).user < 5e6);
});
