/** A small session, written by hand. */
const at = (second: number): string => new Date(Date.UTC(2026, 5, 1, 9, 0, second)).toISOString();

const copilot = (id: string, type: string, data: object) => ({ type, data, id, timestamp: at(1) });

export const records: unknown[] = [
  copilot('e1', 'session.start', { sessionId: 's', copilotVersion: '1.0.78', context: { cwd: '/r' } }),
  copilot('e2', 'user.message', { content: 'List' }),
  copilot('e3', 'assistant.message', {
    messageId: 'm1',
    model: 'gpt-5-mini',
    content: 'Listing',
    toolRequests: [],
    outputTokens: 12,
  }),
  copilot('e4', 'session.shutdown', {
    modelMetrics: {
      'gpt-5-mini': {
        usage: { inputTokens: 100, outputTokens: 20, cacheReadTokens: 40, cacheWriteTokens: 10 },
      },
    },
  }),
];

const model = 'gpt-5-mini';
const message = (id: string, content: string, rest: object = {}) =>
  copilot(`m${id}`, 'assistant.message', { messageId: id, model, content, toolRequests: [], ...rest });
const inside = (id: string, type: string, data: object) => ({ ...copilot(id, type, data), agentId: 'c9' });
const totals = (input: number, output: number, count?: number) => ({
  modelMetrics: {
    [model]: {
      usage: {
        inputTokens: input,
        outputTokens: output,
        cacheReadTokens: 4,
        cacheWriteTokens: 1,
        reasoningTokens: 3,
      },
      ...(count && { requests: { count } }),
    },
  },
});
const task = { toolCallId: 'c9', name: 'task', arguments: '{"description":"Dig","prompt":"dig"}' };

/** Each is a session by itself. */
const alone: Record<string, [type: string, data: object]> = {
  'an error': ['session.error', { errorType: 'model', message: 'no such model' }],
  'an error with its status': ['session.error', { statusCode: 500, detail: 'x' }],
  information: ['session.info', { message: 'i' }],
  'a warning': ['session.warning', { reason: 'w' }],
  'a truncation': ['session.truncation', { tokensRemovedDuringTruncation: 9 }],
  'a truncation without numbers': ['session.truncation', {}],
  'a compaction': [
    'session.compaction_complete',
    {
      ...{ success: true, preCompactionTokens: 90, summaryContent: 'short', requestId: 'q' },
      ...{ systemTokens: 1, conversationTokens: 20, toolDefinitionsTokens: 3 },
      compactionTokensUsed: {
        model,
        inputTokens: 50,
        outputTokens: 5,
        cacheReadTokens: 30,
        cacheWriteTokens: 2,
      },
    },
  ],
  'a compaction of older versions': [
    'session.compaction_complete',
    {
      success: true,
      postCompactionTokens: 9,
      compactionTokensUsed: { input: 50, output: 5, cachedInput: 30 },
    },
  ],
  'a compaction that failed': ['session.compaction_complete', { success: false, error: 'no model' }],
  'a task that is complete': ['session.task_complete', { summary: 'done', success: true }],
  'a title': ['session.title_changed', { title: 'T' }],
  'a system prompt': ['system.message', { content: 'You help.' }],
  'a skill': ['skill.invoked', { name: 'lint' }],
  'a note without words': ['session.plan_changed', { size: 3 }],
  'a prompt that waits': ['user.message', { content: 'more', delivery: 'queued' }],
  'a prompt with a file': [
    'user.message',
    { content: 'see', delivery: 'idle', attachments: [{ type: 'file', path: 'a.ts' }] },
  ],
  'a thought': ['assistant.reasoning', { content: 'hm' }],
  'a hook that worked': ['hook.end', { success: true }],
  'a hook that failed': [
    'hook.end',
    { hookType: 'preToolUse', success: false, error: { message: 'exit 1' } },
  ],
  'an agent without its call': ['subagent.started', { toolCallId: 'zz', agentDescription: 'free' }],
  'a model that was chosen': ['session.auto_mode_resolved', { chosenModel: model }],
  'an event nobody knows': ['session.teleport', {}],
};

