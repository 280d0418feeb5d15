/** A small session of the SDK, written by hand. */
const at = (second: number): number => Date.UTC(2026, 5, 1, 9, 0, second);

export const records: unknown[] = [
  { type: 'session', session_id: 's1', cwd: '/repo', status: 'running', metadata: { title: 'Listing' } },
  { id: 'm1', role: 'user', content: [{ type: 'text', text: 'List' }] },
  {
    id: 'm2',
    role: 'assistant',
    ts: at(1),
    modelInfo: { id: 'claude-x', provider: 'cline' },
    metrics: { inputTokens: 100, outputTokens: 10, cacheReadTokens: 60, cacheWriteTokens: 10, cost: 0.01 },
    content: [
      { type: 'thinking', thinking: 'Look first.' },
      { type: 'tool_use', id: 't1', name: 'run_commands', input: { commands: ['ls', 'pwd'] } },
    ],
  },
  {
    id: 'm3',
    role: 'user',
    ts: at(3),
    content: [{ type: 'tool_result', tool_use_id: 't1', content: '[{"query":"ls","result":"a.txt"}]' }],
  },
  { id: 'm4', role: 'assistant', ts: at(4), content: [{ type: 'text', text: 'One file.' }] },
];
