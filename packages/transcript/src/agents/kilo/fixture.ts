/** A small session, written by hand. */
const part = (id: string, type: string, rest: object) => ({
  id,
  sessionID: 's1',
  messageID: 'm2',
  type,
  ...rest,
});

export const records: unknown[] = [
  { id: 's1', directory: '/repo', title: 'Listing', version: '7.0.0' },
  { id: 'm1', sessionID: 's1', role: 'user', time: { created: 1_780_304_400_000 } },
  { id: 'p0', sessionID: 's1', messageID: 'm1', type: 'text', text: 'List' },
  { id: 'm2', sessionID: 's1', role: 'assistant', modelID: 'qwen-x', time: { created: 1_780_304_401_000 } },
  part('p1', 'tool', {
    callID: 'c1',
    tool: 'bash',
    state: { status: 'completed', input: { command: 'ls' }, output: 'a.txt', metadata: { exit: 0 } },
  }),
  part('p2', 'text', { text: 'One file.' }),
  part('p3', 'step-finish', { tokens: { input: 7, output: 3, cache: { read: 2, write: 1 } }, cost: 0.01 }),
];
