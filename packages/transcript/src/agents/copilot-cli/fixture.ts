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
