import { isStandIn, looksChosen, looksRandom } from '../judge.ts';
import { pattern, type Range, type Rule } from '../rule.ts';

const isPassword = (value: string) => !isStandIn(value) && (looksChosen(value) || looksRandom(value));
const isToken = (value: string) => !isStandIn(value) && looksRandom(value);

/** Programs that take a password or a token behind a flag of one letter, or behind nothing at all. */
const programs: readonly Rule[] = [
  pattern(
    'command-password',
    ['keyvault secret set', 'az sql', 'twine upload', 'ncftp', 'generic-password'],
    /(?:keyvault secret set [^\n|;]{0,160}?--value|(?:az sql|twine upload|ncftp\w{0,4}) [^\n|;]{0,160}?-p|generic-password [^\n|;]{0,160}?-w)[ =]\\{0,3}["']?([^\s"'`\\]{6,300})/,
    { accept: isPassword },
  ),
  pattern(
    'command-password',
    ['cargo login', 'snyk auth', 'codecov -', 'sonar.login', 'http-basic.', 'pypi-token.', 'mc alias set'],
    /(?:cargo login|snyk auth|codecov (?:[^\n|;]{0,40} )?-t|-Dsonar\.login ?=|http-basic\.[\w.-]{1,60} \S{1,60}|pypi-token\.[\w.-]{1,60}|mc alias set \S{1,60} \S{1,200} \S{1,100})[ =]?\\{0,3}["']?([^\s"'`\\]{8,300})/,
    { accept: isToken },
  ),
  pattern(
    'command-password',
    ['--cert', '--proxy-user', 'curl -u', 'http -a', 'https -a', 'lftp -u'],
    /(?:--cert[ =][\w./-]{1,200}:|--proxy-user[ =]["']?[\w.@-]{1,100}:|curl -u[\w.@-]{1,100}:|https? -a ["']?[\w.@-]{1,100}:|lftp -u ["']?[\w.@-]{1,100},)([^\s"'`\\]{4,300})/,
    { accept: (value) => !isStandIn(value) },
  ),
  pattern(
    'command-password',
    ['wifi connect', 'wpa_passphrase ', '-aes-', 'etcdctl --user', 'sqlcmd '],
    /(?:wifi connect [^\n|;]{1,80}? password|wpa_passphrase \S{1,64}|-aes-[\w-]{5,12} [^\n|;]{0,120}?-[kK]|etcdctl --user[ =]\S{1,40}:|sqlcmd [^\n|;]{0,120}?-P) ?["']?([^\s"'`\\]{6,200})/,
    { accept: isPassword },
  ),
  // 127.0.0.1:6379> AUTH …, CONFIG GET requirepass
  pattern('command-password', ['> AUTH '], /> AUTH (?:\w{1,40} )?["']?([^\s"'`\\]{6,200})/, {
    accept: isPassword,
  }),
  pattern(
    'command-password',
    ['requirepass', 'masterauth'],
    /(?<=")(?:requirepass|masterauth)"\s{0,4}(?:2\) )?"([^\s"\\]{6,200})/,
    { accept: isPassword },
  ),
  // SMTP: AUTH PLAIN and what follows, AUTH LOGIN and the answer to `Password:` in base64.
  pattern('command-password', ['AUTH PLAIN '], /AUTH PLAIN ([A-Za-z0-9+/]{8,400}={0,2})/),
  pattern(
    'command-password',
    ['334 UGFzc3dvcmQ6'],
    /334 UGFzc3dvcmQ6(?:[\s\\rn>+-]|\d{1,6}[→:]|(?<=\s)\d{1,6}\t){1,24}([A-Za-z0-9+/]{4,400}={0,2})/,
  ),
  pattern(
    'command-password',
    ['assword:"', 'assword:*"'],
    /assword:\*?"[\s;]{1,8}(?:\{\s{1,8})?send (?:-- )?"([^\s"\\]{4,200})/,
    {
      accept: isPassword,
    },
  ),
];

/** What drivers, browsers under test and libraries are given. */
const calls: readonly Rule[] = [
  pattern(
    'call-password',
    ['getConnection(', 'new PDO(', 'mysqli_connect(', 'new mysqli(', 'DBI->connect('],
    /[\w>(\s-]{4,20}\(\s{0,4}\\{0,3}["'][^"'\n\\]{1,200}\\{0,3}["'],\s{0,4}\\{0,3}["'][^"'\n\\]{1,60}\\{0,3}["'],\s{0,4}\\{0,3}["']([^"'\s\\]{6,200})/,
    { accept: isPassword },
  ),
  pattern(
    'call-password',
    ['jwt.sign(', 'jwt.verify(', 'createHmac('],
    /(?:jwt\.(?:sign|verify)\([^\n"']{1,80}?|createHmac\(\\{0,3}["'][\w-]{2,12}\\{0,3}["']), ?\\{0,3}["']([^"'\s\\]{8,200})/,
    { accept: isToken },
  ),
  pattern('call-password', ['WiFi.begin('], /WiFi\.begin\([^,\n]{1,60}, ?\\{0,3}["']([^"'\s\\]{8,100})/, {
    accept: isPassword,
  }),
  pattern(
    'call-password',
    ['password', 'passwd'],
    /passw(?:or)?d[\]"'`)}\\]{1,8}\.(?:type|fill|send_?keys|set_?value|press_?sequentially|val)\(\\{0,3}["'`]([^"'`\s\\]{6,200})/i,
    { accept: (value) => !isStandIn(value) && looksChosen(value) },
  ),
];

const LONGEST_PASSWORD = 200;
const COLON = 58;
/** Blanks, quotes, the backslash, the colon, and the bracket of the keyword itself. */
const BEFORE_PASSWORD = new Set([...' \t\r\n"\'`\\:('].map((character) => character.charCodeAt(0)));

/** Addresses and files that hold a password in a place of their own. */
const places: readonly Rule[] = [
  pattern('url-password', ['oracle:thin:'], /oracle:thin:[\w.]{1,60}\/([^@\s"'`\\]{4,200})(?=@)/i, {
    accept: (value) => !isStandIn(value),
  }),
  pattern('url-token', ['://'], /:\/\/([\w-]{16,255})(?=:(?:x-oauth-basic|x)?@[\w.-]{3})/, {
    accept: isToken,
  }),
  pattern(
    'url-token',
    ['reset-password/', 'password-reset/', 'magic-link/', 'password/reset/'],
    /[a-z_/-]{10,20}\/([\w.~-]{20,1000})/i,
    { accept: isToken },
  ),
  // app:…@tcp(db:3306)/x
  {
    name: 'url-password',
    keywords: ['@tcp(', '@unix('],
    match(text, at): Range | undefined {
      let start = at;
      while (start > 0 && at - start < LONGEST_PASSWORD && !BEFORE_PASSWORD.has(text.charCodeAt(start - 1)))
        start--;
      const isAddress = text.charCodeAt(start - 1) === COLON && /[\w.-]/.test(text.charAt(start - 2));
      return isAddress && at - start >= 4 && !isStandIn(text.slice(start, at)) ? [start, at] : undefined;
    },
  },
  pattern('named-secret', ['BUNDLE_'], /BUNDLE_[A-Z0-9_]{3,80}[:=] ?["']?[\w.-]{1,60}:([^\s"'\\]{8,200})/, {
    accept: (value) => !isStandIn(value),
  }),
  pattern('command-password', [' on >'], /(?<=user \S{1,60}) on >(\S{6,200})/, {
    accept: isPassword,
  }),
  pattern(
    'command-password',
    ['<auth-user-pass>'],
    /<auth-user-pass>(?:\s|\\{1,3}[nr]){1,6}[^\s\\<]{1,100}(?:\s|\\{1,3}[nr]){1,6}([^\s\\<]{4,200})/,
  ),
  pattern('vault-key', ['unseal key'], /(?:unseal|recovery) key \d{1,2}(?::| is) ([A-Za-z0-9+/=]{40,100})/i),
  pattern('digest', ['response="'], /response="([0-9a-f]{32}|[0-9a-f]{64})(?=")/),
  pattern(
    'named-secret',
    ['de passe'],
    /de passe(?: (?:est|es|is))? {0,2}[:=]? {0,2}(?:["'`*]{0,3}|«[ \u00a0]?)([^\s"'`\\,;<>()]{8,100})/i,
    { accept: (value) => isPassword(value) && /\d|[!#$%^&*?~@+]/.test(value) },
  ),
];

export const moreCommandRules: readonly Rule[] = [...programs, ...calls, ...places];
