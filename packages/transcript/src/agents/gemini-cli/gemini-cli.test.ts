import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBalanced, only, readAll, tell } from '../../testing/read-all.ts';

const header = {
  sessionId: 's1',
  projectHash: 'h',
  startTime: '2026-06-13T14:00:00.000Z',
  lastUpdated: '2026-06-13T14:00:00.000Z',
  kind: 'main',
};
const at = '2026-06-13T14:00:01.000Z';
const user = (id: string, text: string) => ({ id, timestamp: at, type: 'user', content: [{ text }] });
const gemini = (id: string, rest: object) => ({
  id,
  timestamp: at,
  type: 'gemini',
  content: '',
  model: 'gemini-2.5-pro',
  ...rest,
});
const tokens = { input: 100, output: 10, cached: 30, thoughts: 5, tool: 2, total: 117 };
const shell = (rest: object = {}) => ({
  id: 'c1',
  name: 'run_shell_command',
  args: { command: 'ls' },
  ...rest,
});
const answer = (response: object) => [
  { functionResponse: { id: 'c1', name: 'run_shell_command', response } },
];

test('a message written again is an update, and counts once', () => {
  const thought = [{ subject: 'Plan', description: 'List files' }];
  const { told, entries, summary, accounting } = readAll('gemini-cli', [
    header,
    { $set: { messages: [user('ctx', '<session_context>x</session_context>')], lastUpdated: at } },
    user('u1', 'List'),
    { $set: { lastUpdated: at } },
    gemini('g1', { thoughts: thought, tokens }),
    gemini('g1', {
      thoughts: thought,
      tokens,
      toolCalls: [shell({ status: 'success', result: answer({ output: 'a.ts' }) })],
    }),
    { id: 'u2', timestamp: at, type: 'user', content: answer({ output: 'a.ts' }) },
    gemini('g2', { content: 'One file.', thoughts: [], tokens }),
    { $set: { summary: 'Listing files' } },
  ]);
  assert.deepEqual(told, [
    'notice context: <session_context>x</session_context>',
    'prompt List',
    'thinking Plan\nList files',
    'tool run_shell_command: ls = ok',
    'reply One file.',
  ]);
  assert.deepEqual(only(entries, 'tool').sequences, [6, 7]);
  assert.deepEqual(summary.usage, {
    input: 144,
    output: 30,
    cacheRead: 60,
    cacheWrite: 0,
    cacheWriteLong: 0,
    reasoning: 10,
    requests: 2,
  });
  assert.equal(summary.title, 'Listing files');
  assert.deepEqual(accounting.metadata, { session: 1, $set: 2 });
  assert.ok(isBalanced(accounting));
});

test('$rewindTo takes back, a replaced list is a compaction, a new header starts a new session', () => {
  const { entries } = readAll('gemini-cli', [
    header,
    user('u1', 'one'),
    gemini('g1', { content: '1' }),
    user('u2', 'two'),
    { $rewindTo: 'u2' },
    user('u3', 'three'),
    { $set: { messages: [user('s', 'Summary'), user('u3', 'three')] } },
    { ...header, sessionId: 's2' },
    user('u1', 'other session'),
  ]);
  assert.deepEqual(
    entries.map((e) => `${tell(e)}${e.retracted ? ' (rewound)' : ''}`),
    [
      'prompt one',
      'reply 1',
      'prompt two (rewound)',
      'notice rewound: The conversation was taken back to an earlier message.',
      'prompt three',
      'compaction Summary',
      'prompt other session',
    ],
  );
});

test('tool failures, cancellations, edits, to-dos, notices', () => {
  const { told, summary } = readAll('gemini-cli', [
    header,
    gemini('g1', {
      toolCalls: [
        shell({ status: 'error', result: answer({ error: 'nope' }) }),
        {
          id: 'c2',
          name: 'replace',
          args: { file_path: 'a.ts', old_string: 'a', new_string: 'b' },
          status: 'cancelled',
          result: [],
        },
        {
          id: 'c3',
          name: 'write_file',
          args: { file_path: 'b.ts', content: 'x' },
          status: 'success',
          result: [],
          resultDisplay: { fileName: 'b.ts', fileDiff: '@@ -0,0 +1,1 @@\n+x\n', isNewFile: true },
        },
        {
          id: 'c4',
          name: 'write_todos',
          args: { todos: [{ description: 'read', status: 'completed' }] },
          status: 'success',
          result: [],
        },
        { id: 'c5', name: 'read_file', args: { file_path: 'c.ts' } },
      ],
    }),
    { id: 'i', timestamp: at, type: 'info', content: 'fyi' },
    { id: 'w', timestamp: at, type: 'warning', content: 'hm' },
    { id: 'e', timestamp: at, type: 'error', content: '[API Error]' },
    gemini('g9', { thoughts: [] }),
    { id: 'x', timestamp: at, type: 'hologram', content: '?' },
    { sessionId: 's', messageId: 4, type: 'user', message: 'from logs.json' },
  ]);
  assert.deepEqual(told, [
    'tool run_shell_command: ls = error',
    'tool replace: a.ts = denied',
    'tool write_file: b.ts = ok',
    'plan write_todos: 1 of 1 done = ok',
    'tool read_file: c.ts = running',
    'notice info: fyi',
    'notice warning: hm',
    'error [API Error]',
    'unknown hologram',
    'prompt from logs.json',
  ]);
  assert.deepEqual(summary.files, [{ path: 'b.ts', added: 1, removed: 0, edits: 1 }]);
});

test('a whole document of before 0.40', () => {
  const { told, accounting } = readAll('gemini-cli', [
    { ...header, messages: [user('u', 'Hi'), gemini('g', { content: 'Ho' })] },
  ]);
  assert.deepEqual(told, ['prompt Hi', 'reply Ho']);
  assert.equal(accounting.represented, 1);
});
