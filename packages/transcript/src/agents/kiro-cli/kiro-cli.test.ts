import assert from 'node:assert/strict';
import { test } from 'node:test';
import { only, readAll } from '../../testing/read-all.ts';
import { records } from './fixture.ts';

const line = (kind: string, data: object) => ({ version: 'v1', kind, data });
const use = (id: string, command: string) =>
  line('AssistantMessage', {
    message_id: `a${id}`,
    content: [{ kind: 'toolUse', data: { toolUseId: id, name: 'shell', input: { command } } }],
  });
const answer = (id: string, data: unknown, status = 'success', result: unknown = undefined) =>
  line('ToolResults', {
    message_id: `t${id}`,
    content: [{ kind: 'toolResult', data: { toolUseId: id, content: [{ kind: 'json', data }], status } }],
    results: { [id]: { result } },
  });

test('a session with what stands beside it: folder, title, model, requests', () => {
  const { told, summary, entries } = readAll('kiro-cli', records);
  assert.deepEqual(told, ['prompt List', 'tool shell: ls = ok', 'reply One file.']);
  assert.deepEqual([only(entries, 'tool').exitCode, only(entries, 'tool').output], [0, 'a.txt\n']);
  assert.deepEqual(
    [summary.cwd, summary.title, summary.endedAt],
    ['/repo', 'Listing', '2026-06-01T09:00:09.000Z'],
  );
  assert.deepEqual(
    summary.models.map(({ model, requests }) => [model, requests]),
    [['qwen-x', 2]],
  );
});

test('a command that failed did not go well, whatever the harness says', () => {
  const { told } = readAll('kiro-cli', [
    use('1', 'false'),
    answer('1', { exit_status: 'exit status: 1', stdout: '', stderr: 'no' }),
    use('2', 'sleep 99'),
    answer('2', { exit_status: 'signal: 9 (SIGKILL)', stdout: '' }),
    use('3', 'cat nowhere'),
    answer('3', 'No such file', 'error', { Error: { Custom: 'No such file' } }),
    use('4', 'rm x'),
    answer('4', 'Tool use was cancelled by the user', 'error', 'Cancelled'),
  ]);
  assert.deepEqual(told, [
    'tool shell: false = error',
    'tool shell: sleep 99 = error',
    'tool shell: cat nowhere = error',
    'tool shell: rm x = interrupted',
  ]);
});

test('a cancelled turn is an interruption after its last message, whichever file came first', () => {
  const cancelled = line('Turn', {
    message_ids: ['p', 'a1'],
    end_reason: 'Cancelled',
    total_request_count: 1,
  });
  const prompt = line('Prompt', { message_id: 'p', content: [{ kind: 'text', data: 'Go' }] });
  const told = ['prompt Go', 'tool shell: make = interrupted', 'interruption Cancelled'];
  assert.deepEqual(readAll('kiro-cli', [cancelled, prompt, use('1', 'make')]).told, told);
  assert.deepEqual(readAll('kiro-cli', [prompt, use('1', 'make'), cancelled]).told, told);
});

test('credits are counted, and are no dollars', () => {
  const turn = (id: string, value: number) =>
    line('Turn', {
      message_ids: [id],
      end_reason: 'UserTurnEnd',
      metering_usage: [{ value, unit: 'credit' }],
    });
  const { cost } = readAll('kiro-cli', [turn('a', 0.25), turn('b', 0.5), turn('b', 0.5)]).summary;
  assert.deepEqual([cost.total, cost.credits, cost.unknownModels], [0, 0.75, []]);
});

test('clearing and failed turns are told', () => {
  const { told } = readAll('kiro-cli', [
    line('Clear', {}),
    line('Turn', { message_ids: [], result: { Err: 'No quota' }, end_reason: 'Error' }),
  ]);
  assert.deepEqual(told, ['notice cleared: The conversation was cleared.', 'error No quota']);
});