export const cases: Record<string, unknown[]> = {
  ...Object.fromEntries(
    Object.entries(alone).map(([name, [type, data]]) => [name, [copilot('e1', type, data)]]),
  ),
  'a call that worked': [
    message('1', '', {
      reasoningText: 'easy',
      toolRequests: [{ toolCallId: 'c1', name: 'bash', arguments: {} }],
    }),
    copilot('e2', 'tool.execution_start', {
      toolCallId: 'c1',
      toolName: 'bash',
      arguments: '{"command":"ls"}',
    }),
    copilot('e3', 'tool.execution_complete', {
      ...{ toolCallId: 'c1', success: true, result: { content: 'a\n<exited with exit code 0>' } },
    }),
  ],
  'a call that failed': [
    copilot('e1', 'tool.user_requested', {
      toolCallId: 'u',
      toolName: 'local_shell',
      arguments: { command: 'ls' },
    }),
    copilot('e2', 'tool.execution_complete', {
      toolCallId: 'u',
      result: { content: '<exited with exit code 2>' },
    }),
  ],
  'a call whose command failed in a shell with a name': [
    copilot('e1', 'tool.execution_start', {
      toolCallId: 'u',
      toolName: 'bash',
      arguments: { command: 'make' },
    }),
    copilot('e2', 'tool.execution_complete', {
      ...{ toolCallId: 'u', success: true },
      result: { content: 'no rule\n<shellId: 3 completed with exit code 2>' },
    }),
  ],
  'a call that was refused': [
    copilot('e1', 'tool.execution_start', {
      toolCallId: 'u',
      toolName: 'bash',
      arguments: { command: 'ls' },
    }),
    copilot('e2', 'tool.execution_complete', { toolCallId: 'u', error: { message: 'no', code: 'denied' } }),
  ],
  'a call with a failure': [
    copilot('e1', 'tool.execution_start', { toolCallId: 'u', toolName: 'view' }),
    copilot('e2', 'tool.execution_complete', {
      ...{ toolCallId: 'u', result: { result_type: 'failure', text_result_for_llm: 'gone' } },
    }),
  ],
  'a permission': [
    copilot('e1', 'permission.requested', { requestId: 'r', permissionRequest: { fullCommandText: 'rm x' } }),
    copilot('e2', 'permission.completed', {
      requestId: 'r',
      result: { kind: 'denied-interactively-by-user' },
    }),
    copilot('e3', 'permission.completed', { permissionRequestId: 's', result: { kind: 'approved' } }),
  ],
  'a reply in pieces': [
    message('k', 'part one, ', { chunkIndex: 0, outputTokens: 3 }),
    { ...message('k', 'part two', { chunkIndex: 1 }), id: 'e2' },
    message('l', ''),
  ],
  'a sub-agent': [
    message('1', '', { toolRequests: [task] }),
    inside('e2', 'subagent.started', {
      toolCallId: 'c9',
      agentName: 'explore',
      agentDisplayName: 'Explorer',
    }),
    inside('e3', 'user.message', { content: 'dig' }),
    inside('e4', 'assistant.message', { messageId: 'm', content: 'dug', parentToolCallId: 'c9' }),
    inside('e5', 'subagent.completed', { toolCallId: 'c9', durationMs: 1234 }),
  ],
  'a sub-agent that failed': [
    message('1', '', { toolRequests: [task] }),
    inside('e2', 'subagent.failed', { toolCallId: 'c9', error: { message: 'lost' } }),
  ],
  'totals that go on and begin anew': [
    copilot('e1', 'session.start', {
      sessionId: 's',
      context: { cwd: '/r', branch: 'b', repository: 'o/r' },
    }),
    message('1', 'hi', { outputTokens: 12 }),
    copilot('e2', 'session.shutdown', totals(100, 20, 3)),
    copilot('e3', 'session.resume', {}),
    message('2', 'more', { outputTokens: 5 }),
    copilot('e4', 'session.shutdown', totals(150, 30, 5)),
    copilot('e5', 'session.start', {}),
    copilot('e6', 'session.shutdown', totals(40, 8)),
  ],
  'calls that are open when all ends': [
    message('1', '', { toolRequests: [{ toolCallId: 'c1', name: 'bash', arguments: { command: 'a' } }] }),
    copilot('e2', 'abort', { reason: 'user' }),
    message('2', '', { toolRequests: [{ toolCallId: 'c2', name: 'bash', arguments: { command: 'b' } }] }),
    copilot('e3', 'session.shutdown', {}),
    message('3', '', { toolRequests: [{ toolCallId: 'c3', name: 'bash', arguments: { command: 'c' } }] }),
    copilot('e4', 'session.error', { message: 'gone' }),
  ],
};
