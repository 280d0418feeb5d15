/** A name that says that what it names is a secret. */
export type SecretName = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** `password` where people choose the value, `token` where a machine makes it, `key` where only the value can tell. */
  readonly kind: 'password' | 'token' | 'key';
  /** Written in capitals, as settings are. */
  readonly isSetting: boolean;
  /** `tokens`, `apiKeys`: only a list of them may hold secrets. */
  readonly isPlural: boolean;
};

/** So much of a name is read to either side of the word that was found. */
export const LONGEST_NAME = 64;

/** Its end says that it is about a secret but is none: `tokenCount`, `secret_name`, `password_hash`, `max_tokens`. */
const HARMLESS_END =
  /(?:existing_?secret|(?:in|out)put_?tokens?|(?:next|page|continuation|pagination|sync|resume|starting)_?tokens?|(?:max|total|cached|reasoning|prompt|completion|agent|context|thinking|used|of)_?tokens?|(?:mini|by|com|tres|sur|over|under)pass|ids?|names?|count|encryption|type|types|ur[li]|path|file|hash|hashes|sha\d{0,3}|md5|digest|checksum|fingerprint|lengths?|limits?|size|usage|expiry|expires|expires_?(?:at|in)|ttl|field|label|input|prompt|policy|prefix|suffix|format|regex|pattern|required|enabled|manager|store|provider|ref|arn|budget|used|version|ized?|izer|address|strength|reset|confirm(?:ation)?|rotation|algorithm|scope|endpoint|env|var|variable|index|column|user|host|port|source|kind|status|error|message|text|title|description|placeholder|hint|visible|valid(?:ator|ation)?|generator|service|helper|handler|client|parser|cache|map|set|list)$/i;
/** Keys that open nothing. */
const HARMLESS_KEY =
  /(?:^|[_.-])(?:public|pub|verify|verification|verifying|application_server|websocket|primary|foreign|cache|sort|partition|object|s3|query|storage|idempotency|publishable|site|anon|host|map|index|dedupe|lookup|group|row|column|item|list|node|parent|child|react|i18n|translation|locale|message|event|route|hash|shard|unique|composite|natural|surrogate|candidate|shortcut|hot|arrow|enter|escape|tab|modifier|registry|config|feature|flag|setting|state|session_storage|local_storage|bucket|file|image|asset|blob|path|prop|property|field|data|dict|json|yaml|meta|label|tag|type|sub|super|next|prev|first|last|current|old|new|any|each|by|is|has|the|on|no|non|missing|ssh_public|gpg|known|trusted|resource|entity|model|table|schema|version|build|step|job|task|run|trace|span|metric|log|commit|branch|menu|command|key|answer|turn|change|lock|mutex|memo|scroll|view|page|tool|call|prompt|thread|conversation)[_-]?key$/i;
const KEY = /(?:^|[_.-])key$|Key$/;
const PASSWORD = /pass|pwd|secret|kennwort|(?:^|[._-])(?:pw|psk|creds?)$/i;
/** `adminPw` */
const CAMEL_PASSWORD = /[a-z]Pw$/;
/** What the word that was found must be a part of: `_pat` begins `_path`, too, and `_pass` begins `_passed`. */
const SECRET =
  /password|passwd|passwort|kennwort|passphrase|passcode|secret|token|credential|pwd|authtok|dsn|salt|auth|key[_-]data|(?:pass|key|pat)(?:[_-]?\d{1,2}|_base)?$|(?:^|[._-])(?:pw|psk|creds?)$|authident$/i;

/** Where the name begins, and where it ends, of which a word stands at `at`. */
export function boundsAround(text: string, at: number): readonly [start: number, end: number] {
  let start = at;
  const first = Math.max(0, at - LONGEST_NAME);
  while (start > first && NAME_CODES[text.charCodeAt(start - 1)] === 1) start--;
  if (start > 0 && text.charCodeAt(start - 1) === BACKSLASH && isEscaped(text, start)) start++;
  let end = at;
  const last = Math.min(text.length, at + LONGEST_NAME);
  while (end < last && NAME_CODES[text.charCodeAt(end)] === 1) end++;
  while (end > at && (text.charCodeAt(end - 1) === DOT || text.charCodeAt(end - 1) === HYPHEN)) end--;
  return [start, end];
}

