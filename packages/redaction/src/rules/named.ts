import { isGibberish } from '../gibberish.ts';
import { entropy, isStandIn, looksRandom, UUID } from '../judge.ts';
import { pattern, type Range, type Rule } from '../rule.ts';
import { hasLongWord } from './long-word.ts';
import { bytesBehind, placeBelow } from './named/below.ts';
import { columnBelow } from './named/column.ts';
import { isSecret } from './named/judge-value.ts';
import { LONGEST_NAME, nameAround } from './named/name.ts';
import { placesOf, valueEnd } from './named/place.ts';

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
  ],
  ...['_auth=', '_auth:', 'auth"', 'auth\\"', '_dsn', '_salt=', 'pw=', 'pw:', '_pw', 'kennwort'],
];

/** `name = value` in all its forms: settings, code, markup, flags, tables, and pairs whose halves stand apart. */
function assignment(text: string, at: number): Range | readonly Range[] | number | undefined {
  const name = nameAround(text, at);
  if (!name) return undefined;
  for (const place of placesOf(text, name)) {
    if (isSecret(name, place)) return [place.start, valueEnd(text, place)];
  }
  const below = placeBelow(text, name);
  if (below && isSecret(name, below)) return [below.start, valueEnd(text, below)];
  const bytes = bytesBehind(text, name.end);
  if (bytes) return bytes;
  const column = columnBelow(text, name)
    .filter((place) => isSecret(name, place))
    .map((place): Range => [place.start, valueEnd(text, place)]);
  if (column.length > 0) return column;
  // A name with two of the words in it is judged once. Of an endless one only a part was read, so the next part is, too.
  const isEndless = name.end - at >= LONGEST_NAME;
  return isEndless ? at + LONGEST_NAME / 2 : name.end;
}

const FAR = 60;
const SHORTEST_TOKEN = 20;
const TOKEN_NEARBY = /[^\n]{0,60}?(?<![A-Za-z0-9+/_=.-])([A-Za-z0-9+/_-]{20,300}={0,2})(?![A-Za-z0-9+/_-])/;

const tokenNearby = pattern(
  'entropy',
  ['password', 'secret', 'token', 'api key', 'api_key', 'apikey', 'credential'],
  TOKEN_NEARBY,
  {
    // 4.5 bits is out of reach for hex, so hashes and uuids stay; three kinds of characters keeps names and paths.
    accept: (value) =>
      entropy(value) >= 4.5 &&
      /\d/.test(value) &&
      /[a-z]/.test(value) &&
      /[A-Z]/.test(value) &&
      looksRandom(value) &&
      !UUID.test(value),
  },
);

const STATED =
  /[a-z_ ]{5,12}(?: for [\w.-]{1,40})?(?: (?:is|was|will be|to)[: ]{1,2}| ?(?:→|->|=>) ?)["'`]?([^\s"'`\\,;<>()]{8,500})/i;

/** `Here is the API token:`, and the token in a line or a block of its own below it. */
const STATED_BELOW =
  /[a-z_ ]{5,54}:?\*{0,2}[ \t\r]{0,3}\n{1,3}[ \t>]{0,8}(?:```\w{0,12}\n[ \t>]{0,8})?["'`*]{0,3}([A-Za-z0-9+/_.~-]{16,500}={0,2})(?=["'`*]{0,3}[ \t]{0,4}(?:\r?\n|$))/i;
/** `A temporary password is generated for root@localhost: …`, `a new access token for you: …`, `API key (…)`. */
const ANNOUNCED =
  /[a-z_ ]{5,12}(?:(?: [a-z@.]{2,24}){0,6}(?::| to| is) ["'`(]{0,2}| ?\(["'`]?)([^\s"'`\\,;<>()]{8,200})/i;

/** A call, an index, a type. */
const CODE = /[[\](){}]/;

/** `the signing key is …`, `My GitHub PAT: …`. */
const CALLED = / (?:key|pat|pass)(?: (?:is|was|to|will be))?[: ]{1,2}["'`*]{0,3}([^\s"'`\\,;<>()]{8,500})/i;

const statedBelow = pattern(
  'named-secret',
  ['password', 'secret', 'token', 'api key', 'access key'],
  STATED_BELOW,
  {
    accept: (value) => !isStandIn(value) && !UUID.test(value) && looksRandom(value) && entropy(value) >= 3,
  },
);

/** A quick look before that expression: whether the line ends nearby, with nothing in it but words. */
function endsSoon(text: string, at: number): boolean {
  const last = Math.min(text.length, at + FAR);
  for (let i = at; i < last; i++) {
    const code = text.charCodeAt(i) | 32;
    if (code === 42) return true;
    if (code !== 32 && code !== 58 && code !== 127 && (code < 97 || code > 122)) return false;
  }
  return false;
}

export const namedRules: readonly Rule[] = [
  { name: 'named-secret', keywords: NAMES, match: assignment },
  pattern(
    'named-secret',
    ['password', 'passwd', 'passphrase', 'secret', 'token', 'api key', 'access key'],
    STATED,
    {
      accept: (value, text, start) => {
        const bare = value.replace(/[.!?*)]{1,4}$/, '');
        if (isStandIn(bare) || CODE.test(bare)) return false;
        return looksRandom(bare) || isGibberish(bare) || (isStatedPassword(text, start) && isMixed(bare));
      },
    },
  ),
  { ...statedBelow, match: (text, at) => (endsSoon(text, at) ? statedBelow.match(text, at) : undefined) },
  pattern(
    'named-secret',
    ['password', 'passwd', 'passphrase', 'secret', 'token', 'api key', 'access key'],
    ANNOUNCED,
    {
      accept: (value, text, start) => {
        const bare = value.replace(/[.!?*)]{1,4}$/, '');
        if (bare.length < 8 || isStandIn(bare) || CODE.test(bare) || UUID.test(bare)) return false;
        const isPassword = /passw/i.test(text.slice(Math.max(0, start - 120), start));
        return (
          (bare.length >= 16 && looksRandom(bare) && entropy(bare) >= 3.3) ||
          (isPassword && isMixed(bare) && /[^\w.:/@-]/.test(bare))
        );
      },
    },
  ),
  pattern('named-secret', [' key is ', ' key: ', ' key to ', ' pat is ', ' pat: ', ' pass is '], CALLED, {
    accept: (value, text, start) => {
      const bare = value.replace(/[.!?*)]{1,4}$/, '');
      if (bare.length < 8 || isStandIn(bare) || CODE.test(bare)) return false;
      return looksRandom(bare) || isGibberish(bare) || (isStatedPassword(text, start) && isMixed(bare));
    },
  }),
  {
    ...tokenNearby,
    match: (text, at) =>
      hasLongWord(text, at, SHORTEST_TOKEN, FAR) ? tokenNearby.match(text, at) : undefined,
  },
];

const isStatedPassword = (text: string, start: number) =>
  /pass(?:word|wd|phrase)?(?: (?:is|was|will be|to|=))?[: ]{1,2}["'`*]{0,3}$/i.test(
    text.slice(Math.max(0, start - 30), start),
  );

/** A letter and a digit, or a letter and a mark inside: what nobody says as a word. */
const isMixed = (value: string) =>
  /[A-Za-z]/.test(value) && (/\d/.test(value) || /[^\w.:/-]./.test(value)) && !/[=([{]/.test(value);
