import assert from 'node:assert/strict';
import { test } from 'node:test';
import { only, readAll } from '../../testing/read-all.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 5, 1, 9, 0, second)).toISOString();
let serial = 0;
const call = (id: string, name: string, input: object, second = 1) => ({
  type: 'assistant',
  uuid: `u${serial++}`,
  timestamp: at(second),
  message: { content: [{ type: 'tool_use', id, name, input }] },
});
const answer = (id: string, content: string, toolUseResult: unknown = {}, rest = {}, second = 2) => ({
  type: 'user',
  uuid: `u${serial++}`,
  timestamp: at(second),
  toolUseResult,
  message: { content: [{ type: 'tool_result', tool_use_id: id, content, ...rest }] },
});

test('tasks created and updated one by one are one plan', () => {
  const { entries, told } = readAll('claude-code', [
    call('a', 'TaskCreate', { subject: 'Read the code', description: 'all of it' }),
    call('b', 'TaskCreate', { subject: 'Write the test' }),
    answer('a', 'Task #1 created successfully: Read the code', { task: { id: '1' } }),
    answer('b', 'Task #2 created successfully: Write the test'),
    call('c', 'TaskUpdate', { taskId: '1', status: 'in_progress' }),
    answer('c', 'Updated task #1 status'),
    call('d', 'TaskUpdate', { taskId: '1', status: 'completed' }),
    answer('d', 'Updated task #1 status'),
    call('e', 'TaskUpdate', { taskId: '2', subject: 'Write two tests', status: 'in_progress' }),
    answer('e', 'Updated task #2 status'),
  ]);
  assert.deepEqual(told, ['plan Tasks: 1 of 2 done = ok']);
  assert.deepEqual(only(entries, 'plan').items, [
    { text: 'Read the code', status: 'done' },
    { text: 'Write two tests', status: 'active' },
  ]);
});

test('a task that could not be created or changed leaves the plan as it was', () => {
  const failed = { is_error: true };
  const { entries } = readAll('claude-code', [
    call('a', 'TaskCreate', { subject: 'One' }),
    answer('a', 'Task #1 created successfully: One'),
    call('b', 'TaskCreate', { subject: 'Two' }),
    answer('b', 'InputValidationError', {}, failed),
    call('c', 'TaskUpdate', { taskId: '1', status: 'completed' }),
    answer('c', 'Task not found', {}, failed),
  ]);
  const plan = only(entries, 'plan');
  assert.deepEqual([plan.items, plan.outcome], [[{ text: 'One', status: 'pending' }], 'error']);
});

test('a result that stands before its call keeps its patch and its duration', () => {
  const hunk = { oldStart: 3, oldLines: 1, newStart: 3, newLines: 2, lines: ['-a', '+b', '+c'] };
  const { entries, summary } = readAll('claude-code', [
    answer('e', 'ok', { filePath: '/r/a.ts', structuredPatch: [hunk] }, {}, 5),
    call('e', 'Edit', { file_path: '/r/a.ts', old_string: 'a', new_string: 'b\nc\nd' }, 3),
  ]);
  const edit = only(entries, 'tool');
  assert.deepEqual(edit.changes?.[0]?.source, { kind: 'hunks', hunks: [hunk] });
  assert.deepEqual([edit.name, edit.outcome, edit.durationMs, edit.at], ['Edit', 'ok', 2000, at(3)]);
  assert.deepEqual([summary.linesAdded, summary.linesRemoved], [2, 1]);
});

test('a file written again as it was has no new lines', () => {
  const same = {
    type: 'update',
    filePath: '/r/a',
    content: 'a\nb\n',
    originalFile: 'a\nb\n',
    structuredPatch: [],
  };
  const { summary } = readAll('claude-code', [
    call('w', 'Write', { file_path: '/r/a', content: 'a\nb\n' }),
    answer('w', 'The file has been updated.', same),
  ]);
  assert.deepEqual([summary.linesAdded, summary.linesRemoved], [0, 0]);
});

