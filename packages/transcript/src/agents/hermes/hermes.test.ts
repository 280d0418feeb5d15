import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapRecord } from '../../index.ts';
import { isBalanced, only, readAll, tell } from '../../testing/read-all.ts';
import { records } from './fixture.ts';

const call = (id: string, name: string, args: object) => ({
  id,
  function: { name, arguments: JSON.stringify(args) },
});
const result = (id: string, content: object | string) => ({
  role: 'tool',
  tool_call_id: id,
  content: typeof content === 'string' ? content : JSON.stringify(content),
});

test('what was said and called, with the totals of the session', () => {
  const { told, entries, summary, accounting } = readAll('hermes', records);
  assert.deepEqual(told, [
    'prompt Count the files',
    'thinking The shell counts.',
    'tool terminal: ls | wc -l = ok',
    'reply Two.',
  ]);
  const [, , counted] = entries;
  assert.ok(counted?.kind === 'tool');
  assert.deepEqual([counted.output, counted.exitCode, counted.durationMs], ['2', 0, 1000]);
  assert.deepEqual(
    [summary.title, summary.cwd, summary.usage.output, summary.cost.reported, summary.models[0]?.model],
    ['Counting', '/repo', 10, 0.02, 'model-x'],
  );
  assert.ok(isBalanced(accounting));
});

test('failures as the answers tell them, sub-agents, an end', () => {
  const { told, entries } = readAll('hermes', [
    { role: 'user', content: 'Go' },
    {
      role: 'assistant',
      content: '',
      tool_calls: [
        call('a', 'terminal', { command: 'false' }),
        call('b', 'skill_view', { name: 'x' }),
        call('c', 'read_file', { path: 'y' }),
        call('d', 'delegate_task', { goal: 'Look' }),
        call('e', 'write_file', { path: 'z', content: 'q' }),
      ],
    },
    result('a', { output: 'no', exit_code: 1, error: null }),
    result('b', { success: false, error: 'no such skill' }),
    result('c', 'plain text'),
    wrapRecord({ role: 'user', content: 'Look' }, { subagent: { id: 'child' } }),
    wrapRecord({ role: 'assistant', content: 'Nothing.' }, { subagent: { id: 'child' } }),
    result('d', { status: 'dispatched' }),
    { role: 'user', content: '[ASYNC DELEGATION BATCH COMPLETE — 1]\nNothing.' },
    { role: 'session_meta' },
    { type: 'session', id: 's', ended_at: 1_780_304_500, end_reason: 'compression' },
  ]);
  assert.deepEqual(told, [
    'prompt Go',
    'tool terminal: false = error',
    'tool skill_view: {"name":"x"} = error',
    'tool read_file: y = ok',
    'subagent delegate_task: Look = ok',
    'tool write_file: z = interrupted',
    'notice sub-agents: [ASYNC DELEGATION BATCH COMPLETE — 1]\nNothing.',
    'compaction The conversation goes on, shortened, in another session.',
  ]);
  assert.deepEqual(only(entries, 'subagent').entries.map(tell), ['prompt (agent) Look', 'reply Nothing.']);
});
