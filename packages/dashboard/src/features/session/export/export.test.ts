import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from '@debrief/contract';
import type { Entry } from '@debrief/transcript';
import { toMarkdown } from './export.ts';
import { fileName } from './file-name.ts';

const session = {
  sessionId: 'ses_1',
  title: 'Fix: the ../../retry "loop"',
  agentId: 'codex',
  status: 'completed',
  startedAt: '2026-01-01T00:00:00.000Z',
  eventCount: 3,
} as Session;

test('prompts, tools with diffs, and replies', () => {
  const entries: Entry[] = [
    { kind: 'prompt', id: '1', sequences: [1], origin: 'human', text: 'Fix it' },
    {
      kind: 'tool',
      id: '2',
      sequences: [2],
      tool: 'edit',
      name: 'Edit',
      title: 'a.ts',
      outcome: 'ok',
      changes: [
        {
          path: 'a.ts',
          change: 'update',
          added: 1,
          removed: 1,
          source: { kind: 'replace', pairs: [['a\n', 'b\n']] },
        },
      ],
    },
    { kind: 'reply', id: '3', sequences: [3], text: 'Done.' },
  ];
  const text = toMarkdown(session, entries);
  assert.match(text, /^# Fix: the \.\.\/\.\.\/retry "loop"\n/);
  assert.match(text, /## Prompt\n\nFix it/);
  assert.match(text, /```diff\n@@ -1,1 \+1,1 @@\n-a\n\+b\n```/);
  assert.match(text, /## Reply\n\nDone\./);
});

test('the brief comes first, in lines', () => {
  const text = toMarkdown(
    session,
    [{ kind: 'reply', id: '3', sequences: [3], text: 'Done.' }],
    ['Outcome: finished: tests pass #4', 'Cost: $1.20'],
  );
  assert.match(
    text,
    /3 events\n\n## Brief\n\n- Outcome: finished: tests pass #4\n- Cost: \$1\.20\n\n## Reply/,
  );
});

test('output cannot close its fence', () => {
  const output = 'x\n```\n# not a heading';
  const tool: Entry = {
    kind: 'tool',
    id: '1',
    sequences: [1],
    tool: 'shell',
    name: 'Bash',
    title: 'cat',
    outcome: 'ok',
    output,
  };
  assert.match(toMarkdown(session, [tool]), /````\nx\n```\n# not a heading\n````/);
});

test('file names are plain', () => {
  assert.equal(fileName(session, 'md'), 'Fix-the-retry-loop-ses_1.md');
  assert.equal(fileName({ ...session, title: '…' }, 'jsonl'), 'session-ses_1.jsonl');
});
