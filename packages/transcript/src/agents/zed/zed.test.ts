import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapRecord } from '../../index.ts';
import { isBalanced, only, readAll, tell } from '../../testing/read-all.ts';
import { records } from './fixture.ts';

const message = (index: number, value: unknown) => ({ type: 'message', index, message: value });
const agent = (...content: object[]) => ({ Agent: { content, tool_results: {} } });

test('what was said, called and changed, with the totals of the thread', () => {
  const { told, entries, summary, accounting } = readAll('zed', records);
  assert.deepEqual(told, [
    'prompt Count @/repo/a.txt',
    'thinking Look first.',
    'reply Looking.',
    'tool list_directory: repo = ok',
    'tool edit_file: repo/a.txt = ok',
    'reply One file.',
  ]);
  assert.equal(only(entries, 'prompt').attachments?.[0]?.name, '/repo/a.txt');
  assert.deepEqual(summary.files, [{ path: 'repo/a.txt', added: 1, removed: 0, edits: 1 }]);
  assert.deepEqual(
    [
      summary.title,
      summary.cwd,
      summary.branch,
      summary.usage.input,
      summary.usage.cacheRead,
      summary.endedAt,
    ],
    ['Counting', '/repo', 'main', 300, 100, '2026-06-01T09:01:00.000Z'],
  );
  assert.ok(isBalanced(accounting));
});

test('failures, results that come later, sub-agents, an edited prompt, what nobody knows', () => {
  const use = { ToolUse: { id: 'c', name: 'terminal', input: { command: 'false' } } };
  const spawn = { ToolUse: { id: 's', name: 'subagent', input: { prompt: 'Look', description: 'Look' } } };
  const { told, entries } = readAll('zed', [
    message(0, { User: { id: 'u', content: [{ Text: 'Go' }] } }),
    message(1, agent(use, spawn)),
    wrapRecord(message(0, { User: { id: 'v', content: [{ Text: 'Look' }] } }), { subagent: { id: 'child' } }),
    message(1, {
      Agent: { content: [use, spawn], tool_results: { c: { is_error: true, content: { Text: 'exit 1' } } } },
    }),
    message(2, { Compaction: 'So far.' }),
    message(3, { Hologram: { text: 'new' } }),
    message(0, { User: { id: 'w', content: [{ Text: 'Go back' }] } }),
    message(1, agent({ Text: 'Back.' }, { RedactedThinking: 'x' })),
  ]);
  assert.deepEqual(told, [
    'prompt Go',
    'tool terminal: false = error',
    'subagent subagent: Look = interrupted',
    'compaction So far.',
    'notice Hologram: new',
    'prompt Go back',
    'reply Back.',
    'thinking ',
  ]);
  assert.deepEqual(only(entries, 'subagent').entries.map(tell), ['prompt (agent) Look']);
  assert.deepEqual(
    entries.map((entry) => entry.retracted ?? false),
    [true, true, true, true, true, false, false, false],
  );
});

test('threads of before 0.3', () => {
  const { told } = readAll('zed', [
    message(0, { role: 'user', segments: [{ type: 'text', text: 'Hi' }] }),
    message(1, {
      role: 'assistant',
      segments: [
        { type: 'thinking', text: 'Hm' },
        { type: 'text', text: 'Ho' },
      ],
      tool_uses: [{ id: 'c', name: 'grep', input: { regex: 'x' } }],
      tool_results: [{ tool_use_id: 'c', is_error: false, content: 'found' }],
    }),
  ]);
  assert.deepEqual(told, ['prompt Hi', 'thinking Hm', 'reply Ho', 'tool grep: {"regex":"x"} = ok']);
});
