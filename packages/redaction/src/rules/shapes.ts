import { isStandIn, looksChosen, looksRandom } from '../judge.ts';
import { pattern, prefixed, type Rule } from '../rule.ts';

/**
 * A key in armour. The text may be escaped (`\n`), quoted, indented, numbered line by line or cut off, so
 * neither line ends nor the closing line are required.
 */
const PEM =
  /-----BEGIN (?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:\s{0,4}(?:Proc-Type|DEK-Info|Version|Comment|Hash): ?[^\n\\]{0,100}){0,4}((?:(?:[\s"'|>#*,:→]|\\[rnt]){1,24}[A-Za-z0-9+/=]{1,100}){1,400})/;

/** Secrets known by where they stand, not by how they look. */
export const shapeRules: readonly Rule[] = [
  pattern('private-key', ['-----BEGIN'], PEM, { accept: (body) => /[A-Za-z0-9+/=]{32}/.test(body) }),
  pattern(
    'putty-key',
    ['Private-Lines:'],
    /Private-Lines: \d{1,3}((?:(?:\r?\n|\\n)[A-Za-z0-9+/=]{1,64}){1,200})/,
  ),
  prefixed('age-key', 'AGE-SECRET-KEY-', '(?:PQ-)?1[0-9A-Z]{40,80}'),
  pattern(
    'wireguard-key',
    ['PrivateKey', 'PresharedKey'],
    /(?:Private|Preshared)Key\s{0,3}=\s{0,3}([A-Za-z0-9+/]{43}=)/,
  ),
  pattern(
    'jwt',
    ['eyJ'],
    /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,8000}(?:\.[A-Za-z0-9_-]{0,2000}){1,3}/,
  ),
  pattern(
    'url-password',
    ['://'],
    /(?<=[a-z][a-z0-9+.-]{1,20}):\/\/[^\s/:@"'`<>\\]{0,128}:([^\s/@"'`<>\\]{3,256})(?=@[\w.[-])/i,
    { accept: (password, text, start) => !isStandIn(password) && !repeatsUser(password, text, start) },
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
    /(?<=machine [\w.-]{1,200}\s{1,8}login \S{1,100}\s{1,8})password\s{1,8}([^\s"'`\\]{4,200})/i,
    { accept: (value) => !isStandIn(value) },
  ),
  pattern(
    'command-password',
    ['sshpass', 'mysql', 'redis-cli'],
    /(?:sshpass -p ?|mysql(?:dump|admin)? (?:[^\n]{0,120} )?-p|redis-cli (?:[^\n]{0,120} )?-a )["']?([^\s"'`\\]{6,200})/,
    { accept: (value) => !isStandIn(value) && (looksChosen(value) || looksRandom(value)) },
  ),
  pattern('curl-user', ['-u ', '--user'], /(?:-u|--user)[ =]["']?[\w.@+-]{1,100}:([^\s"'\\]{4,200})/i, {
    accept: (value, text, start) => !isStandIn(value) && followsCurl(text, start),
  }),
];

/** `postgres:postgres@localhost`: the example everybody writes, as in secretlint's own rule. */
function repeatsUser(password: string, text: string, start: number): boolean {
  return text.slice(start - password.length - 1, start) === `${password}:`;
}

/** On the same command line, at most a few hundred characters back. */
function followsCurl(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 400), at);
  return before.slice(before.lastIndexOf('\n') + 1).includes('curl ');
}
