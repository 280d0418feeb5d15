import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapRecord } from '../../envelope.ts';
import { readAll } from '../../testing/read-all.ts';
import { records } from './fixture.ts';

const row = (id: string, role: string, ...parts: [type: string, data: object][]) => ({
  id,
  role,
  created_at: 1_780_304_400,
  parts: parts.map(([type, data]) => ({ type, data })),
});
const call = (id: string, name: string, input: object): [string, object] => [
  'tool_call',
  { id, name, input: JSON.stringify(input), finished: true },
];
const answer = (id: string, content: string, rest = {}): [string, object] => [
  'tool_result',
  { tool_call_id: id, name: '', content, is_error: false, ...rest },
];

test('a session: the cost is a sum, tokens of the last request are not counted', () => {
  const { told, summary } = readAll('crush', records);
  assert.deepEqual(told, ['prompt List', 'thinking Look first.', 'tool ls: /repo = ok', 'reply One file.']);
  assert.deepEqual(
    [summary.cost.total, summary.usage.output, summary.usage.requests, summary.title, summary.cwd],
    [0.02, 0, 2, 'Listing', '/repo'],
  );
  assert.equal(summary.startedAt, '2026-06-01T09:00:00.000Z');
});

test('calls that share an id get their own results, also when a row is sent again', () => {
  const rows = [
    row('a1', 'assistant', call('0', 'view', { file_path: 'a' })),
    row('t1', 'tool', answer('0', 'A')),
    row('a2', 'assistant', call('0', 'view', { file_path: 'b' })),
    row('t2', 'tool', answer('0', 'B', { is_error: true })),
  ];
  const told = ['tool view: a = ok', 'tool view: b = error'];
  assert.deepEqual(readAll('crush', rows).told, told);
  assert.deepEqual(readAll('crush', [...rows, ...rows]).told, told);
});

test('edits, refusals, cancelled and failed turns, commands of the person, summaries', () => {
  const diff = '--- a\n+++ b\n@@ -1,1 +1,2 @@\n-a\n+b\n+c\n';
  const { told, summary } = readAll('crush', [
    row('a1', 'assistant', call('1', 'edit', { file_path: 'a.go', old_string: 'a', new_string: 'b' })),
    row('t1', 'tool', answer('1', 'ok', { metadata: JSON.stringify({ diff, additions: 2 }) })),
    row('a2', 'assistant', call('2', 'bash', { command: 'rm x' })),
    row('t2', 'tool', answer('2', 'user denied permission', { is_error: true })),
    row('a3', 'assistant', call('3', 'bash', { command: 'sleep 9' }), [
      'finish',
      { reason: 'canceled', time: 1 },
    ]),
    row('a4', 'assistant', ['finish', { reason: 'error', message: 'API Error', details: 'no quota' }]),
    row('u1', 'user', ['shell_command', { command: 'make', output: 'no rule', exit_code: 2 }]),
    { ...row('a5', 'assistant', ['text', { text: 'So far.' }]), is_summary_message: 1 },
  ]);
  assert.deepEqual(told, [
    'tool edit: a.go = ok',
    'tool bash: rm x = denied',
    'decision bash: rm x = denied',
    'tool bash: sleep 9 = interrupted',
    'interruption canceled',
    'error API Error: no quota',
    'prompt (command) !make',
    'tool shell_command: make = error',
    'compaction So far.',
  ]);
  assert.deepEqual([summary.linesAdded, summary.linesRemoved, summary.denials], [2, 1, 1]);
});

test('a sub-agent nests under the call that asked for it', () => {
  const inside = (record: object) => wrapRecord(record, { subagent: { id: 'c1', callId: 'a1/7' } });
  const { entries } = readAll('crush', [
    row('a1', 'assistant', call('7', 'agent', { prompt: 'Dig.' })),
    inside(row('u2', 'user', ['text', { text: 'Dig.' }])),
    inside({ type: 'session', id: 'c1', cost: 9 }),
    row('t1', 'tool', answer('7', 'Found.')),
  ]);
  const [agent] = entries;
  assert.ok(entries.length === 1 && agent?.kind === 'subagent' && agent.outcome === 'ok');
  assert.deepEqual(
    agent.entries.map((entry) => entry.kind),
    ['prompt'],
  );
});
