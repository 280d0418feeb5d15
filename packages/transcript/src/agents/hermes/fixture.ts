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
