import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLessonsSearch } from './lessons-search.ts';
import { oneLine } from './start.ts';

test('a comment begins a lesson as one line, without marks of quotes and lists, cut to what may be', () => {
  assert.equal(oneLine('> Use pnpm.\r\n\n- and  say so \n'), 'Use pnpm. and  say so');
  assert.equal([...oneLine('🜁'.repeat(500))].length, 400);
  assert.equal(oneLine(''), '');
});

test('the address says where and from what, by id, and nothing else', () => {
  const whole = { repository: 'h.example/a', from: 'thread', sessionId: 'ses_1', id: 'thr_1' };
  assert.deepEqual(readLessonsSearch({ ...whole, text: 'Obey.' }), whole);
  assert.deepEqual(readLessonsSearch({ from: 'page', sessionId: 'ses_1', id: 'x' }), {});
  assert.deepEqual(readLessonsSearch({ from: 'thread', sessionId: 'ses_1' }), {});
});
