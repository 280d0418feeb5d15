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

const line = (type: string, rest: object) => ({ type, ...rest, time: at(9) });
const prompt = (kind: string | undefined, type = 'turn.prompt') =>
  line(type, { input: said, origin: { kind } });
const appended = (role: string, content: unknown, rest: object = {}) =>
  line('context.append_message', { message: { role, content, ...rest } });
const open = event(3, 'tool.call', { toolCallId: 'Bash_0', name: 'Bash', args: { command: 'ls' } });
const result = (rest: object) =>
  event(5, 'tool.result', { toolCallId: 'Bash_0', result: { output: 'x', ...rest } });
const decided = (decision: string) =>
  line('permission.record_approval_result', { toolCallId: 'Bash_0', toolName: 'Bash', result: { decision } });

export const cases: Record<string, unknown[]> = {
  'a title of a person': [{ type: 'state', title: 'Mine', isCustomTitle: true, workDir: '/repo' }],
  'an old state': [{ lastPrompt: 'x', title: 'Listing' }],
  'a folder': [line('profile.bind', { environmentDisclosure: { cwd: '/repo' } })],
  'a prompt said into the turn': [prompt('user', 'turn.steer')],
  'a skill': [prompt('skill_activation')],
  'what the harness says': [prompt('system_trigger'), prompt('system_trigger')],
  'a prompt without its origin': [prompt(undefined)],
  'a picture': [
    line('turn.prompt', { input: [{ type: 'image_url', url: 'data:x' }], origin: { kind: 'user' } }),
  ],
  'messages of the first protocol': [
    appended('assistant', ['Hi', { type: 'think', think: 'hm' }], {
      toolCalls: [{ id: 'Bash_0', function: { name: 'Bash', arguments: '{"command":"ls"}' } }],
    }),
    appended('tool', 'no', { tool_call_id: 'Bash_0', isError: true }),
    appended('assistant', []),
  ],
  'parts without words': [
    event(3, 'content.part', { uuid: 'p', part: { type: 'text', text: '' } }),
    event(3, 'content.part', { uuid: 'q', part: { type: 'image', url: 'data:x' } }),
    event(3, 'step.begin', {}),
  ],
  'a call that failed': [open, result({ isError: true })],
  'a call that was allowed': [decided('approved'), open, result({})],
  'a call that was refused': [decided('rejected'), open, result({ isError: true })],
  'a call that was cancelled': [decided('cancelled'), open, result({})],
  'a call that starts an agent': [
    event(3, 'tool.call', { toolCallId: 'Agent_0', name: 'Agent', args: { prompt: 'Dig' } }),
    event(5, 'tool.result', { toolCallId: 'Agent_0', result: { output: 'agent_id: child\nstarted' } }),
    { debrief: { v: 1, subagent: { id: 'child' } }, record: open },
    { debrief: { v: 1, subagent: { id: 'child' } }, record: result({}) },
  ],
  'a turn that was cancelled': [open, line('turn.cancel', {}), line('turn.ended', { reason: 'cancelled' })],
  'a turn that ends as cancelled': [open, line('turn.ended', { reason: 'cancelled' })],
  'a turn that failed': [open, line('turn.ended', { reason: 'failed', error: { message: 'no quota' } })],
  'a turn that failed without a word': [line('turn.ended', { reason: 'failed' })],
  'a turn that was blocked': [line('turn.ended', { reason: 'blocked', error: 'policy' })],
  'a compaction': [
    line('full_compaction.begin', { source: 'auto' }),
    line('context.apply_compaction', { summary: 'So far.', tokensBefore: 90, tokensAfter: 9 }),
  ],
  modes: [
    line('permission.set_mode', { mode: 'ask' }),
    { ...line('permission.set_mode', { mode: 'yolo' }), time: at(10) },
  ],
  usage: [line('usage.record', { model: 'm', usage: { inputOther: 9, output: 2, inputCacheCreation: 3 } })],
  'a line twice, and nearly': [prompt('user'), prompt('user'), { ...prompt('user'), time: at(10) }],
  notices: [
    line('context.clear', {}),
    line('goal.set', { description: 'ship' }),
    line('plan_mode.enter', { summary: 'plan' }),
    line('quantum.state', {}),
  ],
};
