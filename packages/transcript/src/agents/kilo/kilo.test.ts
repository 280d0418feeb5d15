import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAll } from '../../testing/read-all.ts';
import { records } from './fixture.ts';

test('a session of the store', () => {
  const { told, summary } = readAll('kilo', records);
  assert.deepEqual(told, ['prompt List', 'tool bash: ls = ok', 'reply One file.']);
  assert.deepEqual([summary.title, summary.usage.output, summary.cost.total], ['Listing', 3, 0.01]);
});

test('a task of before', () => {
  const { told } = readAll('kilo', [
    { type: 'task', id: 't', task: 'List', workspace: '/repo' },
    { ts: 1_780_304_400_000, type: 'say', say: 'text', text: 'List' },
    { ts: 1_780_304_401_000, type: 'say', say: 'completion_result', text: 'One file.' },
  ]);
  assert.deepEqual(told, ['prompt List', 'reply One file.']);
});

test('rows of the coming tables: what is said, thought and called stands in the message', () => {
  const row = (id: string, seq: number, type: string, data: object) => ({
    id,
    sessionID: 's1',
    seq,
    type,
    time: { created: 1_780_304_400_000 + seq },
    ...data,
  });
  const { told, summary } = readAll('opencode', [
    { id: 's1', directory: '/repo', title: 'Listing' },
    row('m1', 1, 'user', { text: 'List' }),
    row('m2', 2, 'assistant', {
      model: { id: 'qwen-x', providerID: 'p' },
      tokens: { input: 5, output: 2, cache: { read: 0, write: 0 } },
      content: [
        { type: 'reasoning', text: 'Look first.' },
        {
          type: 'tool',
          id: 'c1',
          name: 'bash',
          state: { status: 'completed', input: { command: 'ls' }, output: 'a' },
        },
        { type: 'text', text: 'One file.' },
      ],
    }),
    row('m3', 3, 'compaction', { summary: 'So far.' }),
  ]);
  assert.deepEqual(told, [
    'prompt List',
    'thinking Look first.',
    'tool bash: ls = ok',
    'reply One file.',
    'compaction So far.',
  ]);
  assert.deepEqual([summary.usage.output, summary.models[0]?.model], [2, 'qwen-x']);
});
