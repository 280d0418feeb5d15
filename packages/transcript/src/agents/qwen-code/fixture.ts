/** A small session, written by hand. */
const at = (second: number): string => new Date(Date.UTC(2026, 5, 1, 9, 0, second)).toISOString();

const qwen = (uuid: string, type: string, rest: object) => ({
  uuid,
  sessionId: 's',
  timestamp: at(3),
  type,
  cwd: '/w',
  version: '0.18.1',
  ...rest,
});

export const records: unknown[] = [
  qwen('q1', 'user', { message: { parts: [{ text: 'List' }] } }),
  qwen('q2', 'assistant', {
    model: 'coder-model',
    usageMetadata: { promptTokenCount: 600, candidatesTokenCount: 4, cachedContentTokenCount: 50 },
    message: { parts: [{ functionCall: { id: 'c', name: 'list_directory', args: { path: '.' } } }] },
  }),
  qwen('q3', 'tool_result', {
    message: { parts: [{ functionResponse: { id: 'c', name: 'list_directory', response: {} } }] },
    toolCallResult: { callId: 'c', status: 'success' },
  }),
];
