import { isGibberish } from '../../gibberish.ts';
import { entropy, isMachineMade, isStandIn, isStrong, looksChosen, looksRandom } from '../../judge.ts';
import { isHarmlessKey, type SecretName } from './name.ts';
import type { ValuePlace } from './place.ts';

/** Words run together: nobody quotes such a thing as the value of a password field unless it is one. */
const LONG_WORD = /^[a-z]{20,}$/;
/** A call, an index, a member, an operation: code that computes the secret, not the secret. */
const COMPUTES = /[([{]|\|\||&&|^[&|]/;
const PATH = /^(?:\.{0,2}\/|[A-Za-z]{1,8}:\\|~\/)[\w./\\:-]*$/;

/** Sealed for a cluster of Kubernetes, or by sops. */
const SEALED = /^Ag[A-D][A-Za-z0-9+/]{80}|^ENC\[/;
/** A version, or a sentence in a script without blanks. */
const NOT_CHOSEN =
  /^[\^~<>=v]{0,3}\d{1,6}(?:\.\d{1,6}){1,3}(?:[-+][\w.]{1,20})?$|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{4}/;

/** Patterns are called `pat`, too. */
const REGULAR_EXPRESSION = /\(\?|\[[^\]-]{0,40}-[^\]]{0,80}\]|\\[dws]/;

/** Whether this value, in this place, under this name, is a secret. */
export function isSecret(name: SecretName, place: ValuePlace): boolean {
  const { quoted, kind } = place;
  // Spring says so of passwords that are kept as they are.
  const value = place.value.replace(/^\{noop\}/, '');
  if (value.length < 4 || isStandIn(value) || PATH.test(value) || NOT_CHOSEN.test(value)) return false;
  if (SEALED.test(value)) return false;
  if (kind === 'spoken') return isSpoken(name, value);
  if (!quoted && kind !== 'setting' && COMPUTES.test(value)) return false;
  if (quoted && !isSalt(name, value) && REGULAR_EXPRESSION.test(value)) return false;
  if (quoted && kind === 'code') return isArgument(name, value);
  if (name.kind === 'key') return isKeyValue(name.text, value);
  if (looksRandom(value)) return quoted || kind !== 'code' || !/[([{|]/.test(value);
  if (isGibberish(value) && /^[A-Za-z_+/=-]+$/.test(value))
    return quoted || kind !== 'code' || value.length >= 20;
  if (kind === 'setting' && name.isSetting && /^[A-Za-z0-9]{16,}$/.test(value)) return true;
  if (name.kind === 'token' && ((quoted && isStrong(value)) || (kind !== 'code' && isMadeUp(value))))
    return true;
  if (name.kind === 'token')
    return kind === 'setting' && name.isSetting && value.length >= 12 && /\d/.test(value);
  return isPassword(name, value, quoted, kind);
}

function isSpoken(name: SecretName, value: string): boolean {
  if (COMPUTES.test(value) || (name.kind === 'key' && !isKeyValue(name.text, value))) return false;
  if (isStrong(value) || isMachineMade(value) || isMadeUp(value)) return true;
  return (
    name.kind === 'password' && /[A-Za-z]/.test(value) && /\d\D{0,3}\d/.test(value) && isChosenBare(value)
  );
}

/** Salts of WordPress: random, with any bracket in them, under a name in capitals. */
const isSalt = (name: SecretName, value: string) =>
  name.isSetting && value.length >= 64 && entropy(value) >= 5 && /\d/.test(value) && /[a-z]/.test(value);

/** What a generator makes with every mark there is: `Ad=XROuvM}]|s[VG6mOm`. */
const isAnyMark = (value: string) =>
  value.length >= 12 &&
  /\d/.test(value) &&
  /[a-z]/.test(value) &&
  /[A-Z]/.test(value) &&
  new Set(value.replace(/[A-Za-z0-9]/g, '')).size >= 3 &&
  entropy(value) >= 3.4 &&
  !/[a-z]{5}|[\w.]\(|\$\{|=>|&&/.test(value);

/** `set('name', 'value')`, `name('value')`: most calls are given words, so the value must speak for itself. */
function isArgument(name: SecretName, value: string): boolean {
  if (isSalt(name, value) || (name.isSetting && isAnyMark(value))) return true;
  if (/[()[\]{}]/.test(value)) return false;
  if (name.kind === 'key' && !isKeyValue(name.text, value)) return false;
  if (name.kind === 'token' && (isStrong(value) || isMadeUp(value))) return true;
  if (value.length >= 12 && /[A-Za-z]/.test(value) && (looksRandom(value) || isGibberish(value))) return true;
  if (name.kind !== 'password' || value.length < 8 || isCodeLike(value)) return false;
  return /[A-Za-z]/.test(value) && /\d\D{0,3}\d|[!#$%^&*?~]/.test(value) && looksChosen(value);
}

function isKeyValue(name: string, value: string): boolean {
  if (isHarmlessKey(name) || value.length < 16) return false;
  return (
    (looksRandom(value) && !/^[\w-]+\.[\w.-]+$/.test(value) && !value.includes(':')) || isGibberish(value)
  );
}

/** What the name is about stands at its end: `secret_santa` is no secret, `db_password_prod` is a password. */
const ABOUT =
  /(?:pass\w{0,10}|pwd|pw|psk|secrets?|kennwort|credentials?|auth|token|key|wort|code)(?:[_.-]?(?:prod|production|staging|stage|dev|development|test|testing|qa|uat|ci|local|old|new|main|primary|secondary|backup|live|sandbox|base|value|plain|raw|text|string|b64|base64|admin|root|read|write|ro|rw|data|again|repeat|confirm\w*|[a-z]{0,2}\d{0,3}))?$/i;

function isPassword(name: SecretName, value: string, quoted: boolean, kind: ValuePlace['kind']): boolean {
  if (!ABOUT.test(name.text)) return false;
  if (kind !== 'code' && kind !== 'entry' && isPhrase(value)) return true;
  if (kind === 'setting' && name.isSetting) return value.length >= 6 && value.charAt(0) !== '/';
  if (quoted) return LONG_WORD.test(value) || (looksChosen(value) && !isCodeLike(value));
  if (kind === 'entry') return isChosenBare(value) && SURE.test(value) && !ALGORITHM.test(value);
  return kind !== 'code' && isChosenBare(value);
}

/** Beside other entries a name with a number may stand, too. */
const SURE = /\d\d|[^\w.:/-]/;
const ALGORITHM =
  /^(?:sha|md|aes|utf|base|rsa|hs|rs|es|argon|bcrypt|pbkdf|hmac|int|uint|str|bytes?|char|varchar)[-_\d(]/i;

/** `wagon-breeze-falcon-71`, `Canyon.zipper1882`, `willow696`: what people make up where a program asks for a token. */
export const isMadeUp = (value: string): boolean =>
  /^[a-z]{3,12}(?:[-_.][a-z]{3,12}){2,5}[-_.]\d{2,4}$|^[A-Z][a-z]{2,12}(?:[._-]?[a-z]{3,12})?\d{3,4}[!_.a-z]{0,2}$|^[a-z]{4,14}\d{3,4}$|^[A-Z][a-z]{2,14}(?:[._-][A-Z][a-z]{2,14}){1,3}[._-]\d{2,4}[!#%+?@_]?$|^[A-Za-z][a-z]{2,14}\d{2,4}[A-Za-z]{2,12}[!#%+?@_*&$]$/.test(
    value,
  ) &&
  !/pass|token|secret|key|test|example|user|error|version|page|utf|uint|float|hmac|argon|blake|curve|gray|grey|sample|dummy|mock|fake|item|node|abcd/i.test(
    value,
  );

/** Four words and more, and none that names the thing: `maple-harbor-velvet-copper`. */
const isPhrase = (value: string) =>
  /^[a-z]{3,12}(?:[-_][a-z]{3,12}){3,7}$/.test(value) &&
  !/pass|token|secret|key|auth|user|login|reset|form|label|field|input|error|invalid|require|name|value|text|hint|the|and|your/.test(
    value,
  );

/** Addresses, paths, members and names of files stand in quotes, too. */
const isCodeLike = (value: string) =>
  (/^[\w-]+(?:[./:][\w-]+)+$/.test(value) && !isMadeUp(value)) ||
  value.includes('://') ||
  /^[./:]/.test(value);

/** Without quotes only what has a digit or a mark in it, and is no name as code has them. */
function isChosenBare(value: string): boolean {
  if (value.length < 6 || /^[A-Za-z_][A-Za-z_.-]*\d?$/.test(value)) return false;
  if (/^\d+(?:\.\d+)*[a-z%]{0,2}$/.test(value) || isCodeLike(value)) return false;
  return looksChosen(value);
}
