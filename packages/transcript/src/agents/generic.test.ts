import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBalanced, readAll } from '../testing/read-all.ts';

test('dialects of role and content', () => {
  const { told, summary, accounting } = readAll('some-agent', [
    { id: 'T-1', created: 1, title: 'Thread' },
    { role: 'user', messageId: 0, content: [{ type: 'text', text: 'Plan it' }] },
    {
      role: 'assistant',
      messageId: 1,
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: 'ok' },
        { type: 'tool_use', id: 'r', name: 'Read', input: { path: 'a' } },
      ],
      usage: { model: 'claude-opus-4-6', inputTokens: 3, outputTokens: 2, cacheReadInputTokens: 1 },
    },
    {
      role: 'user',
      messageId: 2,
      content: [{ type: 'tool_result', toolUseID: 'r', run: { status: 'done', result: { content: 'A' } } }],
    },
    {
      role: 'assistant',
      messageId: 1,
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: 'ok, done' },
      ],
      usage: { model: 'claude-opus-4-6', inputTokens: 3, outputTokens: 4 },
    },
    { kind: 'Prompt', version: 1, data: { message_id: 'k', content: [{ kind: 'text', data: 'kiro' }] } },
    { type: 'turn.prompt', input: [{ type: 'text', text: 'kimi' }] },
    { type: 'context.append_message', message: { role: 'user', content: [{ type: 'text', text: 'kimi' }] } },
    { type: 'tool_call', toolCallId: 'x', toolName: 'Execute', parameters: { command: 'ls' } },
    { type: 'tool_result', toolCallId: 'x', value: { stdout: 'a' } },
    {
      id: 9,
      role: 'assistant',
      content: [
        {
          type: 'toolRequest',
          id: 'g',
          toolCall: { value: { name: 'shell', arguments: { command: 'pwd' } } },
        },
      ],
    },
    { type: 'error', message: 'bad' },
    { type: 'llm.request', model: 'kimi' },
  ]);
  assert.deepEqual(told, [
    'notice record: {"id":"T-1","created":1,"title":"Thread"}',
    'prompt Plan it',
    'thinking hm',
    'reply ok, done',
    'tool Read: a = ok',
    'prompt kiro',
    'prompt kimi',
    'tool Execute: ls = ok',
    'tool shell: pwd = running',
    'error bad',
    'notice llm.request: {"type":"llm.request","model":"kimi"}',
  ]);
  assert.deepEqual([summary.title, summary.usage.output, summary.usage.requests], ['Thread', 4, 1]);
  assert.ok(isBalanced(accounting));
});

test('plain text is Aider’s markdown; anything else is kept', () => {
  const { told, accounting } = readAll('some-agent', [
    '\n# aider chat started at 2026-05-23 00:59:13',
    '#### What is it?',
    'It is a test.',
    '> Tokens: 2k sent',
    42,
    null,
    [1],
  ]);
  assert.deepEqual(told, [
    'notice started: 2026-05-23 00:59:13',
    'prompt What is it?',
    'reply It is a test.',
    'notice output: Tokens: 2k sent',
    'unknown record',
    'unknown record',
    'unknown record',
  ]);
  assert.ok(isBalanced(accounting));
});
