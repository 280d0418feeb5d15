import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFold, createReader, type FoldState } from './index.ts';
import { eventsOf, flatten, readAll } from './testing/read-all.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 5, 1, 9, 0, second)).toISOString();

const outcomes = (agent: string, records: unknown[]) =>
  flatten(readAll(agent, records).entries).flatMap((entry) =>
    'outcome' in entry ? [`${entry.name} ${entry.outcome}`] : [],
  );

describe('calls without a result', () => {
  const pi = (id: string, role: string, rest: object) => ({
    type: 'message',
    id,
    timestamp: at(1),
    message: { role, ...rest },
  });
  const piCall = (id: string) => ({ type: 'toolCall', id, name: 'bash', arguments: { command: 'make' } });

  test('pi: a reply that was aborted or failed ran none of its calls', () => {
    for (const stopReason of ['aborted', 'error'])
      assert.deepEqual(
        outcomes('pi', [
          pi('1', 'assistant', { content: [piCall('a')], stopReason: 'toolUse' }),
          pi('2', 'toolResult', { toolCallId: 'a', content: [{ type: 'text', text: 'ok' }] }),
          pi('3', 'assistant', { content: [piCall('b')], stopReason }),
        ]),
        ['bash ok', 'bash interrupted'],
      );
  });

  test('Codex: an aborted turn, a completed one and a shutdown leave none running', () => {
    const call = { type: 'function_call', call_id: 'c', name: 'shell', arguments: '{"command":["ls"]}' };
    const line = (type: string, payload: object) => ({ timestamp: at(1), type, payload });
    for (const end of ['turn_aborted', 'task_complete', 'shutdown_complete'])
      assert.deepEqual(
        outcomes('codex', [line('response_item', call), line('event_msg', { type: end })]),
        ['shell interrupted'],
        end,
      );
  });

  test('Copilot CLI: abort and shutdown, sub-agents included', () => {
    const event = (id: string, type: string, data: object, agentId?: string) => ({
      id,
      type,
      data,
      timestamp: at(1),
      ...(agentId && { agentId }),
    });
    for (const end of ['abort', 'session.shutdown'])
      assert.deepEqual(
        outcomes('copilot-cli', [
          event('1', 'tool.execution_start', {
            toolCallId: 't',
            toolName: 'task',
            arguments: { prompt: 'x' },
          }),
          event('2', 'tool.execution_start', { toolCallId: 'u', toolName: 'bash' }, 't'),
          event('3', end, {}),
        ]),
        ['task interrupted', 'bash interrupted'],
        end,
      );
  });

  test('Claude Code: an interruption ends what was asked for, not what went to the background', () => {
    const line = (uuid: string, type: string, message: object, rest = {}) => ({
      uuid,
      type,
      timestamp: at(1),
      message,
      ...rest,
    });
    const use = (id: string, name: string) => ({ type: 'tool_use', id, name, input: { prompt: id } });
    const records = [
      line('1', 'assistant', { content: [use('bg', 'Agent'), use('sh', 'Bash')] }),
      line(
        '2',
        'user',
        { content: [{ type: 'tool_result', tool_use_id: 'bg', content: 'launched' }] },
        { toolUseResult: { status: 'async_launched', agentId: 'a1' } },
      ),
      line('3', 'user', { content: [{ type: 'text', text: '[Request interrupted by user for tool use]' }] }),
    ];
    assert.deepEqual(outcomes('claude-code', records), ['Agent running', 'Bash interrupted']);
  });

  test('Gemini CLI: a cancelled request is an interruption, and ends its calls', () => {
    const { told } = readAll('gemini-cli', [
      { sessionId: 's', projectHash: 'h', startTime: at(0), kind: 'main' },
      {
        id: 'g',
        timestamp: at(1),
        type: 'gemini',
        content: '',
        toolCalls: [{ id: 'c', name: 'ls', args: {} }],
      },
      { id: 'i', timestamp: at(2), type: 'info', content: 'Request cancelled.' },
    ]);
    assert.deepEqual(told, ['tool ls: ls = interrupted', 'interruption Request cancelled.']);
  });

  test('opencode: calls of a message that failed', () => {
    const part = { id: 'p', messageID: 'm', sessionID: 's', type: 'tool', tool: 'bash', callID: 'c' };
    const message = { id: 'm', sessionID: 's', role: 'assistant', time: { created: 1 } };
    const running = { ...part, state: { status: 'running', input: { command: 'make' } } };
    const failed = { ...message, error: { name: 'MessageAbortedError', data: { message: 'aborted' } } };
    assert.deepEqual(outcomes('opencode', [message, running, failed]), ['bash interrupted']);
    assert.deepEqual(outcomes('opencode', [failed, running]), ['bash interrupted']);
  });

  test('at the end of a session nothing runs, whatever the agent said', () => {
    const reader = createReader('codex');
    const call = { type: 'function_call', call_id: 'c', name: 'shell', arguments: '{}' };
    reader.feed(eventsOf([{ timestamp: at(1), type: 'response_item', payload: call }]));
    assert.equal(
      flatten(reader.entries).some((entry) => 'outcome' in entry && entry.outcome === 'running'),
      true,
    );
    const { updated } = reader.finish();
    assert.deepEqual(
      updated.map((entry) => 'outcome' in entry && entry.outcome),
      ['interrupted'],
    );
    assert.deepEqual(updated[0]?.sequences, [1]);
  });

  test('a fold that is saved and resumed knows them too', () => {
    const records = [
      pi('1', 'assistant', { content: [piCall('a')], stopReason: 'toolUse' }),
      pi('2', 'assistant', { content: [], stopReason: 'aborted' }),
    ];
    let state: FoldState | undefined;
    for (const event of eventsOf(records)) {
      const fold = createFold('pi', state);
      fold.feed([event]);
      state = JSON.parse(JSON.stringify(fold.state()));
    }
    assert.deepEqual(state?.store.waiting, []);
  });
});
