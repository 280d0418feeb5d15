import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBalanced, only, readAll } from '../../testing/read-all.ts';
import { records } from './fixture.ts';

const said = (id: string, role: string, content: object[], metadata: object = {}) => ({
  id,
  role,
  created_timestamp: 1_780_304_400,
  content,
  metadata,
});
const text = (value: string) => ({ type: 'text', text: value });
const asks = (id: string, name: string, args: object) => ({
  type: 'toolRequest',
  id,
  toolCall: { status: 'success', value: { name, arguments: args } },
});
const answers = (id: string, toolResult: object) => ({ type: 'toolResponse', id, toolResult });

test('what was said, called and changed, with the totals of the session', () => {
  const { told, entries, summary, accounting } = readAll('goose', records);
  assert.deepEqual(told, [
    'prompt Count the files',
    'thinking The shell counts.',
    'tool developer__shell: ls | wc -l = ok',
    'tool developer__text_editor: /repo/count.txt = ok',
    'reply Two files.',
  ]);
  assert.deepEqual(summary.files, [{ path: '/repo/count.txt', added: 1, removed: 1, edits: 1 }]);
  assert.equal(entries[2]?.at, '2026-06-01T09:00:02.000Z');
  assert.equal(summary.startedAt, '2026-06-01T09:00:00.000Z');
  assert.deepEqual(
    [summary.title, summary.cwd, summary.models[0]?.model, summary.usage.output, summary.cost.reported],
    ['Count files', '/repo', 'claude-x', 40, 0.01],
  );
  assert.ok(isBalanced(accounting));
});

test('rows that come again after a compaction replace themselves; the summary is one entry', () => {
  const again = records.slice(1, 7).map((record) => ({
    ...(record as object),
    metadata: { userVisible: true, agentVisible: false },
  }));
  const { told, summary } = readAll('goose', [
    ...records,
    said('s1', 'assistant', [text('So far: two files.')], { userVisible: false, agentVisible: true }),
    said('s2', 'assistant', [text('Go on.')], { userVisible: false, agentVisible: true }),
    ...again,
    said('m9', 'user', [text('Thanks')]),
  ]);
  assert.deepEqual(told.slice(5), [
    'compaction So far: two files.',
    'notice context: Go on.',
    'prompt Thanks',
  ]);
  assert.equal(summary.usage.requests, 1);
});

test('refused, failed, malformed and abandoned calls, and questions to the person', () => {
  const { told, entries } = readAll('goose', [
    said('m1', 'user', [text('Go')]),
    said('m2', 'assistant', [
      asks('a', 'shell', { command: 'rm x' }),
      asks('b', 'github__create_issue', { title: 'x' }),
      asks('c', 'write', { path: 'y', content: 'z' }),
      { type: 'toolRequest', id: 'd', toolCall: { status: 'error', error: 'no such tool' } },
      { type: 'toolConfirmationRequest', id: 'a', toolName: 'shell', prompt: 'Allow rm?' },
    ]),
    said('m3', 'user', [
      answers('a', {
        status: 'success',
        value: { content: [text('The user has declined to run this tool. DO NOT attempt it again.')] },
      }),
      answers('b', { status: 'error', error: 'not found' }),
    ]),
    said('m4', 'user', [text('Stop')]),
    said('m5', 'assistant', [
      { type: 'systemNotification', notificationType: 'inlineMessage', msg: 'Compaction complete' },
      { type: 'systemNotification', notificationType: 'creditsExhausted', msg: 'No credits' },
      { type: 'hologram', text: 'new' },
    ]),
  ]);
  assert.deepEqual(told, [
    'prompt Go',
    'tool shell: rm x = denied',
    'tool github__create_issue: x = error',
    'tool write: y = interrupted',
    'tool tool: no such tool = error',
    'approval requested: Allow rm?',
    'decision shell: rm x = denied',
    'prompt Stop',
    'notice notification: Compaction complete',
    'error No credits',
    'notice hologram: new',
  ]);
  assert.equal(only(entries, 'decision').verdict, 'denied');
  assert.equal(entries[2]?.kind === 'tool' && entries[2].tool, 'mcp');
});

test('lines of the files of 2025, where a result is the list of blocks itself', () => {
  const { told, summary } = readAll('goose', [
    { working_dir: '/w', description: 'List files', message_count: 2, total_tokens: 900 },
    { role: 'user', created: 1_735_732_800, content: [text('list')] },
    {
      role: 'assistant',
      created: 1_735_732_802,
      content: [asks('c1', 'developer__shell', { command: 'ls' })],
    },
    {
      role: 'user',
      created: 1_735_732_803,
      content: [answers('c1', { status: 'success', value: [text('a')] })],
    },
  ]);
  assert.deepEqual(told, ['prompt list', 'tool developer__shell: ls = ok']);
  assert.deepEqual([summary.title, summary.cwd], ['List files', '/w']);
});

test('a result that is a picture has no text', () => {
  const picture = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
  const { entries } = readAll('goose', [
    said('1', 'assistant', [asks('c', 'computer__screenshot', {})]),
    said('2', 'user', [answers('c', { status: 'success', value: { content: [picture] } })]),
  ]);
  const { output, attachments } = only(entries, 'tool');
  assert.deepEqual([output, attachments], ['', [{ kind: 'image', mediaType: 'image/png', data: 'AAAA' }]]);
});
