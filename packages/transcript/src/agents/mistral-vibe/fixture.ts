/** A small session, written by hand. */
const call = (id: string, name: string, args: object) => ({
  id,
  index: 0,
  function: { name, arguments: JSON.stringify(args) },
  type: 'function',
});

export const records: unknown[] = [
  {
    type: 'session',
    session_id: 's-1',
    start_time: '2026-06-01T09:00:00Z',
    git_branch: 'main',
    environment: { working_directory: '/repo' },
    model: 'devstral-x',
  },
  { role: 'user', content: 'Count the files', injected: false, message_id: 'm1' },
  {
    role: 'assistant',
    injected: false,
    reasoning_content: 'The shell counts.',
    tool_calls: [call('c1', 'bash', { command: 'ls | wc -l' })],
    message_id: 'm2',
  },
  {
    role: 'tool',
    content: 'command: ls | wc -l\nstdout: 2\n\nstderr: \nreturncode: 0',
    injected: false,
    name: 'bash',
    tool_call_id: 'c1',
  },
  { role: 'assistant', content: 'Two.', injected: false, message_id: 'm3' },
  {
    type: 'totals',
    end_time: '2026-06-01T09:01:00Z',
    title: 'Counting',
    stats: { steps: 2, session_prompt_tokens: 900, session_completion_tokens: 30 },
  },
];

const asks = (name: string, args: object) => ({ role: 'assistant', tool_calls: [call('c1', name, args)] });
const answers = (content: string) => ({ role: 'tool', content, tool_call_id: 'c1', name: 'bash' });
const told = (content: string) => ({ role: 'user', content, injected: true });

export const cases: Record<string, unknown[]> = {
  'a command that failed': [asks('bash', { command: 'false' }), answers('stdout: \nreturncode: 1')],
  'a call that failed': [asks('read', { path: 'x' }), answers('<tool_error>gone</tool_error>')],
  'a call that was refused': [asks('bash', { command: 'rm' }), answers('<user_cancellation>No, not here')],
  'a call that was stopped': [asks('bash', { command: 'rm' }), answers('<user_cancellation>User cancelled')],
  'a call that runs, and a new prompt': [asks('bash', { command: 'ls' }), { role: 'user', content: 'Go on' }],
  'a result without its call': [{ role: 'tool', content: 'x', name: 'bash' }],
  'a task': [asks('task', { task: 'Dig', agent: 'explore' })],
  'a compaction': [
    told(
      'You are continuing a trajectory after a context compaction <compaction_summary> So far. </compaction_summary>',
    ),
  ],
  'a compaction without marks': [told('You are continuing a trajectory after a context compaction: x')],
  'a command of the person': [
    told('Manual `!` command result\nCommand: `make`\nExit code: 2\n\nStdout:\nno rule'),
    told('Manual `!` command result\nCommand: `make`'),
  ],
  context: [told('Be brief'), { role: 'system', content: 'You are' }],
  'a message without words': [{ role: 'assistant', content: '' }],
  'totals with a title of a person': [
    { type: 'session', session_id: 's', model: 'devstral-x' },
    { type: 'totals', title: 'Mine', title_source: 'manual', stats: { session_completion_tokens: 3 } },
  ],
  'totals without numbers': [{ type: 'totals', title: 'Counting', stats: {} }],
};
