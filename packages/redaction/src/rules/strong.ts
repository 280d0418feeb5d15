import { isMachineMade, isMixedToken, isStandIn, isStrong, looksRandom } from '../judge.ts';
import { pattern, type Range, type Rule } from '../rule.ts';
import { isMadeUp } from './named/judge-value.ts';
import { phraseRules } from './phrases.ts';

/**
 * Places where a password or a token may stand, whatever program or person put it there: behind a flag, in a pair,
 * before a pipe, near the word. So many other things stand there that the value must speak for itself.
 */
const VALUE = String.raw`([^\s"'\x60\\|;<>()]{8,100})(?=["'\x60\s\\);]|$)`;

const isEither = (value: string) => isStrong(value) || (isMachineMade(value) && !/^[0-9a-f]+$/.test(value));

/** `-p …`, `-P…`, `-pw …`, `/rp …`: a password by most programs; `-t`, `-k`: a token. */
const flags: readonly Rule[] = [
  pattern(
    'command-password',
    [' -p', " -w '", " -A '", ' -pw ', '-upw ', ' /rp ', ' /p:', '/pass:'],
    new RegExp(
      String.raw` ?(?:-p(?:w|ass|asswd)?(?:[ =])?|-[wa] |-[uo]pw |\/rp |\/p:|\/pass:)\\{0,3}["']?${VALUE}`,
      'i',
    ),
    { accept: isStrong },
  ),
  pattern('command-password', [' -t ', ' -k '], new RegExp(String.raw` -[tk] \\{0,3}["']?${VALUE}`, 'i'), {
    accept: isMachineMade,
  }),
  pattern(
    'header-key',
    ['-H "', "-H '", '--header'],
    /(?:-H|--header|extraheader)[ =]\\{0,3}["']?[\w-]{2,40}: ?(?:(?:bearer|token|basic|key) )?([^\s"'`\\]{16,2000})/i,
    { accept: (value) => looksRandom(value) && !isStandIn(value) },
  ),
];

/** `admin:…`, `auth user:…`, `--creds user:…`, `(root/…)`. */
const pairs: readonly Rule[] = [
  pattern(
    'pair-password',
    ['admin:', 'root:', 'admin/', 'root/'],
    new RegExp(`(?:admin|root)[:/] ?${VALUE}`, 'i'),
    { accept: isStrong },
  ),
  pattern(
    'pair-password',
    ['-auth ', 'creds=', 's auth ', 'allow admin', 'c auth is '],
    new RegExp(
      String.raw`(?:[sc] |-|add)?(?:auth|creds|allow)(?: is| digest)?[ =]\\{0,3}["']?[\w.@-]{1,60}:\\{0,3}["']?${VALUE}`,
      'i',
    ),
    { accept: (value) => isStrong(value) || isMachineMade(value) },
  ),
  pattern(
    'pair-password',
    ['/password', '/passwd', '/pass:', '/pass ', 'id/pw', '/pw:', ' / pw', 'P/W:', 'p/w:'],
    /(?<=(?:id|user|name|login|account|^|\s) ?)(?:(?:id)? ?[/:] ?(?:pw|pwd|pass|passwd|password)s?\)? {0,2}(?::|=|->|=>|→|-|\(|is|are)? {0,2}["'`(]{0,2}[\w.@-]{1,60}["'`]? ?[/:,|] ?|p\/w ?[:=] ?)["'`]?([^\s"'`\\,;<>()]{6,100})/i,
    { accept: (value) => !isStandIn(value) && /[A-Za-z]/.test(value) && /\d|[!#%^*?~+&$]/.test(value) },
  ),
];

/** `echo … |`, `printf 'ada\\n…\\n'`: whatever takes it. What only a machine makes counts before a pipe alone. */
const PIPED =
  /(?:echo|printf)(?: -[nes]{1,3})?(?: \\{0,3}["']%s(?:\\{1,3}n)?\\{0,3}["'])? \\{0,3}["']?([^\s"'`|\\$]{8,300})\\{0,3}["']? ?\|(?! ?(?:base64|xxd|jq|sha|md5|openssl (?:dgst|base64)|od |hexdump|wc|grep|sed|awk|tr |cut|bc|rev|fold|node|python))/y;
const SAID = /(?:^|[\s"']|\\{1,3}n)([^\s"'`|\\$;<>()]{8,60})(?=\\{0,3}["'\s]|\\{1,3}n|$)/g;

const echoes: Rule = {
  name: 'command-password',
  keywords: ["echo '", 'echo "', 'echo -n ', "printf '", 'printf "'],
  match(text, at): Range | undefined {
    PIPED.lastIndex = at;
    const piped = PIPED.exec(text);
    const value = piped?.[1];
    if (piped && value !== undefined && isEither(value)) {
      const start = at + piped[0].indexOf(value);
      return [start, start + value.length];
    }
    const near = text.slice(at + 4, at + 100);
    const end = near.search(/[\n;|&>]/);
    for (const found of (end < 0 ? near : near.slice(0, end)).matchAll(SAID)) {
      const said = found[1] as string;
      if (!isStrong(said) || !isSpread(said)) continue;
      const start = at + 4 + found.index + found[0].length - said.length;
      return [start, start + said.length];
    }
    return undefined;
  },
};

/** What these are given is a password, or a token, without a flag. */
const operands: readonly Rule[] = [
  pattern(
    'command-password',
    ['encrypt_string ', 'net use ', 'encrypt=', 'encrypt =', '_API='],
    new RegExp(
      String.raw`(?:encrypt_string |net use \S{1,60} \S{1,100} |operator unseal |encrypt ?= ?|_API=)\\{0,3}["']?${VALUE}`,
    ),
    { accept: isEither },
  ),
  // ada@host.tld:…, as maps of passwords have it
  pattern(
    'pair-password',
    ['.com:', '.org:', '.internal:'],
    new RegExp(String.raw`(?<=[\w.+-]{1,60}@[\w.-]{1,60})\.[a-z]{2,8}:${VALUE}`),
    { accept: isStrong },
  ),
  pattern(
    'command-password',
    ['cloudflared '],
    /cloudflared (?:service install|tunnel (?:run )?--token)[ =]([\w=+/-]{40,600})/,
  ),
];

/** Stores of secrets are given `name=value`, and `NAME value`: there every value counts. */
const PAIR = /[= ]\\{0,3}["']?([^\s"'`\\=]{8,300}={0,2})(?=["'`\s\\]|$)/g;
const stores: Rule = {
  name: 'command-password',
  keywords: [
    'from-literal',
    'kv put ',
    'kv patch ',
    'secrets set',
    'config:set',
    'env:set ',
    'secret set ',
    'secrets put',
  ],
  match(text, at): readonly Range[] | number {
    const line = text.slice(at, at + 400).split('\n', 1)[0] as string;
    const ranges: Range[] = [];
    for (const found of line.matchAll(PAIR)) {
      const value = found[1] as string;
      if (!isStrong(value) && !isMachineMade(value) && !isGuessable(value)) continue;
      const start = at + found.index + found[0].length - value.length;
      ranges.push([start, start + value.length]);
    }
    return ranges.length > 0 ? ranges : at + line.length;
  },
};

/** A word and a number, words and a number: no address, no path, no size. */
const isGuessable = (value: string) =>
  /^(?=\D{0,40}\d{2})(?=[^A-Za-z]{0,8}[A-Za-z]{4})[A-Za-z\d!#%^*?~@+&$_-]{8,60}$/.test(value) &&
  !isStandIn(value);

const MARK = /[!#%^*?~@+&$]/;
/** So far from the word a password may stand, on the same line. */
const FAR = 90;
/** The shortest of the words, and what ends it. */
const FROM = 4;
const WORDS = /[^\s"'`,;<>()[\]{}|\\:=]{8,60}/g;
const LONGEST = 40;
const isCapital = (code: number) => code >= 65 && code <= 90;
const isWordCode = (code: number) =>
  (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || code === 43 || code === 47;

/** Words beside which a password stands now and then. */
const LOOSE = [
  ...[
    '-pwd ',
    '-pass ',
    '\npass ',
    'PASS - ',
    'createUser ',
    '\nuser ',
    'credential',
    'pw ',
    'pw?',
    'pw,',
    'pw.',
    'pwd ',
  ],
  ...[
    'creds',
    'login',
    'log in',
    'sign in',
    'signin',
    'sudo ',
    'unlock',
    'passcode',
    'shared secret',
    'access code',
  ],
  ...[
    'anmeld',
    'melde ',
    'zugang',
    'schlüssel',
    'schluessel',
    'clave',
    'chave',
    'chiave',
    'sleutel',
    'accesso',
    'connexion',
  ],
];

/** `enable password …`, `SET PASSWORD FROM x TO '…'`, `expect "password:"; send "…"`, `-passwd /Users/ada …`. */
const nearby: Rule = {
  name: 'named-secret',
  keywords: ['password', 'passwd', 'passwort', 'kennwort', 'passphrase', 'rootpw', 'identified ', ...LOOSE],
  match(text, at): Range | undefined {
    if (isWordCode(text.charCodeAt(at - 1)) && !isCapital(text.charCodeAt(at))) return undefined;
    const told = toldBefore(text, at, true);
    if (told) return told;
    const near = text.slice(at + FROM, at + FROM + FAR + 40);
    const end = near.indexOf('\n');
    const line = end < 0 ? near : near.slice(0, end);
    if (!MARK.test(line) && !/\d/.test(line)) return undefined;
    for (const found of line.matchAll(WORDS)) {
      if (found.index > FAR) return undefined;
      const value = isMadeUpWell(found[0]) ? found[0] : found[0].replace(/^\*{1,3}|(?:[.!?]|\*{1,3})$/g, '');
      if (value.length > LONGEST || /\d\.\d/.test(value)) continue;
      const isNext =
        NEXT.test(line.slice(0, found.index)) &&
        (isMixedToken(value) || (isMadeUp(value) && value.length >= 9));
      if (
        !(isNext || (isStrong(value) && isSpread(value)) || isMadeUpWell(value)) ||
        line.charAt(found.index + value.length) === '('
      )
        continue;
      const start = at + FROM + found.index + found[0].indexOf(value);
      return [start, start + value.length];
    }
    return undefined;
  },
};

/** `Raven.Sierra.42`, `raven42SIE#`: no name is written so. */
const isMadeUpWell = (value: string) =>
  /[._#!%+?@*&$-]/.test(value) && /[A-Z]/.test(value) && isMadeUp(value);

/** The end of the word, and a blank: the value stands right behind it. */
const NEXT = /^[a-z]{0,8} ["'`]?$/i;
/** Not a name with a mark at its end: a capital or two digits as well. */
const isSpread = (value: string) => (/[A-Z]/.test(value) && /[a-z]/.test(value)) || /\d\d/.test(value);

/** `… is the password`, `… as the password of the app`, `'…' == password`. */
const BEFORE =
  /(?:^|[\s"'`(])["'`]{0,2}([^\s"'`\\,;<>()]{8,100})["'`]{0,2} (?:(?:is|as) (?:(?:the|my|our|your|an?) )?(?:[\w-]{1,20} ){0,2}|===? [\w.]{0,30})$/;
const LINK = / (?:is|as|==|===) /;

function toldBefore(text: string, at: number, isPassword: boolean): Range | undefined {
  if (!LINK.test(text.slice(Math.max(0, at - 60), at))) return undefined;
  const before = text.slice(Math.max(0, at - 116), at);
  const value = BEFORE.exec(before)?.[1];
  if (
    value === undefined ||
    !(
      isEither(value) ||
      isMadeUp(value) ||
      (isPassword && isGuessable(value)) ||
      /^[0-9a-f]{32,64}$/.test(value)
    )
  )
    return undefined;
  const start = at - before.length + before.lastIndexOf(value);
  return [start, start + value.length];
}

/** `Use … as the token`. */
const told: Rule = {
  name: 'named-secret',
  keywords: ['secret', 'token', 'credential', 'api key', 'api_key', 'apikey'],
  match: (text, at) => toldBefore(text, at, false),
};

/** `pw …`, `root pw on db3 is …`. */
const short = pattern(
  'named-secret',
  [' pw ', '\npw ', 'PW: ', 'pw for ', 'pw on ', 'pw is '],
  new RegExp(
    String.raw`(?<=^|[\s(,;/]|)[ \n]?pw(?: (?:for|on|of) [\w.-]{1,40}(?: [\w.-]{1,20}){0,3})?(?: is|:|=)? {0,2}\\{0,3}["'\x60]?${VALUE}`,
    'i',
  ),
  {
    accept: (value, text, start) =>
      isEither(value) ||
      isMadeUp(value) ||
      (isGuessable(value) &&
        /[:=] ?["'`]?$|pw is ["'`]?$/i.test(text.slice(Math.max(0, start - 8), start))) ||
      (/[a-z] with pw $/.test(text.slice(Math.max(0, start - 12), start)) && /^[a-z]+\d{2,}$/i.test(value)),
  },
);

/** Before a key that everybody may know, and one that a list on a page is told apart by. */
const IS_KNOWN =
  /<[A-Za-z][\w.]{0,40} key=["'{]{1,2}$|(?:public|host|peer|verification|site|publishable|anon) key["'`*]{0,3}(?: is| ?=|:)?\s{0,20}["'`]?$/i;

/** A word for a key, and what only a machine makes, on the same line. */
const key = pattern(
  'entropy',
  [' key', ' pin: ', ' PSK ', 'XAUTH', 'secret', 'cookie ', 'cookie:'],
  new RegExp(
    String.raw` ?(?:key|pin|psk|xauth|secret ?id|cookie)["']?(?: [a-z]{1,12}){0,6}?(?: is| {0,8}=|:){0,1}(?:\n{1,2})?[ \t]{0,20}\\{0,3}["'\x60]?${VALUE}`,
    'i',
  ),
  {
    accept: (value, text, start) =>
      ((isMachineMade(value) || (isStrong(value) && isSpread(value))) &&
        !IS_KNOWN.test(text.slice(Math.max(0, start - 50), start))) ||
      (/\bpsk ["']$/i.test(text.slice(Math.max(0, start - 6), start)) && !isStandIn(value)) ||
      (/^[0-9a-f-]{36}$/.test(value) && /secret ?id/i.test(text.slice(Math.max(0, start - 30), start))),
  },
);

/** `What is the password?` and `It's …` below it. */
const answered = pattern(
  'named-secret',
  ['password?', 'passwort?', 'passphrase?'],
  new RegExp(
    String.raw`pass(?:word|wort|phrase)\?\s{1,6}(?:(?:it'?s|it is|use|try|sure|yes|ok|sicher|ja)[,:.]? ){0,2}["'\x60*]{0,3}${VALUE}`,
    'i',
  ),
  { accept: (value) => isEither(value) || isMadeUp(value) || isGuessable(value) },
);

export const strongRules: readonly Rule[] = [
  ...flags,
  ...pairs,
  echoes,
  ...operands,
  stores,
  nearby,
  told,
  short,
  key,
  ...phraseRules,
  answered,
];
