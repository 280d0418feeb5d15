/** A small session, written by hand from the shapes in its source and in third parties' readers. */
let event = 0;
const update = (second: number, sessionUpdate: string, more: object) => ({
  timestamp: Date.UTC(2026, 5, 1, 9, 0, second) / 1000,
  method: 'session/update',
  params: { sessionId: 's-1', update: { sessionUpdate, ...more }, _meta: { eventId: `s-1-${event++}` } },
});
const said = (value: string) => ({ content: { type: 'text', text: value } });

export const records: unknown[] = [
  {
    type: 'summary',
    info: { id: 's-1', cwd: '/repo' },
    generated_title: 'Counting',
    created_at: '2026-06-01T09:00:00Z',
    current_model_id: 'grok-x',
    head_branch: 'main',
  },
  update(1, 'user_message_chunk', {
    ...said('Count the files'),
    _meta: { modelId: 'grok-x', promptIndex: 0 },
  }),
  update(2, 'agent_thought_chunk', said('The shell ')),
  update(2, 'agent_thought_chunk', said('counts.')),
  update(3, 'tool_call', {
    toolCallId: 'c1',
    title: 'run_terminal_cmd',
    kind: 'execute',
    status: 'pending',
    rawInput: { command: 'ls | wc -l' },
  }),
  update(5, 'tool_call_update', {
    toolCallId: 'c1',
    status: 'completed',
    content: [{ type: 'content', content: { type: 'text', text: '2' } }],
    rawOutput: { exit_code: 0 },
  }),
  update(6, 'agent_message_chunk', said('Two ')),
  update(6, 'agent_message_chunk', said('files.')),
  update(7, 'turn_completed', {
    prompt_id: 'p1',
    stop_reason: 'end_turn',
    usage: {
      inputTokens: 900,
      cachedReadTokens: 600,
      outputTokens: 40,
      reasoningTokens: 10,
      costUsdTicks: 100_000_000,
      modelCalls: 2,
    },
  }),
];
