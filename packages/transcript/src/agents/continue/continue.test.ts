import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBalanced, readAll } from '../../testing/read-all.ts';
import { records } from './fixture.ts';

const item = (index: number, message: object, more: object = {}) => ({
  type: 'item',
  index,
  message,
  ...more,
});
const state = (id: string, status: string, output = '') => ({
  toolCallId: id,
  toolCall: { id, function: { name: 'Bash', arguments: `{"command":"${id}"}` } },
  status,
  output: output ? [{ content: output }] : [],
});

test('what was said, called and really changed, with the totals of the session', () => {
  const { told, summary, accounting } = readAll('continue', records);
  assert.deepEqual(told, [
    'prompt Make it a b',
    'thinking One letter.',
    'reply Editing.',
    'tool Edit: /repo/a.txt = ok',
    'reply Done.',
  ]);
  assert.deepEqual(summary.files, [{ path: '/repo/a.txt', added: 2, removed: 1, edits: 1 }]);
  assert.deepEqual(
    [summary.title, summary.cwd, summary.usage.input, summary.usage.cacheRead, summary.cost.reported],
    ['A letter', '/repo', 100, 400, 0.02],
  );
  assert.ok(isBalanced(accounting));
});

test('outcomes as recorded, calls that never ended, compaction, an edited prompt', () => {
  const { told, entries } = readAll('continue', [
    item(0, { role: 'user', content: 'Go' }),
    item(
      1,
      { role: 'assistant', content: '' },
      { toolCallStates: [state('a', 'calling'), state('b', 'errored', 'no'), state('c', 'canceled')] },
    ),
    item(
      1,
      { role: 'assistant', content: '' },
      { toolCallStates: [state('a', 'done', 'yes')], conversationSummary: 'So far.' },
    ),
    item(2, { role: 'assistant', content: '' }, { toolCallStates: [state('d', 'generated')] }),
    item(0, { role: 'user', content: 'Go elsewhere' }),
    item(1, { role: 'assistant', content: 'There.' }),
  ]);
  assert.deepEqual(told, [
    'prompt Go',
    'tool Bash: a = ok',
    'tool Bash: b = error',
    'tool Bash: c = interrupted',
    'compaction So far.',
    'tool Bash: d = interrupted',
    'prompt Go elsewhere',
    'reply There.',
  ]);
  assert.deepEqual(
    entries.map((entry) => entry.retracted ?? false),
    [true, true, true, true, true, true, false, false],
  );
});

test('a conversation that goes on after an edited prompt keeps what is new', () => {
  const said = (index: number, role: string, content: string) => item(index, { role, content });
  const { entries, told } = readAll('continue', [
    said(0, 'user', 'one'),
    said(1, 'assistant', 'a'),
    said(2, 'user', 'two'),
    said(3, 'assistant', 'b'),
    said(0, 'user', 'ONE'),
    said(1, 'assistant', 'A'),
    said(2, 'user', 'TWO'),
    said(3, 'assistant', 'B'),
  ]);
  assert.deepEqual(
    told.filter((_, index) => !entries[index]?.retracted),
    ['prompt ONE', 'reply A', 'prompt TWO', 'reply B'],
  );
});

test('the whole document, as it stands in its file', () => {
  const { told } = readAll('continue', [
    {
      sessionId: 's',
      title: 'T',
      history: [
        { message: { role: 'user', content: 'Hi' } },
        { message: { role: 'assistant', content: 'Ho' } },
      ],
    },
  ]);
  assert.deepEqual(told, ['prompt Hi', 'reply Ho']);
});
