/** A small session, written by hand. */
const at = (second: number): string => new Date(Date.UTC(2026, 5, 1, 9, 0, second)).toISOString();

const qwen = (uuid: string, type: string, rest: object) => ({
  uuid,
  sessionId: 's',
  timestamp: at(3),
  type,
  cwd: '/w',
  version: '0.18.1',
  ...rest,
});

export const records: unknown[] = [
  qwen('q1', 'user', { message: { parts: [{ text: 'List' }] } }),
  qwen('q2', 'assistant', {
    model: 'coder-model',
    usageMetadata: { promptTokenCount: 600, candidatesTokenCount: 4, cachedContentTokenCount: 50 },
    message: { parts: [{ functionCall: { id: 'c', name: 'list_directory', args: { path: '.' } } }] },
  }),
  qwen('q3', 'tool_result', {
    message: { parts: [{ functionResponse: { id: 'c', name: 'list_directory', response: {} } }] },
    toolCallResult: { callId: 'c', status: 'success' },
  }),
];

const says = (type: string, parts: object[], rest: object = {}) =>
  qwen('q9', type, { message: { parts }, ...rest });
const system = (subtype: string, systemPayload: object, rest: object = {}) =>
  qwen('q8', 'system', { subtype, systemPayload, ...rest });
const calls = says('assistant', [{ functionCall: { id: 'c', name: 'edit', args: { file_path: 'a.ts' } } }]);
const answers = (response: object, toolCallResult: object = {}) =>
  qwen('q7', 'tool_result', {
    ...{ message: { parts: [{ functionResponse: { id: 'c', name: 'edit', response } }] }, toolCallResult },
  });

export const cases: Record<string, unknown[]> = {
  'a thought and a reply': [
    says('assistant', [{ text: 'hm', thought: true }, { text: 'Hi' }, { text: '' }], {
      model: 'coder-model',
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 2, thoughtsTokenCount: 1 },
    }),
  ],
  'a message without words': [says('assistant', [])],
  'a prompt as it was shown, with context': [
    says('user', [{ text: 'expanded' }], {
      systemPayload: { displayText: 'short', hookContext: 'be brief' },
    }),
  ],
  'a prompt into a turn': [says('user', [{ text: 'also' }], { subtype: 'mid_turn_user_message' })],
  'news in the name of the person': [
    says('user', [{ text: 'done' }], { subtype: 'notification' }),
    { ...says('user', [{ text: 'told' }], { provenance: 'system' }), uuid: 'q1' },
  ],
  'an edit': [
    calls,
    answers(
      { output: 'ok' },
      { callId: 'c', resultDisplay: { fileDiff: '@@ -1 +1 @@\n-a\n+b\n', fileName: 'a.ts' } },
    ),
  ],
  'a call that failed': [calls, answers({ error: 'no' })],
  'a call that shows its result': [calls, answers({}, { status: 'error', resultDisplay: 'shown' })],
  'a call that was cancelled': [calls, answers({}, { status: 'cancelled' })],
  'an error': [
    system('ui_telemetry', {
      uiEvent: { 'event.name': 'qwen-code.api_error', error_message: 'busy', error_type: 'E' },
    }),
  ],
  'an error without words': [system('ui_telemetry', { uiEvent: { 'event.name': 'qwen-code.api_error' } })],
  telemetry: [system('ui_telemetry', { uiEvent: { 'event.name': 'qwen-code.tool_call' } })],
  'a title': [system('custom_title', { customTitle: 'Mine', titleSource: 'manual' })],
  'a compression': [
    system('chat_compression', {
      ...{
        info: { originalTokenCount: 90, newTokenCount: 9 },
        compressedHistory: [{ parts: [{ text: 'So far.' }] }],
      },
    }),
  ],
  'a command': [
    system('slash_command', { phase: 'invocation', rawCommand: '/stats' }),
    {
      ...system('slash_command', { phase: 'result', outputHistoryItems: [{ text: 'fine' }, { size: 3 }] }),
      uuid: 'q1',
    },
  ],
  'a conversation that was taken back': [
    { ...says('user', [{ text: 'One' }]), uuid: 'u1' },
    { ...says('assistant', [{ text: 'First' }]), uuid: 'u2' },
    system('rewind', { targetUuid: 'u1' }),
  ],
  'a sub-agent': [
    says('assistant', [{ functionCall: { id: 'k', name: 'task', args: { prompt: 'Dig' } } }]),
    { ...says('user', [{ text: 'Dig' }], { agentId: 'a1', agentName: 'explore' }), uuid: 'q1' },
    { ...says('assistant', [{ text: 'Dug' }], { isSidechain: true, agentName: 'other' }), uuid: 'q2' },
  ],
  'system lines nobody knows': [
    system('brand_new', { summary: 'x' }),
    { ...system('brand_new', { size: 3 }), uuid: 'q1' },
    qwen('q2', 'system', {}),
    qwen('q3', 'telepathy', {}),
  ],
};
