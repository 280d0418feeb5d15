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
