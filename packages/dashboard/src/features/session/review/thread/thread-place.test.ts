import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Thread } from '@debrief/contract';
import type { Entry } from '@debrief/transcript';
import { belongsTo, nextThread, placeWords, plainWords, threadQuote } from './thread-place.ts';

const thread = (number: number, sequence: number, state: Thread['state'] = 'open', more = {}): Thread => ({
  threadId: `thr_${number}`,
  sessionId: 'ses_1',
  number,
  anchor: { sequence, ...more },
  state,
  needsAnswer: false,
  openedBy: 'usr_1',
  createdAt: '',
  updatedAt: '',
  commentCount: 0,
  comments: [],
});

test('a thread stands below its entry, or below the one that holds its event', () => {
  const entry = { id: '4.1', sequences: [4, 6] };
  assert.ok(belongsTo(thread(1, 4, 'open', { entry: '4.1' }), entry));
  assert.ok(!belongsTo(thread(1, 4, 'open', { entry: '4' }), entry));
  assert.ok(belongsTo(thread(1, 6), entry));
  assert.ok(!belongsTo(thread(1, 0), { id: '0', sequences: [0] }));
});

test('from thread to thread, in the order of the session, round and round', () => {
  const threads = [thread(1, 30), thread(2, 10), thread(3, 20, 'resolved'), thread(4, 0)];
  const go = (threadId: string | undefined, sequence: number, step: 1 | -1) =>
    nextThread(threads, { threadId, sequence }, step)?.number;
  assert.equal(go(undefined, 12, 1), 1);
  assert.equal(go(undefined, 12, -1), 2);
  assert.equal(go('thr_2', 10, 1), 1);
  assert.equal(go('thr_1', 30, 1), 4);
  assert.equal(go('thr_4', 0, -1), 1);
  assert.equal(go(undefined, 99, 1), 4);
  // A resolved one that is looked at: on to its neighbours.
  assert.equal(go('thr_3', 20, 1), 1);
  assert.equal(nextThread([], { sequence: 1 }, 1), undefined);
  assert.equal(nextThread([thread(1, 5, 'resolved')], { threadId: 'thr_1', sequence: 5 }, 1), undefined);
});

test('the place in words, and the words themselves', () => {
  assert.equal(placeWords({ sequence: 0 }), 'The session');
  assert.equal(placeWords({ sequence: 12 }), '#12');
  assert.equal(placeWords({ sequence: 12, path: 'src/queue.ts', line: 3 }), 'src/queue.ts:3');
  const reply: Entry = { kind: 'reply', id: '4', sequences: [4], text: 'All tests pass now.' };
  assert.equal(threadQuote(thread(1, 4, 'open', { part: 'text', range: [4, 14] }), reply), 'tests pass');
  assert.equal(threadQuote(thread(1, 4), reply), undefined);
  const edit: Entry = {
    kind: 'tool',
    id: '5',
    sequences: [5],
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
        source: { kind: 'replace', pairs: [['one', 'two']] },
      },
    ],
  };
  assert.equal(
    threadQuote(thread(1, 5, 'open', { part: 'change', path: 'a.ts', range: [5, 9] }), edit),
    '+two',
  );
});

test('a comment on one line, without markup', () => {
  assert.equal(plainWords('# Why\n\n> **this** `loop`?'), 'Why this loop?');
  assert.equal(plainWords('x'.repeat(500)).length, 160);
});
