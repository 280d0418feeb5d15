/** A small session, written by hand: its settings, then its lines. */
const line = (second: number, id: string, role: string, ...content: object[]) => ({
  type: 'message',
  id,
  timestamp: new Date(Date.UTC(2026, 5, 1, 9, 0, second)).toISOString(),
  message: { role, content },
});

export const records: unknown[] = [
  { type: 'session_start', id: 's1', title: 'List', sessionTitle: 'Listing', version: 2, cwd: '/repo' },
  line(1, 'm1', 'user', { type: 'text', text: 'List' }),
  line(2, 'm2', 'assistant', { type: 'tool_use', id: 't1', name: 'Execute', input: { command: 'ls' } }),
  line(3, 'm3', 'user', { type: 'tool_result', tool_use_id: 't1', content: 'a.txt' }),
  line(4, 'm4', 'assistant', { type: 'text', text: 'One file.' }),
  { type: 'agent_turn_outcome', id: 'o1', resultKind: 'success', reason: 'completed' },
  {
    type: 'settings',
    model: 'gpt-x',
    autonomyMode: 'auto-low',
    tokenUsage: {
      inputTokens: 70,
      outputTokens: 9,
      cacheCreationTokens: 0,
      cacheReadTokens: 400,
      thinkingTokens: 4,
    },
  },
];

const text = (value: string) => ({ type: 'text', text: value });
const said = (role: string, ...content: object[]) => line(5, 'm9', role, ...content);
const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
const open = said('assistant', {
  type: 'tool_use',
  id: 't1',
  name: 'Execute',
  input: { command: 'sleep 9' },
});

export const cases: Record<string, unknown[]> = {
  'a version': [{ type: 'session', id: 's1', version: '0.9.1', cwd: '/repo' }],
  'words with reminders': [
    said(
      'user',
      text('Go <system-reminder>be brief</system-reminder>on <system-reminder> x</system-reminder>'),
    ),
  ],
  'a reminder alone': [said('user', text('<system-reminder>be brief</system-reminder>'))],
  'a reminder without an end': [said('user', text('see <system-reminder>here'))],
  'words with files': [said('user', text('Look'), text('Contents of a.ts:'), text('more'), picture)],
  'a picture alone': [said('user', picture)],
  'plain words': [{ type: 'message', message: { role: 'user', content: 'Go' } }],
  'an empty message': [said('user'), said('assistant')],
  'blocks of a reply': [
    said('assistant', { type: 'thinking', thinking: 'hm' }, text('Hi'), { type: 'hologram', text: 'x' }),
  ],
  'a reply with its model': [
    { type: 'message', message: { role: 'assistant', model: 'gpt-x', content: [text('Hi')] } },
  ],
  'a command that failed': [
    open,
    said('user', { type: 'tool_result', tool_use_id: 't1', content: 'Error: Command failed (exit code: 2)' }),
  ],
  'a call that failed': [
    open,
    said('user', { type: 'tool_result', tool_use_id: 't1', content: [text('no'), picture], is_error: true }),
  ],
  'a compaction': [{ type: 'compaction_state', summaryText: 'So far.', summaryTokens: 90 }],
  'things to do': [{ type: 'todo_state', todos: [] }],
  'the end of the session': [open, { type: 'session_end' }],
  'a turn that was cancelled': [open, { type: 'agent_turn_outcome', resultKind: 'cancelled' }],
  'a turn that failed': [open, { type: 'agent_turn_outcome', resultKind: 'failure', reason: 'no quota' }],
  'a turn that is over': [open, { type: 'agent_turn_outcome' }],
  'settings without a type': [
    { model: 'gpt-x', autonomyMode: 'auto-low', tokenUsage: { outputTokens: 9, inputTokens: 2 } },
    { type: 'settings', autonomyMode: 'auto-high' },
  ],
};
