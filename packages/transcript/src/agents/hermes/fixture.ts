/** A small session, written by hand. */
const at = (second: number): number => Date.UTC(2026, 5, 1, 9, 0, second) / 1000;
const call = (id: string, name: string, args: object) => ({
  id,
  call_id: id,
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
});

export const records: unknown[] = [
  {
    type: 'session',
    id: 's-1',
    source: 'cli',
    model: 'model-x',
    title: 'Counting',
    cwd: '/repo',
    started_at: at(0),
  },
  { role: 'user', content: 'Count the files', timestamp: at(1) },
  {
    role: 'assistant',
    content: '',
    reasoning: 'The shell counts.',
    tool_calls: JSON.stringify([call('c1', 'terminal', { command: 'ls | wc -l' })]),
    finish_reason: 'tool_calls',
    timestamp: at(2),
  },
  {
    role: 'tool',
    content: '{"output": "2", "exit_code": 0, "error": null}',
    tool_call_id: 'c1',
    tool_name: 'terminal',
    timestamp: at(3),
  },
  { role: 'assistant', content: 'Two.', finish_reason: 'stop', timestamp: at(4) },
  { type: 'usage', input_tokens: 100, output_tokens: 10, cache_read_tokens: 50, estimated_cost_usd: 0.02 },
];

const asks = (name: string, args: object) => ({ role: 'assistant', tool_calls: [call('c1', name, args)] });
const answers = (content: string) => ({ role: 'tool', content, tool_call_id: 'c1', tool_name: 'terminal' });
const open = asks('terminal', { command: 'ls' });

export const cases: Record<string, unknown[]> = {
  'a command that failed': [open, answers('{"output":"no","exit_code":2}')],
  'a call with an error': [open, answers('{"error":"gone"}')],
  'a call without success': [open, answers('{"success":false}')],
  'a result in plain words': [open, answers('ok')],
  'a result without its call': [{ role: 'tool', content: 'x', tool_name: 'terminal' }],
  'a task': [asks('delegate_task', { goal: 'Dig' })],
  'several tasks': [asks('delegate_task', { tasks: [{ goal: 'Dig' }, { goal: 'Look' }] })],
  'a question': [asks('clarify', { question: 'Which?' })],
  'a call that runs, and a new prompt': [open, { role: 'user', content: 'Go on' }],
  'a call that runs when the session ends': [open, { type: 'session', id: 's', ended_at: at(9) }],
  'a call that runs when nothing ends': [open, { type: 'session', id: 's', ended_at: null }],
  'a session that goes on elsewhere': [
    { session_id: 's', model_config: { cwd: '/repo' }, end_reason: 'compression' },
  ],
  'news of sub-agents': [open, { role: 'user', content: '[ASYNC DELEGATION RESULT] done' }],
  'a model of its own': [{ role: 'assistant', content: 'Hi', _model: 'model-y', reasoning_content: 'hm' }],
  'other roles': [{ role: 'system', content: 'You are' }, { role: 'session_meta' }, { role: 'assistant' }],
  'usage with its cost': [
    { type: 'usage', actual_cost_usd: 0.5, estimated_cost_usd: 0.1, api_call_count: 3 },
  ],
  'usage without numbers': [{ type: 'usage' }],
};
