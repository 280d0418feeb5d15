/** A small task, written by hand: its head, then its messages. */
const at = (second: number): number => Date.UTC(2026, 5, 1, 9, 0, second);
const say = (second: number, kind: string, text: string, rest = {}) => ({
  id: `${at(second)}.${kind}`,
  ts: at(second),
  type: 'say',
  say: kind,
  text,
  ...rest,
});
const used = { tokensIn: 100, tokensOut: 20, cacheWrites: 5, cacheReads: 50, cost: 0.01 };

export const records: unknown[] = [
  { type: 'task', id: 't1', task: 'List', workspace: '/repo', mode: 'code' },
  say(1, 'text', 'List'),
  say(2, 'api_req_started', JSON.stringify(used)),
  say(3, 'reasoning', 'Look first.', { partial: true }),
  say(4, 'text', 'I will look.'),
  {
    ...say(5, 'tool', JSON.stringify({ tool: 'readFile', path: 'a.txt' })),
    type: 'ask',
    say: undefined,
    ask: 'tool',
  },
  say(6, 'api_req_started', JSON.stringify({ ...used, request: "[read_file for 'a.txt'] Result:\n" })),
  say(7, 'completion_result', 'One file.'),
];

const ask = (second: number, kind: string, text: unknown) => ({
  ...{ id: `${at(second)}.${kind}`, ts: at(second), type: 'ask', ask: kind },
  text: typeof text === 'string' ? text : JSON.stringify(text),
});
const first = say(1, 'text', 'Go');
const next = (second: number, request: string) =>
  say(second, 'api_req_started', JSON.stringify({ request, tokensOut: 1, cost: 0.5 }));
const blocks = '<<<<<<< SEARCH\n:start_line:3\n-------\nold\n=======\nnew\nmore\n>>>>>>> REPLACE';
const tool = (second: number, name: string, rest: object) => ask(second, 'tool', { tool: name, ...rest });

export const cases: Record<string, unknown[]> = {
  'a prompt with a picture': [say(1, 'task', 'Go', { images: ['data:x'] })],
  'an edit in blocks': [
    first,
    tool(2, 'appliedDiff', { path: 'a.ts', diff: blocks }),
    next(3, "[apply_diff for 'a.ts'] Result:\n"),
  ],
  'edits of several files': [
    first,
    tool(2, 'appliedDiff', {
      batchDiffs: [{ path: 'a.ts', diffs: [{ content: blocks }] }, { path: 'b.ts' }],
    }),
    next(3, '[apply_diff for 2 files] Result:\n'),
  ],
  'an edit as a patch': [
    first,
    tool(2, 'editedExistingFile', { path: 'a.ts', diff: '@@ -1 +1 @@\n-a\n+b\n' }),
  ],
  'an edit without a diff': [first, tool(2, 'editedExistingFile', { path: 'a.ts', content: 'x\n' })],
  'a new file': [first, tool(2, 'newFileCreated', { path: 'c.ts', content: 'x\ny\n' })],
  'a file that goes': [first, tool(2, 'fileDeleted', { path: 'c.ts' })],
  'a search': [first, tool(2, 'searchFiles', { path: '.', regex: 'x' }), next(3, '[search_files] Result:\n')],
  'a call that was refused': [
    first,
    tool(2, 'newFileCreated', { path: 'a.ts', content: 'x' }),
    say(3, 'user_feedback', 'no, in b.ts'),
    next(4, "[write_to_file for 'a.ts'] Result:\nThe user denied this operation"),
  ],
  'a call that failed': [
    first,
    tool(2, 'readFile', { path: 'x' }),
    next(3, "[read_file for 'x'] Result:\nThe tool execution failed with an error"),
  ],
  'a command that prints': [
    first,
    ask(2, 'command', 'makeREQ_APP'),
    ask(3, 'command_output', ''),
    ask(4, 'command_output', 'no'),
    ask(4, 'command_output', 'no rule'),
    ask(5, 'command_output', 'stop'),
    next(6, "[execute_command for 'make'] Result:\nExit code: 2"),
  ],
  'a request that was cancelled': [
    first,
    ask(2, 'command', 'sleep 9'),
    say(3, 'api_req_started', JSON.stringify({ cancelReason: 'user_cancelled' })),
    ask(4, 'resume_task', ''),
  ],
  'a request that broke off': [
    say(
      3,
      'api_req_started',
      JSON.stringify({ cancelReason: 'streaming_failed', streamingFailedMessage: 'cut' }),
    ),
  ],
  'a request that is filled in': [
    first,
    say(2, 'api_req_started', '{}'),
    say(2, 'api_req_started', JSON.stringify({ tokensIn: 10, tokensOut: 2, cost: 0.25 })),
    say(2, 'api_req_started', JSON.stringify({ tokensIn: 10, tokensOut: 2, cost: 0.25 })),
  ],
  'a question and its answer': [
    first,
    ask(2, 'followup', { question: 'Which?', suggest: [{ answer: 'This' }, 'That'] }),
    say(3, 'user_feedback', 'That'),
    say(3, 'user_feedback', 'That'),
    say(4, 'user_feedback', 'Go on'),
  ],
  'a question in plain words': [first, ask(2, 'followup', 'Which?')],
  'things to do': [first, tool(2, 'updateTodoList', { todos: [{ content: 'Read', status: 'completed' }] })],
  'a task within': [
    first,
    tool(2, 'newTask', { mode: 'Architect', content: 'Look into it' }),
    say(3, 'subtask_result', 'Looked.'),
    say(4, 'subtask_result', 'Whose?'),
  ],
  'a call of a server': [
    first,
    ask(2, 'use_mcp_server', { serverName: 's', toolName: 't', arguments: '{"a":1}' }),
    say(3, 'mcp_server_response', 'ok'),
  ],
  'a resource of a server': [first, ask(2, 'use_mcp_server', { uri: 'file:x' })],
  'a context that was condensed': [
    first,
    say(2, 'condense_context', '', {
      contextCondense: { summary: 'So far.', cost: 0.1, prevContextTokens: 900, newContextTokens: 90 },
    }),
    say(3, 'condense_context', ''),
  ],
  'replies of the modes': [
    first,
    ask(2, 'plan_mode_respond', { response: 'A plan.' }),
    say(3, 'act_mode_respond', 'Acting.'),
    say(4, 'act_mode_respond', ''),
    say(5, 'text', ''),
    say(6, 'reasoning', ''),
  ],
  'the end, and the end again': [
    first,
    ask(2, 'command', 'sleep 9'),
    say(3, 'completion_result', 'Done.HAS_CHANGES', { modelInfo: { modelId: 'm' } }),
    ask(4, 'completion_result', ''),
  ],
  'what goes wrong': [
    first,
    say(2, 'error', ''),
    say(3, 'diff_error', 'no match'),
    say(4, 'api_req_retried', JSON.stringify({ errorMessage: 'busy' })),
    say(5, 'error_retry', 'again'),
    say(6, 'user_feedback_diff', 'diff'),
    say(7, 'brand_new', 'x'),
    say(8, 'checkpoint_saved', 'abc'),
  ],
};
