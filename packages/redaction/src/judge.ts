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
  /^(?:my|the|some|an?|insert|enter|replace|change|mock|sample|test|testing|todo|tbd|null|nil|none|undefined|true|false|string|number|boolean|secret|password|passwd|pass|token|apikey|api|key|value|required|optional|missing|invalid|expired|hidden|masked|unset|empty)(?:\d{0,3}$|[^A-Za-z0-9])/i;
const PRETENDING =
  /^(?:your|change_?me|placeholder|dummy|fake|example|redacted|hunter2$|foobar|abcdef|1234)/i;
/** Where the value is fetched from. */
const REFERENCE =
  /^(?:process\.|import\.|os\.|env[.[]|config\.|self\.|this\.|args?\.|options?\.|settings?\.|secrets?[.-]|vault:|op:\/\/|ssm:|arn:|file:|ssh-(?:rsa|ed25519|dss)|ecdsa-sha2|https?:\/\/[^@]*$)/i;
/** `$NAME`, `${…}`: a `$` inside of a password is no variable unless a whole name follows. */
const VARIABLE = /^\$|\$[({]|\$(?:[A-Z][A-Z_]{3,64}|[a-z_]{4,32}(?:[A-Z][a-z]{1,32}){0,4})(?![A-Za-z0-9])/;
/** `{{…}}`, `<name>`, `%NAME%`, `%s`, and what is left out or masked. */
const TEMPLATE = /\{\{|^\{|\}$|^<|>$|^%|%[sdvq]$|%\(|\.\.\.|…|\*{3}|x{5}|REDACTED|EXAMPLE/i;
const SHORT = 24;

/** What people write where a secret would stand: variables, templates, asterisks, words that name the thing. */
export function isStandIn(value: string): boolean {
  if (REFERENCE.test(value) || hasFewCharacters(value)) return true;
  if (value.length < 64 && (VARIABLE.test(value) || TEMPLATE.test(value))) return true;
  return (value.length < SHORT || !/\d/.test(value)) && (NAMING.test(value) || PRETENDING.test(value));
}

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

/** True for values that only a generator makes: letters and digits mixed in no word shape. */
export function looksRandom(value: string): boolean {
  if (value.length < 8 || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (WORDS.test(value) || WORDS_WITH_NUMBERS.test(value) || (isTypeName(value) && !isGibberish(value)))
    return false;
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

/** What a person may have chosen as a password: not a bare word or name, no blank, no piece of code. */
export function looksChosen(value: string): boolean {
  if (value.length < 6 || /[()[\]]/.test(value)) return false;
  if (/^[A-Za-z_.-]+$/.test(value)) return false;
  return entropy(value) >= 2;
}
