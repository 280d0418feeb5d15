/** A small session, written by hand. */
const at = (second: number): string => new Date(Date.UTC(2026, 5, 1, 9, 0, second)).toISOString();

const claude = (second: number, type: string, rest: object) => ({
  type,
  uuid: `u${second}`,
  sessionId: 's1',
  cwd: '/repo',
  gitBranch: 'main',
  version: '2.1.0',
  timestamp: at(second),
  ...rest,
});
const claudeSays = (second: number, message: string, content: object[], output: number) =>
  claude(second, 'assistant', {
    requestId: `req-${message}`,
    message: {
      id: message,
      role: 'assistant',
      model: 'claude-opus-4-6',
      content,
      usage: { input_tokens: 5, output_tokens: output, cache_read_input_tokens: 100 },
    },
  });

const text = (value: string) => ({ type: 'text', text: value });

export const records: unknown[] = [
  claude(1, 'user', { message: { role: 'user', content: 'Fix the build' } }),
  claudeSays(2, 'm1', [{ type: 'thinking', thinking: 'hm', signature: 'x' }], 3),
  claudeSays(3, 'm1', [{ type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'make' } }], 9),
  claude(4, 'user', {
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'ok' }] },
  }),
  claude(5, 'system', { subtype: 'compact_boundary', content: 'Conversation compacted' }),
  claudeSays(6, 'm2', [text('Done.')], 4),
];
