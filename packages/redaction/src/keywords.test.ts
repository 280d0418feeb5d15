import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { keywordSearch } from './keywords.ts';

function search(words: string[], text: string, searcher = keywordSearch(words)): string[] {
  const found: string[] = [];
  searcher(text, (keyword, at) => found.push(`${words[keyword]}@${at}`));
  return [...new Set(found)].sort();
}

function expected(words: string[], text: string): string[] {
  const found: string[] = [];
  for (const word of words) {
    const exact = /[A-Z]/.test(word);
    const haystack = exact ? text : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    for (let at = haystack.indexOf(word); at >= 0; at = haystack.indexOf(word, at + 1))
      found.push(`${word}@${at}`);
  }
  return found.sort();
}

test('finds what indexOf finds, on even and odd places, at the edges, in any case', () => {
  const words = ['token', 'sk-', 'sk_', '://', 'AKIA', '-----BEGIN', 'eyJ', 'secret_access', 're_'];
  const searcher = keywordSearch(words);
  const piece = fc.oneof(
    fc.constantFrom(...words, 'TOKEN', 'Token', 'akia', 'EYJ', 'ké', '→', '—漢字'),
    fc.string({ maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('');
      assert.deepEqual(search(words, text, searcher), expected(words, text));
    }),
    { numRuns: 500 },
  );
});

test('finds keywords across the pieces of a long text', () => {
  const words = ['password', 'xox'];
  for (const length of [32_760, 32_763, 32_764, 32_767, 32_768, 65_530, 100_001]) {
    const text = `${' '.repeat(length)}password${' '.repeat(length)}xox`;
    assert.deepEqual(search(words, text), expected(words, text));
  }
});

test('refuses a keyword too short to be found', () => {
  assert.throws(() => keywordSearch(['ab']), RangeError);
});
