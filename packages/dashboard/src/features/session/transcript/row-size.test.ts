import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry } from '@debrief/transcript';
import { RowSizes } from './row-size.ts';

const tool = (output: string): Entry => ({
  kind: 'tool',
  id: output,
  sequences: [1],
  tool: 'shell',
  name: 'Bash',
  title: 'ls',
  outcome: 'ok',
  output,
});

test('what was measured once is known for everything that looks the same', () => {
  const sizes = new RowSizes();
  const guess = (entry: Entry, open: boolean) => sizes.size(sizes.shape(entry, open));
  sizes.learn(sizes.shape(tool('a'), false), 31);
  assert.equal(guess(tool('b\nc'), false), 31);
  sizes.learn(sizes.shape(tool('a\nb'), true), 120);
  assert.equal(guess(tool('c\nd'), true), 120);
  assert.notEqual(guess(tool('c\nd\ne\nf'), true), 120);
});

test('longer texts are guessed higher', () => {
  const sizes = new RowSizes();
  const reply = (text: string): Entry => ({ kind: 'reply', id: text, sequences: [1], text });
  const guess = (text: string) => sizes.size(sizes.shape(reply(text), true));
  assert.ok(guess('x'.repeat(900)) > guess('x'));
});