/** The name that stands here; undefined when it names no secret. */
export function nameAt(text: string, start: number, end: number): SecretName | undefined {
  const meaning = meaningOf(text.slice(start, end));
  if (meaning === undefined) return undefined;
  const { kind, isSetting, isPlural } = meaning;
  return { text: meaning.text, kind, isSetting, isPlural, start, end };
}

const BACKSLASH = 92;
const DOT = 46;
const HYPHEN = 45;
/** Letters, digits and `_-.`, by character code. */
const NAME_CODES = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w.-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

type Meaning = Pick<SecretName, 'text' | 'kind' | 'isSetting' | 'isPlural'>;
/** `false`: it names no secret. */
const MEANINGS = new Map<string, Meaning | false>();

/** Names repeat, so the verdict is reached once per name. */
function meaningOf(written: string): Meaning | undefined {
  const known = MEANINGS.get(written);
  if (known !== undefined) return known || undefined;
  if (MEANINGS.size > 5_000) MEANINGS.clear();
  const text = written.replace(/^[-.]+/, '');
  const singular = PLURAL.test(text) ? text.slice(0, -1) : text;
  const isHarmless =
    (text.length < 3 && text.toLowerCase() !== 'pw') ||
    text === 'PASS' ||
    (!SECRET.test(singular) && !CAMEL_PASSWORD.test(singular)) ||
    HARMLESS_END.test(singular);
  const meaning = isHarmless
    ? undefined
    : {
        text,
        kind: kindOf(singular),
        isSetting: /^[A-Z][A-Z0-9_]{3,}$/.test(text),
        isPlural: singular !== text,
      };
  MEANINGS.set(written, meaning ?? false);
  return meaning;
}

const PLURAL = /(?:password|passphrase|secret|token|key|pat)s$/i;
/** `encryption key`: a name of two words, of which the second one ends before `end`. */
export function spokenKey(text: string, end: number): SecretName | undefined {
  let start = end - ' key'.length;
  const space = start;
  while (start > 0 && space - start < LONGEST_NAME && NAME_CODES[text.charCodeAt(start - 1)] === 1) start--;
  if (isEscaped(text, start)) start++;
  const meaning = space - start < 3 ? undefined : meaningOf(`${text.slice(start, space).toLowerCase()}_key`);
  return meaning && { ...meaning, start, end };
}

function kindOf(name: string): SecretName['kind'] {
  if (PASSWORD.test(name) || CAMEL_PASSWORD.test(name)) return 'password';
  if (!KEY.test(/^[A-Z0-9_.-]{1,140}$/.test(name) ? name.toLowerCase() : name) || isApiKey(name))
    return 'token';
  return 'key';
}

const API_KEY =
  /(?:api|access|auth|sign|signing|encrypt|encryption|decryption|master|service|license|account|app|admin|private|shared|storage_account|hmac|aes|jwt|cipher|cookie|vault|crypto|wallet|client|server|write|webhook|function|host_master)[_.-]?key$/i;
const isApiKey = (name: string) => API_KEY.test(name);

/** A name that ends in `key` and is known to open nothing. */
export const isHarmlessKey = (name: string): boolean =>
  HARMLESS_KEY.test(name.replace(/([a-z0-9])([A-Z])/g, '$1_$2')) || /^[._-]?key$/i.test(name);

/** The `n` of `\nNAME` is the end of an escape. */
function isEscaped(text: string, start: number): boolean {
  return text.charAt(start - 1) === '\\' && /[nrt]/.test(text.charAt(start));
}

/** `<Pass encoding="base64">`, `<wsse:Password Type="…">`: no word of a sentence. */
export const isElement = (text: string, start: number): boolean =>
  text.charAt(start - 1) === '<' ||
  (text.charAt(start - 1) === ':' && /<[\w-]{1,20}:$/.test(text.slice(Math.max(0, start - 22), start)));
