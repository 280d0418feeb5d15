import { isMachineMade, isStandIn, isStrong, looksChosen, looksRandom } from '../judge.ts';
import { pattern, type Range, type Rule } from '../rule.ts';

/**
 * Calls, commands and files in which one place holds nothing but the secret. Most are looked for by keywords that others
 * look for anyway: each new keyword costs time on every text.
 */

const isPassword = (value: string) => !isStandIn(value) && (looksChosen(value) || looksRandom(value));
const isWithDigit = (value: string) => !isStandIn(value) && /\d/.test(value) && /[A-Za-z]/.test(value);
/** The end of a line, plain or escaped, and the number that a listing has before the next one. */
const LINE = String.raw`(?:\r?\n|\\{1,3}n)(?:[ \t]{0,8}\d{1,6}[→:\t])?[+-]?`;
const SPACE = 32;

const calls: readonly Rule[] = [
  pattern(
    'call-password',
    ['cookieparser(', 'secret::new('],
    /[a-z:]{10,14}\(\s{0,4}\\{0,3}["'`]([^"'`\s\\]{8,200})/i,
    { accept: isPassword },
  ),
  // config["Jwt:Key"] = "…", Jwt__Key=…
  pattern(
    'named-secret',
    ['jwt:key', 'jwt__key'],
    /jwt(?::|__)key\\{0,3}["']?\]?\s{0,4}[:=]\s{0,4}\\{0,3}["']?([^"'`\s\\]{12,300})/i,
    { accept: isWithDigit },
  ),
  pattern('named-secret', ['default_signer'], /default_signer: \\{0,3}["']([^"'`\s\\]{16,300})/, {
    accept: looksRandom,
  }),
  pattern(
    'named-secret',
    ['newrelic.lic'],
    /newrelic\.license["']?\s{0,3}[:=]\s{0,3}["']?([0-9a-fA-F]{36,40}(?:NRAL)?)/,
  ),
  // {"type":"api","key":"…"}, as agents keep what they sign in with
  pattern(
    'named-secret',
    ['"api","key"', '\\"api\\",\\"key\\"'],
    /\\{0,3}"api\\{0,3}", ?\\{0,3}"key\\{0,3}": ?\\{0,3}"([^"\s\\]{16,400})/,
    { accept: looksRandom },
  ),
];

