/** A small session, written by hand. */
const at = (second: number): string => new Date(Date.UTC(2026, 5, 1, 9, 0, second)).toISOString();

const gemini = (id: string, rest: object) => ({
  id,
  timestamp: at(2),
  type: 'gemini',
  content: '',
  model: 'gemini-2.5-pro',
  ...rest,
});

export const records: unknown[] = [
  { sessionId: 's1', projectHash: 'h', startTime: at(0), lastUpdated: at(0), kind: 'main' },
  { id: 'u1', timestamp: at(1), type: 'user', content: [{ text: 'List' }] },
  gemini('g1', { tokens: { input: 100, output: 10, cached: 30, thoughts: 5, tool: 2, total: 117 } }),
  gemini('g1', {
    content: 'One file.',
    tokens: { input: 100, output: 12, cached: 30, thoughts: 5, tool: 2, total: 119 },
  }),
  { $set: { lastUpdated: at(3) } },
  { id: 'u2', timestamp: at(4), type: 'user', content: [{ text: 'Not that' }] },
  { $rewindTo: 'u2' },
];
