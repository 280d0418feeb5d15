import { entropy, isStandIn, looksChosen, looksRandom, UUID } from '../judge.ts';
import { pattern, type Range, type Rule } from '../rule.ts';

/** The words that make a name secret. `key` alone does not: maps, React and JSON are full of it. */
const NAMES = [
  ...[
    'password',
    'passwd',
    'passphrase',
    'secret',
    'token',
    'credential',
    '_pwd',
    'pwd=',
    '_pass=',
    '_pass:',
  ],
  ...['api_key', 'apikey', 'api-key', 'access_key', 'accesskey', 'access-key', 'private_key', 'privatekey'],
  ...['private-key', 'secret_key', 'auth_key', 'authkey', 'signing_key', 'encryption_key', 'master_key'],
  ...[
    'service_key',
    'license_key',
    'account_key',
    'session_key',
    'app_key',
    'admin_key',
    'client-key-data',
    '_auth=',
    'auth"',
    'auth\\"',
    '_dsn',
  ],
  ...['key_base', 'write_key', '_salt='],
];
/** A longer name whose end says that it is about a secret but is none: `tokenCount`, `secret_name`, `password_hash`. */
const HARMLESS_END =
  /(?:ids?|names?|count|type|types|url|uri|path|file|hash|hashes|length|limit|size|usage|expiry|expires|expires_?(?:at|in)|ttl|field|label|input|prompt|policy|prefix|format|regex|pattern|required|enabled|manager|store|provider|ref|arn|budget|used|version|ized?|izer|tokens|address)$/i;
const ASSIGNMENT =
  /([\w.-]{3,60})(?:\\{0,3}["'`])?\]?\s{0,4}(:=|=>|\?\?=|[:=>]|,(?=\s?["'`]))\s{0,4}(?:(\\{0,3}["'`])([^\s"'`\\]{4,128})|([^\s"'`\\,;<>]{4,128}))/iy;
/** So much of a value is read to judge it; the rest follows once it counts as a secret. */
const LONGEST_HEAD = 128;
const QUOTED_REST = /[^\s"'`\\]*/y;
const BARE_REST = /[^\s"'`\\,;<>]*/y;
/** `--name value`, and the commands that take a name and a value: `ENV NAME value`, `config set name value`. */
const FLAG =
  /(?<=--[\w-]{0,30}|(?:ENV|set|setx|put) [\w:/.@-]{0,60})[a-z_-]{4,30} (["']?)([^\s"'`\\]{6,500})/iy;

/** `name = value`, `"name": "value"`, `NAME=value`, `<name>value</name>`, `set('name', 'value')`. */
function assignment(text: string, at: number): Range | undefined {
  ASSIGNMENT.lastIndex = at;
  const found = ASSIGNMENT.exec(text);
  if (!found) return flag(text, at);
  const [, rest = '', separator, quote, quoted, bare = ''] = found;
  if (HARMLESS_END.test(rest)) return undefined;
  const head = quoted ?? bare;
  const start = ASSIGNMENT.lastIndex - head.length;
  const value = quote ? head : withoutPunctuation(head);
  const place = { quoted: Boolean(quote), text, start, end: start + head.length, at };
  // A comma or an angle bracket assigns only now and then: there the value must speak for itself.
  if (separator === ',' && (value.length < 16 || !/["'`]\s{0,4},/.test(found[0]))) return undefined;
  if ((separator === ',' || separator === '>') && !looksRandom(value)) return undefined;
  if (!isSecretValue(value, rest, place)) return undefined;
  if (head.length < LONGEST_HEAD) return [start, start + value.length];
  const tail = quote ? QUOTED_REST : BARE_REST;
  tail.lastIndex = place.end;
  return [start, place.end + (tail.exec(text)?.[0].length ?? 0)];
}

function flag(text: string, at: number): Range | undefined {
  FLAG.lastIndex = at;
  const value = FLAG.exec(text)?.[2];
  if (!value || isStandIn(value) || !(looksRandom(value) || looksChosen(value))) return undefined;
  return [FLAG.lastIndex - value.length, FLAG.lastIndex];
}

/** What ends a sentence or a bracket does not belong to a value without quotes. */
function withoutPunctuation(value: string): string {
  let end = value.length;
  while (end > 0 && ')]}.:!?'.includes(value.charAt(end - 1))) end--;
  return value.slice(0, end);
}

const LONGEST_NAME = 40;

function nameBefore(text: string, at: number): string {
  let from = at;
  while (from > 0 && at - from < LONGEST_NAME && isNameCode(text.charCodeAt(from - 1))) from--;
  return text.slice(from, at);
}

function isNameCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 45
  );
}

/** Words run together: nobody quotes such a thing as the value of a password field unless it is one. */
const LONG_WORD = /^[a-z]{20,}$/;

type Place = { quoted: boolean; text: string; start: number; end: number; at: number };

function isSecretValue(value: string, nameEnd: string, { quoted, text, start, end, at }: Place): boolean {
  if (value.length < 4 || isStandIn(value)) return false;
  // A call, an index, a member: code that computes the secret, not the secret.
  if (!quoted && (/[([{|&]/.test(value) || /[([{]/.test(text.charAt(end)))) return false;
  if (quoted && value.length < LONGEST_HEAD && !/["'`\\]/.test(text.charAt(end))) return false;
  if (looksRandom(value)) return true;
  // In a settings file (NAME=value, the name in capitals) words are values, too.
  const name = nameBefore(text, at) + nameEnd;
  const settings = /^[A-Z][A-Z0-9_]{3,}$/.test(name) && text.charAt(start - (quoted ? 2 : 1)) === '=';
  const password = /pass|pwd|secret/i.test(name);
  if (settings && value.charAt(0) !== '/')
    return password ? value.length >= 6 : value.length >= 12 && /\d/.test(value);
  return password && quoted && (LONG_WORD.test(value) || (looksChosen(value) && !/[./:]/.test(value)));
}

const TOKEN_NEARBY = /[^\n]{0,60}?(?<![A-Za-z0-9+/_=.-])([A-Za-z0-9+/_-]{20,300}={0,2})(?![A-Za-z0-9+/_-])/;

const STATED =
  /[a-z_ ]{5,12}(?: for [\w.-]{1,40})? (?:is|was|will be|to)[: ]{1,2}["'`]?([^\s"'`\\,;<>()]{8,500})/i;

export const namedRules: readonly Rule[] = [
  { name: 'named-secret', keywords: NAMES, match: assignment },
  pattern('named-secret', ['password', 'passphrase', 'secret', 'token', 'api key', 'access key'], STATED, {
    accept: (value) => !isStandIn(value) && looksRandom(value.replace(/[.!?]$/, '')),
  }),
  pattern(
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
  ),
];
