import assert from 'node:assert/strict';
import { test } from 'node:test';
import { only, readAll } from '../../testing/read-all.ts';
import { records } from './fixture.ts';

let serial = 0;
const line = (role: string, ...content: object[]) => ({
  type: 'message',
  id: `x${serial++}`,
  timestamp: new Date(Date.UTC(2026, 5, 1, 9, 1, serial)).toISOString(),
  message: { role, content },
});
const text = (value: string) => ({ type: 'text', text: value });
const use = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input });
const answer = (id: string, content: string, rest = {}) => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...rest,
});

test('a session with its settings: model, tokens and title', () => {
  const { told, summary } = readAll('droid', records);
  assert.deepEqual(told, ['prompt List', 'tool Execute: ls = ok', 'reply One file.']);
  assert.deepEqual([summary.title, summary.cwd], ['Listing', '/repo']);
  const { input, output, cacheRead, reasoning, requests } = summary.usage;
  assert.deepEqual([input, output, cacheRead, reasoning, requests], [70, 9, 400, 4, 2]);
  assert.deepEqual(
    summary.models.map((used) => used.model),
    ['gpt-x'],
  );
});

test('settings written again are the new totals, not more', () => {
  const later = { type: 'settings', model: 'gpt-x', tokenUsage: { inputTokens: 80, outputTokens: 12 } };
  assert.equal(readAll('droid', [...records, later]).summary.usage.output, 12);
});

test('attached files and reminders are not what the person said', () => {
  const { told, summary } = readAll('droid', [
    line(
      'user',
      text('<system-reminder>Be brief.</system-reminder>\n\nMend it'),
      text('Contents of a.ts:\nexport const a = 1;'),
      text('more of it'),
    ),
  ]);
  assert.deepEqual(told, [
    'notice context: Be brief.',
    'prompt Mend it',
    'notice attached: Contents of a.ts:\nexport const a = 1;',
    'notice attached: more of it',
  ]);
  assert.equal(summary.title, 'Mend it');
});

test('a failed command is an error with its exit code; a patch is read from its call', () => {
  const patch = '*** Begin Patch\n*** Update File: a.ts\n@@\n-old\n+new\n*** End Patch';
  const { told, summary, entries } = readAll('droid', [
    line('assistant', use('1', 'Execute', { command: 'ls /nope' })),
    line('user', answer('1', 'Error: Command failed (exit code: 2)\nls: /nope')),
    line('assistant', use('2', 'ApplyPatch', { input: patch })),
    line('user', answer('2', '{"success":true}')),
    line('assistant', use('3', 'TodoWrite', { todos: '1. [completed] Read\n2. [in_progress] Write' })),
    line('user', answer('3', 'ok')),
  ]);
  assert.deepEqual(told, [
    'tool Execute: ls /nope = error',
    'tool ApplyPatch: a.ts = ok',
    'plan TodoWrite: 1 of 2 done = ok',
  ]);
  assert.deepEqual([summary.linesAdded, summary.linesRemoved], [1, 1]);
  assert.deepEqual(
    only(entries, 'plan').items.map((item) => item.status),
    ['done', 'active'],
  );
});

test('compaction, a turn that did not end well, and the end', () => {
  const { told } = readAll('droid', [
    { type: 'compaction_state', id: 'c', summaryText: 'So far.', summaryTokens: 90 },
    line('assistant', use('1', 'Execute', { command: 'sleep 9' })),
    { type: 'agent_turn_outcome', id: 'o', resultKind: 'cancelled', reason: 'user' },
    { type: 'agent_turn_outcome', id: 'p', resultKind: 'error', reason: 'No quota' },
    line('assistant', use('2', 'Execute', { command: 'sleep 9' })),
    { type: 'session_end', id: 's1' },
  ]);
  assert.deepEqual(told, [
    'compaction So far.',
    'tool Execute: sleep 9 = interrupted',
    'interruption user',
    'error No quota',
    'tool Execute: sleep 9 = interrupted',
  ]);
});
