/** A small session, written by hand, and records of every kind that Claude Code has written. */
const at = (second: number): string => new Date(Date.UTC(2026, 5, 1, 9, 0, second)).toISOString();

const claude = (second: number, type: string, rest: object) => ({
  type,
  uuid: `u${second}`,
  sessionId: 's1',
  cwd: '/repo',
  gitBranch: 'main',
  version: '2.1.0',
  timestamp: at(second),
  ...rest,
});
const claudeSays = (second: number, message: string, content: object[], output: number) =>
  claude(second, 'assistant', {
    requestId: `req-${message}`,
    message: {
      id: message,
      role: 'assistant',
      model: 'claude-opus-4-6',
      content,
      usage: { input_tokens: 5, output_tokens: output, cache_read_input_tokens: 100 },
    },
  });

const text = (value: string) => ({ type: 'text', text: value });

export const records: unknown[] = [
  claude(1, 'user', { message: { role: 'user', content: 'Fix the build' } }),
  claudeSays(2, 'm1', [{ type: 'thinking', thinking: 'hm', signature: 'x' }], 3),
  claudeSays(3, 'm1', [{ type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'make' } }], 9),
  claude(4, 'user', {
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'ok' }] },
  }),
  claude(5, 'system', { subtype: 'compact_boundary', content: 'Conversation compacted' }),
  claudeSays(6, 'm2', [text('Done.')], 4),
];

const base = { sessionId: 's1', cwd: '/repo', version: '2.1.0', gitBranch: 'main', isSidechain: false };
let serial = 0;
export const line = (type: string, rest: object) => ({
  ...base,
  type,
  uuid: `u${++serial}`,
  timestamp: new Date(Date.UTC(2026, 0, 1) + serial * 1000).toISOString(),
  ...rest,
});
export const user = (content: unknown, rest: object = {}) =>
  line('user', { message: { role: 'user', content }, ...rest });
export const assistant = (content: unknown[], rest: object = {}, message: object = {}) =>
  line('assistant', {
    requestId: 'req1',
    message: { id: 'msg1', model: 'claude-opus-4-6', role: 'assistant', content, ...message },
    ...rest,
  });
export const use = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input });
export const result = (id: string, content: unknown, rest: object = {}, block: object = {}) =>
  user([{ type: 'tool_result', tool_use_id: id, content, ...block }], rest);

const child = { isSidechain: true, agentId: 'a1' };
const system = (subtype: string, rest: object = {}) => line('system', { subtype, ...rest });
const attachment = (type: string, rest: object = {}) => line('attachment', { attachment: { type, ...rest } });
const news = (status: string) =>
  `<task-notification>\n<tool-use-id>k</tool-use-id>\n<status>${status}</status>\n<summary>All seen</summary>\n</task-notification>`;
const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
const hunk = { oldStart: 1, oldLines: 1, newStart: 1, newLines: 2, lines: ['-a', '+b', '+c'] };

