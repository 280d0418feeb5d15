/** A small thread, written by hand. */
const at = (second: number): number => Date.UTC(2026, 5, 1, 9, 0, second);
const usage = (second: number, outputTokens: number) => ({
  model: 'claude-x',
  inputTokens: 3,
  outputTokens,
  cacheCreationInputTokens: 100,
  cacheReadInputTokens: 1000,
  totalInputTokens: 1103,
  timestamp: new Date(at(second)).toISOString(),
});

export const records: unknown[] = [
  {
    type: 'thread',
    id: 'T-1',
    created: at(0),
    title: 'A list',
    env: {
      initial: {
        trees: [
          {
            uri: 'file:///my%20repo',
            repository: { type: 'git', url: 'https://example.com/r', ref: 'refs/heads/side', sha: 'abc' },
          },
        ],
        platform: { os: 'linux', client: 'CLI', clientVersion: '0.0.9' },
      },
    },
  },
  {
    role: 'user',
    messageId: 0,
    content: [{ type: 'text', text: 'Make a list' }],
    meta: { sentAt: at(1) },
  },
  {
    role: 'assistant',
    messageId: 1,
    content: [
      { type: 'text', text: '\n\n' },
      { type: 'thinking', thinking: 'A file will do.', signature: 'x' },
      {
        type: 'tool_use',
        id: 't1',
        name: 'create_file',
        input: { path: '/r/l.txt', content: 'a\n' },
        complete: true,
      },
    ],
    state: { type: 'complete', stopReason: 'tool_use' },
    usage: usage(3, 20),
  },
  {
    role: 'user',
    messageId: 2,
    content: [
      {
        type: 'tool_result',
        toolUseID: 't1',
        run: { status: 'done', result: { absolutePath: '/r/l.txt', diff: '@@ -0,0 +1,2 @@\n+a\n+b\n' } },
      },
    ],
  },
  {
    role: 'assistant',
    messageId: 3,
    content: [{ type: 'text', text: 'Made.' }],
    state: { type: 'complete', stopReason: 'end_turn' },
    usage: usage(5, 4),
  },
];