const FLAG = / -p ?\\{0,3}["']?([^\s"'`\\]{6,200})/iy;
/** Programs that take a password behind `-p`, and those behind `-P`. */
const TAKES_SMALL =
  /(?:cqlsh|rabbitmqadmin|rar [xea]|smbmap|crackmapexec|netexec|mongo[a-z]{4,7}|arangosh|oc login|unlock-keychain)(?: [^\n|;]{0,160})?$/;
const TAKES_CAPITAL = /(?:mosquitto_[a-z]{3}|tsql|freebcp) [^\n|;]{0,160}$/;

/** `cqlsh … -p …`: whatever the password looks like. */
const flags: Rule = {
  name: 'command-password',
  keywords: [' -p'],
  match(text, at): Range | undefined {
    FLAG.lastIndex = at;
    const value = FLAG.exec(text)?.[1];
    if (value === undefined || !isPassword(value)) return undefined;
    const takes = text.charAt(at + 2) === 'p' ? TAKES_SMALL : TAKES_CAPITAL;
    if (!takes.test(text.slice(Math.max(0, at - 180), at))) return undefined;
    const end = FLAG.lastIndex;
    return [end - value.length, end];
  },
};

const TWICE =
  /(?:(?:printf|echo -n?e) ["'](\S{6,100}?)\\{1,3}n\1(?:\\{1,3}n)?["']|echo (?:-[ne]{1,2} )?["']?([^\s"'$`\\]{6,100})["']?) ?\| ?(?:sudo )?$/;

const commands: readonly Rule[] = [
  flags,
  pattern('command-password', ['identified '], /identified by ([^\s"'`\\;,]{6,200})(?=[\s;\\"]|$)/i, {
    accept: isWithDigit,
  }),
  pattern(
    'command-password',
    ['signtool', 'rclone config', 'bundle config'],
    /(?:signtool [^\n|;]{0,120}?\/p|rclone config [^\n|;]{0,120}? pass|bundle config [^\n|;]{0,100}? [\w-]{1,40}:)[ =]?["']?([^\s"'`\\]{6,300})/,
    { accept: isPassword },
  ),
  pattern('command-password', ['snmp'], /snmp[a-z]{3,8} [^\n|;]{0,160}? -[AX] ["']?([^\s"'`\\]{6,200})/, {
    accept: isPassword,
  }),
  // ["mysqladmin", "ping", "-uroot", "-p…"]
  pattern(
    'command-password',
    ['mysqladmin"', 'mysqladmin\\"'],
    /mysqladmin\\{0,3}"[^\n]{0,120}?\\{0,3}["']-p([^\s"'\\]{6,100})(?=\\{0,3}["'])/,
    { accept: isPassword },
  ),
  // aws secretsmanager put-secret-value --secret-string '{"user":"…","password":"…"}'
  pattern(
    'command-password',
    ['put-secret-value', 'create-secret', 'update-secret'],
    /[a-z-]{13,16} [^\n]{0,200}?--secret-string[ =](?:\\{0,3}['"])?(\{[^'\n{}$<]{8,2000}\})/,
  ),
  // printf '…\n…\n' | passwd ada, echo … | passwd --stdin ada
  {
    name: 'command-password',
    keywords: ['passwd'],
    match(text, at): Range | undefined {
      if (text.charCodeAt(at - 1) !== SPACE) return undefined;
      const before = text.slice(Math.max(0, at - 260), at);
      const twice = before.includes('|') ? TWICE.exec(before) : null;
      const value = twice?.[1] ?? twice?.[2];
      if (!twice || value === undefined || isStandIn(value)) return undefined;
      const start = at - before.length + twice.index + twice[0].indexOf(value);
      const again = twice[1] === undefined ? 0 : twice[0].lastIndexOf(value) - twice[0].indexOf(value);
      return [start, start + again + value.length];
    },
  },
  // sudo -S <<< '…', vncpasswd -f <<< …
  {
    name: 'command-password',
    keywords: ['<<< '],
    match(text, at): Range | undefined {
      const value = /^<<< \\{0,3}["']?([^\s"'`\\]{6,200})/.exec(text.slice(at, at + 220))?.[1];
      if (value === undefined || !isPassword(value)) return undefined;
      if (
        !/(?:sudo -S|-stdin|vncpasswd|luksOpen|kinit)[^\n|;<]{0,80}$/.test(
          text.slice(Math.max(0, at - 100), at),
        )
      )
        return undefined;
      const start = text.indexOf(value, at);
      return [start, start + value.length];
    },
  },
  pattern('command-password', ['"AUTH" "'], /"AUTH" (?:"\w{1,40}" )?"([^"\s\\]{6,200})(?=")/, {
    accept: isPassword,
  }),
  pattern(
    'named-secret',
    [' PIN', 'user_pin', 'user-pin'],
    /(?: PIN|user[_-]pin)["']?(?: is|\s{0,3}[:=]) {0,3}["'`*]{0,2}(\d{6,12})(?!\d)/i,
    { accept: (value) => !isStandIn(value) },
  ),
  pattern('telegram', ['/bot'], /\/bot\d{8,10}:([\w-]{33,37})(?=\/|["'\s]|$)/),
  pattern('named-secret', ['New value: '], /New value: ([^\s"'`\\]{8,100})/, {
    accept: (value) => isStrong(value) || isMachineMade(value),
  }),
];

/** Whether it is `user:password` in base64. */
function isUserAndPassword(value: string): boolean {
  const text = Buffer.from(value, 'base64').toString('latin1');
  const password = /^[\x20-\x7e]{0,100}:([\x20-\x7e]{4,200})$/.exec(text)?.[1];
  return password !== undefined && !isStandIn(password);
}

/** `password …`: a line of its own, as many small programs are set. */
const DIRECTIVE = /["']?([^\s"'`\\(){}]{8,200})["']?/y;
/** Looked at apart: a value behind which no line ends would be given back letter by letter. */
const LINE_END = /[ \t]{0,8}(?:\r?\n|\\n|$)/y;
const LINE_BEFORE = /(?:^|\n|\\n)(?:[ \t]{0,8}\d{1,6}[→\t])?[ \t+-]{0,20}$/;
const FIELD = /^password\\{0,3}["'][^<>\n]{0,160}?\bvalue=\\{0,3}["']([^"'\s\\{}<>]{6,200})/i;
const LONGEST_NAME = 8;

const directives: Rule = {
  name: 'named-secret',
  keywords: ['password', 'passwd'],
  match(text, at): Range | undefined {
    const before = text.charCodeAt(at - 1);
    // <input type="password" value="…">
    if ((before === DOUBLE || before === SINGLE) && /type=\\{0,3}["']$/.test(text.slice(at - 9, at))) {
      const value = FIELD.exec(text.slice(at, at + 400))?.[1];
      if (value === undefined || !isPassword(value)) return undefined;
      const start = text.indexOf(value, at + LONGEST_NAME);
      return [start, start + value.length];
    }
    const from = at + (text.charAt(at + 5) === 'd' ? 'passwd'.length : 'password'.length);
    if (text.charCodeAt(from) !== SPACE) return undefined;
    DIRECTIVE.lastIndex = from + 1;
    const found = DIRECTIVE.exec(text);
    const value = found?.[1];
    if (!found || value === undefined || isStandIn(value)) return undefined;
    LINE_END.lastIndex = DIRECTIVE.lastIndex;
    if (!LINE_END.test(text)) return undefined;
    const isPreset = text.startsWith('-password ', at - 10);
    if (!isPreset && (!LINE_BEFORE.test(text.slice(Math.max(0, at - 40), at)) || !isTold(value)))
      return undefined;
    const start = from + 1 + found[0].indexOf(value);
    return [start, start + value.length];
  },
};
const DOUBLE = 34;
const SINGLE = 39;
const isTold = (value: string) =>
  isStrong(value) || (looksRandom(value) && !/^[\w-]+[.:/][\w.:/-]+$/.test(value));

/** `secrets = { stripe = "…" }`: in a map of secrets each value may be one. */
const ENTRY =
  /\\{0,3}["']?[\w.-]{1,60}\\{0,3}["']?\s{0,20}[:=]\s{0,4}\\{0,3}["']([^"'\s\\]{8,300})\\{0,3}["']/g;
const OPENS = /^s\\{0,3}["']?\s{0,3}[:=]\s{0,3}\{/;
const maps: Rule = {
  name: 'named-secret',
  keywords: ['secret', 'credential'],
  match(text, at): readonly Range[] | number | undefined {
    const from = at + ((text.charCodeAt(at) | 32) === LETTER_S ? 'secret'.length : 'credential'.length);
    if ((text.charCodeAt(from) | 32) !== LETTER_S || !OPENS.test(text.slice(from, from + 16)))
      return undefined;
    const inside = text.slice(from, from + 600).split('}', 1)[0] as string;
    const ranges: Range[] = [];
    for (const found of inside.matchAll(ENTRY)) {
      const value = found[1] as string;
      if (!isStrong(value) && !isMachineMade(value)) continue;
      const start = from + found.index + found[0].lastIndexOf(value);
      ranges.push([start, start + value.length]);
    }
    return ranges.length > 0 ? ranges : from + inside.length;
  },
};
const LETTER_S = 115;

/** `app:…@db.corp:5432/shop` without a scheme before it. */
const USER = /(?:^|[\s"'`=(>→])[\w.-]{1,60}:([^\s"'`@/\\:]{6,100})@[\w.-]{1,200}$/;

const files: readonly Rule[] = [
  directives,
  maps,
  pattern('authorization', ['Basic '], /Basic ([A-Za-z0-9+/]{8,400}={0,2})(?![A-Za-z0-9+/])/, {
    accept: isUserAndPassword,
  }),
  {
    name: 'url-password',
    keywords: [':5432/', ':3306/', ':27017/'],
    match(text, at): Range | undefined {
      const before = text.slice(Math.max(0, at - 380), at);
      const line = before.slice(before.lastIndexOf('\n') + 1);
      const password = line.includes('@') ? USER.exec(line)?.[1] : undefined;
      if (password === undefined || !isPassword(password)) return undefined;
      const start = at - line.length + line.lastIndexOf(`:${password}@`) + 1;
      return [start, start + password.length];
    },
  },
  pattern(
    'command-password',
    ['chpasswd'],
    new RegExp(
      String.raw`chpasswd:(?:[ \t]|${LINE}|expire: \w{4,5}|(?:list|users): ?\|?|- ){1,60}[\w.-]{1,40}:([^\s"'\x60\\:]{6,200})`,
      'i',
    ),
    { accept: (value) => !isStandIn(value) && value !== 'RANDOM' },
  ),
  // [smtp.corp]:587 ada@corp:…
  pattern('pair-password', [']:587'], /\]:587[ \t]{1,20}[\w.@+-]{1,100}:([^\s"'`\\]{6,200})/, {
    accept: isPassword,
  }),
];

export const placeRules: readonly Rule[] = [...calls, ...commands, ...files];
