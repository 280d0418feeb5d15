import { isStandIn, looksRandom } from '../judge.ts';
import { LEFT_EDGE, pattern, type Rule } from '../rule.ts';

/** Secrets known by where they stand, not by how they look. */
/** The longest address up to its `@`, with everything the expression takes before it. */
const LONGEST_ADDRESS = 400;

/** An address without `@` soon has no password, and need not be read for one at each of its `://`. */
const nearAt = (rule: Rule): Rule => ({
  ...rule,
  match: (text, at) =>
    text.slice(at, at + LONGEST_ADDRESS).includes('@') ? rule.match(text, at) : undefined,
});

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
      /(?<=[a-z][a-z0-9+.-]{1,20}):\/\/[^\s/:@"'`<>\\]{1,128}:(?!\d{1,5}(?:[/?#]|$))([^\s"'`<>\\?]{3,256})(?=@[A-Za-z0-9][\w.-]{0,253}(?::\d{1,5})?(?:[/?,;)\]}\s"'`<>\\]|$))/i,
      { accept: (password, text, start) => !isStandIn(password) && !repeatsUser(password, text, start) },
    ),
  ),
  pattern('url-token', ['://'], /:\/\/([\w~+=-]{16,256})(?=@[\w-]{1,63}\.)/, {
    accept: (user) => looksRandom(user),
  }),
  pattern(
    'url-token',
    ['token=', 'key=', 'secret=', 'password=', 'auth=', 'code=', 'credential=', 'signature='],
    /(?<=[?&;][\w.-]{0,40})[a-z]{3,10}=([\w~.%+/-]{12,1000}=?)/i,
    { accept: (value) => !isStandIn(value) && looksRandom(value) },
  ),
  pattern(
    'authorization',
    ['authorization'],
    /(?<=(?:^|[\s"'`\\,;<>()[\]{}→|])(?:[rnt]|proxy-|x-)?)authorization\\?["'`]?\]?\s{0,3}[:=]\s{0,3}\\?["'`]?(?:(?:bearer|basic|token|digest|apikey|bot|key)\s{1,2})?([^\s"'`\\,;<>()[\]{}→|]{8,4000})/i,
    { accept: (value) => !isStandIn(value) && /[0-9+/=_]/.test(value) },
  ),
  pattern('bearer', ['bearer'], /(?<![a-z])bearer ([A-Za-z0-9._~+/-]{16,4000}={0,2})/i, {
    accept: (value) => !isStandIn(value) && looksRandom(value),
  }),
  pattern(
    'cookie',
    ['cookie:', 'cookie"', "cookie'", '-b '],
    /(?<=(?:^|[\s"'`\\→])(?:[rnt]|set-)?)(?:cookie\\?["']?\s{0,3}:|-b)\s{0,3}\\?["']?([\w.-]{1,64}=[^\s;"'\\→]{8,4000}(?:; ?[\w.-]{1,64}=[^\s;"'\\→]{0,4000}){0,40})/i,
    {
      accept: (value) =>
        looksRandom(value.replace(/^[^=]*=/, '')) && !isStandIn(value.replace(/^[^=]*=/, '')),
    },
  ),
  pattern(
    'header-key',
    ['x-api-key', 'x-auth-', 'x-access-', 'x-service-', 'private-token', 'job-token', 'api-key'],
    /[a-z-]{7,30}\\?["']?\s{0,3}:\s{0,3}\\?["']?([\w~.+/-]{12,1000}={0,2})/i,
    { accept: (value) => !isStandIn(value) && looksRandom(value) },
  ),
  pattern(
    'netrc',
    ['password'],
    /(?<=machine [\w.-]{1,200}(?:\s|\\{1,3}[nrt]){1,8}login [^\s\\]{1,100}(?:\s|\\{1,3}[nrt]){1,8})password\s{1,8}([^\s"'`\\]{4,200})/i,
    { accept: (value) => !isStandIn(value) },
  ),
];

/** `postgres:postgres@localhost`: the example everybody writes, as in secretlint's own rule. */
function repeatsUser(password: string, text: string, start: number): boolean {
  return text.slice(start - password.length - 1, start) === `${password}:`;
}
