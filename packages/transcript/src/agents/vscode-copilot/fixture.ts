/** A small session, written by hand: the transcript of one prompt, then the chat session with another. */
const at = (second: number): string => new Date(Date.UTC(2026, 5, 1, 9, 0, second)).toISOString();
const line = (id: string, type: string, data: object) => ({
  type,
  data,
  id,
  timestamp: at(1),
  parentId: null,
});

export const records: unknown[] = [
  line('e1', 'session.start', { sessionId: 's1', producer: 'copilot-agent', copilotVersion: '0.47.0' }),
  line('e2', 'user.message', { content: 'List', attachments: [] }),
  line('e3', 'assistant.message', {
    messageId: 'm1',
    content: 'I will look.',
    toolRequests: [{ toolCallId: 'c1', name: 'list_dir', arguments: '{"path":"/repo"}', type: 'function' }],
  }),
  line('e4', 'tool.execution_start', {
    toolCallId: 'c1',
    toolName: 'list_dir',
    arguments: { path: '/repo' },
  }),
  line('e5', 'tool.execution_complete', { toolCallId: 'c1', success: true, result: { content: 'a.txt' } }),
  line('e6', 'assistant.message', { messageId: 'm2', content: 'One file.', toolRequests: [] }),
  { type: 'chat', sessionId: 's1', creationDate: 1_780_304_400_000, customTitle: 'Listing' },
  {
    type: 'request',
    requestId: 'r1',
    timestamp: 1_780_304_401_000,
    modelId: 'copilot/gpt-x',
    message: { text: 'List' },
    promptTokens: 90,
    outputTokens: 7,
    rounds: [{ response: 'One file.' }],
  },
];

const request = (id: string, text: string, rest: object) => ({
  ...{ type: 'request', requestId: id, timestamp: 1_780_304_401_000, message: { text } },
  ...rest,
});
const called = (rest: object) =>
  request('r1', 'Go', {
    rounds: [{ calls: [{ id: 'c1', name: 'run_in_terminal', input: { command: 'ls' }, ...rest }] }],
  });

export const cases: Record<string, unknown[]> = {
  'a prompt with files': [
    request('r1', 'See', { files: ['a.ts'], rounds: [{ thinking: 'hm', response: 'Hi' }] }),
  ],
  'rounds without words': [request('r1', 'Go', { rounds: [{ thinking: ' ', response: ' ' }] })],
  'a call that worked': [called({ complete: true, output: 'a', exitCode: 0 })],
  'a call with its output': [called({ output: 'a' })],
  'a call that failed': [called({ failed: true }), called({ exitCode: 2 })],
  'a call that was refused, told twice': [called({ confirmed: false }), called({ confirmed: { type: 0 } })],
  'a call that was skipped': [called({ confirmed: { type: 5 } })],
  'a call that was allowed': [called({ confirmed: { type: 1 } })],
  'a call that runs, then is over': [called({ complete: false }), called({ complete: true })],
  'a call with a title alone': [request('r1', 'Go', { rounds: [{ calls: [{ title: 'Ran it' }] }] })],
  'a request that failed': [
    called({ complete: false, name: 'x' }),
    request('r1', 'Go', { errorDetails: { message: 'no' } }),
  ],
  'a request that was cancelled': [called({ complete: false }), request('r1', 'Go', { cancelled: true })],
  'usage without a model': [request('r1', 'Go', { outputTokens: 3 })],
  'the same prompt in both, twice': [
    request('r1', 'Go', { rounds: [{ response: 'Gone' }] }),
    line('e1', 'user.message', { content: 'Go' }),
    line('e2', 'assistant.message', { messageId: 'm1', content: 'Gone' }),
    line('e3', 'user.message', { content: 'Go' }),
    line('e4', 'assistant.message', { messageId: 'm2', content: 'Again' }),
    request('r2', 'Go', { rounds: [{ response: 'Again' }] }),
  ],
  'a call without a result, and the next word': [
    line('e1', 'tool.execution_start', { toolCallId: 'c1', toolName: 'list_dir' }),
    line('e2', 'assistant.message', { messageId: 'm1', content: 'Hm' }),
  ],
};
