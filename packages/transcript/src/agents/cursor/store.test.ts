import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBalanced, readAll } from '../../testing/read-all.ts';

const bubble = (bubbleId: string, type: number, more: object) => ({
  type: 'bubble',
  bubble: { bubbleId, type, createdAt: '2026-06-01T09:00:00.000Z', ...more },
});
const tool = (id: string, name: string, args: object, more: object) => ({
  toolFormerData: { name, toolCallId: id, rawArgs: JSON.stringify(args), ...more },
});

test('bubbles of the editor: calls with their results, refusals, times, model', () => {
  const { told, entries, summary, accounting } = readAll('cursor', [
    {
      type: 'composer',
      composerId: 'c',
      name: 'Renaming',
      createdAt: 1_780_304_400_000,
      model: 'model-x',
      cwd: '/w',
    },
    bubble('b1', 1, { text: 'Rename it' }),
    bubble('b2', 2, { thinking: { text: 'Find it.' }, modelInfo: { modelName: 'model-y' } }),
    bubble(
      'b3',
      2,
      tool(
        't1',
        'read_file_v2',
        { path: '/w/a.py' },
        { status: 'completed', result: '{"contents":"def a()"}' },
      ),
    ),
    bubble(
      'b4',
      2,
      tool(
        't2',
        'run_terminal_command_v2',
        { command: 'rm x' },
        { status: 'cancelled', userDecision: 'rejected' },
      ),
    ),
    bubble(
      'b5',
      2,
      tool(
        't3',
        'run_terminal_command_v2',
        { command: 'false' },
        { status: 'completed', result: '{"output":"no","exitCode":1}' },
      ),
    ),
    bubble('b6', 2, tool('t4', 'run_terminal_command_v2', { command: 'sleep' }, { status: 'loading' })),
    bubble('b7', 2, {
      text: 'Renamed.',
      tokenCount: { inputTokens: 10, outputTokens: 2 },
      modelInfo: { modelName: 'model-y' },
    }),
    bubble('b8', 1, { text: 'Thanks' }),
    bubble('b9', 2, { text: '', tokenCount: { inputTokens: 0, outputTokens: 0 } }),
  ]);
  assert.deepEqual(told, [
    'prompt Rename it',
    'thinking Find it.',
    'tool read_file_v2: /w/a.py = ok',
    'tool run_terminal_command_v2: rm x = denied',
    'decision run_terminal_command_v2: rm x = denied',
    'tool run_terminal_command_v2: false = error',
    'tool run_terminal_command_v2: sleep = interrupted',
    'reply Renamed.',
    'prompt Thanks',
  ]);
  assert.equal(entries[0]?.at, '2026-06-01T09:00:00.000Z');
  assert.equal(entries[2]?.kind === 'tool' && entries[2].output, 'def a()');
  assert.deepEqual(
    [summary.title, summary.cwd, summary.usage.output, summary.usage.requests],
    ['Renaming', '/w', 2, 1],
  );
  assert.ok(isBalanced(accounting));
});

test('messages of the command line', () => {
  const message = (role: string, ...content: object[]) => ({
    type: 'chat-message',
    message: { role, content },
  });
  const text = (value: string) => ({ type: 'text', text: value });
  const { told, summary } = readAll('cursor', [
    { type: 'chat', agentId: 'a', name: 'Listing', lastUsedModel: 'model-x' },
    message('user', text('<user_info>\nOS: linux\n</user_info>')),
    message('user', text('<user_query>\nList\n</user_query>')),
    message(
      'assistant',
      { type: 'reasoning', text: 'Look.' },
      { type: 'tool-call', toolCallId: 't', toolName: 'Shell', args: { command: 'ls' } },
    ),
    message('tool', { type: 'tool-result', toolCallId: 't', toolName: 'Shell', result: 'a.txt' }),
    message('assistant', text('One file.')),
  ]);
  assert.deepEqual(told, [
    'notice context: <user_info>\nOS: linux\n</user_info>',
    'prompt List',
    'thinking Look.',
    'tool Shell: ls = unknown',
    'reply One file.',
  ]);
  assert.equal(summary.title, 'Listing');
});

test('a transcript that comes later tells only what is new', () => {
  const says = (role: string, text: string) => ({ role, message: { content: [{ type: 'text', text }] } });
  const { told, accounting } = readAll('cursor', [
    bubble('b1', 1, { text: 'Rename it' }),
    bubble('b2', 2, { text: 'Renamed.' }),
    says('user', '<user_query>\nRename it\n</user_query>'),
    says('assistant', 'Renamed.'),
    says('user', '<user_query>\nAnd back\n</user_query>'),
    says('assistant', 'Renamed again.'),
  ]);
  assert.deepEqual(told, ['prompt Rename it', 'reply Renamed.', 'prompt And back', 'reply Renamed again.']);
  assert.equal(accounting.metadata['told before'], 2);
});
