import { pattern, type Rule } from '../rule.ts';

/** Twelve to twenty-four words. */
const phrase = pattern(
  'seed-phrase',
  ['mnemonic'],
  /mnemonic["'`]? ?[:=] ?["'`]?((?:[a-z]{3,8} ){11,23}[a-z]{3,8})(?![a-z])/i,
);

/** What sentences about passwords are made of. */
const SENTENCE =
  /(?:^|[ -])(?:the|and|for|not|with|you|your|that|this|are|was|has|have|will|must|should|can|from|used|when|which|set|required|missing|empty|wrong|invalid|incorrect|correct|only|stored|key|file|password|passphrase|encrypted|protected|here|please|enter|because|prompt|prompted)(?:[ -]|$)/i;

/** `the passphrase is four words and a number 35`: four words and more, and none that a sentence is made of. */
const spokenPhrase = pattern(
  'named-secret',
  ['passphrase'],
  /passphrase["'`]?(?: (?:is|was)|:|=| ?=| ?:) {0,3}["'`*]{0,3}((?:[a-z]{3,12}[ -]){3,11}[a-z0-9]{2,12})(?![a-z0-9])/i,
  {
    accept: (value) => !SENTENCE.test(value),
  },
);

/** `password maple-harbor-velvet-copper-lane`: five words and more in one. */
const joinedPhrase = pattern(
  'named-secret',
  ['password ', 'passphrase ', "': ", 'passwort ', 'kennwort '],
  /(?:pass(?:word|phrase|wort)|kennwort|(?<=pass(?:word|phrase) for (?:key )?'[^'\n]{1,100})'):? (?:is |ist )?["'`*]{0,3}((?:[a-z]{3,12}-){4,9}[a-z]{3,12})(?![\w/.-])/i,
  { accept: (value) => !SENTENCE.test(value) },
);

/** Passwords of several words. */
export const phraseRules: readonly Rule[] = [phrase, spokenPhrase, joinedPhrase];
