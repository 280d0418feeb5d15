/** A small session, written by hand, and records of every kind that Codex has written. */
const at = (second: number): string => new Date(Date.UTC(2026, 5, 1, 9, 0, second)).toISOString();

export const codex = (second: number, type: string, payload: object) => ({
  timestamp: at(second),
  type,
  payload,
});

export const records: unknown[] = [
  codex(0, 'session_meta', { id: 'th1', cwd: '/repo', cli_version: '0.130.0', git: { branch: 'main' } }),
  codex(1, 'turn_context', { turn_id: 't1', model: 'gpt-5.5', cwd: '/repo' }),
  codex(2, 'event_msg', { type: 'user_message', message: 'Say hi', images: [] }),
  codex(3, 'response_item', {
    type: 'function_call',
    call_id: 'c1',
    name: 'shell',
    arguments: '{"command":["echo","hi"]}',
  }),
  codex(4, 'response_item', { type: 'function_call_output', call_id: 'c1', output: 'hi' }),
  codex(5, 'event_msg', { type: 'agent_message', message: 'hi' }),
  codex(6, 'event_msg', {
    type: 'token_count',
    info: {
      total_token_usage: { total_tokens: 130 },
      last_token_usage: { input_tokens: 120, cached_input_tokens: 100, output_tokens: 10 },
    },
  }),
];

export const item = (type: string, rest: object) => codex(10, 'response_item', { type, ...rest });
export const event = (type: string, rest: object = {}) => codex(11, 'event_msg', { type, ...rest });
export const done = (type: string, rest: object = {}) =>
  event('item_completed', {
    turn_id: 't1',
    item: { type, id: `i-${type}`, ...rest },
    started_at_ms: 1000,
    completed_at_ms: 1500,
  });
export const message = (role: string, ...texts: string[]) =>
  item('message', { role, content: texts.map((text) => ({ type: 'input_text', text })) });
export const call = (id: string, name: string, input: object) =>
  item('function_call', { call_id: id, name, arguments: JSON.stringify(input) });
export const output = (id: string, value: unknown) =>
  item('function_call_output', { call_id: id, output: value });
const prompt = event('user_message', { message: 'Go on' });
const count = (total: object, last: object) =>
  event('token_count', { info: { total_token_usage: total, last_token_usage: last } });
const used = (input: number, written: number) => ({
  input_tokens: input,
  cached_input_tokens: 20,
  cache_write_input_tokens: 10,
  output_tokens: written,
  reasoning_output_tokens: 4,
  total_tokens: input + written,
});
const inChild = (record: object) => ({
  debrief: { v: 1, subagent: { id: 'child', type: 'explorer' } },
  record,
});
const ran = (result: string) =>
  `<user_shell_command>\n<command>\nnpm test\n</command>\n<result>\n${result}\n</result>\n</user_shell_command>`;

