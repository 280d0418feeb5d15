/** A small session, written by hand. */
const at = (second: number): string => new Date(Date.UTC(2026, 5, 1, 9, 0, second)).toISOString();

const pi = (id: string, parentId: string | null, role: string, content: object[], rest: object = {}) => ({
  type: 'message',
  id,
  parentId,
  timestamp: at(4),
  message: { role, content, ...rest },
});
const text = (value: string) => ({ type: 'text', text: value });

export const records: unknown[] = [
  { type: 'session', version: 3, id: 'sess', timestamp: at(0), cwd: '/w' },
  pi('1', null, 'user', [text('Go')]),
  pi('2', '1', 'assistant', [text('Gone')], {
    usage: { input: 10, output: 5, cacheRead: 3, cacheWrite: 1, totalTokens: 19, cost: { total: 0.5 } },
    model: 'gpt-5.5',
    provider: 'x',
  }),
];

const line = (type: string, rest: object) => ({ type, id: type, timestamp: at(5), ...rest });
const called = { type: 'toolCall', id: 't1', name: 'bash', arguments: { command: 'ls' } };
const answered = (content: object[], rest: object = {}) =>
  pi('3', '2', 'toolResult', content, { toolCallId: 't1', toolName: 'bash', ...rest });
const picture = { type: 'image', data: 'AAAA', mimeType: 'image/png' };

export const cases: Record<string, unknown[]> = {
  'a model, a name, bookkeeping': [
    line('model_change', { modelId: 'gpt-x' }),
    line('session_info', { name: 'Mine' }),
    line('label', {}),
    line('quantum', {}),
  ],
  'a compaction': [line('compaction', { summary: 'So far.', tokensBefore: 90 })],
  'a compaction as a message': [pi('1', null, 'compactionSummary', [text('So far.')], { tokensBefore: 90 })],
  summaries: [
    line('branch_summary', { summary: 'Went left.' }),
    pi('1', null, 'branchSummary', [], { summary: 'Went right.' }),
  ],
  extensions: [
    line('custom_message', { customType: 'lint', content: [text('clean')] }),
    pi('1', null, 'custom', [text('x')]),
  ],
  'a prompt with a picture': [pi('1', null, 'user', [text('See'), picture])],
  'a call that failed': [
    pi('2', null, 'assistant', [{ type: 'thinking', thinking: 'hm' }, called], { model: 'gpt-x' }),
    answered([text('no\n\nCommand exited with code 2')], { isError: true }),
  ],
  'a result with a picture': [pi('2', null, 'assistant', [called]), answered([text('ok'), picture])],
  'a result without its call': [answered([text('x')])],
  'a command of the person': [
    pi('4', null, 'bashExecution', [], { command: 'make', output: 'no rule', exitCode: 2 }),
    pi('5', '4', 'bashExecution', [], { command: 'sleep', cancelled: true }),
    pi('6', '5', 'bashExecution', [], { command: 'true' }),
  ],
  'a reply that failed': [
    pi('2', null, 'assistant', [called], { stopReason: 'error', errorMessage: 'no quota' }),
  ],
  'a reply that was stopped': [pi('2', null, 'assistant', [called], { stopReason: 'aborted' })],
  'a reply of other kinds': [
    pi('2', null, 'assistant', [{ type: 'hologram', text: 'x' }]),
    { type: 'message', message: { role: 'assistant', content: 'plain', usage: { output: 3 } } },
    pi('3', '2', 'assistant', []),
  ],
  'another branch': [
    pi('1', null, 'user', [text('One')]),
    pi('2', '1', 'assistant', [text('First')]),
    pi('3', '2', 'user', [text('Two')]),
    pi('4', '1', 'user', [text('Other')]),
    pi('4', '1', 'user', [text('Other')]),
  ],
};
