import { isGibberish } from '../../gibberish.ts';
import { isMixedToken, isStandIn, looksRandom, UUID } from '../../judge.ts';

/**
 * What only a machine makes is looked at first, and then what stands beside it: a word for a secret, a flag, a call that
 * signs in. So a secret is found in a syntax that no rule knows. Of real recordings hardly one word in a megabyte has such
 * a form, and those are ids.
 */

const SHORTEST = 14;
const LONGEST = 200;
/** So far around a value the words are read that say what it is, on its own line. */
const BEFORE = 110;
const BEHIND = 44;

const WORD = [
  'assword pass(?:word|wd|phrase|code|key|wort)?s? pwd?s? psk pin secrets? tokens? cred(?:s|entials?)? api keys?',
  String.raw`auth\w{0,12} log(?:ged|s)?\s?in login sign\s?in sudo licen[sc]e seed bearer unlock otp totp 2fa mfa webhook`,
  String.raw`signing encrypt\w{0,8} decrypt\w{0,8} private hmac salt`,
  String.raw`kennwort schl(?:ü|ue)ssel zugang\w{0,8} anmeld\w{0,5} melden? mot\sde\spasse cl[ée] jeton clave contraseñ?n?a`,
  'senha chave chiave segreto wachtwoord sleutel hasło klucz lösenord nyckel salasana avain adgangskode nøgle',
  'passord nøkkel heslo klíč şifre anahtar jelszó kulcs parol[aeă]',
]
  .join(' ')
  .replaceAll(' ', '|');
const FAR_WORD =
  'парол[ьяюе]|ключ\\w{0,2}|токен\\w{0,2}|секрет|パスワード|キー|トークン|暗証|鍵|密[码碼钥鑰]|口令|令牌|비밀번호|암호|토큰|키';
const VOUCHES = new RegExp(
  `(?<![A-Za-z])(?:[A-Za-z0-9]{1,24}[_-])?(?:${WORD})(?![a-z])|[a-z](?:Pass|Pwd|Pw|Secret|Token|Key|Auth)|${FAR_WORD}`,
  'iu',
);

