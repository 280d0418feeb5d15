import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry } from './entry.ts';
import { searchText, transcriptText } from './index.ts';
import { readAll } from './testing/read-all.ts';
import { entryToText } from './text.ts';

const at = '2026-01-02T03:04:05.000Z';
const line = (type: string, content: unknown, rest: object = {}) => ({
  type,
  timestamp: at,
  message: { content, model: 'm' },
  ...rest,
});

const records = [
  line('user', 'Rename it'),
  line('assistant', [
    {
      type: 'tool_use',
      id: 'e',
      name: 'Edit',
      input: { file_path: 'a.ts', old_string: 'old', new_string: 'new' },
    },
  ]),
  line('user', [{ type: 'tool_result', tool_use_id: 'e', content: 'done' }]),
  line('assistant', [
    {
      type: 'tool_use',
      id: 't',
      name: 'TodoWrite',
      input: { todos: [{ content: 'test', status: 'completed' }] },
    },
  ]),
  line('assistant', [
    { type: 'tool_use', id: 'k', name: 'Task', input: { description: 'Look', prompt: 'look' } },
  ]),
  line('user', 'look', { isSidechain: true, agentId: 'x' }),
  line('user', 'told by the harness', { isMeta: true }),
  { type: 'odd', value: 1 },
];

test('a transcript as text, nested and with diffs', () => {
  const { entries } = readAll('claude-code', records);
  assert.equal(
    [...transcriptText(entries)].join(''),
    `[2026-01-02 03:04:05] PROMPT
  Rename it

[2026-01-02 03:04:05] TOOL Edit: a.ts — ok
  update a.ts (+1 -1)
  @@ -1,1 +1,1 @@
  -old
  +new
  done

[2026-01-02 03:04:05] PLAN TodoWrite: 1 of 1 done — running
  [x] test

[2026-01-02 03:04:05] SUBAGENT Task: Look — running
  [2026-01-02 03:04:05] PROMPT (agent)
    look

[2026-01-02 03:04:05] NOTICE context
  told by the harness

UNKNOWN odd
  {"type":"odd","value":1}

`,
  );
});

test('search finds what was said and done, not what the harness repeats', () => {
  const found = readAll('claude-code', records).entries.map(searchText);
  assert.deepEqual(found, [
    'Rename it',
    'Edit\na.ts\nold\nnew\ndone',
    'TodoWrite\ntest\ncompleted',
    'Task\nLook\nlook',
    '',
    'odd',
  ]);
});

/** An entry by its fields, without id and sequences. */
const entry = (fields: object) => ({ id: '1.0', sequences: [1], ...fields }) as unknown as Entry;
const call = (kind: string, rest: object) =>
  entry({ kind, tool: 'other', name: 'n', title: 't', outcome: 'ok', ...rest });

test('each kind of entry as text', () => {
  const question = { question: 'Which?', options: [{ label: 'A' }, { label: 'B' }], chosen: ['B', 'C'] };
  const expected: [Entry, string][] = [
    [entry({ kind: 'prompt', origin: 'queued', text: 'a\n\nb ' }), 'PROMPT (queued)\n  a\n\n  b'],
    [entry({ kind: 'reply', text: 'x', retracted: true }), 'REPLY (rewound)\n  x'],
    [entry({ kind: 'thinking', text: '', hidden: true }), 'THINKING\n  (not recorded)'],
    [entry({ kind: 'thinking', text: 'x', hidden: true }), 'THINKING\n  x'],
    [entry({ kind: 'thinking', text: '' }), 'THINKING'],
    [call('tool', { exitCode: 2, durationMs: 1250, output: 'no' }), 'TOOL n: t — ok exit 2 1.3 s\n  no'],
    [call('tool', { exitCode: 0, durationMs: 0 }), 'TOOL n: t — ok exit 0 0.0 s'],
    [
      call('plan', {
        text: 'So:',
        items: ['pending', 'active', 'done', 'cancelled'].map((status) => ({ text: 'x', status })),
      }),
      'PLAN n: t — ok\n  So:\n  [ ] x\n  [~] x\n  [x] x\n  [-] x',
    ],
    [
      call('decision', { text: 'Which?', verdict: 'answered', questions: [question] }),
      'DECISION n: t — ok\n  Which?\n  [ ] A\n  [x] B\n  C\n  answered',
    ],
    [
      call('decision', { text: 'A plan', verdict: 'sent-back', words: 'no' }),
      'DECISION n: t — ok\n  A plan\n  sent-back: no',
    ],
    [entry({ kind: 'approval', decision: 'denied', text: 'rm x' }), 'APPROVAL denied\n  rm x'],
    [entry({ kind: 'notice', label: 'l', text: '', retracted: true }), 'NOTICE l (rewound)'],
    [entry({ kind: 'unknown', label: 'l', text: 'x', raw: { a: 1 } }), 'UNKNOWN l\n  x'],
    [
      call('subagent', { entries: [entry({ kind: 'reply', text: 'in' })], output: 'out' }),
      'SUBAGENT n: t — ok\n  REPLY\n    in\n\n  out',
    ],
  ];
  for (const [one, text] of expected) assert.equal(entryToText(one), text);
});

test('search reads words, answers and plans that come later, and texts to a depth', () => {
  const nested = (depth: number): unknown =>
    depth === 0 ? 'word' : depth % 2 ? [nested(depth - 1)] : { a: nested(depth - 1) };
  const found = (part: object) => searchText(part as Entry);
  assert.equal(found({ input: nested(8), name: 'n' }), 'n\nword');
  assert.equal(found({ input: nested(9) }), '');
  assert.equal(found({ words: 'no', questions: [{ chosen: ['A', 'B'] }] }), 'no\nA\nB');
  assert.equal(found({ questions: [{ chosen: ['A'] }], input: { q: 'Which?' } }), 'Which?');
  assert.equal(found({ items: [{ text: 'one' }] }), 'one');
  assert.equal(found({ items: [{ text: 'one' }], input: ['x'] }), 'x');
  assert.equal(found({ text: '', raw: { a: 'odd' } }), 'odd');
  assert.equal(found({ text: 'said', raw: { a: 'odd' }, output: 'out' }), 'said\nout');
  assert.equal(found({ text: 'x', level: 'context' }), '');
  assert.equal(found({ text: 'x', level: 'info' }), 'x');
});
