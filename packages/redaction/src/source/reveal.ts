import { namesSecretVariable } from '../names.ts';

/** `$NAME`, `${NAME…}`, `$env:NAME`, `%NAME%`. */
const EXPANSION =
  /\$\{(?:env:)?([A-Za-z_]\w{0,80})([^}]{0,80})\}|\$(?:env:)?([A-Za-z_]\w{0,80})|%([A-Za-z_]\w{0,80})%/gi;
/** `${NAME:+set}` shows whether there is one, `${NAME:0:4}` a few letters of it. */
const SHOWS_LITTLE = /^:?\+|^:\s?\d{1,3}:[1-8]$/;

/** The name of a variable whose value this text shows, if it looks like that of a secret, or is one of `others`. */
export function revealedVariable(text: string, others: ReadonlySet<string> = new Set()): string | undefined {
  for (const [, braced, operation = '', plain, percent] of text.matchAll(EXPANSION)) {
    const name = braced ?? plain ?? percent ?? '';
    if (SHOWS_LITTLE.test(operation)) continue;
    if (others.has(name) || namesSecretVariable(name)) return name;
  }
  return undefined;
}

/** How programs in other languages read a variable: the name is the first group that is there. */
const READS =
  /(?:process|Bun|Deno)\.env\.(?:get\()?["'`]?(\w{3,80})|process\.env\[["'`](\w{3,80})|os\.(?:environ(?:\.get)?|getenv)[[(]["'](\w{3,80})|ENV(?:\.fetch)?[[(]["'](\w{3,80})|\bgetenv\(["'](\w{3,80})|\$ENV\{["']?(\w{3,80})|\$_(?:ENV|SERVER)\[["'](\w{3,80})|ENVIRON\[["'](\w{3,80})|GetEnvironmentVariable\(["'](\w{3,80})|\bEnv:[\\/]?(\w{3,80})|System\.getenv\(["'](\w{3,80})|os\.Getenv\(["'](\w{3,80})/gi;
const PRINTS =
  /print|console\.|puts|echo|\bp\b|say|write|-p\b|--print|dump|log|GetEnvironmentVariable|Get-(?:Content|Item|ChildItem)|\bEnv:|\bgc\b|\bcat\b/i;
const ASKS_A_STORE =
  /keyring\.get_password\(|get_secret_value\(|GetSecretValueCommand|access_secret_version\(|SecretClient\(|\.get_secret\(|hvac\.Client|GetNetworkCredential\(\)|PtrToString(?:Auto|BSTR|Uni)|Marshal\]::SecureStringTo|Fernet\(|userdata\.get\(|\bsecrets\.(?:token_(?:hex|urlsafe|bytes)|choice)\(|randomBytes\(|SecureRandom\.|(?:random|generate)_?(?:bytes|secret|password|token|api_?key)\w{0,8}\(|random_secret_key|random_bytes\(|\.credentials[.[]|::token\(|createToken\(/;

/** Whether a piece of Python, JavaScript, Ruby, Perl, PHP or PowerShell prints a secret: its name, else undefined. */
export function revealedByCode(code: string): string | undefined {
  if (!PRINTS.test(code)) return undefined;
  for (const found of code.matchAll(READS)) {
    const name = found.slice(1).find((group) => group !== undefined) ?? '';
    // `!!process.env.X`, `Boolean(…)`, `X ? 'set' : 'unset'` and `.length` tell that there is one.
    const before = code.slice(Math.max(0, found.index - 12), found.index);
    const after = code.slice(found.index + found[0].length, found.index + found[0].length + 24);
    if (/!!\s?$|Boolean\($|bool\($|typeof $|len\($|!$/.test(before)) continue;
    if (
      /^["'`\])]{0,3}\s?(?:\?\s?["'`]|\.length|\?\.length|&& ?["'`]|[!=]==? ?(?:null|undefined|None)|is (?:not )?None|\.slice\(0, ?[1-8]\)|\[:[1-8]\])/.test(
        after,
      )
    )
      continue;
    if (namesSecretVariable(name)) return name;
  }
  return ASKS_A_STORE.test(code) ? 'store' : undefined;
}

const LONGEST_QUERY = 2_000;
/** `where name = 'smtp_password'`: a table of settings. */
const SETTING = /\bwhere\b[^;]{0,120}?=\s{0,2}["']([\w.-]{3,80})["']/i;

/** Whether a query shows nothing but secrets: all it selects has the name of one, or is the value of a setting that has. */
export function revealedByQuery(query: string): boolean {
  const text = query.slice(0, LONGEST_QUERY).replaceAll(/\s/g, ' ');
  const small = text.toLowerCase();
  const begin = small.indexOf('select ');
  const end = small.indexOf(' from ', begin);
  if (begin < 0 || end < 0) return false;
  const columns = text
    .slice(begin + 'select '.length, end)
    .split(',')
    .map((column) => column.trim().replace(/^.*\./, ''));
  if (columns.every((column) => /^\w{3,60}$/.test(column) && namesSecretVariable(column))) return true;
  const setting = SETTING.exec(text.slice(end))?.[1];
  return (
    setting !== undefined &&
    columns.length === 1 &&
    /^\w{3,60}$/.test(columns[0] as string) &&
    namesSecretVariable(setting)
  );
}
