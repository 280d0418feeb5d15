/** A small session, written by hand from the shapes in Goose's source. */
const at = (second: number): number => Date.UTC(2026, 5, 1, 9, 0, second) / 1000;
const said = (n: number, role: string, ...content: object[]) => ({
  id: `msg_${n}`,
  message_id: `msg_${n}`,
  role,
  created_timestamp: at(n),
  content,
  metadata: { userVisible: true, agentVisible: true },
});
const asks = (id: string, name: string, args: object) => ({
  type: 'toolRequest',
  id,
  toolCall: { status: 'success', value: { name, arguments: args } },
});
const answers = (id: string, text: string, isError = false) => ({
  type: 'toolResponse',
  id,
  toolResult: { status: 'success', value: { content: [{ type: 'text', text }], isError } },
});

export const records: unknown[] = [
  {
    type: 'session',
    id: '20260601_1',
    name: 'Count files',
    working_dir: '/repo',
    session_type: 'user',
    created_at: '2026-06-01 09:00:00',
    model: 'claude-x',
  },
  said(1, 'user', { type: 'text', text: 'Count the files' }),
  said(
    2,
    'assistant',
    { type: 'thinking', thinking: 'The shell counts.', signature: '' },
    asks('t1', 'developer__shell', { command: 'ls | wc -l' }),
  ),
  said(3, 'user', answers('t1', '2\n')),
  said(
    4,
    'assistant',
    asks('t2', 'developer__text_editor', {
      command: 'str_replace',
      path: '/repo/count.txt',
      old_str: '1\n',
      new_str: '2\n',
    }),
  ),
  said(5, 'user', answers('t2', 'The file was edited.')),
  said(6, 'assistant', { type: 'text', text: 'Two files.' }),
  {
    type: 'usage',
    accumulated_input_tokens: 900,
    accumulated_output_tokens: 40,
    accumulated_cost: 0.01,
    model: 'claude-x',
  },
];

const text = (value: string) => ({ type: 'text', text: value });
const replied = (id: string, toolResult: object) => ({ type: 'toolResponse', id, toolResult });
const shell = said(1, 'assistant', asks('t1', 'shell', { command: 'ls' }));
const hidden = (n: number, value: string) => ({
  ...said(n, 'user', text(value)),
  metadata: { userVisible: false },
});
const edits = (command: string) => asks(`t-${command}`, 'developer__text_editor', { command, path: 'a.ts' });

export const cases: Record<string, unknown[]> = {
  'a name of a person, and modes': [
    { id: 's', description: 'Mine', user_set_name: true, working_dir: '/repo', goose_mode: 'auto' },
    { id: 's', session_type: 'user', goose_mode: 'approve' },
  ],
  'usage of the last request': [{ type: 'usage', input_tokens: 9, output_tokens: 2 }, { type: 'usage' }],
  'a call that failed': [shell, said(2, 'user', answers('t1', 'no', true))],
  'a call with an error': [shell, said(2, 'user', replied('t1', { status: 'error', error: { code: 1 } }))],
  'a call that was refused': [
    shell,
    said(2, 'user', answers('t1', 'The user has declined to run this tool. DO NOT try again.')),
  ],
  'a result of older versions': [shell, said(2, 'user', replied('t1', { value: [text('a'), text('b')] }))],
  'a result with a picture': [
    shell,
    said(
      2,
      'user',
      replied('t1', { value: { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] } }),
    ),
  ],
  'a call that could not be read': [
    said(1, 'assistant', { type: 'toolRequest', id: 't1', toolCall: { status: 'error', error: 'bad name' } }),
  ],
  'calls of older versions': [
    said(1, 'assistant', { type: 'frontendToolRequest', id: 't', toolCall: { name: 'x__y' } }),
  ],
  'what the editor does': [
    said(1, 'assistant', edits('view'), edits('create'), edits('insert'), edits('fly')),
  ],
  'a prompt while a call runs, told twice': [
    shell,
    said(2, 'user', text('Go on')),
    shell,
    said(2, 'user', text('Go on')),
  ],
  'what the model is told in place of it': [hidden(1, 'So far.'), hidden(2, 'Go on.'), hidden(3, '')],
  'pictures and thoughts': [
    said(1, 'user', { type: 'image', data: 'AAAA', mimeType: 'image/png' }),
    said(2, 'assistant', { type: 'image', data: 'AAAA' }, { type: 'redactedThinking' }, text('')),
  ],
  questions: [
    said(1, 'assistant', { type: 'toolConfirmationRequest', toolName: 'shell' }),
    said(2, 'assistant', { type: 'actionRequired', data: { prompt: 'May I?' } }),
    said(3, 'assistant', { type: 'actionRequired', data: { size: 3 } }),
  ],
  notifications: [
    said(1, 'assistant', {
      type: 'systemNotification',
      notificationType: 'creditsExhausted',
      msg: 'No credits',
    }),
    said(2, 'assistant', {
      type: 'systemNotification',
      notificationType: 'inlineMessage',
      msg: 'Compacting',
    }),
    said(3, 'assistant', { type: 'systemNotification', notificationType: 'thinkingMessage', msg: '…' }),
    said(4, 'assistant', { type: 'hologram', text: 'x' }),
    said(5, 'system', text('Be good')),
    said(6, 'assistant'),
  ],
  'rows as they stand in the database': [
    { role: 'user', content_json: '[{"type":"text","text":"Hi"}]', metadata_json: '{"userVisible":true}' },
    { role: 'assistant', content: 'Hello', created_at: '2026-06-01 09:00:01' },
  ],
};
