import { type Argument, parseShell, type SimpleCommand, withoutPattern } from '@debrief/shell';
import { revealedByCode, revealedByQuery, revealedVariable } from './reveal.ts';
import { mayHaveRow, type Prints, rowOf } from './row.ts';

/** A command whose output is a secret, or holds some. */
export type SecretSource = {
  /** What is said in the place of the secret: the command, in a few words. */
  readonly rule: string;
  readonly prints: Prints;
  /** Nothing else in the script prints anything. */
  readonly isAlone: boolean;
};

const LONGEST = 100_000;
const DOCUMENT = /\b(?:[jyt]q|jaq|dasel|fx|xq) /;
/** A quick look: a variable with the name of a secret, or how other languages and files hold one. */
const VARIABLE =
  /[$%]\{?(?:env:)?\w{0,40}?(?:pass|pwd|secret|token|key|cred|auth|dsn|database_url|redis_url|connection)/i;
const ELSEWHERE =
  /environ\b|(?:process|Bun|Deno)\.env\b|\bENV(?:IRON)?[[.]|[gG]etenv|GetEnvironment|\$ENV\{|\bEnv:|get_?secret|keyring\.|SecureString|NetworkCredential|\/run\/secrets|serviceaccount|\.dev\.vars|\/\.?(?:token|secret|password|api[-_]?key)\b|(?:token|secret|password|api[-_]?key)\.txt|set ?\||(?:export|declare) -[px]|\bselect\b[^\n]{0,200}(?:pass|secret|token|key|credential)|secrets\.|randomBytes|SecureRandom|random_bytes|\.credentials|createToken|random_secret|random_password|generate_?(?:secret|password|token)|\/dev\/u?random/i;

/** Whether the output of the script is, or holds, a secret by the trade of a command in it. */
export function secretSource(script: string): SecretSource | undefined {
  if (script.length > LONGEST) return undefined;
  const found =
    VARIABLE.test(script) || ELSEWHERE.test(script) || DOCUMENT.test(script) || mayHaveRow(script)
      ? sourceOf(script, 0)
      : undefined;
  if (found?.prints === 'settings' && ASKS_FOR_ONE.test(script)) return { ...found, prints: 'value' };
  return found ?? (SPEAKS.test(script) ? spokenOf(script) : undefined);
}

/** `--query Environment.Variables.API_KEY`: one of the settings, without its name. */
const ASKS_FOR_ONE =
  /--query[ =]["']?[\w.[\]"'`*-]{0,120}(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|PRIVATE_KEY)["'\]`]{0,3}(?=[\s"']|$)/i;
/** `jq -r .auth.password`: one value of a document. */
const PATH_OF_ONE =
  /^[^|]{0,200}\.["[]{0,2}(?:[\w-]{0,40}[_-])?(?:password|passwd|passphrase|pwd|secret|client_?secret|api_?key|private_?key|secret_?key|(?:access|refresh|id|auth|bearer|session|api)_?token|token|credentials?)["\]]{0,2}(?:\.value|\.data|\[0\])?(?: ?\/\/ ?(?:empty|""|null)| ?\| ?@(?:base64d|text))?$/i;
const READS_DOCUMENTS = /^(?:[jyt]q|jaq|gojq|dasel|yq[34]|fx|jql|xq|tomlq)$/;

/** Whatever program it is: it is asked for a secret by name. */
const SPEAKS = /passw|passphrase|secret|token|api[-_.]?key|credential|private[-_]?key/i;

function spokenOf(script: string): SecretSource {
  const program = /^\s{0,8}(?:sudo )?([\w.-]{1,30})/.exec(script)?.[1] ?? 'command';
  return { rule: `${program.toLowerCase().replace(/[^\w-]/g, '-')}-secret`, prints: 'bare', isAlone: false };
}

const DEEPEST = 3;

function sourceOf(script: string, depth: number): SecretSource | undefined {
  const { commands } = parseShell(script);
  const shown: { at: number; rule: string; prints: Prints }[] = [];
  const held: string[] = [];
  for (const [at, command] of commands.entries()) {
    const found = judged(command, depth);
    if (!found) continue;
    if (command.isSubstituted) {
      if (found.prints === 'value') held.push(found.rule);
    } else if (!isSwallowed(commands, at)) shown.push({ at, ...found });
  }
  const revealing = revealed(script, commands, held);
  if (revealing) shown.push(revealing);
  const first = shown.find(({ prints }) => prints === 'value') ?? shown[0];
  if (first?.prints !== 'value') {
    const code = scriptAsCode(script);
    if (code || !first) return code;
  }
  return {
    rule: first.rule,
    prints: first.prints,
    isAlone: isAlone(commands, new Set(shown.map(({ at }) => at))),
  };
}

/** PowerShell, which the shell's parser reads only in part. */
function scriptAsCode(script: string): SecretSource | undefined {
  const isPowerShell =
    /\$env:|Env:|\[Environment\]|\[System\.|Get-[A-Z]|GetNetworkCredential|SecureString/i.test(script);
  if (!isPowerShell) return undefined;
  const first = /^\s{0,4}\(?\$env:(\w{3,80})\)?\s{0,4}$/i.exec(script)?.[1];
  const name = (first && revealedVariable(`$${first}`)) ?? revealedByCode(script);
  return name
    ? { rule: name === 'store' ? 'secret-store' : 'variable', prints: 'value', isAlone: true }
    : undefined;
}

type Judged = { rule: string; prints: Prints };

const INTERPRETERS =
  /^(?:python[\d.]*|node|deno|bun|ruby|perl|php|g?awk|pwsh|powershell|osascript|lua|tsx|ts-node|groovy|Rscript|julia|elixir|rails|rake|artisan|tinker)(?:\.exe)?$/i;
/** What follows is code: `django-admin shell -c '…'`. */
const EVALUATES = /^(?:-c|-e|--eval|--command|--exec)$/;
/** They are given a query. */
const DATABASES =
  /^(?:psql|mysql|mariadb|sqlite3|sqlcmd|clickhouse-client|duckdb|usql|pgcli|mycli|litecli|cqlsh|cockroach)$/;
/** They run what stands among their arguments, on another machine or with other variables. */
const RUNNERS = new Set(
  `docker podman kubectl oc docker-compose nerdctl heroku fly flyctl railway doppler op aws-vault chamber infisical dotenv
  dotenvx sops nix nix-shell vagrant gcloud aws az wsl su cmd powershell pwsh nsenter chroot lxc incus multipass ddev lando
  sail devbox mise direnv teller phase vault envchain envconsul berglas bazel poetry uv pipenv bundle npx pnpm yarn npm
  watchexec entr script expect tsh teleport boundary ssh eb cf dokku render parallel flock chpst runuser gosu`.split(
    /\s+/,
  ),
);
const FILES =
  /(?:^|\/)(?:run\/secrets\/[\w.-]{1,100}|(?:var\/)?run\/secrets\/[\w./-]{1,100}\/token|proc\/(?:self|\d+|\$\$|\*)\/environ|\.dev\.vars(?:\.\w+)?|\.(?:vault-token|credentials\.json|secrets?)|(?:[\w-]{0,60}[-_.])?(?:password|passwd|secret|token|api[-_]?key)(?:\.txt)?)$/i;
const SHOWS_FILES = new Set(
  'cat tac head tail less more bat batcat nl strings xxd od hexdump base64 tr sed awk grep type gc get-content cut jq paste column fold xargs'.split(
    ' ',
  ),
);

function judged(command: SimpleCommand, depth: number): Judged | undefined {
  const found = rowOf(command);
  if (found) return found;
  const { name, args, redirections } = command;
  if (
    args.some(({ value }) => /^\/dev\/u?random$/.test(value)) ||
    redirections.some(({ target }) => /^\/dev\/u?random$/.test(target.value))
  )
    return /^(?:dd|shred|mkfs)/.test(name) ? undefined : { rule: `${name}-random`, prints: 'value' };
  if (READS_DOCUMENTS.test(name) && args.some(({ value }) => PATH_OF_ONE.test(value)))
    return { rule: `${name}-secret`, prints: 'value' };
  const file = SHOWS_FILES.has(name.toLowerCase()) ? fileOf(command) : undefined;
  if (file) return file;
  if (/^(?:export|declare|typeset|set)$/.test(name) && args.every(({ value }) => /^-[px]+$/.test(value)))
    return { rule: name, prints: 'settings' };
  if (/^(?:declare|typeset)$/.test(name) && args.some(({ value }) => revealedVariable(`$${value}`)))
    return { rule: name, prints: 'value' };
  if (INTERPRETERS.test(name) || args.some(({ value }) => EVALUATES.test(value))) {
    // `python -m keyring get …`
    const [flag, module] = args;
    if (flag?.value === '-m' && module) return rowOf({ name: module.value, args: args.slice(2) });
    const code = [...args.map(({ value }) => value), command.input ?? ''].join('\n').slice(0, LONGEST);
    if (revealedByCode(code)) return { rule: `${name.replace(/\W/g, '')}-variable`, prints: 'value' };
  }
  if (
    DATABASES.test(name) &&
    revealedByQuery([...args.map(({ value }) => value), command.input ?? ''].join('\n').slice(0, LONGEST))
  )
    return { rule: `${name.replace(/\W/g, '')}-query`, prints: 'value' };
  return RUNNERS.has(name.toLowerCase()) && depth < DEEPEST ? run(command, depth) : undefined;
}

function fileOf({ name, args, redirections }: SimpleCommand): Judged | undefined {
  const files = withoutPattern(name, args);
  const paths = [
    ...files,
    ...redirections.filter(({ operator }) => operator === '<').map(({ target }) => target),
  ];
  const path = paths.find(
    ({ value }) => !value.startsWith('-') && /[./]/.test(value) && FILES.test(value),
  )?.value;
  if (path === undefined) return undefined;
  return path.endsWith('/environ')
    ? { rule: 'environ', prints: 'settings' }
    : { rule: `${name.toLowerCase()}-secret-file`, prints: 'value' };
}

const MOST_TRIED = 24;

/** `docker exec app printenv TOKEN`, `kubectl exec pod -- sh -c 'echo $TOKEN'`, `fly ssh console -C "printenv TOKEN"`. */
function run({ args, name }: SimpleCommand, depth: number): Judged | undefined {
  for (const [index, { value }] of args.slice(0, MOST_TRIED).entries()) {
    if (value.startsWith('-') && !value.includes('=')) continue;
    const text = value.replace(/^--?\w[\w-]*=/, '');
    if (/\s/.test(text)) {
      const inner = sourceOf(text, depth + 1);
      if (inner) return { rule: inner.rule, prints: inner.prints };
      continue;
    }
    if (index === 0 && !/^(?:cmd|su|wsl|powershell|pwsh|ssh|dotenv|nix-shell)$/i.test(name)) continue;
    const rest = args.slice(index + 1);
    if (/^(?:printenv|env|echo|cat|printf|vault|op|aws|gcloud)$/.test(text)) {
      const script = [text, ...rest.map(quoted)].join(' ');
      const inner = sourceOf(script, depth + 1);
      if (inner) return { rule: inner.rule, prints: inner.prints };
    }
  }
  return undefined;
}

/** In double quotes, so that the variables of the other machine stay variables. */
const quoted = ({ value }: Argument) => `"${value.replace(/["`\\]/g, '\\$&')}"`;

/** They take what they are given and do not show it. */
const SINKS =
  /^(?:wc|pbcopy|xclip|xsel|clip|wl-copy|clip\.exe|sha\d*sum|shasum|md5sum|md5|cksum|b2sum|b3sum|read|ssh-add|gpg-preset-passphrase|systemd-creds|true|docker|podman|helm|kubectl|gh|glab|wrangler|vercel|heroku|fly|flyctl|aws|az|gcloud|op|vault|curl|http|mysql|psql|sqlplus|sudo|kinit|cryptsetup|skopeo|crane|oras|npm|netlify|railway|set-clipboard|out-null|measure-object|source|\.)$/i;
const INTO = new Set(['>', '>>', '>|', '&>', '&>>']);
const SEEN = /^(?:\/dev\/(?:stdout|stderr|tty|fd\/[12])|&?[12]|-)$/;

const isFiled = ({ redirections }: SimpleCommand) =>
  redirections.some(
    ({ operator, descriptor, target }) =>
      INTO.has(operator) && (descriptor ?? 1) === 1 && !SEEN.test(target.value),
  );

/** Names and numbers only, or whether there is one at all. */
function showsLittle({ name, args }: SimpleCommand): boolean {
  const words = args.map(({ value }) => value);
  if (/^[ez]?grep$|^rg$/.test(name))
    return words.some((word) => /^-[a-zA-Z]*[qcl]|^--(?:quiet|silent|count)/.test(word));
  if (/^[jy]q$/.test(name)) return words.some((word) => /\bkeys\b|\blength\b|\bhas\(|\btype\b/.test(word));
  if (/^cut$/.test(name))
    return (
      words.some((word) => /^-c-?1?-?[1-8]$|^-d=?$/.test(word)) &&
      words.some((word) => /^-c|^-f1$/.test(word))
    );
  if (/^head$/.test(name))
    return words.some(
      (word, at) => /^-c\d$/.test(word) || (word === '-c' && /^\d$/.test(words[at + 1] ?? '')),
    );
  if (/^g?sed$/.test(name))
    return words.some((word) => /^s(.)=?\.[*+](?:\$)?\1[^1]{0,40}\1$|^s(.)=\.\*\2/.test(word));
  if (/^[gm]?awk$/.test(name))
    return words.some((word) => /print \$1\}|length\(/.test(word)) && words.some((word) => /^-F/.test(word));
  return false;
}

/** Whether what the command prints goes into a file or a program, and not into the output of the script. */
function isSwallowed(commands: readonly SimpleCommand[], at: number): boolean {
  const source = commands[at] as SimpleCommand;
  if (isFiled(source)) return true;
  for (const next of commands.slice(at + 1)) {
    if (
      next.pipe.length !== source.pipe.length ||
      next.pipe.index <= source.pipe.index ||
      next.isSubstituted !== source.isSubstituted
    )
      continue;
    if (SINKS.test(next.name) || showsLittle(next) || isFiled(next)) return true;
    if (next.pipe.index === next.pipe.length - 1) break;
  }
  return false;
}

const SAYS =
  /^(?:echo|printf|print|cat|tee|write-(?:host|output|verbose|information)|base64|xxd|rev|fold|logger|jq|python3?|node|tr|cut|head|say|yes|true|:)$/i;
const ASSIGNED = /(?:^|[\s;&|("'])([A-Za-z_]\w{0,80})=["']?(?:\$\(|`)/g;

/** `echo $TOKEN`, and `echo $(op read …)`, `T=$(op read …); echo $T`. */
function revealed(script: string, commands: readonly SimpleCommand[], held: readonly string[]) {
  const assigned = new Set<string>();
  if (held.length > 0) for (const [, name = ''] of script.matchAll(ASSIGNED)) assigned.add(name);
  const traces = /(?:^|[\s;])set -[a-z]*x|(?:ba)?sh -[a-z]*x/.test(script);
  for (const [at, command] of commands.entries()) {
    if (traces && held[0] !== undefined) return { at, rule: held[0], prints: 'value' as const };
    if (!SAYS.test(command.name) || command.isSubstituted || isSwallowed(commands, at)) continue;
    const text = [
      ...command.args
        .filter(({ isKnown }) => !isKnown || command.name.includes('-'))
        .map(({ value }) => value),
      command.input ?? '',
    ];
    // `echo %TOKEN%` is a word to this shell, and a variable to that of Windows.
    if (command.name === 'echo')
      text.push(...command.args.map(({ value }) => value).filter((value) => /^%\w+%$/.test(value)));
    const said = text.join(' ').slice(0, LONGEST);
    if (held[0] !== undefined && /\$\(|`/.test(said)) return { at, rule: held[0], prints: 'value' as const };
    const name = revealedVariable(said, assigned);
    if (name !== undefined)
      return {
        at,
        rule:
          assigned.has(name) && held[0] !== undefined
            ? held[0]
            : `${command.name.toLowerCase().replace(/[^\w-]/g, '') || 'echo'}-variable`,
        prints: 'value' as const,
      };
  }
  return undefined;
}

const QUIET = new Set([
  '',
  ...'cd pushd popd export set unset source . eval true false : mkdir sleep test [ [[ read local declare umask trap wait exec alias shopt hash exit return touch chmod rm mv cp ln kill break continue'.split(
    ' ',
  ),
]);

function isAlone(commands: readonly SimpleCommand[], sources: ReadonlySet<number>): boolean {
  return commands.every(
    (command, at) =>
      sources.has(at) ||
      command.isSubstituted ||
      command.pipe.index > 0 ||
      QUIET.has(command.name) ||
      isFiled(command) ||
      /^(?:ba|z|da|k)?sh$|^eval$|^ssh$/.test(command.name),
  );
}
