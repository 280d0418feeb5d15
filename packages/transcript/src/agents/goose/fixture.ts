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
