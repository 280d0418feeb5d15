import { wrapRecord } from '../index.ts';
import type { RecordedFile } from './corpus.ts';

/** A small session of every supported agent, written by hand: what the corpus checks go through everywhere. */

const at = (second: number): string => new Date(Date.UTC(2026, 5, 1, 9, 0, second)).toISOString();

const claude = (second: number, type: string, rest: object) => ({
  type,
  uuid: `u${second}`,
  sessionId: 's1',
  cwd: '/repo',
  gitBranch: 'main',
  version: '2.1.0',
  timestamp: at(second),
  ...rest,
});
const claudeSays = (second: number, message: string, content: object[], output: number) =>
  claude(second, 'assistant', {
    requestId: `req-${message}`,
    message: {
      id: message,
      role: 'assistant',
      model: 'claude-opus-4-6',
      content,
      usage: { input_tokens: 5, output_tokens: output, cache_read_input_tokens: 100 },
    },
  });

const codex = (second: number, type: string, payload: object) => ({ timestamp: at(second), type, payload });
const gemini = (id: string, rest: object) => ({
  id,
  timestamp: at(2),
  type: 'gemini',
  content: '',
  model: 'gemini-2.5-pro',
  ...rest,
});
const opencodePart = (id: string, type: string, rest: object) => ({
  id,
  sessionID: 'ses_1',
  messageID: 'm2',
  type,
  ...rest,
});
const copilot = (id: string, type: string, data: object) => ({ type, data, id, timestamp: at(1) });
const cursor = (role: string, ...content: object[]) => ({ role, message: { content } });
const qwen = (uuid: string, type: string, rest: object) => ({
  uuid,
  sessionId: 's',
  timestamp: at(3),
  type,
  cwd: '/w',
  version: '0.18.1',
  ...rest,
});
const pi = (id: string, parentId: string | null, role: string, content: object[], rest: object = {}) => ({
  type: 'message',
  id,
  parentId,
  timestamp: at(4),
  message: { role, content, ...rest },
});
const text = (value: string) => ({ type: 'text', text: value });

const records: Record<string, unknown[]> = {
  'claude-code': [
    claude(1, 'user', { message: { role: 'user', content: 'Fix the build' } }),
    claudeSays(2, 'm1', [{ type: 'thinking', thinking: 'hm', signature: 'x' }], 3),
    claudeSays(3, 'm1', [{ type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'make' } }], 9),
    claude(4, 'user', {
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'ok' }] },
    }),
    claude(5, 'system', { subtype: 'compact_boundary', content: 'Conversation compacted' }),
    claudeSays(6, 'm2', [text('Done.')], 4),
  ],
  codex: [
    codex(0, 'session_meta', { id: 'th1', cwd: '/repo', cli_version: '0.130.0', git: { branch: 'main' } }),
    codex(1, 'turn_context', { turn_id: 't1', model: 'gpt-5.5', cwd: '/repo' }),
    codex(2, 'event_msg', { type: 'user_message', message: 'Say hi', images: [] }),
    codex(3, 'response_item', {
      type: 'function_call',
      call_id: 'c1',
      name: 'shell',
      arguments: '{"command":["echo","hi"]}',
    }),
    codex(4, 'response_item', { type: 'function_call_output', call_id: 'c1', output: 'hi' }),
    codex(5, 'event_msg', { type: 'agent_message', message: 'hi' }),
    codex(6, 'event_msg', {
      type: 'token_count',
      info: {
        total_token_usage: { total_tokens: 130 },
        last_token_usage: { input_tokens: 120, cached_input_tokens: 100, output_tokens: 10 },
      },
    }),
  ],
  'gemini-cli': [
    { sessionId: 's1', projectHash: 'h', startTime: at(0), lastUpdated: at(0), kind: 'main' },
    { id: 'u1', timestamp: at(1), type: 'user', content: [{ text: 'List' }] },
    gemini('g1', { tokens: { input: 100, output: 10, cached: 30, thoughts: 5, tool: 2, total: 117 } }),
    gemini('g1', {
      content: 'One file.',
      tokens: { input: 100, output: 12, cached: 30, thoughts: 5, tool: 2, total: 119 },
    }),
    { $set: { lastUpdated: at(3) } },
    { id: 'u2', timestamp: at(4), type: 'user', content: [{ text: 'Not that' }] },
    { $rewindTo: 'u2' },
  ],
  opencode: [
    { id: 'ses_1', directory: '/repo', title: 'Refactor', version: '1.3.0' },
    { id: 'm2', sessionID: 'ses_1', role: 'assistant', modelID: 'claude-sonnet-4-5', time: { created: 1 } },
    opencodePart('p1', 'text', { text: 'Looking' }),
    opencodePart('p1', 'text', { text: 'Looking at it' }),
    opencodePart('t1', 'tool', {
      callID: 'call_1',
      tool: 'bash',
      state: {
        status: 'completed',
        input: { command: 'make' },
        output: 'ok',
        metadata: { exit: 0 },
        time: { start: 1, end: 5 },
      },
    }),
    opencodePart('p3', 'step-finish', {
      tokens: { input: 7, output: 3, reasoning: 1, cache: { read: 2, write: 1 } },
      cost: 0.01,
    }),
  ],
  'copilot-cli': [
    copilot('e1', 'session.start', { sessionId: 's', copilotVersion: '1.0.78', context: { cwd: '/r' } }),
    copilot('e2', 'user.message', { content: 'List' }),
    copilot('e3', 'assistant.message', {
      messageId: 'm1',
      model: 'gpt-5-mini',
      content: 'Listing',
      toolRequests: [],
      outputTokens: 12,
    }),
    copilot('e4', 'session.shutdown', {
      modelMetrics: {
        'gpt-5-mini': {
          usage: { inputTokens: 100, outputTokens: 20, cacheReadTokens: 40, cacheWriteTokens: 10 },
        },
      },
    }),
  ],
  cursor: [
    cursor('user', text('<user_query>\nMake a list\n</user_query>')),
    cursor('assistant', text('Making it.'), {
      type: 'tool_use',
      name: 'Write',
      input: { path: 'l.txt', contents: 'a\nb\n' },
    }),
    { type: 'turn_ended', status: 'success' },
    wrapRecord(cursor('user', text('<user_query>dig</user_query>')), { subagent: { id: 'child' } }),
  ],
  'qwen-code': [
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
  ],
  pi: [
    { type: 'session', version: 3, id: 'sess', timestamp: at(0), cwd: '/w' },
    pi('1', null, 'user', [text('Go')]),
    pi('2', '1', 'assistant', [text('Gone')], {
      usage: { input: 10, output: 5, cacheRead: 3, cacheWrite: 1, totalTokens: 19, cost: { total: 0.5 } },
      model: 'gpt-5.5',
      provider: 'x',
    }),
  ],
  // Read as any other agent's.
  amp: [
    { type: 'thread', id: 'T-1', created: 1_772_241_173_221 },
    { role: 'user', messageId: 0, content: [text('Hello')] },
    { role: 'assistant', messageId: 1, content: [text('Hi')] },
    'a line of text',
    null,
  ],
};

export const fixtures: RecordedFile[] = Object.entries(records).map(([agent, list]) => ({
  agent,
  name: `${agent} by hand.jsonl`,
  real: agent !== 'amp',
  records: list,
}));
