import { isMachineMade } from '../../judge.ts';
import { isRunCode, LONG_RUN, SHORT_RUN } from '../../keywords.ts';
import { wrappedKey } from '../key-material.ts';
import { isTurning, isVouched, valueIn } from './dense.ts';
import { CAPITAL, DIGIT, HINT, isPlainHex, looksOf } from './looks.ts';
import { vendorOf } from './prefixes.ts';
import { SHAPES, SMALL_SHAPES } from './shapes.ts';

/** What a run holds; without `rule` it holds nothing, and `end` says how far it was read. */
export type RunFinding = { readonly start: number; readonly end: number; readonly rule?: string };

/** Longer ones are sealed bulk, and are read in pieces. */
const LONGEST = 4_096;

/** `1/12…:` before the hex of an Asana token, `00D…!` before a Salesforce session: `/`, `:` and `!` interrupt a run. */
const ASANA = /(?<!\d)[12]\/\d{10,20}(?:\/\d{10,20})?:$/;
const SALESFORCE = /00D[A-Za-z0-9]{12,15}!$/;

const NO_SHAPES: typeof SHAPES = [];

/** Looks at the run around `at`, but not at what stands before `from`: that was looked at already. */
export function secretInRun(text: string, at: number, from: number): RunFinding {
  let start = at;
  const first = Math.max(from, at - LONGEST);
  while (start > first && isRunCode(text.charCodeAt(start - 1))) start--;
  let end = at + 1;
  const last = Math.min(text.length, at + LONGEST);
  while (end < last && isRunCode(text.charCodeAt(end))) end++;
  if (end - start < LONG_RUN) return end - start < SHORT_RUN ? { start, end } : vouched(text, start, end);
  const looks = looksOf(text, start, end);
  // Hashes and ids are nearly all of the long runs, and only what stands before a hash can make it a token.
  if (isPlainHex(looks, end - start))
    return isAsana(text, start, end) ? { start, end, rule: 'asana' } : { start, end };
  // Names and paths hardly ever have a digit, tokens do.
  if ((looks & DIGIT) === 0) return { start, end };
  const token = tokenOf(text, start, end, looks);
  if (token) return token;
  // Without capitals it is a hash, a uuid or a name, and no base64.
  const found =
    (looks & CAPITAL) !== 0 ? (settingsOf(text, start, end) ?? lines(text, start, end)) : undefined;
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

function isAsana(text: string, start: number, end: number): boolean {
  return (
    end - start === 32 &&
    text.charAt(start - 1) === ':' &&
    ASANA.test(text.slice(Math.max(0, start - 48), start))
  );
}

function lines(text: string, start: number, end: number): RunFinding {
  // Only a `/`, or the end of what is read at once, lets a line of base64 go on beyond its run.
  if (end - start < SHORTEST_LINE && !goesOn(text.charCodeAt(start - 1)) && !goesOn(text.charCodeAt(end)))
    return { start, end };
  const key = wrappedKey(text, start);
  return key ? { start: key[0], end: key[1], rule: 'private-key' } : { start, end };
}

const SHORTEST_LINE = 64;
const SLASH = 47;
const goesOn = (code: number) => code === SLASH || isRunCode(code);

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

function tokenOf(text: string, start: number, end: number, looks: number): RunFinding | undefined {
  if (end - start > 400) return undefined;
  const run = text.slice(start, text.charAt(end - 1) === '.' ? end - 1 : end);
  if (isAsana(text, start, start + run.length) && isPlainHex(looksOf(run, 0, run.length), run.length))
    return { start, end: start + run.length, rule: 'asana' };
  const hasCapitals = (looks & CAPITAL) !== 0;
  const shapes = (looks & HINT) !== 0 ? (hasCapitals ? SHAPES : SMALL_SHAPES) : NO_SHAPES;
  for (const { rule, hint, least, shape, accept } of shapes) {
    if (run.length < least) continue;
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
