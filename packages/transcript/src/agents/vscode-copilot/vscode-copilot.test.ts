import assert from 'node:assert/strict';
import { test } from 'node:test';
import { only, readAll } from '../../testing/read-all.ts';
import { records } from './fixture.ts';

let serial = 0;
const line = (type: string, data: object) => ({
  type,
  data,
  id: `v${serial++}`,
  timestamp: '2026-06-01T09:00:00.000Z',
});
const request = (requestId: string, said: string, rest: object) => ({
  type: 'request',
  requestId,
  timestamp: 1_780_304_400_000,
  modelId: 'copilot/gpt-x',
  message: { text: said },
  ...rest,
});

test('a prompt that lies in both places is told once, with what only one of them knows', () => {
  const told = ['prompt List', 'reply I will look.', 'tool list_dir: /repo = ok', 'reply One file.'];
  const { told: read, summary } = readAll('vscode-copilot', records);
  assert.deepEqual(read, told);
  assert.deepEqual([summary.title, summary.usage.output, summary.agentVersion], ['Listing', 7, '0.47.0']);
  assert.deepEqual(
    summary.models.map((used) => used.model),
    ['gpt-x'],
  );
  // The other way round: the chat session came first.
  const [start, ...rest] = records;
  const chatFirst = [...rest.slice(-2), start, ...rest.slice(0, -2)];
  assert.deepEqual(readAll('vscode-copilot', chatFirst).told, ['prompt List', 'reply One file.']);
});

test('the same words twice are two prompts, told by whichever has them', () => {
  const { told } = readAll('vscode-copilot', [
    line('user.message', { content: 'Go' }),
    line('assistant.message', { messageId: 'a', content: 'First' }),
    request('r1', 'Go', { rounds: [{ response: 'First' }] }),
    request('r2', 'Go', { rounds: [{ response: 'Second' }] }),
    line('user.message', { content: 'Go' }),
    line('assistant.message', { messageId: 'b', content: 'Second' }),
  ]);
  assert.deepEqual(told, ['prompt Go', 'reply First', 'prompt Go', 'reply Second']);
});

test('a request that grows is told once; refusals, failures and exit codes are what the editor recorded', () => {
  const calls = [
    {
      id: 'a',
      name: 'run_in_terminal',
      input: { command: 'make' },
      complete: true,
      exitCode: 2,
      output: 'no',
    },
    { id: 'b', name: 'run_in_terminal', input: { command: 'rm x' }, confirmed: { type: 0 }, complete: true },
    {
      id: 'c',
      name: 'replace_string_in_file',
      input: { filePath: 'a.ts', oldString: 'a', newString: 'b' },
      complete: true,
    },
    { id: 'd', name: 'run_in_terminal', input: { command: 'sleep 9' }, complete: false },
  ];
  const growing = request('r', 'Mend', { rounds: [{ response: 'Looking', calls: calls.slice(0, 2) }] });
  const grown = request('r', 'Mend', {
    cancelled: true,
    rounds: [{ response: 'Looking', calls }],
  });
  const { told, summary } = readAll('vscode-copilot', [growing, grown, grown]);
  assert.deepEqual(told, [
    'prompt Mend',
    'reply Looking',
    'tool run_in_terminal: make = error',
    'tool run_in_terminal: rm x = denied',
    'decision run_in_terminal: rm x = denied',
    'tool replace_string_in_file: a.ts = ok',
    'tool run_in_terminal: sleep 9 = interrupted',
    'interruption cancelled',
  ]);
  assert.deepEqual([summary.linesAdded, summary.linesRemoved, summary.denials], [1, 1, 1]);
});

test('calls of builds that keep no results are over when the model goes on', () => {
  const { entries } = readAll('vscode-copilot', [
    line('user.message', { content: 'Go' }),
    line('tool.execution_start', { toolCallId: 'c', toolName: 'read_file', arguments: { filePath: 'a' } }),
    line('assistant.message', { messageId: 'm', content: 'Read it.' }),
  ]);
  assert.equal(only(entries, 'tool').outcome, 'unknown');
});
