import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBalanced, only, readAll, tell } from '../../testing/read-all.ts';

let serial = 0;
const line = (type: string, rest: object) => ({
  uuid: `q${++serial}`,
  sessionId: 's',
  timestamp: '2026-06-15T14:40:22.832Z',
  type,
  cwd: '/w',
  version: '0.18.1',
  ...rest,
});
const parts = (...list: object[]) => ({ message: { parts: list } });
const system = (subtype: string, systemPayload: object = {}) => line('system', { subtype, systemPayload });

test('a turn; fragments of one record; usage once per uuid', () => {
  const usage = (output: number) => ({
    usageMetadata: {
      promptTokenCount: 600,
      candidatesTokenCount: output,
      thoughtsTokenCount: 3,
      cachedContentTokenCount: 50,
    },
  });
  const { told, entries, summary, accounting } = readAll('qwen-code', [
    line('user', { systemPayload: { displayText: 'List', hookContext: 'ctx' }, ...parts({ text: 'List' }) }),
    line('assistant', { uuid: 'f', model: 'coder-model', ...parts({ text: 'think', thought: true }) }),
    line('assistant', {
      uuid: 'f',
      model: 'coder-model',
      ...usage(4),
      ...parts(
        { text: 'Listing.' },
        { functionCall: { id: 'c', name: 'list_directory', args: { path: '.' } } },
      ),
    }),
    line('assistant', { uuid: 'f', model: 'coder-model', ...usage(5), ...parts() }),
    line('tool_result', {
      ...parts({ functionResponse: { id: 'c', name: 'list_directory', response: { error: 'absolute!' } } }),
      toolCallResult: { callId: 'c', status: 'error' },
    }),
    line('assistant', {
      model: 'coder-model',
      ...parts({
        functionCall: { id: 'e', name: 'edit', args: { file_path: 'a', old_string: 'x', new_string: 'y' } },
      }),
    }),
    line('tool_result', {
      ...parts(),
      toolCallResult: {
        callId: 'e',
        status: 'success',
        resultDisplay: { fileName: 'a', fileDiff: '@@ -1,1 +1,1 @@\n-x\n+y\n' },
      },
    }),
  ]);
  assert.deepEqual(told, [
    'prompt List',
    'notice context: ctx',
    'thinking think',
    'reply Listing.',
    'tool list_directory: . = error',
    'tool edit: a = ok',
  ]);
  assert.equal(entries[0]?.at, '2026-06-15T14:40:22.832Z');
  assert.deepEqual(summary.usage, {
    input: 550,
    output: 8,
    cacheRead: 50,
    cacheWrite: 0,
    cacheWriteLong: 0,
    reasoning: 3,
    requests: 1,
  });
  assert.deepEqual(summary.files, [{ path: 'a', added: 1, removed: 1, edits: 1 }]);
  assert.deepEqual(summary.cost.unknownModels, ['coder-model']);
  assert.ok(isBalanced(accounting));
});

test('system records, rewinds, sub-agents', () => {
  const root = line('user', parts({ text: 'one' }));
  const { entries, summary, accounting } = readAll('qwen-code', [
    root,
    line('assistant', parts({ text: 'dead end' })),
    system('rewind', { targetUuid: root.uuid }),
    line('user', { subtype: 'mid_turn_user_message', ...parts({ text: 'two' }) }),
    line('user', { subtype: 'notification', systemPayload: { displayText: 'ding' } }),
    system('custom_title', { customTitle: 'Mine', titleSource: 'manual' }),
    system('custom_title', { customTitle: 'Auto', titleSource: 'auto' }),
    system('chat_compression', {
      info: { originalTokenCount: 9, newTokenCount: 2 },
      compressedHistory: [{ parts: [{ text: 'short' }] }],
    }),
    system('slash_command', { phase: 'invocation', rawCommand: '/about' }),
    system('slash_command', {
      phase: 'result',
      rawCommand: '/about',
      outputHistoryItems: [{ type: 'info', text: 'v1' }],
    }),
    system('ui_telemetry', {
      uiEvent: { 'event.name': 'qwen-code.api_error', error_message: '429', error_type: 'rate' },
    }),
    system('ui_telemetry', { uiEvent: { 'event.name': 'qwen-code.api_response' } }),
    system('file_history_snapshot'),
    system('goal_set', { text: 'ship' }),
    line('assistant', { agentId: 'sub', agentName: 'digger', isSidechain: true, ...parts({ text: 'dug' }) }),
    line('levitation', {}),
  ]);
  assert.deepEqual(
    entries.map((e) => `${tell(e)}${e.retracted ? ' (rewound)' : ''}`),
    [
      'prompt one',
      'reply dead end (rewound)',
      'notice rewound: The conversation was taken back to an earlier message.',
      'prompt (queued) two',
      'notice notification: ding',
      'compaction short',
      'prompt (command) /about',
      'notice command output: v1',
      'error 429',
      'notice goal set: ship',
      'subagent subagent: digger = unknown',
      'unknown levitation',
    ],
  );
  assert.deepEqual(only(entries, 'subagent').entries.map(tell), ['reply dug']);
  assert.equal(summary.title, 'Mine');
  assert.ok(isBalanced(accounting));
});