/** Each is a session by itself. */
const alone: Record<string, object> = {
  'a prompt with a picture': user([text('see'), picture]),
  'a picture alone': user([picture]),
  'a block nobody knows': user([{ type: 'hologram', text: 'x' }, 'bare']),
  'a prompt that waited': user('do more', { promptSource: 'queued', permissionMode: 'plan' }),
  'a message of a teammate': user('ping', { origin: { kind: 'teammate' } }),
  'a prompt from the terminal': user('hi', { origin: { kind: 'cli' } }),
  'a slash command': user('<command-name>model</command-name><command-args>opus</command-args>'),
  'a shell command': user('<bash-input>ls</bash-input>'),
  'what a command printed': user('<local-command-stdout>Set \u001b[1mOpus\u001b[22m</local-command-stdout>'),
  'a reminder': user('<system-reminder>be good</system-reminder>'),
  'an opened file before words': user('<ide_opened_file>a.ts</ide_opened_file>\nExplain this'),
  'a reminder with a picture': user([text('<system-reminder>x</system-reminder>'), picture]),
  'a caveat': user('Caveat: The messages below were generated'),
  'a note of the harness': user('be brief', { isMeta: true }),
  'an interruption': user([text('[Request interrupted by user]')]),
  'a summary without its boundary': user('Summary of it all', { isCompactSummary: true }),
  'a reply as plain text': assistant('hi' as never),
  'hidden thinking': assistant([{ type: 'redacted_thinking', data: 'x' }]),
  'a reply with its usage': assistant(
    [text('hi')],
    {},
    {
      usage: {
        ...{
          input_tokens: 5,
          output_tokens: 7,
          cache_read_input_tokens: 100,
          cache_creation_input_tokens: 30,
        },
        cache_creation: { ephemeral_1h_input_tokens: 10 },
        output_tokens_details: { thinking_tokens: 2 },
      },
    },
  ),
  'a reply without a model': assistant([text('hi')], {}, { model: undefined, usage: { output_tokens: 1 } }),
  'a message of the program': assistant([text('offline')], {}, { model: '<synthetic>' }),
  'an error of the service': assistant([text('API Error: 500')], {
    isApiErrorMessage: true,
    error: 'server',
  }),
  'an error with its status': assistant([text('x')], { isApiErrorMessage: true, apiErrorStatus: 529 }),
  'another model': assistant([{ type: 'fallback', from: { model: 'a' }, to: { model: 'b' } }]),
  'a block of a reply nobody knows': assistant([{ type: 'hologram', text: 'x' }]),
  'a result within a reply': assistant([{ type: 'web_search_tool_result', tool_use_id: 't', content: 'x' }]),
  'the end of a turn': system('turn_duration', { durationMs: 5 }),
  'hooks without errors': system('stop_hook_summary', { hookErrors: [] }),
  'a hook that failed': system('stop_hook_summary', {
    ...{ hookErrors: ['bad hook', { code: 1 }], preventedContinuation: true, stopReason: 'hook' },
  }),
  'an overloaded service': system('api_error', {
    ...{
      error: { status: 529, error: { error: { message: 'Overloaded' } } },
      retryAttempt: 1,
      maxRetries: 10,
    },
  }),
  'a network error': system('error', { error: { message: 'no net', error: { error: { type: 'net' } } } }),
  'a connection that failed': system('api_error', { cause: { code: 'ECONNRESET' }, error: { status: 0 } }),
  'a refusal of the model': system('api_refusal', { apiRefusalCategory: 'policy' }),
  'a fallback after a refusal': system('model_refusal_fallback', { originalModel: 'a', fallbackModel: 'b' }),
  'a local command': system('local_command', { content: '<command-name>/goal</command-name>' }),
  'a small compaction': system('microcompact_boundary', { microcompactMetadata: { preTokens: 9 } }),
  'a system line nobody knows': system('brand_new', { level: 'warning' }),
  'a system line with words': system('away_summary', { content: 'While you were away', level: 'info' }),
  'a listing': attachment('skill_listing', { content: 'many' }),
  'a prompt in the queue': attachment('queued_command', { prompt: [text('and tests'), picture] }),
  'news in the queue': attachment('queued_command', { prompt: news('completed') }),
  'news by its mode': attachment('queued_command', { prompt: 'done', commandMode: 'task-notification' }),
  'news by its origin': attachment('queued_command', { prompt: 'x', origin: { kind: 'task-notification' } }),
  'a hook that blocks': attachment('hook_blocking_error', {
    ...{ hookName: 'Stop', blockingError: { blockingError: 'no', command: 'x' } },
  }),
  'a hook that fails': attachment('hook_non_blocking_error', { command: 'lint', stderr: 'bad' }),
  'a file': attachment('file', {
    ...{ filename: '/r/a.md', displayPath: 'a.md' },
    content: { file: { content: 'x' } },
  }),
  'a part of a file': attachment('edited_text_file', { filename: '/r/a.md', snippet: '1 x' }),
  skills: attachment('invoked_skills', { skills: [{ name: 'one' }, { name: 'two' }] }),
  'an attachment nobody knows': attachment('never_seen', { size: 3 }),
  'a title': { type: 'ai-title', aiTitle: 'Generated' },
  'a title of a person': { type: 'custom-title', customTitle: 'Mine' },
  'a summary': { type: 'summary', summary: 'Before', leafUuid: 'x' },
  'a pull request': { type: 'pr-link', prUrl: 'https://example.invalid/1' },
  'a preview': { type: 'frame-link', frameUrl: 'https://example.invalid/2' },
  'the result of a workflow': { type: 'result', agentId: 'w', result: { summary: 'done' } },
  'a note about an agent': { agentType: 'Explore', spawnDepth: 1 },
  'a line nobody knows': { type: 'telepathy', uuid: 'z', payload: 1 },
};

