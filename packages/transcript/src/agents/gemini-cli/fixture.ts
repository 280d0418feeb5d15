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

const user = (id: string, text: string) => ({ id, timestamp: at(1), type: 'user', content: [{ text }] });
const header = { sessionId: 's1', projectHash: 'h', startTime: at(0), kind: 'main', directories: ['/repo'] };
const call = (rest: object = {}) => ({
  id: 'c1',
  name: 'run_shell_command',
  args: { command: 'ls' },
  ...rest,
});
const answer = (response: object) => [
  { functionResponse: { id: 'c1', name: 'run_shell_command', response } },
];
const calls = (...toolCalls: object[]) => gemini('g1', { toolCalls });
const note = (type: string, content: string) => ({ id: type, timestamp: at(1), type, content });

export const cases: Record<string, unknown[]> = {
  'a thought and a reply': [
    gemini('g1', {
      content: 'Hi',
      thoughts: [{ subject: 'Plan', description: 'List' }, { description: 'Go' }],
    }),
  ],
  'a message without words': [gemini('g1', {})],
  'a call with its answer': [
    calls(call({ status: 'success', timestamp: at(5), result: answer({ output: 'a.ts' }) })),
    { id: 'u2', timestamp: at(6), type: 'user', content: answer({ output: 'a.ts' }) },
  ],
  'a call whose answer comes with the next message': [
    calls(call({ status: 'executing' })),
    { id: 'u2', timestamp: at(6), type: 'user', content: answer({ error: 'no' }) },
  ],
  'a call whose command failed': [
    calls(
      call({
        status: 'success',
        result: answer({ output: 'Output: no\nExit Code: 1\nProcess Group PGID: 4' }),
      }),
    ),
  ],
  'a call that failed': [calls(call({ status: 'error', error: 'broken', result: [] }))],
  'a call that was cancelled': [calls(call({ status: 'cancelled', result: answer({ error: 'x' }) }))],
  'a call that shows its result': [calls(call({ status: 'success', result: null, resultDisplay: 'shown' }))],
  'an edit': [
    calls(
      call({
        ...{ name: 'replace', args: { file_path: 'a.ts' }, status: 'success', result: answer({}) },
        resultDisplay: { fileDiff: '@@ -1 +1 @@\n-a\n+b\n', fileName: 'a.ts', isNewFile: true },
      }),
    ),
  ],
  'a call that starts an agent': [
    calls(call({ name: 'delegate_to_agent', args: { prompt: 'Dig' }, agentId: 'child' })),
    { debrief: { v: 1, subagent: { id: 'child' } }, record: user('u1', 'Dig') },
  ],
  'an answer without its call': [
    { id: 'u2', timestamp: at(6), type: 'user', content: answer({ output: 'x' }) },
  ],
  'a command': [{ ...user('u1', 'expanded'), displayContent: '/memory show' }],
  'a prompt with a picture': [
    { id: 'u1', type: 'user', content: [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }] },
  ],
  'notes and errors': [note('info', 'i'), note('warning', 'w'), note('error', 'e')],
  'a request that was cancelled': [calls(call({ status: 'executing' })), note('info', 'Request cancelled.')],
  'a list of messages': [
    { ...header, summary: 'Listing', messages: [user('u1', 'List'), gemini('g1', { content: 'One.' })] },
  ],
  'a list that grows': [
    header,
    { $set: { messages: [user('u1', 'List')], summary: 'Listing' } },
    { $set: { messages: [user('u1', 'List'), gemini('g1', { content: 'One.' })] } },
  ],
  'a list that was compacted': [
    header,
    user('u1', 'One'),
    gemini('g1', { content: 'First.' }),
    user('u2', 'Two'),
    gemini('g2', { toolCalls: [call({ status: 'success', result: answer({ output: 'a' }) })] }),
    {
      $set: {
        messages: [
          user('s0', '<session_context>x</session_context>'),
          user('s1', 'Summary of it'),
          gemini('s2', { content: 'Got it.' }),
          gemini('s3', { toolCalls: [call({ status: 'success', result: answer({ output: 'a' }) })] }),
          user('u2', 'Two'),
          user('s4', 'Three'),
        ],
      },
    },
    user('u5', 'Four'),
  ],
  'a list that lost its messages': [
    header,
    user('u1', 'One'),
    gemini('g1', { content: 'First.' }),
    { $set: { messages: [user('x1', 'One')] } },
  ],
  'a conversation that was taken back': [
    header,
    user('u1', 'One'),
    calls(call({ status: 'executing' })),
    user('u2', 'Two'),
    { $rewindTo: 'u1' },
    user('u3', 'Three'),
    { $set: { messages: [user('u3', 'Three')] } },
  ],
};
