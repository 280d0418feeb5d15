/** A small thread, written by hand from the shapes in Zed's source. */
const message = (index: number, value: unknown) => ({ type: 'message', index, message: value });

export const records: unknown[] = [
  {
    type: 'thread',
    id: 't-1',
    title: 'Counting',
    created_at: '2026-06-01T09:00:00Z',
    folders: ['/repo'],
    worktrees: [{ path: '/repo', branch: 'main' }],
    model: { provider: 'anthropic', model: 'claude-x' },
  },
  message(0, {
    User: {
      id: 'u-1',
      content: [{ Text: 'Count' }, { Mention: { uri: { File: { abs_path: '/repo/a.txt' } }, content: 'a' } }],
    },
  }),
  message(1, {
    Agent: {
      content: [
        { Thinking: { text: 'Look first.', signature: null } },
        { Text: 'Looking.' },
        { ToolUse: { id: 'c1', name: 'list_directory', input: { path: 'repo' }, is_input_complete: true } },
        { ToolUse: { id: 'c2', name: 'edit_file', input: { path: 'repo/a.txt', mode: 'edit' } } },
      ],
      tool_results: {
        c1: { tool_use_id: 'c1', tool_name: 'list_directory', is_error: false, content: { Text: 'a.txt' } },
        c2: {
          tool_use_id: 'c2',
          is_error: false,
          content: { Text: 'Edited' },
          output: { input_path: 'repo/a.txt', old_text: 'a\n', new_text: 'a\nb\n' },
        },
      },
    },
  }),
  message(2, { Agent: { content: [{ Text: 'One file.' }], tool_results: {} } }),
  message(3, 'Resume'),
  {
    type: 'usage',
    updated_at: '2026-06-01T09:01:00Z',
    cumulative_token_usage: { input_tokens: 300, output_tokens: 20, cache_read_input_tokens: 100 },
    request_token_usage: { 'u-1': { input_tokens: 100, output_tokens: 10 } },
  },
];

const says = (content: object[], tool_results: object = {}) =>
  message(1, { Agent: { content, tool_results } });
const use = (name: string, input: object) => ({ ToolUse: { id: 'c1', name, input } });
const edit = use('edit_file', { path: 'a.txt' });
const patch = '@@ -1 +1 @@\n-a\n+b\n';

export const cases: Record<string, unknown[]> = {
  'a prompt with mentions': [
    message(0, {
      User: {
        content: [
          { Text: 'See' },
          { Mention: { uri: 'file:///a' } },
          { Mention: { uri: { Thread: { name: 'Other' } } } },
          { Mention: { uri: { Odd: 1 } } },
          { Image: { source: 'AAAA' } },
        ],
      },
    }),
  ],
  'a call that failed': [
    says([use('grep', { regex: 'x' })], { c1: { is_error: true, content: { Text: 'no' } } }),
  ],
  'a result as data': [says([use('grep', { regex: 'x' })], { c1: { output: { hits: 3 } } })],
  'a result as a word': [says([use('grep', { regex: 'x' })], { c1: { output: 'three' } })],
  'an edit with its diff, told in two steps': [
    says([edit]),
    says([edit], { c1: { output: { diff: patch } } }),
  ],
  'a new file': [says([edit], { c1: { output: { path: 'b.txt', old_text: '', new_text: 'b\n' } } })],
  'an edit that failed': [says([edit], { c1: { is_error: true, output: { diff: patch } } })],
  'an edit without texts': [says([edit], { c1: { output: { old_text: 'a' } } })],
  'blocks of a reply': [
    says([{ RedactedThinking: 'x' }, { Hologram: 'y' }, { Text: '' }]),
    message(2, { Agent: {} }),
  ],
  'a compaction': [message(1, { Compaction: { text: 'So far.' } }), message(2, { Compaction: { size: 3 } })],
  'messages nobody knows': [message(1, { Hologram: { text: 'x' } }), message(2, 'Pause')],
  'messages of older versions': [
    message(0, {
      role: 'user',
      segments: [
        { type: 'text', text: 'Hi' },
        { type: 'text', text: '' },
      ],
    }),
    message(1, {
      ...{ role: 'assistant', tool_uses: [{ id: 'c', name: 'grep', input: {} }] },
      segments: [
        { type: 'thinking', text: 'hm' },
        { type: 'text', text: 'Hello' },
      ],
    }),
    message(2, {
      role: 'user',
      segments: [],
      tool_results: [{ tool_use_id: 'c', content: 'no', is_error: true }],
    }),
    message(3, { role: 'system', segments: [{ type: 'text', text: 'You are' }] }),
    message(4, { role: 'user' }),
  ],
  'usage without a model': [
    { type: 'usage', cumulative_token_usage: { output_tokens: 3 } },
    { type: 'usage' },
  ],
};
