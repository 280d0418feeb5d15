/** A small session of the SDK, written by hand. */
export const records: unknown[] = [
  { type: 'session', session_id: 's1', cwd: '/repo', status: 'completed', model: 'claude-x' },
  { id: 'm1', role: 'user', ts: 1_780_300_800_000, content: [{ type: 'text', text: 'List' }] },
  {
    id: 'm2',
    role: 'assistant',
    ts: 1_780_300_801_000,
    modelInfo: { id: 'claude-x', provider: 'cline' },
    metrics: { inputTokens: 100, outputTokens: 10, cacheReadTokens: 60, cacheWriteTokens: 0, cost: 0.01 },
    content: [{ type: 'text', text: 'One file.' }],
  },
];
