import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBalanced, readAll } from '../../testing/read-all.ts';
import { records } from './fixture.ts';

const says = (messageId: number, role: string, content: object[], more: object = {}) => ({
  role,
  messageId,
  content,
  ...more,
});
const text = (value: string) => ({ type: 'text', text: value });
const call = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input });
const result = (toolUseID: string, run: object) => ({ type: 'tool_result', toolUseID, run });

test('a thread with its branch, model, times, usage and the diff that was applied', () => {
  const { told, entries, summary, accounting } = readAll('amp', records);
  assert.deepEqual(told, [
    'prompt Make a list',
    'thinking A file will do.',
    'tool create_file: /r/l.txt = ok',
    'reply Made.',
  ]);
  assert.deepEqual(summary.files, [{ path: '/r/l.txt', added: 2, removed: 0, edits: 1 }]);
  assert.deepEqual(
    [summary.title, summary.cwd, summary.branch, summary.repository, summary.agentVersion],
    ['A list', '/my repo', 'side', 'https://example.com/r', '0.0.9'],
  );
  const { input, output, cacheRead, cacheWrite, requests } = summary.usage;
  assert.deepEqual([input, output, cacheRead, cacheWrite, requests], [6, 24, 2000, 200, 2]);
  assert.equal(entries[3]?.at, '2026-06-01T09:00:05.000Z');
  assert.ok(isBalanced(accounting));
});

test('a message that is completed in place is one message', () => {
  const { told, summary } = readAll('amp', [
    ...records.slice(0, 4),
    says(3, 'assistant', [text('Ma')], { state: { type: 'streaming' } }),
    records[4],
  ]);
  assert.deepEqual(told.slice(3), ['reply Made.']);
  assert.equal(summary.usage.requests, 2);
});

test('an edited prompt takes back what followed it, also when numbers are used again', () => {
  const { entries, told } = readAll('amp', [
    ...records,
    says(0, 'user', [text('Make a table')], { meta: { sentAt: 1_780_304_500_000 } }),
    says(1, 'assistant', [text('A table.')]),
  ]);
  assert.deepEqual(told.slice(4), ['prompt Make a table', 'reply A table.']);
  assert.deepEqual(
    entries.map((entry) => entry.retracted ?? false),
    [true, true, true, true, false, false],
  );
});

test('a call that ended is as its exit code says, another as its own word', () => {
  const runs = {
    none: { status: 'done', result: { output: 'x' } },
    zero: { status: 'done', result: { exitCode: 0, output: 'x' } },
    one: { status: 'done', result: { exitCode: 1, output: 'x' } },
    two: { status: 'done', result: { exitCode: 2, output: 'x' } },
    killed: { status: 'cancelled', result: { exitCode: 130 } },
  };
  const { told } = readAll('amp', [
    says(
      0,
      'assistant',
      Object.keys(runs).map((id) => call(id, 'Bash', { cmd: id })),
    ),
    says(
      1,
      'user',
      Object.entries(runs).map(([id, run]) => result(id, run)),
    ),
  ]);
  assert.deepEqual(told, [
    ...['tool Bash: none = ok', 'tool Bash: zero = ok', 'tool Bash: one = error', 'tool Bash: two = error'],
    'tool Bash: killed = interrupted',
  ]);
});

test('refused, failed, cancelled and unfinished calls', () => {
  const { told } = readAll('amp', [
    says(0, 'user', [text('Go')]),
    says(1, 'assistant', [
      call('a', 'Bash', { cmd: 'rm x' }),
      call('b', 'Bash', { cmd: 'false' }),
      call('c', 'oracle', { task: 'think hard' }),
      call('d', 'Read', { path: 'y' }),
      call('e', 'Grep', { pattern: 'z' }),
    ]),
    says(2, 'user', [
      result('a', { status: 'rejected-by-user' }),
      result('b', { status: 'done', result: { exitCode: 1, output: 'no' } }),
      result('c', { status: 'cancelled' }),
      result('d', { status: 'error', error: { message: 'no such file' } }),
      result('e', { status: 'in-progress' }),
    ]),
    says(3, 'assistant', [text('Wai')], { state: { type: 'cancelled' } }),
  ]);
  assert.deepEqual(told, [
    'prompt Go',
    'tool Bash: rm x = denied',
    'tool Bash: false = error',
    'subagent oracle: {"task":"think hard"} = interrupted',
    'tool Read: y = error',
    'tool Grep: z = interrupted',
    'decision Bash: rm x = denied',
    'reply Wai',
    'interruption ',
  ]);
});
