import { isGibberish } from '../gibberish.ts';
import { isMachineMade, looksRandom } from '../judge.ts';
import { isRunCode, LONG_RUN } from '../keywords.ts';
import { wrappedKey } from './key-material.ts';

/** What a run holds; without `rule` it holds nothing, and `end` says how far it was read. */
export type RunFinding = { readonly start: number; readonly end: number; readonly rule?: string };

/** Longer ones are sealed bulk, and are read in pieces. */
const LONGEST = 4_096;
/** Names and paths hardly ever have a digit, tokens do. */
const FEWEST_DIGITS = 1;

const isRandom = (token: string) => looksRandom(token) || isGibberish(token);

/**
 * Tokens without a beginning of their own that a keyword search could look for: they are known by the shape of the whole.
 * Each expression is tried on the run alone, and a letter of an escape may stand before the token.
 */
const SMALL = new Set(['airtable', 'crates', 'mailchimp', 'mailgun', 'rapidapi', 'infisical']);
type Shape = {
  readonly rule: string;
  /** Stands in every such token. */
  readonly hint: string;
  /** The length of the shortest such token. */
  readonly least: number;
  readonly shape: RegExp;
  readonly accept?: (token: string) => boolean;
};
const SHAPES: readonly Shape[] = [
  {
    rule: 'discord',
    hint: '.',
    least: 58,
    shape: /[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,45}/,
    accept: looksRandom,
  },
  { rule: 'airtable', hint: 'pat', least: 82, shape: /pat[A-Za-z0-9]{14}\.[0-9a-f]{64}/ },
  {
    rule: 'crates',
    hint: 'cio',
    least: 35,
    shape: /(?<![A-Za-z0-9_.-])cio[A-Za-z0-9]{32}(?![A-Za-z0-9_-])/,
    accept: isRandom,
  },
  {
    rule: 'crates',
    hint: 'cio',
    least: 35,
    shape: /(?<=^[nrtm=Dx-]{1,2})cio[A-Za-z0-9]{32}(?![A-Za-z0-9_-])/,
    accept: isRandom,
  },
  { rule: 'twilio', hint: 'SK', least: 34, shape: /SK[0-9a-f]{32}(?![A-Za-z0-9])/ },
  { rule: 'mailchimp', hint: '-us', least: 36, shape: /[0-9a-f]{32}-us\d{1,2}(?![0-9A-Za-z])/ },
  {
    rule: 'mailgun',
    hint: '-',
    least: 50,
    shape: /(?<![0-9a-f])[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![0-9A-Za-z-])/,
  },
  {
    rule: 'rapidapi',
    hint: 'msh',
    least: 50,
    shape: /[a-z0-9]{10}msh[a-z0-9]{15}p1[a-z0-9]{6}jsn[a-z0-9]{12}/,
  },
  {
    rule: '1password',
    hint: 'A3-',
    least: 39,
    shape: /A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}/,
  },
  { rule: 'infisical', hint: 'st.', least: 60, shape: /st\.[0-9a-f]{24}\.[0-9a-f]{32}(?:\.[0-9a-f]{32})?/ },
  { rule: 'maxmind', hint: '_mmk', least: 40, shape: /[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk/ },
  {
    rule: 'authress',
    hint: '.acc',
    least: 48,
    shape:
      /(?:sc|ext|scauth|authress)_[A-Za-z0-9]{5,30}\.[A-Za-z0-9]{4,6}\.acc[_-][A-Za-z0-9-]{10,32}\.[A-Za-z0-9+_=-]{20,120}/,
  },
  { rule: 'azure-key', hint: 'JQQJ99', least: 66, shape: /[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{8,30}/ },
  {
    rule: 'fauna',
    hint: 'fnA',
    least: 39,
    shape: /(?<![A-Za-z0-9])fnA[A-Za-z0-9_-]{36,60}/,
    accept: looksRandom,
  },
  {
    rule: 'voyage',
    hint: 'pa-',
    least: 46,
    shape: /(?<![A-Za-z0-9_-])pa-[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/,
    accept: looksRandom,
  },
];
/** Those of them that may have no capital letter. */
const SMALL_SHAPES = SHAPES.filter(({ rule }) => SMALL.has(rule));
/** `1/12…:` before the hex of an Asana token, `00D…!` before a Salesforce session: `/`, `:` and `!` interrupt a run. */
const ASANA = /[12]\/1\d{10,20}(?:\/1\d{10,20})?:$/;
const SALESFORCE = /00D[A-Za-z0-9]{12,15}!$/;

/** Looks at the run around `at`, but not at what stands before `from`: that was looked at already. */
export function secretInRun(text: string, at: number, from: number): RunFinding {
  let start = at;
  const first = Math.max(from, at - LONGEST);
  while (start > first && isRunCode(text.charCodeAt(start - 1))) start--;
  let end = at + 1;
  const last = Math.min(text.length, at + LONGEST);
  while (end < last && isRunCode(text.charCodeAt(end))) end++;
  if (end - start < LONG_RUN) return { start, end };
  // Hashes and ids are nearly all of the long runs, and only what stands before a hash can make it a token.
  if (isPlainHex(text, start, end))
    return isAsana(text, start, end) ? { start, end, rule: 'asana' } : { start, end };
  const { digits, capitals } = countHead(text, start, end);
  if (digits < FEWEST_DIGITS) return { start, end };
  const token = tokenOf(text, start, end, capitals > 0);
  // Without capitals it is a hash, a uuid or a name, and no base64.
  return token ?? (capitals > 0 ? (settingsOf(text, start, end) ?? lines(text, start, end)) : { start, end });
}

const UUID_LENGTH = 36;

/** A hash, or a uuid. Other lengths with dashes may be tokens. */
function isPlainHex(text: string, start: number, end: number): boolean {
  if (end - start > 64) return false;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    const isHex = (code >= 48 && code <= 57) || (code >= 97 && code <= 102);
    if (!isHex && !(code === 45 && end - start === UUID_LENGTH)) return false;
  }
  return true;
}

function isAsana(text: string, start: number, end: number): boolean {
  return (
    end - start === 32 &&
    text.charAt(start - 1) === ':' &&
    ASANA.test(text.slice(Math.max(0, start - 48), start))
  );
}

/** So much of a run tells what it is made of. */
const COUNTED = 64;

function countHead(text: string, start: number, end: number): { digits: number; capitals: number } {
  let [digits, capitals] = [0, 0];
  const last = Math.min(end, start + COUNTED);
  for (let i = start; i < last; i++) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) digits++;
    else if (code >= 65 && code <= 90) capitals++;
  }
  return { digits, capitals };
}

