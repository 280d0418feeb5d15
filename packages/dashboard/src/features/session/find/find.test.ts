import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry } from '@debrief/transcript';
import { findIn } from './find.ts';

const text = (id: string, value: string): Entry => ({ kind: 'reply', id, sequences: [1], text: value });

test('finds in any case, nested too, and says where', async () => {
  const entries: Entry[] = [
    text('a', 'The Retry loop'),
    {
      kind: 'subagent',
      id: 's',
      sequences: [2],
      tool: 'task',
      name: 'Task',
      title: 'x',
      outcome: 'ok',
      entries: [text('b', 'no retry')],
    },
    text('c', 'other'),
  ];
  let last: unknown;
  await findIn(
    entries,
    'RETRY',
    (found, done) => {
      if (done) last = found;
    },
    new AbortController().signal,
  );
  assert.deepEqual(last, [
    { id: 'a', around: [] },
    { id: 'b', around: ['s'] },
  ]);
});

test('an aborted search says nothing more', async () => {
  const control = new AbortController();
  control.abort();
  let calls = 0;
  await findIn([text('a', 'x')], 'x', () => calls++, control.signal);
  assert.equal(calls, 0);
});
