/** A small task, written by hand: its head, then its messages. */
const at = (second: number): number => Date.UTC(2026, 5, 1, 9, 0, second);
const say = (second: number, kind: string, text: string, rest = {}) => ({
  id: `${at(second)}.${kind}`,
  ts: at(second),
  type: 'say',
  say: kind,
  text,
  ...rest,
});
const used = { tokensIn: 100, tokensOut: 20, cacheWrites: 5, cacheReads: 50, cost: 0.01 };

export const records: unknown[] = [
  { type: 'task', id: 't1', task: 'List', workspace: '/repo', mode: 'code' },
  say(1, 'text', 'List'),
  say(2, 'api_req_started', JSON.stringify(used)),
  say(3, 'reasoning', 'Look first.', { partial: true }),
  say(4, 'text', 'I will look.'),
  {
    ...say(5, 'tool', JSON.stringify({ tool: 'readFile', path: 'a.txt' })),
    type: 'ask',
    say: undefined,
    ask: 'tool',
  },
  say(6, 'api_req_started', JSON.stringify({ ...used, request: "[read_file for 'a.txt'] Result:\n" })),
  say(7, 'completion_result', 'One file.'),
];
