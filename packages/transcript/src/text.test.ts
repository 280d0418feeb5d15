import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchText, transcriptText } from './index.ts';
import { readAll } from './testing/read-all.ts';

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
