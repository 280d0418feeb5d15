import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBalanced, readAll, tell } from '../../testing/read-all.ts';

const line = (id: string, parentId: string | null, type: string, rest: object = {}) => ({
  type,
  id,
  parentId,
  timestamp: '2026-05-25T01:14:41.426Z',
  ...rest,
});
const message = (id: string, parentId: string | null, role: string, content: unknown, rest: object = {}) =>
  line(id, parentId, 'message', { message: { role, content, ...rest } });
const text = (value: string) => [{ type: 'text', text: value }];

test('a session with cost, thinking, a call and a branch', () => {
  const usage = {
    usage: { input: 10, output: 5, cacheRead: 3, cacheWrite: 1, totalTokens: 19, cost: { total: 0.5 } },
    model: 'gpt-5.5',
    provider: 'x',
  };
  const { entries, summary, accounting } = readAll('pi', [
    { type: 'session', version: 3, id: 'sess', timestamp: '2026-05-25T01:14:00.000Z', cwd: '/w' },
    line('1', null, 'model_change', { modelId: 'gpt-5.5' }),
    line('2', '1', 'thinking_level_change', { thinkingLevel: 'high' }),
    message('3', '2', 'user', text('Go')),
    message(
      '4',
      '3',
      'assistant',
      [
        { type: 'thinking', thinking: '' },
        ...text('Going'),
        { type: 'toolCall', id: 'c', name: 'bash', arguments: { command: 'x' } },
      ],
      usage,
    ),
    message('5', '4', 'toolResult', text('no\nCommand exited with code 3'), {
      toolCallId: 'c',
      toolName: 'bash',
      isError: true,
    }),
    message('6', '5', 'assistant', text('wrong way'), usage),
    message('7', '3', 'assistant', text('right way'), usage),
    message('7', '3', 'assistant', text('right way'), usage),
  ]);
  assert.deepEqual(
    entries.map((e) => `${tell(e)}${e.retracted ? ' (rewound)' : ''}`),
    [
      'prompt Go',
      'thinking  (rewound)',
      'reply Going (rewound)',
      'tool bash: x = error (rewound)',
      'reply wrong way (rewound)',
      'reply right way',
    ],
  );
  assert.deepEqual(summary.usage, {
    input: 30,
    output: 15,
    cacheRead: 9,
    cacheWrite: 3,
    cacheWriteLong: 0,
    reasoning: 0,
    requests: 3,
  });
  assert.deepEqual([summary.cost.total, summary.cost.estimated, summary.cwd], [1.5, 0, '/w']);
  assert.equal(accounting.duplicates, 1);
  assert.ok(isBalanced(accounting));
});

test('the other entries', () => {
  const { told, summary, accounting } = readAll('pi', [
    line('1', null, 'compaction', { summary: 'short', tokensBefore: 9 }),
    line('2', '1', 'branch_summary', { summary: 'side' }),
    line('3', '2', 'custom', { customType: 'x', data: {} }),
    line('4', '3', 'custom_message', { customType: 'note', content: 'hey' }),
    line('5', '4', 'label', {}),
    line('6', '5', 'session_info', { name: 'Named' }),
    message('7', '6', 'bashExecution', undefined, { command: 'ls', output: 'a', exitCode: 0 }),
    message('8', '7', 'assistant', [], { stopReason: 'error', errorMessage: '429' }),
    message('9', '8', 'assistant', text('cut'), { stopReason: 'aborted' }),
    message('10', '9', 'compactionSummary', text('again')),
    message('11', '10', 'branchSummary', undefined, { summary: 'b' }),
    message('12', '11', 'custom', text('c'), { customType: 'ext' }),
    message('13', '12', 'oracle', text('?')),
    line('14', '13', 'unheard_of'),
  ]);
  assert.deepEqual(told, [
    'compaction short',
    'notice branch summary: side',
    'notice note: hey',
    'tool bash: ls = ok',
    'error 429',
    'reply cut',
    'interruption aborted',
    'compaction again',
    'notice branch summary: b',
    'notice ext: c',
    'unknown message',
    'unknown unheard_of',
  ]);
  assert.equal(summary.title, 'Named');
  assert.ok(isBalanced(accounting));
});
