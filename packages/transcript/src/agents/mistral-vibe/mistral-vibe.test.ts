import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapRecord } from '../../index.ts';
import { isBalanced, only, readAll, tell } from '../../testing/read-all.ts';
import { records } from './fixture.ts';

const call = (id: string, name: string, args: object) => ({
  id,
  function: { name, arguments: JSON.stringify(args) },
});
const result = (id: string, content: string) => ({ role: 'tool', content, name: 'bash', tool_call_id: id });

test('what was said and called, with what the file beside it knows', () => {
  const { told, summary, accounting } = readAll('mistral-vibe', records);
  assert.deepEqual(told, [
    'prompt Count the files',
    'thinking The shell counts.',
    'tool bash: ls | wc -l = ok',
    'reply Two.',
  ]);
  assert.deepEqual(
    [
      summary.title,
      summary.cwd,
      summary.branch,
      summary.models[0]?.model,
      summary.startedAt,
      summary.endedAt,
    ],
    ['Counting', '/repo', 'main', 'devstral-x', '2026-06-01T09:00:00.000Z', '2026-06-01T09:01:00.000Z'],
  );
  assert.deepEqual([summary.usage.input, summary.usage.output, summary.usage.requests], [900, 30, 2]);
  assert.ok(isBalanced(accounting));
});

test('what the harness says in the name of the person is not theirs; repeated lines count once', () => {
  const { told, accounting } = readAll('mistral-vibe', [
    {
      role: 'user',
      injected: true,
      content:
        'You are continuing a trajectory after a context compaction.\n<compaction_summary>\nAll done.\n</compaction_summary>',
      message_id: 'x1',
    },
    {
      role: 'user',
      injected: true,
      content:
        'Manual `!` command result from the user. Use this as context only.\n\nCommand: `false`\n\nWorking directory: `/w`\n\nExit code: 1\n\nStdout:\n```text\n\n```',
      message_id: 'x2',
    },
    { role: 'user', injected: true, content: 'Mind the style.', message_id: 'x3' },
    { role: 'user', injected: false, content: 'Go', message_id: 'x4' },
    { role: 'user', injected: false, content: 'Go', message_id: 'x4' },
  ]);
  assert.deepEqual(told, [
    'compaction All done.',
    'tool user_bash: false = error',
    'notice context: Mind the style.',
    'prompt Go',
  ]);
  assert.equal(accounting.duplicates, 1);
});

test('failed, refused, interrupted and unanswered calls; sub-agents under the call that asked them', () => {
  const { told, entries } = readAll('mistral-vibe', [
    { role: 'user', content: 'Go', message_id: 'm1' },
    {
      role: 'assistant',
      message_id: 'm2',
      tool_calls: [
        call('a', 'bash', { command: 'false' }),
        call('b', 'bash', { command: 'x' }),
        call('c', 'bash', { command: 'rm' }),
        call('d', 'bash', { command: 'sleep' }),
        call('e', 'task', { task: 'Look around', agent: 'explore' }),
        call('f', 'write_file', { path: 'a.txt', content: 'a\nb\n' }),
      ],
    },
    result('a', 'command: false\nstdout: \nstderr: \nreturncode: 1'),
    result('b', '<tool_error>bash failed: no such command</tool_error>'),
    result('c', '<user_cancellation>Tool execution skipped by user.</user_cancellation>'),
    result('d', '<user_cancellation>Tool execution interrupted by user.</user_cancellation>'),
    wrapRecord({ role: 'user', content: 'Look around', message_id: 'n1' }, { subagent: { id: 'child' } }),
    wrapRecord({ role: 'assistant', content: 'Nothing.', message_id: 'n2' }, { subagent: { id: 'child' } }),
    result('e', 'response: Nothing.\nturns_used: 1\ncompleted: True'),
    { role: 'user', content: 'Next', message_id: 'm3' },
  ]);
  assert.deepEqual(told, [
    'prompt Go',
    'tool bash: false = error',
    'tool bash: x = error',
    'tool bash: rm = denied',
    'tool bash: sleep = interrupted',
    'subagent task: Look around = ok',
    'tool write_file: a.txt = interrupted',
    'decision bash: rm = denied',
    'prompt Next',
  ]);
  assert.deepEqual(only(entries, 'subagent').entries.map(tell), [
    'prompt (agent) Look around',
    'reply Nothing.',
  ]);
});
