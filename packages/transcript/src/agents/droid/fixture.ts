/** A small session, written by hand: its settings, then its lines. */
const line = (second: number, id: string, role: string, ...content: object[]) => ({
  type: 'message',
  id,
  timestamp: new Date(Date.UTC(2026, 5, 1, 9, 0, second)).toISOString(),
  message: { role, content },
});

export const records: unknown[] = [
  { type: 'session_start', id: 's1', title: 'List', sessionTitle: 'Listing', version: 2, cwd: '/repo' },
  line(1, 'm1', 'user', { type: 'text', text: 'List' }),
  line(2, 'm2', 'assistant', { type: 'tool_use', id: 't1', name: 'Execute', input: { command: 'ls' } }),
  line(3, 'm3', 'user', { type: 'tool_result', tool_use_id: 't1', content: 'a.txt' }),
  line(4, 'm4', 'assistant', { type: 'text', text: 'One file.' }),
  { type: 'agent_turn_outcome', id: 'o1', resultKind: 'success', reason: 'completed' },
  {
    type: 'settings',
    model: 'gpt-x',
    autonomyMode: 'auto-low',
    tokenUsage: {
      inputTokens: 70,
      outputTokens: 9,
      cacheCreationTokens: 0,
      cacheReadTokens: 400,
      thinkingTokens: 4,
    },
  },
];
