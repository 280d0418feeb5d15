import type { Range, Rule } from '../rule.ts';
import { bytesBehind, placeBelow } from './named/below.ts';
import { columnBelow } from './named/column.ts';
import { isSecret } from './named/judge-value.ts';
import { listBehind } from './named/list.ts';
import { boundsAround, isElement, LONGEST_NAME, nameAt, type SecretName, spokenKey } from './named/name.ts';
import { placesOf, type ValuePlace, valueEnd } from './named/place.ts';

/** The words that make a name secret. A name that only ends in `key` has to have a value that cannot be anything else. */
const NAMES = [
  ...[
    'pass',
    'secret',
    'token',
    'credential',
    '_pwd',
    'pwd=',
    'pwd:',
    'apikey',
    'accesskey',
    'privatekey',
    'authkey',
  ],
  ...[
    '_key',
    '-key',
    '.key',
    'Key',
    '_pat',
    '-pat ',
    '-pat=',
    '-pat:',
    '-pat"',
    'Pat"',
    "Pat'",
    'Pat:',
    'Pat ',
    'Pat(',
    'Pat=',
    'Pat<',
    'Pat>',
    'Pat\\',
  ],
  ...[
    '_auth=',
    '_auth:',
    'auth"',
    'auth\\"',
    '_dsn',
    '_salt=',
    "_salt'",
    '_salt"',
    '_salt:',
    'pw=',
    'pw:',
    '-pw ',
    'Pw ',
    'Pw(',
    'Pw<',
    'Pw>',
    'pw":',
    'pw\\":',
    '_pw',
    'kennwort',
    'psk=',
    'psk:',
    'psk =',
    'psk "',
    'pw"',
    "pw'",
    'pwd =',
    'cred=',
    'creds=',
    'cred":',
    'creds":',
    'pwd As',
    'pwd"',
    'authtok',
  ],
];

/** `name = value` in all its forms: settings, code, markup, flags, tables, and pairs whose halves stand apart. */
function assignment(text: string, at: number): Range | readonly Range[] | number | undefined {
  const [start, end] = boundsAround(text, at);
  // The user of an address, `https://__token__:…@`: its rule knows where the password ends.
  if (text.startsWith('://', start - 3)) return undefined;
  if (isSentence(text, start, end)) return end;
  const name = nameAt(text, start, end);
  if (!name) return undefined;
  const found = name.isPlural ? rangesOf(text, name, listBehind(text, name)) : secretOf(text, name);
  if (found) return found;
  // A name with two of the words in it is judged once. Of an endless one only a part was read, so the next part is, too.
  const isEndless = name.end - at >= LONGEST_NAME;
  return isEndless ? at + LONGEST_NAME / 2 : name.end;
}

const COMMANDS = new Set('env arg set setx put setenv define val export add'.split(' '));
const LONGEST_WORD = 12;

/** `the token of`: a word follows, and no command that takes a name and a value stands before. */
function isSentence(text: string, start: number, end: number): boolean {
  if (text.charCodeAt(end) !== SPACE || isElement(text, start)) return false;
  const next = text.charCodeAt(end + 1) | 32;
  if (next < 97 || next > 122) return false;
  const before = text.charCodeAt(start - 1);
  if (text.charCodeAt(start) === HYPHEN || (VERB_STARTS.has(next) && VERBS.test(text.slice(end, end + 12))))
    return false;
  if (IDENTIFIER.test(text.slice(start, end))) return false;
  if (before !== SPACE) return Number.isNaN(before) || before <= SPACE || before === STAR;
  let from = start - 1;
  while (from > 0 && start - from <= LONGEST_WORD && text.charCodeAt(from - 1) > 32) from--;
  const word = text.slice(from, start - 1);
  return !word.startsWith('-') && !COMMANDS.has(word.toLowerCase());
}
/** `DB_PASSWORD`, `clientSecret`: no word of a sentence. */
const IDENTIFIER = /_|[a-z][A-Z]/;
const SPACE = 32;
const HYPHEN = 45;
const STAR = 42;
/** `name is "value"`, `name string = "value"` */
const VERBS = /^ (?:(?:to|is|as) ["'`]|(?:As )?[Ss]tring |char\[)/;
const VERB_STARTS = new Set([...'tiasc'].map((letter) => letter.charCodeAt(0)));

function secretOf(text: string, name: SecretName): Range | readonly Range[] | undefined {
  if (isArn(text, name)) return undefined;
  for (const place of placesOf(text, name)) {
    if (isSecret(name, place)) return [place.start, valueEnd(text, place)];
  }
  const below = placeBelow(text, name);
  if (below && isSecret(name, below)) return [below.start, valueEnd(text, below)];
  const bytes = bytesBehind(text, name.end);
  if (bytes) return bytes;
  return rangesOf(text, name, columnBelow(text, name));
}

/** `arn:aws:secretsmanager:…:secret:name`: where a secret is kept. */
const isArn = (text: string, { start }: SecretName) =>
  text.charCodeAt(start - 1) === COLON &&
  /\barn:[\w-]{1,12}:/.test(text.slice(Math.max(0, start - 100), start));
const COLON = 58;

function rangesOf(
  text: string,
  name: SecretName,
  places: readonly ValuePlace[],
): readonly Range[] | undefined {
  const ranges = places
    .filter((place) => isSecret(name, place))
    .map((place): Range => [place.start, valueEnd(text, place)]);
  return ranges.length > 0 ? ranges : undefined;
}

/** What may follow a name of two words: a separator, a mark that closes it, and no word. */
const KEY_ENDS = /^(?:[:*<]| [|"'`= [])/;

export const namedRules: readonly Rule[] = [
  { name: 'named-secret', keywords: NAMES, match: assignment },
  {
    name: 'named-secret',
    keywords: [' key'],
    match(text, at) {
      if (!KEY_ENDS.test(text.slice(at + 4, at + 6))) return undefined;
      const name = spokenKey(text, at + ' key'.length);
      return name && secretOf(text, name);
    },
  },
];