/** Each is a session by itself. */
const alone: Record<string, object> = {
  'a user message with a picture': event('user_message', { message: 'Look', images: ['data:image/png;x'] }),
  'an agent message': event('agent_message', { message: 'hi' }),
  reasoning: event('agent_reasoning', { text: 'hm' }),
  'raw reasoning': event('agent_reasoning_raw_content', { text: 'hm' }),
  'a reasoning item': item('reasoning', { summary: [], content: [{ type: 'text', text: 'hm' }] }),
  'an error that ends a turn': event('task_complete', { error: { message: 'quota' } }),
  'a failure without a message': event('turn_complete', { error: { code: 7 } }),
  'a turn that completes': event('task_complete', { last_agent_message: 'hi' }),
  'an aborted turn': event('turn_aborted', { reason: 'interrupted' }),
  'an error': event('error', { message: 'boom' }),
  'a broken stream': event('stream_error', { code: 3 }),
  'a warning': event('warning', { message: 'careful' }),
  'a name': event('thread_name_updated', { thread_name: 'Named' }),
  'a goal': event('thread_goal_updated', { goal: { objective: 'ship' } }),
  'a review begins': event('entered_review_mode', { user_facing_hint: 'diff' }),
  'a review ends': event('exited_review_mode', { review_output: { overall_explanation: 'good' } }),
  'a guardian approves': event('guardian_assessment', {
    ...{ id: 'g', status: 'approved', rationale: 'safe', action: { type: 'command', command: 'ls' } },
  }),
  'a guardian names files': event('guardian_assessment', {
    ...{ id: 'g', status: 'in_progress', action: { type: 'patch', files: ['a.ts', 'b.ts'] } },
  }),
  'a question for approval': event('exec_approval_request', { call_id: 'x', command: ['rm', 'x'] }),
  'a question with its reason': event('apply_patch_approval_request', { reason: 'outside', command: ['x'] }),
  'a question for input': event('request_user_input_request', { questions: 1 }),
  'a notice': event('background_event', { message: 'busy' }),
  'a notice with a summary': event('deprecation_notice', { summary: 'old flag' }),
  'a plan': event('plan_update', { plan: [{ step: 'one', status: 'completed' }] }),
  'a picture that was looked at': event('view_image_tool_call', { call_id: 'v', path: '/a.png' }),
  'a message between agents': item('agent_message', {
    ...{ author: 'a', recipient: 'b', content: [{ type: 'input_text', text: 'psst' }] },
  }),
  'what agents tell each other': codex(12, 'inter_agent_communication', { text: 'psst' }),
  'a compaction with its summary': item('compaction_summary', { summary: [{ type: 'text', text: 'short' }] }),
  'a compacted history': codex(12, 'compacted', { message: 'short' }),
  'a developer message': message('developer', 'Be careful'),
  'context before a prompt': message('user', '<environment_context>x</environment_context>', 'Go'),
  'context alone': message('user', '# AGENTS.md instructions for /repo', ''),
  'a command beside words': message('user', ran('Exit code: 0\nDuration: 1.5 seconds\nOutput:\nok'), 'Go'),
  'a command that was stopped': event('user_message', { message: ran('cut off') }),
  'a web search': item('web_search_call', { id: 'ws', status: 'failed', action: { query: 'cats' } }),
  'a picture that was made': item('image_generation_call', {
    ...{ id: 'ig', status: 'completed', revised_prompt: 'cat', result: 'AAAA' },
  }),
  'tools that were searched': item('tool_search_output', { call_id: 's', tools: [{ name: 'gmail' }] }),
  'a message without a role': item('message', { content: 'x' }),
  'a completed message': done('UserMessage', { content: [{ type: 'text', text: 'Do it' }] }),
  'a completed thought': done('Reasoning', { summary_text: [], raw_content: ['hm'] }),
  'a completed reply': done('AgentMessage', { content: [{ type: 'Text', text: 'Doing' }] }),
  'a completed plan': done('Plan', { text: '1. go' }),
  'a completed hook': done('HookPrompt', { fragments: [{ text: 'careful' }] }),
  'a completed compaction': done('ContextCompaction', { summary: 'short' }),
  'a completed review': done('ExitedReviewMode', { review: 'fine' }),
  'a completed command': done('CommandExecution', {
    ...{ command: ['ls'], cwd: '/repo', aggregated_output: 'x', exit_code: 2, status: 'completed' },
  }),
  'a declined command': done('CommandExecution', { command: ['ls'], stdout: 'x', status: 'declined' }),
  'a completed change': done('FileChange', {
    ...{ changes: { 'a.ts': { type: 'add', content: '1\n' } }, status: 'completed', stdout: 'Done' },
  }),
  'a completed call of a server': done('McpToolCall', {
    ...{ server: 'gh', tool: 'issue', arguments: { n: 1 }, status: 'failed', error: { text: 'no' } },
  }),
  'a completed search': done('Extension', {
    kind: 'browse',
    query: 'q',
    results: [{ title: 'T', url: 'u' }],
  }),
  'a completed agent': done('CollabAgentToolCall', {
    ...{
      tool: 'spawn_agent',
      prompt: 'help',
      receiver_thread_ids: ['child'],
      agents_states: { child: 'done' },
    },
  }),
  'a completed picture': done('ImageView', { path: 'a.png', duration: { secs: 2, nanos: 5e8 } }),
  'a completed tool': done('DynamicToolCall', { tool: 'deploy', arguments: {}, content_items: ['ok'] }),
  'an old session': { id: 'old', instructions: 'x', git: { branch: 'b', repository_url: 'r' } },
  'an old state': { record_type: 'state' },
  'an old result': { type: 'function_result', name: 'translate', result: 'y' },
  'an old message': { role: 'assistant', message: 'Gone' },
  'an old line of history': { session_id: 's', ts: 1, text: 'from history' },
  'an old call': { type: 'function_call', function: { name: 'translate' }, arguments: { text: 'x' } },
};

