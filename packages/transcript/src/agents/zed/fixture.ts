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
