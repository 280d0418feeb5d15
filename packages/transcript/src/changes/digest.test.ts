import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digest } from './digest.ts';

test('equal files have one digest, however their text was put together', () => {
  for (const length of [0, 1, 3, 4, 5, 16_383, 16_384, 16_385, 40_000]) {
    const text = Array.from({ length }, (_, at) => 'aß€😀\n'.charAt(at % 6)).join('');
    assert.equal(digest(text), digest(text.slice(0, length >> 1) + text.slice(length >> 1)), `${length}`);
    assert.ok(Number.isSafeInteger(digest(text)));
  }
});

test('a character that is changed, added, taken out or moved changes the digest', () => {
  const seen = new Map<number, string>();
  const text = 'const total = cart.reduce((sum, { price }) => sum + price, 0);\n'.repeat(400);
  const variants = [
    text,
    `${text}\n`,
    text.slice(0, -1),
    text.slice(1),
    '',
    '\0',
    '\0\0',
    'ab',
    'ba',
    'é',
    'e',
  ];
  for (let at = 0; at < text.length; at += 101) {
    variants.push(`${text.slice(0, at)}#${text.slice(at + 1)}`);
    variants.push(`${text.slice(0, at)}#${text.slice(at)}`);
    if (text[at] !== text[at + 4])
      variants.push(
        text.slice(0, at) + text.slice(at + 4, at + 8) + text.slice(at, at + 4) + text.slice(at + 8),
      );
  }
  for (const variant of new Set(variants)) {
    const other = seen.get(digest(variant));
    assert.equal(other, undefined);
    seen.set(digest(variant), variant);
  }
  assert.ok(seen.size > 700);
});
