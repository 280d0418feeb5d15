import { isStandIn, looksRandom } from '../judge.ts';
import { LEFT_EDGE, pattern, type Range, type Rule } from '../rule.ts';
import { hasLongWord } from './long-word.ts';

/** Secrets known by where they stand (addresses, headers, cookies, calls), not by how they look. */
/** The longest address up to its `@`, with everything the expression takes before it. */
const LONGEST_ADDRESS = 400;

/** An address without `@` soon has no password, and need not be read for one at each of its `://`. */
const nearAt = (rule: Rule): Rule => ({
  ...rule,
  match: (text, at) =>
    text.slice(at, at + LONGEST_ADDRESS).includes('@') ? rule.match(text, at) : undefined,
});

const LONGEST_COOKIE = 2_200;
const AFTER_FIELD = /",\s{0,20}$/;
const COOKIE_BEFORE =
  /^value\\{0,3}"\s{0,2}:\s{0,2}\\{0,3}"([^"\s\\]{8,4000})\\{0,3}",\s{0,20}(?:\\{0,3}"path\\{0,3}"\s{0,2}:\s{0,2}\\{0,3}"[^"\s\\]{1,100}\\{0,3}",\s{0,20})?$/;

const isRandomCookie = (name: string, value: string) =>
  value.length >= 8 &&
  !isStandIn(value) &&
  (looksRandom(value) ||
    (SESSION.test(name) && /\d/.test(value)) ||
    looksRandom(value.replace(/%[0-9A-F]{2}/g, '')));
const SESSION = /sess|sid$|auth|token|jwt|csrf|xsrf|secret|login|remember|key$/i;

const COOKIES =
  /(?<=(?:^|[\s"'`\\→.]|--|(?:\n|\\n)[+-])(?:[rnt]|set-)?)(?:cookie\\?["']?\s{0,3}[:= ]|-b)\s{0,3}\[?\\?["']?([\w.-]{1,64}=[^\s;"'\\→]{0,4000}(?:; ?[\w.-]{1,64}(?:=[^\s;"'\\→]{0,4000})?){0,40})/iy;
/** Of what a header holds the values that open something: names, attributes and settings stay. */
const cookieHeader: Rule = {
  name: 'cookie',
  keywords: ['cookie:', 'cookie"', "cookie'", '-b ', 'cookie =', 'cookie=', 'cookie '],
  match(text, at): readonly Range[] | undefined {
    COOKIES.lastIndex = at;
    const cookies = COOKIES.exec(text)?.[1];
    if (cookies === undefined) return undefined;
    const ranges: Range[] = [];
    let start = COOKIES.lastIndex - cookies.length;
    for (const cookie of cookies.split(';')) {
      const equals = cookie.indexOf('=');
      const [name, value] = [cookie.slice(0, equals), cookie.slice(equals + 1)];
      if (equals > 0 && isRandomCookie(name, value)) ranges.push([start + equals + 1, start + cookie.length]);
      start += cookie.length + 1;
    }
    return ranges.length > 0 ? ranges : undefined;
  },
};

const azureKey = pattern(
  'azure-key',
  ['key1', 'key2', 'FULL', 'AccountKey', 'MasterKey', 'SharedAccessKey'],
  /(?:key[12]|FULL|AccountKey|MasterKey|SharedAccessKey)\b[^\n]{0,40}?(?<![A-Za-z0-9+/])([A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{86}==)(?![A-Za-z0-9+/=])/i,
);

const COOKIE_VALUE = /["']?value\\{0,3}["']?\s{0,3}:\s{0,3}\\{0,3}["']([^\s"'\\]{12,4000})(?=\\{0,3}["'])/g;
const LONGEST_LIST = 4_000;

/** `cookies: [{ name, value, path }]`, as browsers are driven with them and archives of traffic have them. */
const cookieValues: Rule = {
  name: 'cookie',
  keywords: ['cookies":', 'cookies\\":', 'cookies: [', 'addcookies(', 'add_cookie(', 'setcookie('],
  match(text, at): readonly Range[] | number {
    const list = text.slice(at, at + LONGEST_LIST).split(']', 1)[0] as string;
    const ranges: Range[] = [];
    for (const found of list.matchAll(COOKIE_VALUE)) {
      const value = found[1] as string;
      if (!looksRandom(value) || isStandIn(value)) continue;
      const start = at + found.index + found[0].length - value.length;
      ranges.push([start, start + value.length]);
    }
    return ranges.length > 0 ? ranges : at + 8;
  },
};

export const shapeRules: readonly Rule[] = [
  pattern(
    'jwt',
    ['eyJ'],
    new RegExp(
      String.raw`${LEFT_EDGE}eyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,8000}(?:\.[A-Za-z0-9_-]{0,2000}){1,3}`,
    ),
  ),
  pattern(
    'url-password',
    ['://'],
    /(?<=[a-z][a-z0-9+.-]{1,20}):\/\/[^\s/:@"'`<>\\]{0,128}:([^\s/@"'`<>\\]{3,256})(?=@[\w.[-])/i,
    { accept: (password, text, start) => !isStandIn(password) && !repeatsUser(password, text, start) },
  ),
  // With `/` and `@` in the password, which then reaches to the last `@`. A port is no password, a path no host.
  nearAt(
    pattern(
      'url-password',
      ['://'],
      /(?<=[a-z][a-z0-9+.-]{1,20}):\/\/[^\s/:@"'`<>\\]{0,128}:(?!\d{1,5}(?:[/?#]|$))([^\s"'`<>\\?]{3,256})(?=@[A-Za-z0-9][\w.-]{0,253}(?::\d{1,5})?(?:[/?,;)\]}\s"'`<>\\]|$))/i,
      { accept: (password, text, start) => !isStandIn(password) && !repeatsUser(password, text, start) },
    ),
  ),
  pattern('url-token', ['://'], /:\/\/([\w~+=-]{16,256})(?=@[\w-]{1,63}[.:])/, {
    accept: (user) => looksRandom(user),
  }),
  pattern(
    'url-token',
    ['token=', 'key=', 'secret=', 'password=', 'auth=', 'code=', 'credential=', 'signature='],
    /(?<=(?:[?&;]|, )[\w.-]{0,40})[a-z]{3,10}=([\w~.%+/-]{12,1000}=?)/i,
    { accept: (value) => !isStandIn(value) && looksRandom(value) },
  ),
  pattern(
    'authorization',
    ['authorization'],
    /(?<=(?:^|[\s"'`\\,;<>()[\]{}→|=+-])(?:[rnt]|proxy-|x-)?)authorization\\?["'`]?\]?\s{0,3}[:=]\s{0,3}\\?["'`]?(?:(?:bearer|basic|token|digest|bot|key|negotiate|ntlm|splunk|sharedkey(?:lite)?|sso-key|aws|[\w-]{0,24}key)\s{1,2}(?:token=\\?["']?|(?:sso-key )?[\w.-]{1,60}:(?=[^\s,]{16}))?)?([^\s"'`\\,;<>()[\]{}→|]{8,4000})/i,
    { accept: (value) => !isStandIn(value) && /[0-9+/=_]/.test(value) },
  ),
  pattern(
    'bearer',
    ['bearer'],
    /(?<![a-z])bearer (?:\\{0,3}["'`] ?[+.] ?\\{0,3}["'`])?(?:v\d:)?([A-Za-z0-9._~+/-]{16,4000}={0,2})/i,
    {
      accept: (value) => !isStandIn(value) && looksRandom(value),
    },
  ),
  cookieHeader,
  // `cookies={"name": "value"}`
  pattern(
    'cookie',
    ['cookies=', 'cookies =', 'cookies":', "cookies':", 'cookies:'],
    /cookies\\{0,3}["']?\s{0,3}[:=]\s{0,3}\{\s{0,20}\\{0,3}["'][\w.-]{1,64}\\{0,3}["']\s{0,3}:\s{0,3}\\{0,3}["']([^\s"'\\]{16,4000})/i,
    { accept: (value) => looksRandom(value) && !isStandIn(value) },
  ),
  cookieValues,
  // A line of a cookie jar: domain, flag, path, flag, expiry, name, value.
  pattern(
    'cookie',
    ['\tTRUE\t', '\tFALSE\t'],
    /\t(?:TRUE|FALSE)\t\/[^\t\n]{0,200}\t(?:TRUE|FALSE)\t\d{1,12}\t[^\t\n]{1,100}\t([^\s]{8,4000})/,
    { accept: (value) => looksRandom(value) },
  ),
  // {"name":"sid","value":"…","domain":…}
  {
    name: 'cookie',
    keywords: ['"domain"', '\\"domain\\"'],
    match(text, at) {
      if (!AFTER_FIELD.test(text.slice(Math.max(0, at - 24), at))) return undefined;
      const before = text.slice(Math.max(0, at - LONGEST_COOKIE), at);
      const value = COOKIE_BEFORE.exec(before.slice(Math.max(0, before.lastIndexOf('value'))))?.[1];
      if (value === undefined || !looksRandom(value)) return undefined;
      const start = at - before.length + before.lastIndexOf(value);
      return [start, start + value.length];
    },
  },
  pattern(
    'header-key',
    [
      'x-api-key',
      'x-auth-',
      'x-access-',
      'x-service-',
      'private-token',
      'job-token',
      'api-key',
      'subscription-key',
      'functions-key',
    ],
    /[a-z-]{7,30}\\?["']?(?:\s{0,3}:\s{0,3}\\?["']?|[ \t]{1,4}\\?["'])([\w~.+/-]{12,1000}={0,2})/i,
    { accept: (value) => !isStandIn(value) && looksRandom(value) },
  ),
  pattern(
    'netrc',
    ['password'],
    /(?<=(?:machine [\w.-]{1,200}|default)(?:\s|\\{1,3}[nrt]){1,8}(?:(?:login|account|port) [^\s\\]{1,100}(?:\s|\\{1,3}[nrt]){1,8}){0,3})password(?:\s|\\{1,3}[nrt]){1,8}([^\s"'`\\]{4,200})/i,
    { accept: (value) => !isStandIn(value) },
  ),
  // Azure's keys, as `keys list` prints them and as connection strings hold them.
  {
    ...azureKey,
    match: (text, at) => (hasLongWord(text, at, 43, 100) ? azureKey.match(text, at) : undefined),
  },
  pattern(
    'azure-key',
    ['key1', 'key2'],
    /key[12]\\{0,3}["']?\s{0,3}[:=]\s{0,3}\\{0,3}["']?([0-9a-f]{32}|[A-Za-z0-9]{84})(?![A-Za-z0-9])/i,
    { accept: looksRandom },
  ),
  pattern('masked-value', ['::add-mask::'], /::add-mask::([^\s"'`\\]{4,400})/, {
    accept: (value) => !isStandIn(value),
  }),
];

/** `postgres:postgres@localhost`: the example everybody writes, as in secretlint's own rule. */
function repeatsUser(password: string, text: string, start: number): boolean {
  return text.slice(start - password.length - 1, start) === `${password}:`;
}
