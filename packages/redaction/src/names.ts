import { isHarmlessKey } from './rules/named/name.ts';

/** What a key says about the string below it. `half`: the value of a pair, whose name stands beside it. */
export type KeyMeaning = 'plain' | 'half' | 'opaque' | 'token' | 'password' | 'key';

const MEANINGS = new Map<string, KeyMeaning>();

/** The verdict depends on the name alone and names repeat, so it is reached once per name. */
export function meaningOf(key: string): KeyMeaning {
  const known = MEANINGS.get(key);
  if (known) return known;
  const meaning = judge(key);
  // Keys may be data (maps by path or id): forget them all rather than grow for ever.
  if (MEANINGS.size > 5_000) MEANINGS.clear();
  MEANINGS.set(key, meaning);
  return meaning;
}

/** Ids, hashes and sealed bulk: never a secret to redact, and often long. Enumerations: in every record. */
const OPAQUE =
  /^(?:.*_)?(?:uu|gu|u)?ids?$|^(?:.*_)?(?:signature|thought_signature|encrypted_content|reasoning_opaque|fingerprint|checksum|integrity|etag|digest|hash|sha|sha1|sha256|sha512|md5|commit|timestamp|created_at|updated_at)$|^(?:type|subtype|role|model|version|status|kind|mode|level|stop_reason|media_type|mime_type|user_type|entrypoint|git_branch|object|event|service_tier)$/;
/** The half of an AWS key pair that is called an id. */
const ACCESS_KEY_ID = /access_?key_?id$/;
const PASSWORD =
  /^(?:.*_)?(?:password|passwd|pwd|pw|psk|pass|passphrase|passcode|client_secret|app_secret|db_pass|secret|private_key|secret_key)$/;
const TOKEN =
  /^(?:.*_)?(?:token|api_?key|access_key|auth_key|authorization|proxy_authorization|set_cookie|cookie|credentials?|bearer|jwt|session_key|signing_key|encryption_key|master_key|service_key|license_key|account_key|connection_string|dsn|auth|pat)$/;
/** Any other key may be one of a map or a table: its value has to tell. */
const KEY = /_key(?:_?\d{1,2}|_base)?$/;

/** Where a list goes on. */
const PAGE = /(?:^|_)(?:next|page|continuation|pagination|sync|resume|starting)_token$/;

const HALF = /^(?:.*_)?(?:value|val|default|content|plain_?text)$/;
/** What the name of such a value is called, beside it. */
const OTHER_HALF =
  /^(?:.*_)?(?:name|key|label|field|variable|var|env|setting|property|option|header|parameter|id)$/;
/** `name`, `Key`, `ParameterKey`, `optionName` … */
export const isNameOfValue = (key: string): boolean =>
  key.length < 32 &&
  OTHER_HALF.test(
    key
      .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
      .replace(/[-. ]/g, '_')
      .toLowerCase(),
  );

function judge(key: string): KeyMeaning {
  if (key.length > 64) return 'plain';
  const name = key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[-. ]/g, '_')
    .toLowerCase();
  if (ACCESS_KEY_ID.test(name)) return 'plain';
  if (OPAQUE.test(name)) return 'opaque';
  if (PAGE.test(name)) return 'plain';
  if (PASSWORD.test(name)) return 'password';
  if (TOKEN.test(name)) return 'token';
  if (HALF.test(name)) return 'half';
  return KEY.test(name) && !isHarmlessKey(name) ? 'key' : 'plain';
}

const SECRET_VARIABLE =
  /pass(?:word|wd|phrase)?(?:_?(?:b64|base64|enc|encoded|hex|plain|raw))?$|_pwd$|_pw$|secret|token|api_?key|private_?key|access_?key|credential|_auth$|auth_|_key$|_dsn$|database_url|redis_url|connection_string/i;
const PUBLIC_VARIABLE =
  /_(?:id|name|path|file|dir|url|host|port|user|type|ttl|expiry|limit|sock|command|helper|askpass|program)$|^(?:ssh_auth_sock|ssh_askpass|git_askpass|dbus_|xdg_|gpg_|npm_config_|vscode_|npm_package_)|max_.{0,40}tokens/i;

/** Whether a variable of this name holds a secret, as far as a name can tell. */
export const namesSecretVariable = (name: string): boolean =>
  SECRET_VARIABLE.test(name) && (!PUBLIC_VARIABLE.test(name) || /(?:database|redis)_url$/i.test(name));

/**
 * The variables of a process environment whose names look secret: `literals` for {@link createRedactor}.
 * Values too short to be told from ordinary words are left out.
 */
export function secretVariables(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const secrets: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (!value || value.length < 8 || !namesSecretVariable(name)) continue;
    if (/^(?:true|false|enabled|disabled|[a-z]+|\d{1,9}|\/[\w./-]*)$/i.test(value)) continue;
    secrets[name] = value;
  }
  return secrets;
}