export const cases: Record<string, unknown[]> = {
  ...Object.fromEntries(Object.entries(alone).map(([name, record]) => [name, [record]])),
  'a call that failed': [
    assistant([use('t1', 'Bash', { command: 'make' })]),
    result('t1', 'Exit code 2\nboom', { toolUseResult: 'Error: Exit code 2' }, { is_error: true }),
  ],
  'a call with what it printed beside it': [
    assistant([use('t1', 'Bash', { command: 'make' })]),
    result('t1', '', { toolUseResult: { stdout: 'ok', stderr: 'slow', durationMs: 7 } }),
  ],
  'a call that was interrupted': [
    assistant([use('b2', 'Bash', { command: 'sleep 9' })]),
    result('b2', '', { toolUseResult: { interrupted: true, durationSeconds: 1.5 } }),
    assistant([use('b3', 'Bash', { command: 'sleep 9' })]),
    result('b3', '[Request interrupted by user]', {}, { is_error: true }),
  ],
  'a call that a person refused': [
    assistant([use('b1', 'Bash', { command: 'rm -rf build' })]),
    result('b1', "The user doesn't want to proceed with this tool use.", {}, { is_error: true }),
  ],
  'a call that a rule refused': [
    assistant([use('b1', 'Bash', { command: 'rm -rf build' })]),
    result('b1', 'Permission to use Bash has been denied', { toolDenialKind: 'rule' }, { is_error: true }),
  ],
  'an edit with its patch': [
    assistant([use('e1', 'Edit', { file_path: '/repo/a.ts', old_string: 'a', new_string: 'b\nc' })]),
    result('e1', 'ok', { toolUseResult: { filePath: '/repo/a.ts', structuredPatch: [hunk] } }),
  ],
  'a file that was written': [
    assistant([use('w1', 'Write', { file_path: '/repo/n.ts', content: '1\n' })]),
    result('w1', 'ok', {
      toolUseResult: { type: 'create', filePath: '/repo/n.ts', content: '1\n', structuredPatch: [] },
    }),
  ],
  'a file that was written anew': [
    assistant([use('w1', 'Write', { file_path: '/repo/n.ts', content: '1\n2\n' })]),
    result('w1', 'ok', {
      toolUseResult: {
        ...{
          type: 'update',
          filePath: '/repo/n.ts',
          originalFile: '1\n',
          content: '1\n2\n',
          structuredPatch: [],
        },
      },
    }),
  ],
  'a written file without its call': [
    result('w2', 'ok', { toolUseResult: { type: 'create', filePath: '/repo/n.ts', content: '1\n' } }),
  ],
  'a question with its answer': [
    assistant([use('q1', 'AskUserQuestion', { questions: [{ question: 'Which port?', options: ['80'] }] })]),
    result('q1', 'x', { toolUseResult: { answers: { 'Which port?': '8080' } } }),
  ],
  'a sub-agent': [
    assistant([use('k', 'Agent', { description: 'Count', prompt: 'Count', subagent_type: 'Explore' })]),
    user('Count', child),
    assistant([text('One.')], child),
    result('k', [text('One file.')], {
      toolUseResult: { status: 'completed', agentId: 'a1', agentType: 'Explore', totalDurationMs: 4200 },
    }),
  ],
  'a sub-agent in the background': [
    assistant([use('k', 'Agent', { description: 'Later', prompt: 'Look around' })]),
    result('k', 'Async agent launched', { toolUseResult: { status: 'async_launched', agentId: 'a2' } }),
    { type: 'queue-operation', operation: 'enqueue', content: news('killed') },
  ],
  'a sub-agent whose end is told': [
    assistant([use('k', 'Agent', { description: 'Later', prompt: 'Look around' })]),
    result('k', 'launched', { toolUseResult: { status: 'async_launched' } }),
    user(news('failed'), { origin: { kind: 'task-notification' } }),
  ],
  'a sub-agent in the background that says its last words': [
    assistant([use('k', 'Agent', { description: 'Later', prompt: 'Look around' })]),
    result('k', 'launched', { toolUseResult: { status: 'async_launched', agentId: 'a2' } }),
    line('progress', { isSidechain: true, agentId: 'a2', data: { type: 'hook_progress' } }),
    assistant([text('Seen.')], { isSidechain: true, agentId: 'a2' }, { stop_reason: 'end_turn' }),
  ],
  'side chains without an id': [
    { ...user('Task A', { isSidechain: true, parentUuid: null }), uuid: 'root' },
    assistant([text('A1')], { isSidechain: true, parentUuid: 'root' }),
    user('Task B', { isSidechain: true, parentUuid: null }),
  ],
  'a compaction with its summary': [
    system('compact_boundary', {
      ...{ content: 'Compacted', compactMetadata: { trigger: 'auto', preTokens: 900, postTokens: 80 } },
    }),
    user('Summary of it all', { isCompactSummary: true }),
    user('Another', { isCompactSummary: true }),
  ],
  modes: [
    { type: 'permission-mode', permissionMode: 'default' },
    { type: 'permission-mode', permissionMode: 'plan' },
    { type: 'last-prompt' },
  ],
  tasks: [
    assistant([use('c1', 'TaskCreate', { subject: 'One' })]),
    result('c1', 'Task #7 created', {}),
    assistant([use('c2', 'TaskUpdate', { taskId: '7', status: 'completed', subject: 'First' })]),
    result('c2', 'ok'),
    assistant([use('c3', 'TaskCreate', { subject: 'Two' })]),
    result('c3', 'no', {}, { is_error: true }),
    assistant([use('c4', 'TaskUpdate', { taskId: '9', status: 'in_progress' })]),
    result('c4', 'ok'),
  ],
};