test('a sub-agent in the background ends when its end is queued', () => {
  const news = (status: string) =>
    `<task-notification>\n<tool-use-id>bg</tool-use-id>\n<status>${status}</status>\n<summary>Agent "dig" ended</summary>\n<result>Found 3.</result>\n</task-notification>`;
  for (const [status, outcome] of [
    ['completed', 'ok'],
    ['failed', 'error'],
    ['killed', 'interrupted'],
  ] as const) {
    const { entries } = readAll('claude-code', [
      call('bg', 'Agent', { description: 'dig', prompt: 'Dig.' }),
      answer('bg', 'launched', { status: 'async_launched', agentId: 'a1' }),
      { type: 'queue-operation', operation: 'enqueue', timestamp: at(9), content: news(status) },
      { type: 'queue-operation', operation: 'dequeue', timestamp: at(9) },
    ]);
    const agent = only(entries, 'subagent');
    assert.deepEqual([agent.outcome, agent.output, agent.durationMs], [outcome, 'Found 3.', 8000]);
  }
});

test('the end of a sub-agent in the background is known by its task, and by its own last words', () => {
  const launched = [
    call('bg', 'Agent', { description: 'dig', prompt: 'Dig.' }),
    answer('bg', 'launched', { status: 'async_launched', agentId: 'a1' }),
  ];
  const news = `<task-notification>\n<task-id>a1</task-id>\n<tool-use-id>REDACTED</tool-use-id>\n<status>failed</status>\n<summary>No way.</summary>\n</task-notification>`;
  const queued = { type: 'queue-operation', operation: 'enqueue', timestamp: at(9), content: news };
  const told = { type: 'user', uuid: 'told', timestamp: at(9), message: { content: news } };
  const says = (stop_reason: string | null, uuid: string) => ({
    type: 'assistant',
    ...{ uuid, timestamp: at(5), isSidechain: true, agentId: 'a1' },
    message: { content: [{ type: 'text', text: 'Dug.' }], stop_reason },
  });
  const end = (...records: object[]) => {
    const agent = only(readAll('claude-code', [...launched, ...records]).entries, 'subagent');
    return [agent.outcome, agent.output, agent.sequences.length];
  };
  assert.deepEqual(end(queued, told), ['error', 'No way.', 3]);
  assert.deepEqual(end(says(null, 'm1')), ['running', 'launched', 2]);
  assert.deepEqual(end(says('end_turn', 'm1')), ['ok', 'launched', 3]);
  // It was sent on after it had ended, and then failed.
  assert.deepEqual(end(says('end_turn', 'm1'), says(null, 'm2'), queued), ['error', 'No way.', 4]);
});

test('what hooks do within a sub-agent is no sub-agent', () => {
  const within = { uuid: 'p1', timestamp: at(3), isSidechain: true, parentUuid: 'u0' };
  const progress = { type: 'progress', ...within, data: { type: 'hook_progress', hookEvent: 'PreToolUse' } };
  for (const record of [progress, { ...progress, agentId: 'a1' }]) {
    const { told, accounting } = readAll('claude-code', [
      record,
      call('k', 'Agent', { description: 'dig', prompt: 'Dig.' }),
      { ...record, uuid: 'p2' },
      answer('k', 'Dug.', { status: 'completed', agentId: 'a1' }),
    ]);
    assert.deepEqual(told, ['subagent Agent: dig = ok']);
    assert.deepEqual(accounting.metadata, { progress: 2 });
  }
});

test('a plan sent back is no denial', () => {
  const { summary } = readAll('claude-code', [
    call('p', 'ExitPlanMode', { plan: '# Plan' }),
    answer('p', "The user doesn't want to proceed with this tool use.", 'User rejected tool use', {
      is_error: true,
    }),
    call('s', 'Bash', { command: 'rm x' }),
    answer('s', "The user doesn't want to proceed with this tool use.", 'User rejected tool use', {
      is_error: true,
    }),
  ]);
  assert.equal(summary.denials, 1);
});

test('ten thousand tasks make no endless plan', () => {
  const records = Array.from({ length: 10_000 }, (_, index) =>
    call(`t${index}`, 'TaskCreate', { subject: `Task ${index}` }),
  );
  // Time of the processor: a busy machine does not make it longer.
  const begun = process.cpuUsage();
  const { entries } = readAll('claude-code', records);
  assert.equal(only(entries, 'plan').items.length, 200);
  assert.ok(process.cpuUsage(begun).user < 5e6);
});