/** The noun right before the value, or its name, says that it opens nothing. */
const OPENS_NOTHING =
  /(?:\b|_|[a-z])(?:ids?(?:-\d)?|uu?id|guid|sha[-_]?\d{0,3}|md5|hash|digest|checksum|sum|etag|fingerprint|thumbprint|signature|sig|nonce|cursor|commit|rev(?:ision)?|version|build|public\w{0,4}|pub(?:lishable)?|site|anon|verif\w{0,8}|event|request|trace|span|message|msg|subscription|customer|order|invoice|transaction|tx|address|contract|document|doc|sheet|folder|file|page|video|channel|track|record|row|node|object|image|layer|snapshot|volume|instance|bucket|deployment|run|job|item|generation|ulid|k?suid|nanoid|serial|integrity|key_?id|kid|resume|continuation|locale|session_?id|boundary|x5t\S{0,6}|client[_-]?id|account)(?: key)?(?:["'`*:=\s([{#]|is\b){1,8}$/i;
/** The longest of these with what may stand behind it, and a character before it. */
const LONGEST_NOUN = 48;
const PUBLIC = /(?:public|publishable|ssh-(?:rsa|ed25519|dss)|ecdsa-sha2|verif)[^\n]{0,40}$/i;
const GITHUB_NODE = /^[A-Z]{1,5}_kw|^[A-Z]{1,4}_[A-Za-z0-9]{2}DO|^MD[A-Z]\w|^GHSA-/;
/** `toolu_…`, `evt_…`, `prt_…`: ids of two to nine letters before their random half. */
const ID_PREFIX =
  /^(?:toolu|srvtoolu|tooluse|evt|sub|cus|prod|price|pi|pm|ch|in|acct|msg|req|call|resp|rs|fc|gen|ses|prt|usr|org|proj|run|thread|asst|file|batch|dpl|prj|team|rec|fld|tbl|app|snd|chatcmpl|item|step|conv|ws|chk|inv|txn|seti|src|tok|cs|ii|sk_id|doc|img|vol|snap|ami|eni|vpc|subnet|sg|pk_live|pk_test|pk)_/;

const FLAG =
  /(?:^|[\s"'])(?:-[A-Za-z]|\/[a-z]{1,4}|--(?:value|string-value|secret-string|data|body|text))["']?(?:[ =:]|["'], ?)\\{0,3}["']?$/i;
/** A call that is given what it signs in with, as quoted arguments. */
const CALL =
  /(?:connect|client|login|log_in|auth\w{0,12}|credential\w{0,3}|session|pool|driver|open|dial|bind|PDO|DriverManager|smtp|imap|ftp|ssh|amqp|redis|mongo\w{0,6}|database|conn\w{0,8}|sign\w{0,4}|broker|mqtt|account|user|provider|store|new)[\w:>.-]{0,30}\(.{0,100}["'`], ?[bru]?["'`]$/i;

/** To a flag or to a call; of most lines the last character tells that they end in neither. */
const isGiven = (before: string) =>
  ENDS_GIVEN.has(before.at(-1) ?? '') && (FLAG.test(before) || CALL.test(before));
const ENDS_GIVEN = new Set([...' =:,"\'`\\']);

/** A value in a run, without the name, the flag and the letter of an escape before it and the stop behind it. */
export type RunValue = {
  readonly start: number;
  readonly end: number;
  /** Behind `NAME=`, or `-p`. */
  readonly isSetting: boolean;
  /** Nothing before it makes it the end of a path or of an option. */
  readonly isApart: boolean;
};

/** Undefined where the neighbours tell that it is a piece of something: of a path, of base64, of a call. */
export function valueIn(text: string, from: number, to: number): RunValue | undefined {
  let [start, end] = [from, to];
  while (end > start && text.charCodeAt(end - 1) === DOT) end--;
  if (text.charCodeAt(start - 1) === BACKSLASH && 'nrt'.includes(text.charAt(start))) start++;
  // In the run alone: in the whole text this would take the square of its length.
  const name = text.slice(start, Math.max(start, end - 2)).lastIndexOf('=');
  const isNamed = name >= 0;
  start += name + 1;
  const isGlued = text.charCodeAt(start) === HYPHEN && GLUED.test(text.slice(start, start + 10));
  if (isGlued) start += 2;
  const before = start === 0 ? ' ' : text.charAt(start - 1);
  if (end - start < SHORTEST || '#@%$.&{\\'.includes(before)) return undefined;
  if (end < text.length && ENDS_NO_VALUE.includes(text.charAt(end)) && before !== '/') return undefined;
  const isSetting = isGlued || (isNamed && !'?&'.includes(text.charAt(from - 1)) && text.charAt(end) !== '&');
  return { start, end, isSetting, isApart: before !== '/' && text.charCodeAt(start) !== HYPHEN };
}
const GLUED = /^-[pPwaA][A-Za-z0-9_]{8}/;
const ENDS_NO_VALUE = '/%(@';

/** Whether what stands around a value says that it is a secret. */
export function isVouched(text: string, { start, end, isSetting }: RunValue): boolean {
  const value = text.slice(start, end);
  const isInPath = text.charAt(start - 1) === '/';
  if (isInPath && (value.length < 20 || !isHook(text.slice(Math.max(0, start - BEFORE), start))))
    return false;
  if (isListed(text, start, end) || value.startsWith('AAAA') || !isDense(value)) return false;
  if (isInPath) return true;
  const before = lineBefore(text, start);
  if (OPENS_NOTHING.test(before.slice(-LONGEST_NOUN)) || PUBLIC.test(before)) return false;
  if (isSetting || isGiven(before) || VOUCHES.test(before)) return !inUrl(before);
  const behind = text.slice(end, end + BEHIND).split('\n', 1)[0] as string;
  if (VOUCHES.test(behind) || (value.length >= LONG && LABEL.test(before) && LABEL_ENDS.test(behind)))
    return true;
  return (
    isCell(text, start, end) &&
    (ABOVE.test(text.slice(Math.max(0, start - FAR), start)) ||
      /securestring/i.test(text.slice(end, end + BEFORE)))
  );
}

/** One of many between commas without blanks, as the mappings of a source map are, and the sum of a module of Go. */
const isListed = (text: string, start: number, end: number) =>
  ',;'.includes(text.charAt(start - 1)) && start > 0
    ? true
    : /^[,;][A-Za-z0-9+/]/.test(text.slice(end, end + 2)) || text.startsWith('h1:', start - 3);

/** `ngrok: …`, `Cohere prod …`: a name and nothing but the value, and too long for most ids. */
const LONG = 30;
const LABEL = /(?:^|[\s"'`(])(?:[A-Z][\w.]{2,20}(?: [a-z-]{2,12}){0,3}:?|[a-z][\w.-]{1,24}:) ["'`]?$/;
const LABEL_ENDS = /^(?:[\s"'`)\\,;]|\.(?:\s|$)|$)/;

/** What stands in a column, an element or a block of its own, below a heading or beside other settings. */
const FAR = 300;
const ABOVE =
  /(?:pass(?:word|wd|phrase|wort)|secret|credential|(?<![a-z])(?:pwd|token|api[ _-]?key)s?(?![a-z])|securestring)/i;
const isCell = (text: string, start: number, end: number) =>
  /[\s>|│"'`,;]/.test(text.charAt(start - 1)) &&
  (end >= text.length || /[\s<|│"'`,;]/.test(text.charAt(end)));

const DOT = 46;
const BACKSLASH = 92;
const HYPHEN = 45;

/** Addresses that open something by themselves. */
const OPENS = /hook|trigger|ping|token|invite|reset|magic|\/t\/|\/keys?\//i;
function isHook(before: string): boolean {
  let from = before.length;
  while (from > 0 && !/[\s"'<>]/.test(before.charAt(from - 1))) from--;
  const scheme = before.indexOf('://', from);
  return scheme >= 0 && OPENS.test(before.slice(scheme + 3));
}
const inUrl = (before: string) => /:\/\/\S*$/.test(before);

function lineBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - BEFORE), at);
  return before.slice(before.lastIndexOf('\n') + 1);
}

/** Small letters, capitals and digits, changing so often as no word and no name of code does. */
export function isDense(value: string): boolean {
  if (value.length < SHORTEST || value.length > LONGEST || value.includes('.')) return false;
  if (turnsIn(value, 0, value.length) * 100 < value.length * FEWEST_TURNS) return false;
  if (UUID.test(value) || ID_PREFIX.test(value) || GITHUB_NODE.test(value)) return false;
  return isMixed(value) && (value.match(WORDY)?.join('').length ?? 0) * 5 <= value.length * 2;
}

/** How often small letters, capitals and others take turns. */
function turnsIn(text: string, start: number, end: number): number {
  let [turns, kind] = [0, 0];
  for (let i = start; i < end; i++) {
    const next = KINDS[Math.min(text.charCodeAt(i), 127)] as number;
    // Counted without a branch, which no processor could foresee: two different kinds differ in two bits.
    turns += ((next ^ kind) + 7) >>> 3;
    kind = next;
  }
  return turns;
}

/** Names, paths and words hardly change between letters and digits; hashes and whatever is random do. */
export const isTurning = (text: string, start: number, end: number): boolean =>
  turnsIn(text, start, end) * 100 >= (end - start) * 20;

/** With a single digit its letters have to be in an order that no language has. */
const isMixed = (value: string) =>
  isMixedToken(value) ||
  (/[a-z]/.test(value) &&
    /[A-Z]/.test(value) &&
    looksRandom(value) &&
    isGibberish(value) &&
    !isStandIn(value));
const FEWEST_TURNS = 38;
const WORDY = /[a-z]{4,}/g;

/** By code: small letters, capitals, others. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 97) return 1;
  return code >= 65 && code <= 90 ? 2 : 4;
});
