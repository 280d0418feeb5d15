import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBalanced, only, readAll, tell } from '../../testing/read-all.ts';

let serial = 0;
const event = (type: string, data: object = {}, rest: object = {}) => ({
  type,
  data,
  id: `e${++serial}`,
  timestamp: new Date(Date.UTC(2026, 7, 5) + serial * 1000).toISOString(),
  ...rest,
});
const says = (content: string, rest: object = {}, top: object = {}) =>
  event(
    'assistant.message',
    { messageId: `m${serial}`, model: 'gpt-5-mini', content, toolRequests: [], ...rest },
    top,
  );

test('a session: prompt, reply, tool, totals at shutdown in place of the running ones', () => {
  const metrics = (input: number, output: number) => ({
    modelMetrics: {
      'gpt-5-mini': {
        usage: {
          inputTokens: input,
          outputTokens: output,
          cacheReadTokens: 40,
          cacheWriteTokens: 10,
          reasoningTokens: 3,
        },
      },
    },
  });
  const start = event('session.start', {
    sessionId: 's',
    copilotVersion: '1.0.78',
    context: { cwd: '/r', branch: 'b', repository: 'o/r' },
  });
  const leg = [
    start,
    event('session.model_change', { newModel: 'auto' }),
    event('user.message', { content: 'List', transformedContent: 'x' }),
    event('assistant.turn_start'),
    says('Listing', {
      outputTokens: 12,
      reasoningText: 'easy',
      toolRequests: [{ toolCallId: 'c1', name: 'bash', arguments: '{"command":"ls"}' }],
    }),
    event('tool.execution_start', { toolCallId: 'c1', toolName: 'bash', arguments: { command: 'ls' } }),
    event('tool.execution_complete', {
      toolCallId: 'c1',
      success: true,
      result: { content: 'a\n<exited with exit code 0>' },
    }),
  ];
  const open = readAll('copilot-cli', leg);
  assert.equal(open.summary.usage.output, 12);
  const { told, entries, summary, accounting } = readAll('copilot-cli', [
    ...leg,
    event('session.shutdown', metrics(100, 20)),
    event('session.resume', {}),
    says('more', { outputTokens: 5 }),
    event('session.shutdown', metrics(150, 30)),
    start,
  ]);
  assert.deepEqual(told, [
    'prompt List',
    'thinking easy',
    'reply Listing',
    'tool bash: ls = ok',
    'reply more',
  ]);
  assert.deepEqual(summary.usage, {
    input: 100,
    output: 30,
    cacheRead: 40,
    cacheWrite: 10,
    cacheWriteLong: 0,
    reasoning: 3,
    requests: 2,
  });
  assert.equal(only(entries, 'tool').exitCode, 0);
  assert.deepEqual(
    [summary.cwd, summary.branch, summary.repository, summary.agentVersion],
    ['/r', 'b', 'o/r', '1.0.78'],
  );
  assert.equal(accounting.duplicates, 1);
  assert.ok(isBalanced(accounting));
});

test('sub-agents are inline and nest', () => {
  const inside = { agentId: 'c9' };
  const { entries, told } = readAll('copilot-cli', [
    says('', {
      toolRequests: [
        {
          toolCallId: 'c9',
          name: 'task',
          arguments: { description: 'Dig', prompt: 'dig', agent_type: 'explore' },
        },
      ],
    }),
    event(
      'subagent.started',
      { toolCallId: 'c9', agentName: 'explore', agentDisplayName: 'Explore Agent' },
      inside,
    ),
    event('system.message', { content: 'You explore.' }, inside),
    event('user.message', { content: 'dig' }, inside),
    says('dug', { parentToolCallId: 'c9' }, inside),
    event('subagent.completed', { toolCallId: 'c9', durationMs: 1234 }, inside),
    event('tool.execution_complete', { toolCallId: 'c9', success: true, result: { content: 'all dug' } }),
    says('', {
      toolRequests: [{ toolCallId: 'd1', name: 'task', arguments: { description: 'Fail', prompt: 'x' } }],
    }),
    event('subagent.failed', { toolCallId: 'd1', error: 'lost' }, { agentId: 'd1' }),
    event('subagent.started', { toolCallId: 'zz', agentName: 'free' }),
  ]);
  assert.deepEqual(told, [
    'subagent task: Dig = ok',
    'subagent task: Fail = error',
    'notice subagent.started: free',
  ]);
  const [first] = entries;
  assert.ok(first?.kind === 'subagent');
  assert.deepEqual(first.entries.map(tell), [
    'notice system prompt: You explore.',
    'prompt (agent) dig',
    'reply dug',
  ]);
  assert.deepEqual([first.agentType, first.durationMs, first.output], ['Explore Agent', 1234, 'all dug']);
});

test('the other events', () => {
  const { told, accounting } = readAll('copilot-cli', [
    event('session.error', { errorType: 'model', message: 'no such model' }),
    event('session.info', { message: 'i' }),
    event('session.warning', { message: 'w' }),
    event('session.truncation', { droppedTokens: 9 }),
    event('session.compaction_start'),
    event('session.compaction_complete', { success: true, preCompactionTokens: 9, summaryContent: 'short' }),
    event('session.task_complete', { summary: 'done', success: true }),
    event('session.title_changed', { title: 'T' }),
    event('system.notification', { content: 'agent idle' }),
    event('permission.requested', { requestId: 'r', permissionRequest: { fullCommandText: 'rm x' } }),
    event('permission.completed', { requestId: 'r', result: { kind: 'denied-interactively-by-user' } }),
    event('tool.user_requested', { toolCallId: 'u', toolName: 'local_shell', arguments: { command: 'ls' } }),
    event('tool.execution_complete', {
      toolCallId: 'u',
      success: false,
      error: { message: 'no', code: 'denied' },
    }),
    event('assistant.reasoning', { content: 'hm' }),
    event('hook.start', {}),
    event('hook.end', { success: true }),
    event('hook.end', { hookType: 'preToolUse', success: false, error: { message: 'exit 1' } }),
    event('abort', { reason: 'user' }),
    event('assistant.message', { messageId: 'k', content: 'part one, ', chunkIndex: 0 }),
    event('assistant.message', { messageId: 'k', content: 'part two', chunkIndex: 1 }),
    event('session.teleport', {}),
  ]);
  assert.deepEqual(told, [
    'error no such model',
    'notice info: i',
    'notice warning: w',
    'compaction 9 tokens dropped',
    'compaction short',
    'notice task complete: done',
    'notice notification: agent idle',
    'approval denied: rm x',
    'tool local_shell: ls = denied',
    'thinking hm',
    'notice hook preToolUse: exit 1',
    'interruption user',
    'reply part one, part two',
    'unknown session.teleport',
  ]);
  assert.ok(isBalanced(accounting));
});
