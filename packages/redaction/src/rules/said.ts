import { isGibberish } from '../gibberish.ts';
import { entropy, isMachineMade, isStandIn, isStrong, looksRandom, UUID } from '../judge.ts';
import { pattern, type Rule } from '../rule.ts';
import { hasLongWord } from './long-word.ts';
import { isMadeUp } from './named/judge-value.ts';
import { hasValueAhead } from './named/value-ahead.ts';

/** What people and programs say in sentences: `the password is …`, `a new token for you: …`, `with password …`. */

const FAR = 60;
const SHORTEST_TOKEN = 20;
const TOKEN_NEARBY = /[^\n]{0,60}?(?<![A-Za-z0-9+/_=.-])([A-Za-z0-9+/_-]{20,300}={0,2})(?![A-Za-z0-9+/_-])/;

/** `"requestId":"`: what stands behind is told by its own name. */
/** What seals or sums up, and the sum of a module of Go: random by trade, and no secret. */
const SEAL_BEFORE =
  /(?:hash|sha\d{0,3}|digest|etag|signature|integrity|checksum|cursor|\b(?:data|iv|tag)(?=:)|(?:next|page|continuation|pagination|sync|resume)_?(?:page_?)?token)["'\\]{0,4}\s?[:=]\s?["'\\]{0,4}$| h1:$/i;
const ID_BEFORE = /(?:id|hash|sha|digest|etag|signature)["'\\]{0,4}\s?[:=]\s?["'\\]{0,4}$/i;
const tokenNearby = pattern(
  'entropy',
  ['password', 'secret', 'token', 'api key', 'api_key', 'apikey', 'credential'],
  TOKEN_NEARBY,
  {
    // 4.5 bits is out of reach for hex, so hashes and uuids stay; three kinds of characters keeps names and paths.
    accept: (value, text, start) =>
      (entropy(value) >= 4.5 ||
        (isMachineMade(value) && !ID_BEFORE.test(text.slice(Math.max(0, start - 24), start)))) &&
      /\d/.test(value) &&
      /[a-z]/.test(value) &&
      /[A-Z]/.test(value) &&
      looksRandom(value) &&
      !UUID.test(value) &&
      !SEAL_BEFORE.test(text.slice(Math.max(0, start - 24), start)),
  },
);

const WORDS = ['password', 'passwd', 'passphrase', 'passwort', 'secret', 'token', 'api key', 'access key'];
const VALUE = String.raw`([^\s"'\x60\\,;<>()]{8,500})`;

const STATED = new RegExp(
  String.raw`[a-z_ ]{5,12}(?: (?:for|of|on|in|to) [\w.-]{1,40}(?: [\w.-]{2,20}){0,3}?)?(?: ?\([\w -]{1,30}\))?(?: (?:is|was|will be|should be|must be|shall be|becomes|equals|reads|to|from|lautet|ist|est|es)[: ]{1,2}(?:now |still |just |simply )?| ?(?:→|->|=>) ?)["'\x60*]{0,3}${VALUE}`,
  'i',
);
/** `Here is the API token:`, and the token in a line or a block of its own below it. */
const STATED_BELOW =
  /[^\n:]{3,90}:?\*{0,2}[ \t]{0,3}(?:\r?\n){1,3}[ \t>]{0,8}(?:```\w{0,12}\n[ \t>]{0,8})?["'`*]{0,3}([^\s"'`\\<>(){}]{8,500})(?=["'`*]{0,3}[ \t]{0,4}(?:\r?\n|$))/i;
/** `A temporary password is generated for root@localhost: …`, `a new access token for you: …`, `API key (…)`. */
const ANNOUNCED = new RegExp(
  String.raw`[a-z_ ]{5,12}(?:(?: ['\x60]?[a-z@.]{2,24}['\x60]?){0,6}(?::| to| is) ["'\x60(]{0,2}| ?\(["'\x60]?)${VALUE.replace('500', '200')}`,
  'i',
);
/** `with password …`, `using token …`. */
const GIVEN = new RegExp(
  String.raw`(?<=(?:with|using|and|the|use|new|old|my|our|your|their|enter|type|try) (?:[\w-]{1,20} ){0,2})(?:password|passwd|passphrase|passwort|token|secret|api key|access key) ${VALUE}`,
  'i',
);
/** `the signing key is …`, `My GitHub PAT: …`. */
/** Keys that everybody may know, and those of tables. */
const CALLED =
  /(?<=[A-Za-z])(?<!public|verify|verification|host|peer|primary|foreign|partition|sort|cache|object|routing|message|shard|lookup|map|site) (?:key|pat|pass)(?: (?:for|of|on|in) [\w.-]{1,40}(?: [\w.-]{2,20}){0,2}?)?(?: (?:is|was|to|will be|should be|must be|reads)[: ]{1,2}|: {1,2})["'`*]{0,3}([^\s"'`\\,;<>()]{8,500})/i;
/** `credentials: admin / …`, `creds are admin:…`, `Login with admin / …`. */
const PAIR =
  /(?:credentials?|creds|log ?in|sign ?in)\W{0,3}(?: ?(?:are|is|with|as|for|using)){0,2}[: ]{1,2}["'`]?[\w.@-]{2,40}["'`]? ?[/:] ?["'`]?([^\s"'`\\,;<>()/:]{8,100})/i;

/** A call, an index, a type. */
const CODE = /[[\](){}]/;
/** Whom something is sent to, what something is summed up with, and what sops has sealed. */
const NO_VALUE =
  /^[^@\s]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}$|^(?:argon2|bcrypt|scrypt|pbkdf2|sha\d|md5|hs\d|rs\d|aes|ENC\[)/i;
const isSealed = (text: string, start: number) =>
  text.slice(Math.max(0, start - 60), start).includes('ENC[AES256');
const withoutStop = (value: string) => value.replace(/[.!?*)]{1,4}$/, '');

const isStatedPassword = (text: string, start: number) =>
  /passw?(?:ord|d|phrase|ort)?(?: (?:is|was|will be|to|from|lautet|ist|est|es|=))?[: ]{1,2}["'`*]{0,3}$/i.test(
    text.slice(Math.max(0, start - 34), start),
  );

/** A letter and a digit, or a letter and a mark inside: what nobody says as a word. */
const isMixed = (value: string) =>
  /[A-Za-z]/.test(value) && (/\d/.test(value) || /[^\w.:/-]./.test(value)) && !/[=([{]/.test(value);
/** More than a word with a number: two digits, or a mark as passwords have them; no path, no member, no version. */
const isChosen = (value: string) =>
  isMixed(value) &&
  /\d\d|[!#$%^&*?~@+]/.test(value) &&
  !/^[\w-]+(?:[./:][\w-]+)+$|^v?\d[.\d]*$|^\d{1,20}[a-z]{1,6}$|:\/\//i.test(value);

function isStated(value: string, text: string, start: number): boolean {
  const bare = withoutStop(value);
  if (bare.length < 8 || isStandIn(bare) || CODE.test(bare) || NO_VALUE.test(bare)) return false;
  if (isSealed(text, start)) return false;
  if (looksRandom(bare) || isGibberish(bare) || isStrong(bare) || isMadeUp(bare)) return true;
  return isStatedPassword(text, start) && isMixed(bare);
}

function isAnnounced(value: string, text: string, start: number): boolean {
  const bare = withoutStop(value);
  if (bare.length < 8 || isStandIn(bare) || CODE.test(bare) || UUID.test(bare) || NO_VALUE.test(bare))
    return false;
  if (isSealed(text, start)) return false;
  const isPassword = /passw/i.test(text.slice(Math.max(0, start - 120), start));
  return (
    (bare.length >= 16 && looksRandom(bare) && entropy(bare) >= 3.3) ||
    (isPassword && isChosen(bare)) ||
    (value.length >= 9 && isMadeUp(value))
  );
}

function isGiven(value: string, text: string, start: number): boolean {
  const bare = withoutStop(value);
  if (bare.length < 8 || isStandIn(bare) || CODE.test(bare) || NO_VALUE.test(bare)) return false;
  if (isSealed(text, start)) return false;
  if (/passw?(?:ord|d|phrase|ort) $/i.test(text.slice(start - 12, start))) return isChosen(bare);
  return bare.length >= 16 && looksRandom(bare) && entropy(bare) >= 3.2 && !UUID.test(bare);
}

/** `projects/corp/secrets/db`, `/subscriptions/…/providers/…`: names between strokes. */
const PATH = /(?:^|\/)[A-Za-z]{5,30}\/(?:[^\s/]{1,80}\/){0,8}[A-Za-z]{5,30}(?:\/|$)/;

function isBelow(value: string, text: string, start: number): boolean {
  if (isStandIn(value) || UUID.test(value) || CODE.test(value) || /^[\w-]+\.[\w.-]+$/.test(value))
    return false;
  // A row of a table, an assignment.
  if (PATH.test(value) || /^\w{1,60}=|,[^,]{1,80},/.test(value)) return false;
  if (looksRandom(value) && entropy(value) >= 3) return value.length >= 16 || /[^\w.:/-]/.test(value);
  if (isStrong(value) || isMadeUp(value)) return true;
  return /passw/i.test(text.slice(Math.max(0, start - 120), start)) && isChosen(value);
}

/** Where the word ends; undefined for `tokens`, `passwordField` and the like. */
function wordEnd(text: string, at: number): number | undefined {
  let end = at;
  while (end < at + 12 && isLetter(text.charCodeAt(end))) end++;
  // `api key`, `access key`
  if (text.charAt(end) === ' ' && end - at <= 6 && (text.charCodeAt(at) | 32) === LETTER_A) return end + 4;
  return ENDS.has(text.slice(at, end).toLowerCase()) ? end : undefined;
}
const LETTER_A = 97;
const ENDS = new Set(WORDS);
const isLetter = (code: number) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);

const WAYS: readonly Rule[] = [
  pattern('named-secret', WORDS, STATED, { accept: isStated }),
  pattern('named-secret', WORDS, ANNOUNCED, { accept: isAnnounced }),
  pattern('named-secret', WORDS, GIVEN, { accept: isGiven }),
  pattern('named-secret', WORDS, STATED_BELOW, { accept: isBelow }),
];

const keyBelow = pattern('named-secret', [' key:'], STATED_BELOW, { accept: isBelow });
const called = pattern('named-secret', [' key', ' pat is ', ' pat: ', ' pass is '], CALLED, {
  accept: isStated,
});

export const saidRules: readonly Rule[] = [
  {
    name: 'named-secret',
    keywords: WORDS,
    match(text, at) {
      const end = wordEnd(text, at);
      if (end === undefined || !hasValueAhead(text, end)) return undefined;
      for (const way of WAYS) {
        const found = way.match(text, at);
        if (found) return found;
      }
      return undefined;
    },
  },
  { ...called, match: (text, at) => (hasValueAhead(text, at + 5) ? called.match(text, at) : undefined) },
  { ...keyBelow, match: (text, at) => (hasValueAhead(text, at + 5) ? keyBelow.match(text, at) : undefined) },
  pattern(
    'named-secret',
    ['credential', 'creds are', 'creds:', 'log in with', 'login with', 'login:', 'login is', 'sign in:'],
    PAIR,
    {
      accept: (value) => isChosen(withoutStop(value)) && !isStandIn(value),
    },
  ),
  {
    ...tokenNearby,
    match: (text, at) =>
      hasLongWord(text, at, SHORTEST_TOKEN, FAR) ? tokenNearby.match(text, at) : undefined,
  },
];
