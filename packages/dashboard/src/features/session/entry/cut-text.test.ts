import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutText } from './cut-text.ts';

test('a text that fits is left whole', () => {
  const text = 'line\n'.repeat(30);
  assert.deepEqual(cutText(text), { head: text, hidden: undefined });
});

test('many lines are cut after thirty, empty ones too', () => {
  const { head, hidden } = cutText(Array.from({ length: 70 }, (_, index) => `line ${index}`).join('\n'));
  assert.ok(head.endsWith('line 29'));
  assert.equal(hidden, '40 more lines');
  assert.equal(cutText('\n'.repeat(4_999)).hidden, '4,970 more lines');
});

test('one endless line is cut by characters', () => {
  const { head, hidden } = cutText('x'.repeat(20_000));
  assert.equal(head.length, 6_000);
  assert.equal(hidden, 'all 20k characters');
});

test('a block of code that has only begun is left to the rest', () => {
  const lines = Array.from({ length: 70 }, (_, index) => `line ${index}`);
  lines[29] = '```ts';
  assert.ok(cutText(lines.join('\n')).head.endsWith('line 28'));
  // One that ends there is whole.
  lines[20] = '```';
  assert.ok(cutText(lines.join('\n')).head.endsWith('```ts'));
});
