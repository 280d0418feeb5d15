import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reveal, visibleText } from './visible.ts';

const names = (text: string) =>
  reveal(text).map((part) => (typeof part === 'string' ? part : `<${part.name}>`));

test('plain text, line ends and emoji are left alone', () => {
  for (const text of ['plain\n\ttext', 'família 👨‍👩‍👧 ok', '❤️‍🔥', ''])
    assert.deepEqual(reveal(text), [text]);
});

test('what cannot be seen is named', () => {
  assert.deepEqual(names('a\u202Eb'), ['a', '<U+202E>', 'b']);
  assert.deepEqual(names('if (x\u200B)'), ['if (x', '<U+200B>', ')']);
  assert.deepEqual(names('\u0000'), ['<U+0000>']);
  assert.deepEqual(names('a\u200Db'), ['a', '<U+200D>', 'b']);
  assert.deepEqual(names('x\u{E0041}'), ['x', '<U+E0041>']);
  assert.deepEqual(names('\u2066\u2069'), ['<U+2066>', '<U+2069>']);
});

test('places that take only text get the names as text', () => {
  assert.equal(visibleText('main\u202Egpj'), 'main⟨U+202E⟩gpj');
  assert.equal(visibleText('plain'), 'plain');
});
