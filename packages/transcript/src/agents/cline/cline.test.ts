import assert from 'node:assert/strict';
import { test } from 'node:test';
import { only, readAll } from '../../testing/read-all.ts';
import { records } from './fixture.ts';

test('a session of the SDK: input counts include the cache', () => {
  const { told, summary, entries } = readAll('cline', records);
  assert.deepEqual(told, [
    'prompt List',
    'thinking Look first.',
    'tool run_commands: ls; pwd = ok',
    'reply One file.',
  ]);
  assert.deepEqual([only(entries, 'tool').output, only(entries, 'tool').durationMs], ['a.txt', 2000]);
  const { input, output, cacheRead, cacheWrite } = summary.usage;
  assert.deepEqual([input, output, cacheRead, cacheWrite, summary.cost.total], [30, 10, 60, 10, 0.01]);
  assert.deepEqual([summary.title, summary.cwd], ['Listing', '/repo']);
});

test('a message that is rewritten is told once', () => {
  const again = { ...(records[4] as object), content: [{ type: 'text', text: 'Two files.' }] };
  assert.equal(readAll('cline', [...records, again]).told.at(-1), 'reply Two files.');
  assert.equal(readAll('cline', [...records, again]).told.length, 4);
});

test('a system notice and a mentioned file are not what the person said', () => {
  const { told, summary } = readAll('cline', [
    {
      id: 'm1',
      role: 'user',
      content: [
        { type: 'text', text: '[SYSTEM_NOTICE] The terminal was closed.' },
        { type: 'text', text: 'Mend @a.ts' },
        { type: 'file', path: '/r/a.ts', content: 'export const a = 1;' },
      ],
    },
  ]);
  assert.deepEqual(told, [
    'notice context: [SYSTEM_NOTICE] The terminal was closed.',
    'prompt Mend @a.ts',
    'notice attached: /r/a.ts\nexport const a = 1;',
  ]);
  assert.equal(summary.title, 'Mend @a.ts');
});

test('edits, failures, the shortened context and the end', () => {
  const use = (id: string, name: string, input: object) => ({
    id: `a${id}`,
    role: 'assistant',
    content: [{ type: 'tool_use', id, name, input }],
  });
  const answer = (id: string, content: unknown, rest = {}) => ({
    id: `r${id}`,
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: id, content, ...rest }],
  });
  const { told, summary } = readAll('cline', [
    use('1', 'editor', { path: '/r/a.ts', old_text: 'a', new_text: 'b\nc' }),
    answer('1', [{ query: 'edit:/r/a.ts', result: 'ok', success: true }]),
    use('2', 'run_commands', { commands: ['make'] }),
    answer('2', [{ query: 'make', result: '', error: 'exit 2', success: false }]),
    use('3', 'run_commands', { commands: ['sleep 9'] }),
    {
      type: 'compaction',
      key: 7,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'So far.' }] }],
    },
    { type: 'session', session_id: 's', status: 'cancelled', ended_at: '2026-06-01T09:00:00Z' },
  ]);
  assert.deepEqual(told, [
    'tool editor: /r/a.ts = ok',
    'tool run_commands: make = error',
    'tool run_commands: sleep 9 = interrupted',
    'compaction So far.',
  ]);
  assert.deepEqual([summary.linesAdded, summary.linesRemoved], [2, 1]);
});

test('a task folder of the extension: the same reading as Roo Code’s, with the model', () => {
  const modelInfo = { providerId: 'anthropic', modelId: 'claude-x', mode: 'act' };
  const { told, summary } = readAll('cline', [
    { ts: 1_780_304_400_000, type: 'say', say: 'task', text: 'List', modelInfo },
    { ts: 1_780_304_401_000, type: 'say', say: 'api_req_started', text: '{"tokensOut":5}', modelInfo },
    { ts: 1_780_304_402_000, type: 'say', say: 'completion_result', text: 'Done.HAS_CHANGES', modelInfo },
  ]);
  assert.deepEqual(told, ['prompt List', 'reply Done.']);
  assert.deepEqual(
    summary.models.map(({ model, tokens }) => [model, tokens.output]),
    [['claude-x', 5]],
  );
});
