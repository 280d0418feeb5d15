/** A small session, written by hand. */
const opencodePart = (id: string, type: string, rest: object) => ({
  id,
  sessionID: 'ses_1',
  messageID: 'm2',
  type,
  ...rest,
});

export const records: unknown[] = [
  { id: 'ses_1', directory: '/repo', title: 'Refactor', version: '1.3.0' },
  { id: 'm2', sessionID: 'ses_1', role: 'assistant', modelID: 'claude-sonnet-4-5', time: { created: 1 } },
  opencodePart('p1', 'text', { text: 'Looking' }),
  opencodePart('p1', 'text', { text: 'Looking at it' }),
  opencodePart('t1', 'tool', {
    callID: 'call_1',
    tool: 'bash',
    state: {
      status: 'completed',
      input: { command: 'make' },
      output: 'ok',
      metadata: { exit: 0 },
      time: { start: 1, end: 5 },
    },
  }),
  opencodePart('p3', 'step-finish', {
    tokens: { input: 7, output: 3, reasoning: 1, cache: { read: 2, write: 1 } },
    cost: 0.01,
  }),
];
