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
