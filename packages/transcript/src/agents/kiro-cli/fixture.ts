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

const uses = (id: string) =>
  line('AssistantMessage', {
    message_id: `a-${id}`,
    content: [{ kind: 'toolUse', data: { toolUseId: id, name: 'shell', input: { command: 'ls' } } }],
  });
const answers = (data: object, results: object = {}, status = 'success') =>
  line('ToolResults', {
    message_id: 't1',
    content: [{ kind: 'toolResult', data: { toolUseId: 'u1', content: [{ kind: 'json', data }], status } }],
    results,
  });
const turn = (rest: object) => line('Turn', { message_ids: ['a-u1'], ...rest });

export const cases: Record<string, unknown[]> = {
  'a command that failed': [uses('u1'), answers({ exit_status: 'exit status: 2', stdout: 'a', stderr: 'b' })],
  'a command that was killed': [uses('u1'), answers({ exit_status: 'signal: 9 (SIGKILL)', stdout: '' })],
  'a call that failed': [uses('u1'), answers({ message: 'no' }, {}, 'error')],
  'a call that went wrong': [uses('u1'), answers({ size: 3 }, { u1: { result: { Error: 'x' } } })],
  'a call that was cancelled': [uses('u1'), answers({}, { u1: { result: 'Cancelled' } })],
  'a turn that was interrupted': [uses('u1'), turn({ end_reason: 'Interrupted' })],
  'a turn that failed before its message came': [turn({ result: { Err: { code: 1 } } }), uses('u1')],
  'a turn without messages': [uses('u1'), line('Turn', { total_request_count: 3, result: { Err: 'down' } })],
  'a prompt with a picture': [
    line('Prompt', { message_id: 'p1', content: [text('See'), { kind: 'image', data: { url: 'data:x' } }] }),
  ],
  'thoughts and words': [
    line('AssistantMessage', { content: [{ kind: 'thinking', data: 'hm' }, text('Hi'), text('')] }),
    line('AssistantMessage', { content: [] }),
    line('ToolResults', { content: [] }),
  ],
  'a conversation that begins anew': [line('Clear', {}), line('Compaction', { summary: 'So far.' })],
  'a compaction in blocks': [line('Compact', { content: [text('So far.')] }), line('Quantum', {})],
  'the whole file': [
    {
      ...{ session_id: 's', cwd: '/repo', title: 'Listing' },
      session_state: {
        rts_model_state: { model_info: { model_name: 'qwen-x' } },
        conversation_metadata: { user_turn_metadatas: [{ total_request_count: 2 }] },
      },
    },
  ],
};
