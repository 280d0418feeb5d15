/** A small session, written by hand. */
const at = (second: number): number => Date.UTC(2026, 5, 1, 9, 0, second);
const event = (second: number, type: string, rest: object) => ({
  type: 'context.append_loop_event',
  event: { type, ...rest },
  time: at(second),
});
const said = [{ type: 'text', text: 'List' }];

export const records: unknown[] = [
  { type: 'state', title: 'Listing', isCustomTitle: false, workDir: '/repo', agents: { main: {} } },
  { type: 'metadata', protocol_version: '1.4', created_at: at(0) },
  { type: 'config.update', modelAlias: 'moonshot-ai/kimi-x', time: at(0) },
  { type: 'turn.prompt', input: said, origin: { kind: 'user' }, time: at(1) },
  {
    type: 'context.append_message',
    message: { role: 'user', content: said, toolCalls: [], origin: { kind: 'user' } },
    time: at(1),
  },
  event(2, 'step.begin', { uuid: 's1', turnId: '0', step: 1 }),
  { type: 'llm.request', kind: 'loop', model: 'kimi-x-0601', modelAlias: 'moonshot-ai/kimi-x', time: at(2) },
  event(3, 'content.part', { uuid: 'p1', stepUuid: 's1', part: { type: 'think', think: 'Look first.' } }),
  event(3, 'tool.call', { uuid: 'Bash_0', toolCallId: 'Bash_0', name: 'Bash', args: { command: 'ls' } }),
  event(5, 'tool.result', { parentUuid: 'Bash_0', toolCallId: 'Bash_0', result: { output: 'a.txt' } }),
  event(6, 'content.part', { uuid: 'p2', stepUuid: 's1', part: { type: 'text', text: 'One file.' } }),
  event(6, 'step.end', { uuid: 's1', usage: { inputOther: 90, output: 7 }, finishReason: 'end_turn' }),
  {
    type: 'usage.record',
    model: 'moonshot-ai/kimi-x',
    usage: { inputOther: 90, output: 7, inputCacheRead: 30, inputCacheCreation: 0 },
    usageScope: 'turn',
    time: at(6),
  },
  { type: 'turn.ended', turnId: 0, reason: 'completed', durationMs: 5000, time: at(6) },
];
