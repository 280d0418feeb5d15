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