export const cases: Record<string, unknown[]> = {
  ...Object.fromEntries(Object.entries(alone).map(([name, record]) => [name, [record]])),
  'a shell call': [
    call('1', 'shell', { command: ['zsh', '-lc', 'ls'] }),
    output('1', JSON.stringify({ output: 'a\n', metadata: { exit_code: 0, duration_seconds: 1.5 } })),
  ],
  'a call with its status in the text': [
    call('2', 'exec_command', { cmd: 'false' }),
    output('2', 'Chunk ID: 1\nWall time: 0.25 seconds\nProcess exited with code 1\nOutput:\nno\n'),
  ],
  'a script that failed': [
    item('custom_tool_call', { call_id: '3', namespace: 'js', name: 'exec', input: 'await x()' }),
    output('3', [{ type: 'input_text', text: 'Script failed\nWall time 0.2 seconds' }]),
  ],
  'a refused call': [call('4', 'exec_command', { cmd: 'rm x' }), output('4', 'rejected by user')],
  'a failed call': [call('5', 'lookup', { cmd: 'x' }), output('5', { success: false, content: 'no' })],
  'a command as the terminal saw it': [
    event('exec_command_begin', { call_id: '6', command: ['ls'], cwd: '/repo' }),
    event('exec_command_end', {
      ...{
        call_id: '6',
        command: ['ls'],
        formatted_output: 'z',
        exit_code: 0,
        duration: { secs: 1, nanos: 5e8 },
      },
    }),
  ],
  'a patch that was applied': [
    event('patch_apply_begin', { call_id: 'q', changes: { 'd.ts': { type: 'add', content: 'x\n' } } }),
    event('patch_apply_end', {
      ...{ call_id: 'q', success: true, stdout: 'Done', stderr: 'slow' },
      changes: { 'd.ts': { type: 'update', unified_diff: '@@ -1 +1 @@\n-a\n+b\n', move_path: 'e.ts' } },
    }),
  ],
  'a patch that failed': [
    event('patch_apply_end', { call_id: 'r', status: 'failed', changes: { 'e.ts': { type: 'delete' } } }),
  ],
  'a call of a server': [
    event('mcp_tool_call_begin', { call_id: 'm', invocation: { server: 's', tool: 't', arguments: {} } }),
    event('mcp_tool_call_end', {
      ...{ call_id: 'm', invocation: { server: 's', tool: 't' }, duration: { secs: 1, nanos: 0 } },
      result: { Ok: { content: [{ type: 'text', text: 'ok' }], isError: true } },
    }),
  ],
  'a call of a server that is down': [
    event('mcp_tool_call_end', { call_id: 'm', invocation: {}, result: { Err: 'down' } }),
  ],
  'a search with its results': [
    event('web_search_begin', { call_id: 'w' }),
    event('web_search_end', { call_id: 'w', query: 'q', results: [{ title: 'T', url: 'U', snippet: 'S' }] }),
  ],
  'a picture that is made': [
    event('image_generation_begin', { call_id: 'ig' }),
    event('image_generation_end', { call_id: 'ig', status: 'failed', revised_prompt: 'cat', result: 'AAAA' }),
  ],
  'a tool of the client': [
    event('dynamic_tool_call_request', { callId: 'd', namespace: 'ide', tool: 'lint', arguments: {} }),
    event('dynamic_tool_call_response', { callId: 'd', tool: 'lint', success: false, error: 'bad' }),
  ],
  'a spawned agent': [
    event('collab_agent_spawn_begin', { call_id: 'c', prompt: 'dig' }),
    event('collab_agent_spawn_end', {
      ...{ call_id: 'c', new_thread_id: 'child', new_agent_role: 'worker', prompt: 'dig', status: 'running' },
    }),
    inChild(event('agent_message', { message: 'Dug' })),
    event('collab_close_end', { call_id: 'cc', agent_statuses: { child: 'closed' } }),
  ],
  'an agent that a call spawned': [
    call('sp', 'spawn_agent', { message: 'Dig' }),
    output('sp', JSON.stringify({ agent_id: 'child' })),
    inChild(event('user_message', { message: 'Dig' })),
  ],
  'a sub-agent with turns of its parent': [
    codex(1, 'turn_context', { turn_id: 'p1', model: 'gpt-5.5' }),
    prompt,
    inChild(codex(2, 'session_meta', { id: 'child' })),
    inChild(codex(3, 'turn_context', { turn_id: 'p1', model: 'gpt-5.5' })),
    inChild(prompt),
    inChild(count(used(100, 10), used(100, 10))),
    inChild(codex(4, 'turn_context', { turn_id: 'c1', model: 'gpt-5.4-mini' })),
    inChild(count(used(150, 15), used(50, 5))),
    inChild(event('agent_message', { message: 'Dug' })),
  ],
  'counts of tokens': [
    codex(1, 'turn_context', { turn_id: 't1', model: 'gpt-5.5' }),
    event('token_count', { info: null }),
    count(used(300, 30), used(100, 10)),
    count(used(300, 30), used(100, 10)),
    count(used(350, 35), used(50, 5)),
  ],
  'counts of a fork': [
    codex(1, 'session_meta', { id: 't', forked_from_id: 'p' }),
    codex(1, 'session_meta', { id: 'p' }),
    count(used(300, 30), used(100, 10)),
  ],
  'turns that are taken back': [
    prompt,
    event('agent_message', { message: '1' }),
    event('user_message', { message: 'two' }),
    event('thread_rolled_back', { num_turns: 1 }),
    event('user_message', { message: 'three' }),
  ],
  'what is said on several channels': [
    message('user', 'Go on'),
    prompt,
    done('UserMessage', { content: [{ type: 'text', text: 'Go on' }] }),
    event('agent_message', { message: 'hi' }),
    item('message', { role: 'assistant', content: [{ type: 'output_text', text: 'hi' }] }),
    event('context_compacted'),
    codex(12, 'compacted', { message: 'short' }),
  ],
  'lines with a number, one of them twice': [
    { ...prompt, ordinal: 1 },
    { ...prompt, ordinal: 1 },
    { ...prompt, ordinal: 2 },
  ],
  'calls that are open when all ends': [
    call('1', 'shell', { command: ['sleep', '9'] }),
    event('shutdown_complete'),
  ],
  'calls that are open when a turn ends': [
    call('1', 'shell', { command: ['sleep', '9'] }),
    event('turn_aborted'),
    call('2', 'shell', { command: ['sleep', '9'] }),
    event('turn_complete'),
  ],
  'a local shell': [
    item('local_shell_call', { call_id: '6', action: { command: ['pwd'] } }),
    item('tool_search_call', { call_id: 's', arguments: { query: 'mail' } }),
    output('6', { type: 'input_text', text: '/repo' }),
    item('ghost_snapshot', {}),
    codex(12, 'world_state', {}),
  ],
};
