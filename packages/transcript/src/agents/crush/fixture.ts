/** A small session, written by hand. */
const row = (id: string, role: string, ...parts: [type: string, data: object][]) => ({
  id,
  session_id: 's1',
  role,
  model: role === 'assistant' ? 'qwen-x' : '',
  created_at: 1_780_304_400,
  parts: parts.map(([type, data]) => ({ type, data })),
});

export const records: unknown[] = [
  { type: 'session', id: 's1', title: 'Listing', cost: 0, created_at: 1_780_304_400, cwd: '/repo' },
  row('m1', 'user', ['text', { text: 'List' }], ['finish', { reason: 'stop', time: 0 }]),
  row(
    'm2',
    'assistant',
    ['reasoning', { thinking: 'Look first.' }],
    ['tool_call', { id: '0', name: 'ls', input: '{"path":"/repo"}', finished: true }],
    ['finish', { reason: 'tool_use', time: 1_780_304_401 }],
  ),
  row('m3', 'tool', ['tool_result', { tool_call_id: '0', name: '', content: 'a.txt', is_error: false }]),
  row(
    'm4',
    'assistant',
    ['text', { text: 'One file.' }],
    ['finish', { reason: 'end_turn', time: 1_780_304_402 }],
  ),
  { type: 'session', id: 's1', title: 'Listing', cost: 0.02, created_at: 1_780_304_400, cwd: '/repo' },
];
