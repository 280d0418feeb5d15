import { wordlist } from '@scure/bip39/wordlists/english.js';
import { looksRandom } from '../../judge.ts';
import { pattern, prefixed, type Range, type Rule } from '../../rule.ts';

const BASE58 = '[1-9A-HJ-NP-Za-km-z]';
const WORDS = new Set(wordlist);
/** A mnemonic has 12, 15, 18, 21 or 24 words, whatever stands between them. */
const FEWEST = 12;
const MOST = 24;
/** How far from the word that announces it a mnemonic begins. */
const REACH = 90;
const WORD_OF_MNEMONIC = /[a-z]{3,8}(?![A-Za-z])/y;
/** Blanks, quotes, commas, escaped line ends, `1.` and `2)`, and what begins a line of a list, a diff or a listing. */
const BETWEEN = /(?:[\s"'`,;|*+→>-]|\\{1,4}[nrt"']|\d[.):]?){1,16}/y;

/** The words of a wallet, behind a word that announces them: `mnemonic`, `seed phrase`, … */
function mnemonic(text: string, keywordAt: number): Range | undefined {
  const last = Math.min(text.length, keywordAt + REACH);
  for (let at = keywordAt; at < last; ) {
    const end = isEscape(text, at) ? at : wordEnd(text, at);
    if (end === at) at++;
    else {
      const found = isEdge(text, at) ? phrase(text, at) : undefined;
      if (found) return found;
      at = end;
    }
  }
  return undefined;
}

function phrase(text: string, start: number): Range | undefined {
  let [at, end] = [start, start];
  for (let count = 0; count < MOST; count++) {
    WORD_OF_MNEMONIC.lastIndex = at;
    const word = WORD_OF_MNEMONIC.exec(text)?.[0];
    if (!word || !WORDS.has(word)) return count >= FEWEST ? [start, end] : undefined;
    end = at + word.length;
    BETWEEN.lastIndex = end;
    at = end + (BETWEEN.exec(text)?.[0].length ?? 0);
  }
  return [start, end];
}

const isLetter = (code: number) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
/** The `n` of an escaped line end is no letter of the word behind it. */
const isEscape = (text: string, at: number) =>
  text.charAt(at - 1) === '\\' && 'nrt'.includes(text.charAt(at));
const isEdge = (text: string, at: number) =>
  at === 0 || !isLetter(text.charCodeAt(at - 1)) || isEscape(text, at - 1);

function wordEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && at - from < REACH && isLetter(text.charCodeAt(at))) at++;
  return at;
}

/** What opens a wallet. */
export const walletFormats: readonly Rule[] = [
  {
    name: 'mnemonic',
    keywords: [
      'mnemonic',
      'seed phrase',
      'seed_phrase',
      'seedphrase',
      'recovery phrase',
      'recovery words',
      'secret phrase',
      'wallet',
      'seed words',
    ],
    match: mnemonic,
  },
  prefixed('wallet-key', ['xprv', 'zprv'], `${BASE58}{100,112}`),
  prefixed('nostr', 'nsec1', '[02-9ac-hj-np-z]{58}'),
  // An Ethereum key looks like any hash: only its name tells.
  pattern(
    'wallet-key',
    ['private key', 'private_key', 'privatekey', 'priv_key', 'privkey'],
    /[a-z_ ]{7,11}[^\n]{0,24}?(0x[0-9a-f]{64})(?![0-9a-f])/i,
  ),
  pattern(
    'wallet-key',
    ['WIF', 'privkey', 'wif=', 'wif:', 'wif"', ' wif '],
    / ?[a-z]{3,7}[^\n]{0,12}?(?<![A-Za-z0-9])([5KLc9][1-9A-HJ-NP-Za-km-z]{50,51})(?![A-Za-z0-9])/i,
    {
      accept: (value) => looksRandom(value),
    },
  ),
];
