import { isMachineMade } from '../../judge.ts';
import { isRunCode, LONG_RUN, SHORT_RUN } from '../../keywords.ts';
import { wrappedKey } from '../key-material.ts';
import { isTurning, isVouched, valueIn } from './dense.ts';
import { vendorOf } from './prefixes.ts';
import { SHAPES, SMALL_SHAPES } from './shapes.ts';

/** What a run holds; without `rule` it holds nothing, and `end` says how far it was read. */
export type RunFinding = { readonly start: number; readonly end: number; readonly rule?: string };

/** Longer ones are sealed bulk, and are read in pieces. */
const LONGEST = 4_096;
/** Names and paths hardly ever have a digit, tokens do. */
const FEWEST_DIGITS = 1;

/** `1/12…:` before the hex of an Asana token, `00D…!` before a Salesforce session: `/`, `:` and `!` interrupt a run. */
const ASANA = /(?<!\d)[12]\/\d{10,20}(?:\/\d{10,20})?:$/;
const SALESFORCE = /00D[A-Za-z0-9]{12,15}!$/;

/** Looks at the run around `at`, but not at what stands before `from`: that was looked at already. */
export function secretInRun(text: string, at: number, from: number): RunFinding {
  let start = at;
  const first = Math.max(from, at - LONGEST);
  while (start > first && isRunCode(text.charCodeAt(start - 1))) start--;
  let end = at + 1;
  const last = Math.min(text.length, at + LONGEST);
  while (end < last && isRunCode(text.charCodeAt(end))) end++;
  if (end - start < LONG_RUN) return end - start < SHORT_RUN ? { start, end } : vouched(text, start, end);
  // Hashes and ids are nearly all of the long runs, and only what stands before a hash can make it a token.
  if (isPlainHex(text, start, end))
    return isAsana(text, start, end) ? { start, end, rule: 'asana' } : { start, end };
  const { digits, capitals } = countHead(text, start, end);
  if (digits < FEWEST_DIGITS) return { start, end };
  const token = tokenOf(text, start, end, capitals > 0);
  if (token) return token;
  // Without capitals it is a hash, a uuid or a name, and no base64.
  const found = capitals > 0 ? (settingsOf(text, start, end) ?? lines(text, start, end)) : undefined;
  return found?.rule ? found : vouched(text, start, end);
}

/** A vendor's token, or what is vouched for; most runs are told to be neither by their neighbours and their turns. */
function vouched(text: string, start: number, end: number): RunFinding {
  if (end - start > LONGEST_VALUE) return { start, end };
  const value = valueIn(text, start, end);
  if (!value || !isTurning(text, value.start, value.end)) return { start, end };
  const rule = value.isApart ? vendorOf(text.slice(value.start, value.end)) : undefined;
  if (rule !== undefined) return { start: value.start, end: value.end, rule };
  return isVouched(text, value) ? { start: value.start, end: value.end, rule: 'entropy' } : { start, end };
}
/** A name before the value, and the value. */
const LONGEST_VALUE = 460;

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
