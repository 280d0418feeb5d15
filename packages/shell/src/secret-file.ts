import type { Argument } from './command.ts';

/** Files that hold secrets by trade: redaction drops their contents whole, and opening one is a finding. */
const SECRET_FILES = [
  /^\.env(?:\..+)?$/,
  /^.+\.env$/,
  /^\.envrc$/,
  /.\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg|p8|ovpn|tfstate|tfvars|mobileprovision)$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519|xmss)(?:_sk)?(?:[-_.].+)?$/,
  /^\.?(?:netrc|_netrc|pgpass|npmrc|pypirc|htpasswd|shadow|gshadow|git-credentials|dockercfg|boto|s3cfg|my\.cnf|vault-token|vault_pass)$/,
  /^(?:service[-_]?account|client_secret|google-credentials)[\w.-]*\.json$/,
  /^(?:credentials|secrets?)(?:\.(?:json|ya?ml|toml|ini|env|txt))?$/,
  /^application_default_credentials\.json$/,
  /^auth\.json$/,
];
/** Samples are meant to be read. */
const SAMPLE = /\.(?:example|sample|template|dist|defaults?|pub)$/;
const SECRET_FOLDERS = [
  /(?:^|\/)\.ssh\/(?!(?:config|known_hosts|authorized_keys)$)[^/]+$/,
  /(?:^|\/)\.aws\/credentials$/,
  /(?:^|\/)\.gnupg\//,
  /(?:^|\/)\.kube\/config$/,
  /(?:^|\/)\.docker\/config\.json$/,
  /(?:^|\/)\.config\/gh\/hosts\.yml$/,
];

/** One of these matches whatever is called a file of secrets, in small letters. */
export const secretFileShapes: readonly RegExp[] = [...SECRET_FILES, ...SECRET_FOLDERS];

/** Longer paths are judged by their end. */
const LONGEST_PATH = 1_024;

/** Whether the contents of this file must not be captured. Takes POSIX and Windows paths. */
export function isSecretFile(path: string): boolean {
  const posix = path.slice(-LONGEST_PATH).replaceAll('\\', '/').toLowerCase();
  const name = posix.slice(posix.lastIndexOf('/') + 1);
  if (SAMPLE.test(name)) return false;
  return SECRET_FILES.some((shape) => shape.test(name)) || SECRET_FOLDERS.some((shape) => shape.test(posix));
}

/**
 * Whether a word of a command names such a file. `process.env` and jq's `.key` are no files; `HEAD:.env` and `.env*` are.
 * A bare `secret` is a word.
 */
export function namesSecretFile(word: string): boolean {
  const path = word.replace(/^[^:/\\]{1,80}:(?=[^\\/]|\/\w)/, '');
  if (/[*?]/.test(path)) return ['', 'x'].some((filler) => namesSecretFile(path.replace(/[*?]+/g, filler)));
  if (/(?:^|\.)(?:process|meta|github|node|vite)\.env$|^\.(?:key|env\.\w+\()/i.test(path)) return false;
  return isSecretFile(path) && !/^(?:credentials?|secrets?)$/i.test(path);
}

/** Their first word is a pattern or a program, no file. */
const PATTERN_FIRST = new Set(
  'grep egrep fgrep zgrep rg ag ack sed gsed awk gawk mawk jq yq perl'.split(' '),
);
export const takesPatternFirst = (program: string): boolean => PATTERN_FIRST.has(program);

/** The words of a command without the pattern of a program that takes one. */
export function withoutPattern(program: string, args: readonly Argument[]): readonly Argument[] {
  if (!takesPatternFirst(program)) return args;
  if (args.some(({ value }) => /^(?:-e|-f|--regexp|--file|--expression)/.test(value))) return args;
  const first = args.findIndex(({ value }) => !value.startsWith('-'));
  return args.filter((_, index) => index !== first);
}
