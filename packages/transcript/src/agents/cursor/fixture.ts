import { wrapRecord } from '../../envelope.ts';

/** A small session, written by hand. */
const cursor = (role: string, ...content: object[]) => ({ role, message: { content } });
const text = (value: string) => ({ type: 'text', text: value });

export const records: unknown[] = [
  cursor('user', text('<user_query>\nMake a list\n</user_query>')),
  cursor('assistant', text('Making it.'), {
    type: 'tool_use',
    name: 'Write',
    input: { path: 'l.txt', contents: 'a\nb\n' },
  }),
  { type: 'turn_ended', status: 'success' },
  wrapRecord(cursor('user', text('<user_query>dig</user_query>')), { subagent: { id: 'child' } }),
];

const bubble = (bubbleId: string, type: number, more: object) => ({
  type: 'bubble',
  bubble: { bubbleId, type, createdAt: '2026-06-01T09:00:00.000Z', ...more },
});
const tool = (more: object) =>
  bubble('b1', 2, {
    toolFormerData: {
      name: 'run_terminal_command_v2',
      toolCallId: 't1',
      rawArgs: '{"command":"ls"}',
      ...more,
    },
  });
const chat = (role: string, ...content: object[]) => ({ type: 'chat-message', message: { role, content } });

export const cases: Record<string, unknown[]> = {
  'a hook': [
    {
      ...{ hook_event_name: 'stop', conversation_id: 'c', model: 'm', cursor_version: '2.0' },
      workspace_roots: ['/repo'],
    },
  ],
  'turns that end': [
    { type: 'turn_ended', status: 'error', error: { message: 'no quota' } },
    { type: 'turn_ended', status: 'error' },
    { type: 'turn_ended', status: 'aborted', error: 'stopped' },
    { type: 'turn_ended', status: 'cancelled' },
  ],
  'blocks of a message': [
    cursor('user', text('<user_info>x</user_info><user_query>Go</user_query>'), {
      type: 'image',
      url: 'data:x',
    }),
    cursor(
      'assistant',
      { type: 'thinking', thinking: 'hm' },
      { type: 'tool_use', id: 't', name: 'Shell', input: {} },
    ),
    cursor('user', { type: 'tool_result', tool_use_id: 't', content: 'no', is_error: true }),
    cursor('assistant', { type: 'hologram', text: 'x' }, text('Done.\n\n[REDACTED]')),
    cursor('assistant'),
    { role: 'user', content: 'plain' },
  ],
  'a composer': [{ type: 'composer', composerId: 'c', name: 'Renaming', model: 'model-x', cwd: '/w' }],
  'a prompt of the editor': [bubble('b1', 1, { text: 'Rename it' })],
  'a reply of the editor': [
    { type: 'chat', agentId: 'a', lastUsedModel: 'model-x' },
    bubble('b1', 2, { text: 'Renamed.', thinking: { text: 'Find it.' } }),
    bubble('b2', 2, {
      ...{
        text: 'Twice.',
        modelInfo: { modelName: 'model-y' },
        tokenCount: { inputTokens: 10, outputTokens: 2 },
      },
    }),
    bubble('b3', 2, { tokenCount: { inputTokens: 0, outputTokens: 0 } }),
  ],
  'a call of the editor': [tool({ status: 'completed', result: '{"contents":"def a()"}' })],
  'a call that failed': [tool({ status: 'completed', result: '{"output":"no","exitCode":1}' })],
  'a call with an error': [tool({ status: 'error', error: '{"message":"gone"}', params: '{"command":"x"}' })],
  'a call that was refused': [tool({ status: 'cancelled', userDecision: 'rejected' })],
  'a call that was cancelled': [tool({ status: 'cancelled', result: { size: 3 } })],
  'a call that runs, and a new prompt': [
    tool({ status: 'loading' }),
    bubble('b2', 1, { text: 'Thanks' }),
    bubble('b2', 1, { text: 'Thanks a lot' }),
  ],
  'messages of the command line': [
    chat('user', text('<user_info>\nOS: linux\n</user_info>')),
    chat('user', text('<user_query>\nList\n</user_query>')),
    chat(
      'assistant',
      { type: 'reasoning', text: 'Look.' },
      { type: 'tool-call', toolCallId: 't', toolName: 'Shell', args: { command: 'ls' } },
    ),
    chat('tool', { type: 'tool-result', toolCallId: 't', result: { size: 3 }, isError: true }),
    chat('system', text('Be good')),
    { type: 'chat-message', message: { role: 'assistant', content: 'One file.' } },
    chat('assistant'),
  ],
  'a transcript that tells again': [
    bubble('b1', 1, { text: 'Rename it' }),
    bubble('b2', 2, { text: 'Renamed.' }),
    cursor('user', text('<user_query>\nRename it\n</user_query>')),
    cursor('assistant', text('Renamed.')),
    cursor('user', text('<user_query>\nAnd back\n</user_query>')),
    cursor('assistant', text('Renamed again.')),
  ],
};
