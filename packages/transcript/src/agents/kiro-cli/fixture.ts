/** A small session, written by hand: two pieces of the file beside the transcript, then its lines. */
const line = (kind: string, data: object) => ({ version: 'v1', kind, data });
const text = (data: string) => ({ kind: 'text', data });

export const records: unknown[] = [
  line('Session', {
    session_id: 's1',
    cwd: '/repo',
    title: 'Listing',
    created_at: '2026-06-01T09:00:00Z',
    model_info: { model_id: 'qwen-x' },
  }),
  line('Turn', {
    message_ids: ['p1', 'a1', 't1', 'a2'],
    end_reason: 'UserTurnEnd',
    end_timestamp: '2026-06-01T09:00:09Z',
    total_request_count: 2,
  }),
  line('Prompt', { message_id: 'p1', content: [text('List')], meta: { timestamp: 1_780_304_400 } }),
  line('AssistantMessage', {
    message_id: 'a1',
    content: [
      {
        kind: 'toolUse',
        data: { toolUseId: 'u1', name: 'shell', input: { __tool_use_purpose: 'to see', command: 'ls' } },
      },
    ],
  }),
  line('ToolResults', {
    message_id: 't1',
    content: [
      {
        kind: 'toolResult',
        data: {
          toolUseId: 'u1',
          content: [{ kind: 'json', data: { exit_status: 'exit status: 0', stdout: 'a.txt\n', stderr: '' } }],
          status: 'success',
        },
      },
    ],
    results: {},
  }),
  line('AssistantMessage', { message_id: 'a2', content: [text('One file.')] }),
];
