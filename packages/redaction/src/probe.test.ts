import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { CLASSES, deal, eachSpelling, pairOf, probesOf } from './probe.ts';

/** The probes decide how fast the search is, not what it finds, so nothing else would notice that they got worse. */
test('a keyword is probed by the pairs that are rarest in ordinary text, on even and on odd places', () => {
  const expected: Record<string, [offset: number, first: string, second: string][]> = {
    token: [
      [0, 'to', 'ke'],
      [1, 'ok', 'en'],
    ],
    secret: [
      [2, 'cr', 'et'],
      [1, 'ec', 're'],
    ],
    Key: [
      [0, 'Ke', 'y'],
      [-1, 'K', 'ey'],
    ],
    AKIA: [
      [0, 'AK', 'IA'],
      [-1, 'A', 'KI'],
    ],
    ghp_: [
      [0, 'gh', 'p_'],
      [1, 'hp', '_'],
    ],
    '-----BEGIN': [
      [4, '-B', 'EG'],
      [5, 'BE', 'GI'],
    ],
    '://': [
      [0, ':/', '/'],
      [-1, ':', '//'],
    ],
    'import x': [
      [4, 'rt', ' x'],
      [5, 't ', 'x'],
    ],
  };
  for (const [word, probes] of Object.entries(expected))
    assert.deepEqual(
      probesOf(word, 0).map(({ offset, first, second }) => [offset, first, second]),
      probes,
      word,
    );
});

test('only small letters of a keyword without capitals stand for both cases', () => {
  const masks = (word: string) => [...(probesOf(word, 0)[0]?.caseMask ?? [])];
  assert.deepEqual(masks('az-0_'), [32, 32, 0, 0, 0]);
  assert.deepEqual(masks('aZb'), [0, 0, 0]);
  const spellings = (word: string, offset: number, outside?: number[]) => {
    const pairs: number[] = [];
    const [probe] = probesOf(word, 0);
    if (probe) eachSpelling(probe, offset, (pair) => pairs.push(pair), outside);
    return pairs;
  };
  const pair = (two: string) => pairOf(two.charCodeAt(0), two.charCodeAt(1));
  assert.deepEqual(spellings('ab-', 0), ['ab', 'aB', 'Ab', 'AB'].map(pair));
  assert.deepEqual(spellings('ab-', 1), ['b-', 'B-'].map(pair));
  assert.deepEqual(spellings('ABC', 0), [pair('AB')]);
  assert.deepEqual(spellings('ABC', 2, [120]), [pair('Cx')]);
  assert.equal(spellings('ABC', -1).length, 256);
});

test('a keyword has 3 to 256 characters', () => {
  for (const length of [3, 256]) assert.equal(probesOf('x'.repeat(length), 0).length, 2);
  for (const length of [2, 257]) assert.throws(() => probesOf('x'.repeat(length), 0), RangeError);
});

test('probes are dealt so that the pairs of a class seldom meet', () => {
  const words = (
    'sk-ant- AIza ya29. pplx- xai- hf_ api_org_ nvapi- sess- gsk_ jina_ key_ token secret password passwd apikey ' +
    'credential -----BEGIN AKIA ASIA ghp_ gho_ glpat- xoxb- xoxp- npm_ pypi- shpat_ dop_v1_ SG. eyJ :// bearer ' +
    'authorization cookie privatekey accesskey session_ export_ import_ fromage printing status_ loading default_ ' +
    'Pass Token Secret Path Result Update metadata_ worktree_ checkpoint output_ content_ request_ message_'
  ).split(' ');
  const hands = deal(words.flatMap((word, keyword) => probesOf(word, keyword)));
  assert.equal(hands.length, CLASSES);
  assert.equal(hands.flat().length, 2 * words.length);
  const told = hands.map((hand) => hand.map(({ first, second }) => `${first}${second}`).join(' ')).join('\n');
  // Once it is what you meant, and `corpus/transcripts.test.ts` is no slower, write the new digest here.
  assert.equal(createHash('sha256').update(told).digest('hex').slice(0, 12), '9f6c6330e5b2');
});
