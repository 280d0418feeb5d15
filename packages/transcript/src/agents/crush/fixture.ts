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

const call = (id: string, name: string, input: object): [string, object] => [
  'tool_call',
  { id, name, input: JSON.stringify(input), finished: true },
];
const answer = (id: string, content: string, rest = {}): [string, object] => [
  'tool_result',
  { tool_call_id: id, name: '', content, is_error: false, ...rest },
];
const failed = { is_error: true };
const inside = (record: object) => ({
  debrief: { v: 1, subagent: { id: 'c1', callId: 'a1/7' } },
  record,
});
const diff = '--- a\n+++ b\n@@ -1,1 +1,2 @@\n-a\n+b\n+c\n';

export const cases: Record<string, unknown[]> = {
  'an edit with its patch': [
    row('a1', 'assistant', call('1', 'edit', { file_path: 'a.go', old_string: 'a', new_string: 'b' })),
    row('t1', 'tool', answer('1', 'ok', { metadata: JSON.stringify({ diff, additions: 2 }) })),
  ],
  'a call that was refused, told twice': [
    row('a2', 'assistant', call('2', 'bash', { command: 'rm x' })),
    row('t2', 'tool', answer('2', 'user denied permission', failed)),
    row('t2', 'tool', answer('2', 'user denied permission', failed)),
  ],
  'a call that failed': [
    row('a2', 'assistant', call('2', 'edit', { file_path: 'a.go' })),
    row('t2', 'tool', answer('2', 'no such file', { ...failed, metadata: JSON.stringify({ diff }) })),
  ],
  'calls that share an id': [
    row('a1', 'assistant', call('0', 'view', { file_path: 'a' })),
    row('t1', 'tool', answer('0', 'A')),
    row('a2', 'assistant', call('0', 'view', { file_path: 'b' })),
    row('a2', 'assistant', call('0', 'view', { file_path: 'b' })),
    row('t2', 'tool', answer('0', 'B')),
    row('t1', 'tool', answer('0', 'A, later')),
  ],
  'a result without its call': [row('t1', 'tool', answer('9', 'lost', { name: 'view' }))],
  'a turn that was cancelled': [
    row('a3', 'assistant', call('3', 'bash', { command: 'sleep 9' }), ['finish', { reason: 'canceled' }]),
  ],
  'a turn that failed': [
    row('a3', 'assistant', call('3', 'bash', { command: 'sleep 9' })),
    row('a4', 'assistant', ['finish', { reason: 'error', message: 'API Error', details: 'no quota' }]),
  ],
  'a turn that was cut': [row('a4', 'assistant', ['finish', { reason: 'max_tokens', message: 'too long' }])],
  'a command of the person': [
    row('u1', 'user', ['shell_command', { command: 'make', output: 'no rule', exit_code: 2 }]),
  ],
  'a command that worked': [row('u1', 'user', ['shell_command', { command: 'make', output: 'ok' }])],
  'a summary': [{ ...row('a5', 'assistant', ['text', { text: 'So far.' }]), is_summary_message: 1 }],
  'a prompt with files': [
    row(
      'u1',
      'user',
      ['text', { text: 'See' }],
      ['image_url', { url: 'data:x' }],
      ['binary', { mime_type: 'image/png', path: 'a.png', data: 'AAAA' }],
      ['binary', { MIMEType: 'text/plain', Path: 'a.txt', Data: 'BBBB' }],
    ),
  ],
  'a part nobody knows': [row('a1', 'assistant', ['hologram', { text: 'x' }], ['text', { text: '' }])],
  'a row without parts': [row('a1', 'assistant')],
  'a sub-agent': [
    row('a1', 'assistant', call('7', 'agent', { prompt: 'Dig.' })),
    inside(row('u2', 'user', ['text', { text: 'Dig.' }])),
    inside({ type: 'session', id: 'c1', cost: 9, title: 'New Session' }),
    row('t1', 'tool', answer('7', 'Found.')),
  ],
};
