import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapRecord } from '../../index.ts';
import { isBalanced, only, readAll, tell } from '../../testing/read-all.ts';

const says = (role: string, ...content: object[]) => ({ role, message: { content } });
const text = (value: string) => ({ type: 'text', text: value });

test('prompts are unwrapped, hidden thinking is told, calls have no outcome', () => {
  const { told, summary, accounting } = readAll('cursor', [
    says('user', text('<timestamp>now</timestamp>\n<user_query>\nMake a list\n</user_query>')),
    says('assistant', text('Making it.\n\n[REDACTED]'), {
      type: 'tool_use',
      name: 'Write',
      input: { path: 'l.txt', contents: 'a\nb\n' },
    }),
    says('assistant', text('[REDACTED]')),
    says(
      'assistant',
      { type: 'thinking', thinking: 'open' },
      { type: 'tool_use', name: 'Bash', input: { command: 'ls' } },
    ),
    { type: 'turn_ended', status: 'success' },
    { type: 'turn_ended', status: 'error', error: 'limit' },
    { type: 'turn_ended', status: 'aborted' },
    { hook_event_name: 'stop', model: 'claude-sonnet-4-5', cursor_version: '2.0', workspace_roots: ['/w'] },
    says('assistant', { type: 'hologram' }),
    { nonsense: true },
  ]);
  assert.deepEqual(told, [
    'notice context: <timestamp>now</timestamp>',
    'prompt Make a list',
    'reply Making it.',
    'thinking ',
    'tool Write: l.txt = unknown',
    'thinking ',
    'thinking open',
    'tool Bash: ls = unknown',
    'error limit',
    'interruption ',
    'unknown assistant/hologram',
    'unknown nonsense',
  ]);
  assert.deepEqual(summary.files, [{ path: 'l.txt', added: 2, removed: 0, edits: 1 }]);
  assert.deepEqual(
    [summary.title, summary.cwd, summary.models[0]?.model],
    ['Make a list', '/w', 'claude-sonnet-4-5'],
  );
  assert.equal(summary.usage.requests, 0);
  assert.ok(isBalanced(accounting));
});

test('results without a matching id go to the oldest open call; sub-agents are found by prompt', () => {
  const { told, entries } = readAll('cursor', [
    says(
      'assistant',
      { type: 'tool_use', name: 'Bash', input: { command: 'a' } },
      { type: 'tool_use', name: 'Bash', input: { command: 'b' } },
    ),
    says('user', { type: 'tool_result', tool_use_id: 't1', content: [text('out a')] }),
    says('user', { type: 'tool_result', tool_use_id: 't2', content: [text('out b')], is_error: true }),
    says('assistant', { type: 'tool_use', name: 'Task', input: { description: 'Dig', prompt: 'dig deep' } }),
    wrapRecord(says('user', text('<user_query>dig deep</user_query>')), { subagent: { id: 'child' } }),
    wrapRecord(says('assistant', text('dug')), { subagent: { id: 'child' } }),
  ]);
  assert.deepEqual(told, ['tool Bash: a = ok', 'tool Bash: b = error', 'subagent Task: Dig = unknown']);
  assert.deepEqual(only(entries, 'subagent').entries.map(tell), ['prompt (agent) dig deep', 'reply dug']);
});