function lines(text: string, start: number, end: number): RunFinding {
  const key = wrappedKey(text, start);
  return key ? { start: key[0], end: key[1], rule: 'private-key' } : { start, end };
}

/** `NAME=value` as the first line of a file. */
const SETTINGS = /^(?:#[^\n]{0,60}\n)?(?:export )?[A-Z][A-Z0-9_]{2,40}=[\x20-\x7e\n]{6}/;
/** The same in small letters, or a record, with a name that says what it is. */
const SMALL_SETTINGS =
  /^(?:[a-z_]{0,30}(?:pass|secret|token|api_?key)\w{0,20}=|\{\s{0,8}"[^\n]{0,160}?(?:password|secret|token|api_?key)\w{0,10}"\s{0,2}:\s{0,2}")[\x20-\x7e]{4}/i;
const HEAD = 240;

/** A file of settings, in base64. */
function settingsOf(text: string, start: number, end: number): RunFinding | undefined {
  // The first letter of a name, of `export` or of a comment begins with one of these.
  if (!'QRSTUVWIZYZabcde'.includes(text.charAt(start))) return undefined;
  const head = Buffer.from(text.slice(start, Math.min(end, start + HEAD)), 'base64').toString('latin1');
  if (!SETTINGS.test(head) && !SMALL_SETTINGS.test(head)) return undefined;
  let last = end;
  while (last < text.length && /[A-Za-z0-9+/=\r\n]/.test(text.charAt(last)) && last - start < 100_000) last++;
  return { start, end: last, rule: 'base64-settings' };
}

/** `ROLLBAR_POST_SERVER_ITEM=…`: a setting whose name says nothing, and what only a machine makes. */
const SETTING = /^(?:-[De])?([A-Z][A-Z0-9]{1,24}(?:_[A-Z0-9]{1,24}){0,6})=([A-Za-z0-9+_-]{24,200}={0,2})$/;
const TELLS =
  /(?:^|_)(?:SHA\d*|HASH\w*|DIGEST|CHECKSUM|SUM|MD5|COMMIT\w*|REV|REVISION|REF|ID|IDS|UUID|GUID|UID|ETAG|VERSION|BUILD|IMAGE|TAG|INTEGRITY|NONCE|SEED|FINGERPRINT|PATHS?|HOME|DIR|ROOT|FILE|NAME|URL|URI|HOST|PUBLIC|PUB|PUBKEY|SITE|ADDRESS|ADDR|CONTRACT|ARN|CURSOR|FLAGS|OPTS|OPTIONS|ARGS|PUBLISHABLE|ANON|MEASUREMENT|TARGET|VERIFIER|CHALLENGE|KEY_?ID)(?:_|$)/;
const isUnnamed = (name: string, value: string) =>
  !TELLS.test(name) &&
  isMachineMade(value) &&
  (/^[0-9a-f]{32}$/.test(value) ||
    (/[a-z]/.test(value) && /[A-Z]/.test(value) && /\d\D{1,40}\d/.test(value)));

function tokenOf(text: string, start: number, end: number, hasCapitals: boolean): RunFinding | undefined {
  if (end - start > 400) return undefined;
  const run = text.slice(start, text.charAt(end - 1) === '.' ? end - 1 : end);
  if (isAsana(text, start, start + run.length) && isPlainHex(text, start, start + run.length))
    return { start, end: start + run.length, rule: 'asana' };
  const [dot, hyphen] = [run.includes('.'), run.includes('-')];
  for (const { rule, hint, least, shape, accept } of hasCapitals ? SHAPES : SMALL_SHAPES) {
    if (run.length < least || (hint === '.' && !dot) || (hint === '-' && !hyphen)) continue;
    const found = run.includes(hint) ? shape.exec(run) : null;
    if (!found || (accept && !accept(found[0]))) continue;
    const from = start + found.index;
    return { start: from, end: from + found[0].length, rule };
  }
  const setting = hasCapitals ? SETTING.exec(run) : null;
  if (setting && isUnnamed(setting[1] as string, setting[2] as string))
    return {
      start: start + run.length - (setting[2] as string).length,
      end: start + run.length,
      rule: 'entropy',
    };
  if (text.charAt(start - 1) === '!' && SALESFORCE.test(text.slice(Math.max(0, start - 24), start)))
    return { start, end, rule: 'salesforce' };
  return undefined;
}
