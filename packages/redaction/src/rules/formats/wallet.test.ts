import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { walletFormats } from './wallet.ts';

const [mnemonic] = walletFormats;
const words = (count: number) => wordlist.slice(100, 100 + count);
const found = (text: string) => {
  const range = mnemonic?.match(text, text.indexOf('wallet'));
  return Array.isArray(range) ? text.slice(range[0], range[1]) : range;
};

test('twelve words behind the word that announces them are a mnemonic, eleven are not', () => {
  for (const count of [12, 15, 24]) {
    const phrase = words(count).join(' ');
    assert.equal(found(`wallet: ${phrase}`), phrase);
    assert.equal(found(`wallet: ${phrase} xyzzyq`), phrase);
  }
  assert.equal(found(`wallet: ${words(11).join(' ')}`), undefined);
  assert.equal(found(`wallet: ${words(11).join(' ')} xyzzyq`), undefined);
  assert.equal(found(`wallet: ${words(26).join(' ')}`), words(24).join(' '), 'no mnemonic is longer');
});

test('whatever stands between them: numbers, quotes, commas, escaped line ends', () => {
  for (const between of ['\n', '\\n', '", "', ' | ', '\n- ']) {
    const phrase = words(12).join(between);
    assert.equal(found(`wallet = "${phrase}"`), phrase, between);
  }
  const numbered = words(12)
    .map((word, at) => `${at + 1}. ${word}`)
    .join('\n');
  assert.equal(found(`wallet:\n${numbered}`), numbered.slice(3));
  assert.equal(found(`wallet:\\n${words(12).join(' ')}`), words(12).join(' '), 'behind an escape');
});

test('it begins within ninety characters, with a whole word', () => {
  const phrase = words(12).join(' ');
  assert.equal(found(`wallet${'.'.repeat(83)}${phrase}`), phrase);
  assert.equal(found(`wallet${'.'.repeat(84)}${phrase}`), undefined);
  assert.equal(found(`wallet x${phrase}`), undefined, 'the first word is no longer one');
});
