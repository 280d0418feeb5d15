/** Records of a small Claude Code session, written by hand: a prompt, work that succeeds and fails, an answer. */
let running = 0;

const base = (type: string) => ({
  type,
  uuid: `00000000-0000-4000-8000-${String(++running).padStart(12, '0')}`,
  timestamp: new Date(Date.UTC(2026, 5, 1, 9, 0, running)).toISOString(),
  sessionId: '5e55-10f1',
  cwd: '/home/mira/shop',
  gitBranch: 'feat/retry',
  version: '2.1.0',
});

const usage = {
  input_tokens: 1200,
  output_tokens: 340,
  cache_read_input_tokens: 8000,
  cache_creation_input_tokens: 500,
};

export const prompt = (content: string) => ({ ...base('user'), message: { role: 'user', content } });

export const reply = (text: string) => ({
  ...base('assistant'),
  message: {
    id: `msg_${running}`,
    role: 'assistant',
    model: 'claude-opus-4-5',
    content: [{ type: 'text', text }],
    usage,
  },
});

export const thinking = (text: string) => ({
  ...base('assistant'),
  message: {
    id: `msg_${running}`,
    role: 'assistant',
    model: 'claude-opus-4-5',
    content: [{ type: 'thinking', thinking: text, signature: '' }],
    usage,
  },
});

export function call(name: string, input: unknown, output: string, isError = false): unknown[] {
  const id = `toolu_${running + 1}`;
  return [
    {
      ...base('assistant'),
      message: {
        id: `msg_${running}`,
        role: 'assistant',
        model: 'claude-opus-4-5',
        content: [{ type: 'tool_use', id, name, input }],
        usage,
      },
    },
    {
      ...base('user'),
      message: {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: id, content: output, ...(isError && { is_error: true }) },
        ],
      },
    },
  ];
}

export const smallSession = (): unknown[] => [
  prompt('Fix the retry loop in the upload queue'),
  thinking('The loop never backs off. Look at the queue first.'),
  ...call(
    'Read',
    { file_path: '/home/mira/shop/src/queue.ts' },
    'export function retry() {\n  return send();\n}',
  ),
  ...call('Bash', { command: 'npm test' }, 'not ok 1 - retries with backoff\nexit code 1', true),
  ...call(
    'Edit',
    {
      file_path: '/home/mira/shop/src/queue.ts',
      old_string: '  return send();',
      new_string: '  return backOff(send);',
    },
    'The file has been updated.',
  ),
  ...call(
    'TodoWrite',
    {
      todos: [
        { content: 'Read the queue', status: 'completed' },
        { content: 'Add a test', status: 'in_progress' },
      ],
    },
    'ok',
  ),
  ...call('mcp__github__list_issues', { repo: 'acme/shop' }, '[{"title":"Uploads hang"}]'),
  ...call(
    'WebFetch',
    { url: 'https://example.com/backoff', prompt: 'summary' },
    'Exponential backoff explained',
  ),
  reply(
    'The loop now backs off.\n\n- **queue.ts** uses `backOff`\n- see [the article](https://example.com/backoff)',
  ),
  prompt('Now add a test for it'),
  ...call(
    'Write',
    { file_path: '/home/mira/shop/src/queue.test.ts', content: "test('backs off', () => {});\n" },
    'File created.',
  ),
  ...call('Bash', { command: 'npm test' }, 'ok 1 - backs off'),
  reply('Done: one test, all green.'),
];

/** The same records with the last of them written now: a session that is at work. */
export function atWork(records: readonly unknown[]): unknown[] {
  const dated = records as { timestamp: string }[];
  const late = Date.now() - Date.parse(dated.at(-1)?.timestamp ?? '');
  return dated.map((record) => ({
    ...record,
    timestamp: new Date(Date.parse(record.timestamp) + late).toISOString(),
  }));
}
