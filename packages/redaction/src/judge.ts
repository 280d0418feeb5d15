import { isGibberish } from './gibberish.ts';

/** Values are judged by their head: a longer one is no different, and judging stays cheap. */
const HEAD = 64;
const counts = new Uint16Array(128);

/** Shannon entropy of the first characters, in bits per character. */
export function entropy(text: string): number {
  const length = Math.min(text.length, HEAD);
  counts.fill(0);
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i) & 127;
    counts[code] = (counts[code] as number) + 1;
  }
  let bits = 0;
  for (const count of counts) if (count > 0) bits -= (count / length) * Math.log2(count / length);
  return bits;
}

/** Words that name the thing instead of being it, alone or in front of a further word. */
const NAMING =
  /^(?:my|the|some|an?)(?:\d{0,3}$|[-_ ])|^(?:insert|enter|replace|change|mock|sample|test|testing|todo|tbd|null|nil|none|undefined|true|false|string|number|boolean|secret|password|passwd|pass|token|apikey|api|key|value|required|optional|missing|invalid|expired|hidden|masked|unset|empty)(?:\d{0,3}$|[^A-Za-z0-9])/i;
const PRETENDING =
  /^(?:your|change_?me|please[-_]?change|super[-_]?secret(?:$|[-_])|insecure|development|placeholder|dummy|fake|example|redacted|hunter2$|foobar|abcdef|1234)|change[-_]?(?:me|this)|not[-_](?:a[-_])?(?:real|secret)|^postgres$/i;
