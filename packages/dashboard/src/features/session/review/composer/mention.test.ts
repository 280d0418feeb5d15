import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMention, suggestions, withMention } from './mention.ts';

test('a mention opens at the start of a word, and not inside an address', () => {
  assert.deepEqual(openMention('see @jo', 7), { from: 4, typed: 'jo' });
  assert.deepEqual(openMention('@', 1), { from: 0, typed: '' });
  assert.deepEqual(openMention('(@mi', 4), { from: 1, typed: 'mi' });
  assert.equal(openMention('mail jo@ex', 10), undefined);
  assert.equal(openMention('@jo said', 8), undefined);
  assert.equal(openMention('@jo said', 3)?.typed, 'jo');
});

test('whose name begins so comes first', () => {
  const people = ['anna-jo', 'jonas', 'Joan', 'mira'].map((name) => ({ name }));
  assert.deepEqual(
    suggestions(people, 'jo').map(({ name }) => name),
    ['Joan', 'jonas', 'anna-jo'],
  );
  assert.equal(suggestions(people, '', 2).length, 2);
});

test('the chosen name takes the place of what was typed', () => {
  assert.deepEqual(withMention('see @jo please', { from: 4, typed: 'jo' }, 'jonas'), {
    text: 'see @jonas please',
    cursor: 11,
  });
});
