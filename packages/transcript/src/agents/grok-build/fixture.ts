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

const call = (rest: object) =>
  update(3, 'tool_call', { toolCallId: 'c1', title: 'bash', kind: 'execute', ...rest });
const ended = (rest: object) => update(5, 'tool_call_update', { toolCallId: 'c1', ...rest });
const block = (text: string) => ({ type: 'content', content: { type: 'text', text } });
const diff = { type: 'diff', path: 'a.txt', oldText: 'a\n', newText: 'b\nc\n' };

/** What is said and called. */
const speech: Record<string, unknown[]> = {
  'prompts that follow each other': [
    update(1, 'user_message_chunk', { ...said('One'), _meta: { promptIndex: 0 } }),
    update(2, 'user_message_chunk', { ...said('Two'), _meta: { promptIndex: 1 } }),
    update(3, 'user_message_chunk', { ...said('told'), _meta: { hideFromScrollback: true } }),
    update(4, 'user_message_chunk', { content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } }),
  ],
  'a call that is told later': [
    call({ title: 'Runs a command', rawInput: {} }),
    ended({ status: 'in_progress', rawInput: { command: 'ls' } }),
    ended({ status: 'failed', content: [block('no'), block('rule')] }),
  ],
  'a call that is over at once': [
    call({ status: 'completed', rawInput: { command: 'ls' }, rawOutput: { stdout: 'a', exitCode: 2 } }),
  ],
  'a call with its own name': [
    call({ title: 'Searching', kind: 'search', _meta: { 'x.ai/tool': { name: 'find_stuff' } } }),
    ended({ status: 'completed', rawOutput: { hits: 3 } }),
  ],
  'an edit': [
    call({ title: 'edit', kind: 'edit', rawInput: { path: 'a.txt' }, content: [diff] }),
    ended({ status: 'completed', content: [{ ...diff, path: undefined, oldText: undefined }] }),
  ],
  'an edit that failed': [
    call({ title: 'edit', kind: 'edit' }),
    ended({ status: 'failed', content: [diff] }),
  ],
  'a chat history': [
    { type: 'system', content: 'You are' },
    { type: 'user', content: [{ type: 'text', text: 'env' }], synthetic_reason: 'environment_context' },
    { type: 'user', content: [{ type: 'text', text: 'Go' }], prior_turn_interrupt: 'mid_turn_abort' },
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Look' }] },
    { type: 'reasoning', summary: [] },
  ],
  'calls of a chat history': [
    {
      ...{ type: 'assistant', content: 'Reading.', model_id: 'grok-x' },
      tool_calls: [{ id: 'c', name: 'read_file', arguments: '{"target_file":"a"}' }],
    },
    { type: 'tool_result', tool_call_id: 'c', content: 'text' },
    { type: 'assistant', content: '' },
    {
      type: 'backend_tool_call',
      kind: { tool_type: 'web_search', action: { query: 'q' }, status: 'completed' },
    },
    { type: 'backend_tool_call', kind: { id: 'w', action: { url: 'u', sources: ['s'] }, status: 'failed' } },
    { type: 'user', content: [{ type: 'text', text: 'also' }], synthetic_reason: 'interjection' },
  ],
};

const turn = (rest: object) => update(7, 'turn_completed', { prompt_id: 'p1', ...rest });

/** What is neither. */
const others: Record<string, unknown[]> = {
  'a plan that goes on': [
    update(1, 'plan', { entries: [{ content: 'Read', status: 'completed' }, { content: 'Write' }] }),
    update(2, 'plan', { entries: [{ content: 'Read', status: 'completed' }] }),
    turn({ stop_reason: 'end_turn' }),
    update(3, 'plan', { entries: [] }),
  ],
  modes: [
    update(1, 'current_mode_update', { currentModeId: 'ask' }),
    update(2, 'current_mode_update', { current_mode_id: 'code' }),
  ],
  'a turn that was cancelled': [call({}), turn({ stop_reason: 'cancelled' })],
  'a turn that failed': [turn({ stop_reason: 'max_tokens' })],
  'a turn with several models': [
    turn({
      usage: {
        modelUsage: {
          a: { inputTokens: 9, cachedReadTokens: 4, outputTokens: 2, reasoningTokens: 1, modelCalls: 3 },
          b: { inputTokens: 5, outputTokens: 1, costUsdTicks: 50_000_000 },
        },
      },
    }),
    turn({ prompt_id: undefined, usage: { inputTokens: 3, outputTokens: 1 } }),
  ],
  'a question for permission': [
    update(1, 'pending_interaction', { kind: 'shell' }),
    update(1, 'pending_interaction', {}),
  ],
  'a compaction': [update(1, 'compaction_checkpoint', { text: 'So far.' })],
  'another model': [update(1, 'model_changed', { modelId: 'grok-y' }), update(1, 'model_auto_switched', {})],
  'a title': [update(1, 'session_summary_generated', { session_summary: 'Counting' })],
  'a retry': [update(1, 'retry_state', { error: 'busy' }), update(1, 'retry_state', {})],
  'bookkeeping and what nobody knows': [
    update(1, 'hook_execution', {}),
    update(1, 'goal_updated', { description: 'a goal' }),
    { method: 'session/ping' },
    { sessionUpdate: 'agent_message_chunk', ...said('bare') },
  ],
  'a summary': [{ type: 'summary', info: {}, session_summary: 'Said', git_remotes: ['r'] }],
};

export const cases = { ...speech, ...others };