/** What templates of well-known projects begin with, however long. */
const SAMPLE = /^(?:correct-horse-battery|super-secret-jwt-token-with-at-least|your-super-secret)/;
/** Where the value is fetched from. */
const REFERENCE =
  /^(?:process\.|import\.|os\.|env[.[]|config\.|self\.|this\.|args?\.|options?\.|settings?\.|secrets?[.-]|vault:|op:\/\/|ssm:|arn:|file:|ssh-(?:rsa|ed25519|dss)|ecdsa-sha2|https?:\/\/[^@]*$)/i;
/** `$NAME`, `${…}`: a `$` inside of a password is no variable unless a whole name follows. */
const VARIABLE = /^\$|\$[({]|\$(?:[A-Z][A-Z_]{3,64}|[a-z_]{4,32}(?:[A-Z][a-z]{1,32}){0,4})(?![A-Za-z0-9])/;
/** `{{…}}`, `<name>`, `%NAME%`, `%s`, and what is left out or masked. */
const TEMPLATE = /\{\{|^\{|\}$|^<|>$|^%|^\?[a-z ]*\}?$|%[sdvq]$|%\(|\.\.\.|…|\*{3}|x{5}|REDACTED|EXAMPLE/i;
/** `os.getenv("DB_PASSWORD")`: the name of a variable, and not what it holds. */
const VARIABLE_NAME =
  /^(?:[A-Z][A-Z0-9]{0,24}_){1,6}(?:PASSWORD|PASSWD|PASS|PWD|SECRET|TOKEN|KEY|CREDENTIALS?|DSN|PAT|AUTH)$/;
const SHORT = 24;

/** What people write where a secret would stand: variables, templates, asterisks, words that name the thing. */
export function isStandIn(value: string): boolean {
  if (REFERENCE.test(value) || hasFewCharacters(value) || VARIABLE_NAME.test(value) || SAMPLE.test(value))
    return true;
  if (value.length < 64 && (VARIABLE.test(value) || TEMPLATE.test(value))) return true;
  return (value.length < SHORT || !/\d/.test(value)) && (NAMING.test(value) || PRETENDING.test(value));
}

/** `ghp_xxxxxxxxxxxxxxxx`, `sk-1234567890abcdef…`, `AKIA…EXAMPLE`: the form of a token with nothing in it. */
export const isHollow = (token: string): boolean =>
  /([A-Za-z0-9*.])\1{9}|EXAMPLE(?:KEY)?$|1234567890abcdef|abcdefghijklmn/i.test(token);

/** `xxxxxxxx`, `--------`, `abababab`. */
function hasFewCharacters(value: string): boolean {
  let seen = '';
  for (let i = 0; i < value.length; i++) {
    const character = value.charAt(i);
    if (seen.includes(character)) continue;
    if (seen.length === 3) return false;
    seen += character;
  }
  return true;
}

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Names, paths and calls as they stand in code: letters in word shape, with at most a short number behind. The
 * lookahead keeps the run whole: a run that is tried in parts takes time by the square of its length.
 */
const WORDS = /^[^A-Za-z0-9]*[A-Za-z][A-Za-z_.:/@\\-]*(?![A-Za-z_.:/@\\-])\d{0,4}[^A-Za-z0-9]*$/;
const WORDS_WITH_NUMBERS = /^(?:[A-Za-z]+\d{0,3}|\d{1,4})(?:[-_.:/@\\]+(?:[A-Za-z]+\d{0,3}|\d{1,4}))+$/;

/** A token may end in its only digits. */
const LETTERS_THEN_DIGITS = /^[A-Za-z]{18,}\d{1,4}$/;

/** True for values that only a generator makes: letters and digits mixed in no word shape. */
export function looksRandom(value: string): boolean {
  if (value.length < 8 || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (WORDS.test(value)) return LETTERS_THEN_DIGITS.test(value) && isGibberish(value);
  if (WORDS_WITH_NUMBERS.test(value) || (isTypeName(value) && !isGibberish(value))) return false;
  return entropy(value) >= (value.length >= 16 ? 3 : 2.5);
}

/** `Uint8Array.prototype`, `OpenID4VCICredential`: capitals and hardly a digit, but mostly runs of small letters. */
function isTypeName(value: string): boolean {
  if (
    !/^[A-Za-z][\w.]*$/.test(value) ||
    !/[A-Z]/.test(value) ||
    value.length > 80 ||
    value.replace(/\D/g, '').length > 2
  )
    return false;
  const runs = value.match(/[a-z]{3,}/g) ?? [];
  return runs.join('').length * 2 >= value.replace(/[^A-Za-z]/g, '').length;
}

const MARKED = /^(?=[^A-Za-z]{0,100}[A-Za-z])(?=\D{0,100}\d)[\w!#%^*?~@+&$.=-]{8,100}$/;
const MARK = /[!#%^*?~@+&$]/;
/** `ada@host7`, `HEAD~3`, `issue#12`, `a%20b`, `x+1`, `?a=1&b=2`, `1.2.3+4`: what marks stand for elsewhere. */
const MARK_ELSEWHERE =
  /^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}$|^@|^[\w.-]{1,80}[~^#@+*]\d{0,6}$|%[2-7][0-9A-Fa-f]|[?&][\w.-]{1,40}=|^[\w.-]{1,60}#[\w-]{1,20}$|^v?\d{1,6}\.|^[#*+~^?!]{1,3}[\w.-]{1,40}$|^[a-z0-9_.=-]{1,80}@[a-z0-9_.-]{1,60}$|^\w{1,40}(?: ?[+*%&] ?\w{1,40}){1,6}$/;

/** Operators, members and classes of characters. */
const CODE = /&&|\?\?|^[&?+=.-]|\.[A-Za-z_]{2,}|a-z|[-+]\d{0,3}$|[+-]=|\$\d$/;

/**
 * What speaks for itself as a password, whatever it is called: letters, digits and a mark in one word, as rules for
 * passwords ask for them, and nothing else that looks so. Only where something nearby says that a password may stand here.
 */
export function isStrong(value: string): boolean {
  if (!MARKED.test(value) || !MARK.test(value) || CODE.test(value) || isStandIn(value)) return false;
  return !MARK_ELSEWHERE.test(value) || isMixedWell(value) || isMadeUp(value);
}

/** `Velvet#428`: what people make up. Not `Issue#428`. */
const isMadeUp = (value: string) =>
  /^[A-Z][a-z]{4,20}[#@*]\d{3,6}$/.test(value) &&
  !/^(?:issues?|tickets?|pull|merge|request|cases?|tasks?|story|release|build|version|step|section|notes?|lines?|fixe?s|closes|milestone|discussion|comments?|angular|react|electron|jetty|chrom\w*|firefox)\W/i.test(
    value,
  );

/** The same without the looks of what marks stand for elsewhere: where a name has said already that it is a password. */
export const isMarked = (value: string): boolean =>
  MARKED.test(value) && MARK.test(value) && !CODE.test(value) && !isStandIn(value) && !EMAIL.test(value);
const EMAIL = /@[\w-]{1,63}\.[\w.-]{2,80}$/;

/** `Velvet#willow88`, `Tr0RSh+hdf6i`: small letters, capitals, two digits and the mark inside. */
const isMixedWell = (value: string) =>
  /[a-z]/.test(value) &&
  /[A-Z]/.test(value) &&
  /\d\D{0,20}\d/.test(value) &&
  /[A-Za-z0-9][!#%^*?~@+&$]{1,3}[A-Za-z0-9]/.test(value) &&
  !/%[2-7][0-9A-Fa-f]|[?&][\w.-]{1,40}=|\.[a-z]{2,4}$|#L?\d{1,6}$|@\d/.test(value);

/** Two words of small letters: a path, a name of something, with a digest in it or not. */
const WORDS_INSIDE = /(?:^|[-./_])[a-z]{4,30}(?=[-./_])(?:.{0,200}[-./_])?[-./_][a-z]{3,30}(?:$|[-./_])/;
/** `req_…`, `msg_…`, `toolu_…`: ids, which open nothing. */
const IDENTIFIER =
  /^(?:req|msg|toolu|srvtoolu|call|chatcmpl|resp|rs|fc|run|thread|asst|file|evt|cus|pi|ses|env|ins|org|gen|item|sub|prj|step|prompt|conv|batch|batch_req)_/;
/** A token that only a machine makes: long, with all kinds of letters, or a digest in length. */
export function isMachineMade(value: string): boolean {
  if (
    value.length < 20 ||
    value.length > 400 ||
    isStandIn(value) ||
    UUID.test(value) ||
    IDENTIFIER.test(value)
  )
    return false;
  // Fingerprints of keys, as gpg and certificates have them.
  if (/^[0-9A-F]+$/.test(value)) return false;
  if (/^[0-9a-f]+$/.test(value)) return value.length >= 32 && value.length !== 40 && /[a-f]/.test(value);
  if (!/^[A-Za-z0-9+/_=.~-]+$/.test(value) || !looksRandom(value) || WORDS_INSIDE.test(value)) return false;
  return entropy(value) >= 3.6 && (isGibberish(value) || value.replace(/\D/g, '').length >= 3);
}

/** `0ld8jEOtOroH6Vwjv3`: small letters, capitals and digits in no order, where a machine may have made less than a token. */
export const isMixedToken = (value: string): boolean =>
  value.length >= 12 &&
  looksRandom(value) &&
  /[a-z]/.test(value) &&
  /[A-Z]/.test(value) &&
  /\d\D{1,20}\d/.test(value) &&
  !isStandIn(value) &&
  !IDENTIFIER.test(value);

/** What a person may have chosen as a password: not a bare word or name, no blank, no piece of code. */
export function looksChosen(value: string): boolean {
  if (value.length < 6 || /[()[\]]/.test(value)) return false;
  if (/^[A-Za-z_.-]+$/.test(value)) return false;
  return entropy(value) >= 2;
}
