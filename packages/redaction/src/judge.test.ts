import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isGibberish } from './gibberish.ts';
import { entropy, isStandIn, looksChosen, looksRandom } from './judge.ts';

const all = (judge: (value: string) => boolean, values: readonly string[], expected: boolean) => {
  for (const value of values) assert.equal(judge(value), expected, value);
};

test('entropy is told in bits per character of the first 64', () => {
  assert.equal(entropy('aaaa'), 0);
  assert.equal(entropy('abab'), 1);
  assert.equal(entropy('abcd'), 2);
  assert.equal(entropy('abcdabcd'), 2);
  assert.equal(entropy(`${'a'.repeat(64)}bcdefgh`), 0);
  assert.equal(entropy(`${'a'.repeat(63)}b`) > 0, true);
});

test('what stands where a secret would is told from one', () => {
  all(
    isStandIn,
    [
      ...[
        'process.env.X',
        'os.environ',
        'env[0]',
        'config.a',
        'vault:x',
        'op://a',
        'file:x',
        'https://a.b/c',
      ],
      ...[
        '$TOKEN',
        'a$(x)',
        `a$${'{x}'}`,
        'x$TOKEN',
        'a{{b}}',
        '{a',
        'a}',
        '<a',
        'a>',
        '%a',
        'a%s',
        'a...b',
        'a***b',
      ],
      ...[
        'xxxxxxxx',
        'ababab',
        'abcabcabc',
        'my-token',
        'the_key',
        'test12',
        'password1',
        'none',
        'your-key',
      ],
      ...['changeme', 'change_me', 'placeholder1', 'dummy', 'hunter2', 'foobar1', '1234', 'abcdefgh'],
    ],
    true,
  );
  all(
    isStandIn,
    [
      ...[
        'q7Zx9kLm',
        'https://user:q7Zx9k@host',
        'q$b1c2',
        'abcd',
        'abcdabcd',
        'hunter22',
        'mystery7',
        'tests7q',
      ],
      ...['test12345q', `my-${'q7Zx9k'.repeat(4)}`, `a{{b}}${'q7Zx9k'.repeat(11)}`],
    ],
    false,
  );
});

test('what only a generator makes: letters and digits in no word shape, from 8 characters on', () => {
  all(looksRandom, ['q7Zx9kLm', 'x1y2z3w4', 'a8f5f167f44f4964e6c998dee827110c', 'q7Zx9kLm2PwR4tYb'], true);
  all(
    looksRandom,
    [
      ...[
        'q7Zx9kL',
        'qwertzui',
        '12345678',
        'version2',
        'utf-8',
        'node_modules/a1',
        'a.b.c1',
        'v1.2.3-beta4',
      ],
      ...['Uint8Array', 'OpenID4VCICredential', 'sha256-base64-1234', 'aaaaaa11', 'ab12ab12ab12ab12'],
    ],
    false,
  );
});

test('what a person may have chosen: six characters, not a bare word, no code', () => {
  all(looksChosen, ['tiger7', 'Winter!', 'a1b2c3', 'hallo#welt'], true);
  all(looksChosen, ['tige7', 'winter', 'a_b.c-d', 'call(1)', 'x[0]123', 'aa1aa1', '777777'], false);
});

test('letters in an order that no language has, from twelve letters on', () => {
  all(
    isGibberish,
    ['qzkvxwpjqzkv', 'xqzjvkwpbxqz', 'hWqZbKxTvJpR', `qzkvxwpjqzkv${'e'.repeat(100)}`.slice(0, 20)],
    true,
  );
  all(
    isGibberish,
    [
      ...[
        'qzkvxwpjqzk',
        'correcthorsebattery',
        'internationalization',

        'documentation',
      ],
      ...['q1z1k1v1x1w1p1j1q1z1k1v1', 'en1er2te3re4in5es6'],
    ],
    false,
  );
  // Only the first 64 characters count.
  assert.equal(isGibberish(`${'reinter'.repeat(10)}${'qzkvxwpj'.repeat(20)}`), false);
});
