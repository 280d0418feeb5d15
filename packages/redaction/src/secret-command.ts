import {
  type Argument,
  namesSecretFile,
  parseShell,
  type SimpleCommand,
  takesPatternFirst,
  withoutPattern,
} from '@debrief/shell';

/** What a shell command has to do with files that hold secrets by trade. */
export type SecretCommand = {
  /** Its output holds what such a file holds. */
  readonly reads: boolean;
  /** The command without what it writes into such a file; the same text when it writes nothing. */
  readonly script: string;
};

/** A quick look that lets nearly every command pass. */
const MAY_NAME_ONE =
  /env|\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg|p8|ovpn|tf)|id_|netrc|pgpass|npmrc|pypirc|htpasswd|shadow|credential|secret|\.ssh|gnupg|kube|auth\.json|docker|boto|s3cfg|my\.cnf|vault|hosts\.yml|service/i;
const LONGEST = 100_000;
const WORD = /[^\s"'`;|&()<>=,{}$]{2,512}/g;

/** They say nothing of what is in a file, or hand it on without showing it. */
const SILENT = new Set(
  `ls ll rm mv cp touch chmod chown chgrp stat test [ [[ wc mkdir rmdir ln du df file rsync scp sftp source . ssh ssh-add
  ssh-keygen ssh-copy-id echo printf which realpath readlink basename dirname md5sum sha1sum sha256sum sha512sum shasum
  cksum export unset set cd pushd docker docker-compose podman kubectl helm make npm npx pnpm yarn terraform tofu ansible
  ansible-playbook code open trash shred install curl wget gh glab aws gcloud az fly vercel heroku wrangler certbot keytool
  chattr getfacl lsof fuser command exit kill sleep true false tar zip unzip gzip`.split(/\s+/),
);
const READING_GIT = new Set(
  'diff show log blame annotate grep cat-file format-patch stash difftool whatchanged'.split(' '),
);
const INTERPRETERS = new Set(
  'python python2 python3 node deno bun ruby perl php sh bash zsh osascript lua tsx ts-node'.split(' '),
);
const QUOTED = /["'`]([^"'`\s]{2,256})["'`]/g;
const INTO = new Set(['>', '>>', '>|', '&>', '&>>', '<>']);

/** Whether the command names such a file, and what it does with it. Undefined: it has nothing to do with any. */
export function secretCommand(script: string, tag: string): SecretCommand | undefined {
  if (script.length > LONGEST || !MAY_NAME_ONE.test(script) || !mentions(script)) return undefined;
  const { commands, isWhole } = parseShell(script);
  const reads = !isWhole || isRedirected(script) || showsEnvironment(commands) || commands.some(isReading);
  const clean = withoutWritten(script, commands, tag);
  return reads || clean !== script ? { reads, script: clean } : undefined;
}

function mentions(script: string): boolean {
  for (const [word] of script.matchAll(WORD)) if (namesSecretFile(word)) return true;
  return false;
}

const isSecret = ({ value }: Argument) =>
  namesSecretFile(value.slice(value.indexOf('=') + 1)) || /\.env[*?]/.test(value);

/** `while read line; do … done < .env`: the redirection of a loop belongs to no single command. */
function isRedirected(script: string): boolean {
  for (const [, path = ''] of script.matchAll(/(?<!<)<(?!<)\s{0,4}["']?([^\s"'<>|&;()]{2,256})/g)) {
    if (namesSecretFile(path)) return true;
  }
  return false;
}

/** `source .env && env`. */
function showsEnvironment(commands: readonly SimpleCommand[]): boolean {
  const isSourced = commands.some(({ name, args }) => /^(?:source|\.)$/.test(name) && args.some(isSecret));
  return isSourced && commands.some(({ name }) => /^(?:env|printenv|set|declare|export)$/.test(name));
}

function isReading(command: SimpleCommand): boolean {
  const { args, redirections, wrappers } = command;
  const name = command.name.toLowerCase();
  if (redirections.some(({ operator, target }) => operator === '<' && isSecret(target))) return true;
  if (INTERPRETERS.has(name) && [...args.map(({ value }) => value), command.input ?? ''].some(opensOne))
    return true;
  if (SILENT.has(name) || tellsOnly(name, args)) return false;
  if (name === 'git') return readsThroughGit(args);
  if (name === 'find') return args.some(isSecret) && args.some(({ value }) => /^-exec|^-ok/.test(value));
  if (name === 'tee') return args.some(isSecret);
  const files = withoutPattern(name, args);
  if (files.some((arg, index) => isSecret(arg) && !isValueOfFlag(name, files, index))) return true;
  // `for f in .env*; do cat "$f"`, `find -name .env | xargs cat`: the name stands elsewhere in the script.
  return (
    files.some(({ isKnown }) => !isKnown) ||
    wrappers.some((wrapper) => wrapper === 'xargs' || wrapper === 'find')
  );
}

/** A certificate in words, whether a signature fits, who may open it. */
const tellsOnly = (name: string, args: readonly Argument[]) =>
  (name === 'openssl' &&
    /^(?:x509|verify|crl|req|s_client|dgst|ocsp)$/.test(args[0]?.value ?? '') &&
    args.some(({ value }) => /^-(?:noout|verify|CAfile|connect|fingerprint|sha\d+)$/.test(value)) &&
    !args.some(({ value }) => /^-(?:text|outform)$/.test(value) && args[0]?.value === 'pkey')) ||
  (/^gpg2?$/.test(name) &&
    args.some(({ value }) =>
      /^--(?:verify|import|list-|fingerprint|show-keys|recv|send|delete)/.test(value),
    ));

function readsThroughGit(args: readonly Argument[]): boolean {
  const rest = args.filter(
    ({ value }, i) =>
      !/^-[Cc]$/.test(args[i - 1]?.value ?? '') && !/^-[Cc]$|^--git-dir|^--no-pager/.test(value),
  );
  return READING_GIT.has(rest[0]?.value ?? '') && rest.some(isSecret);
}

const READERS = new Set(
  `cat tac nl head tail less more bat batcat sort uniq cut tr diff cmp colordiff base64 base32 xxd hexdump od strings dd paste
  column fold rev comm join openssl gpg sops get-content gc vim vi nano ed ex`.split(/\s+/),
);

/** `--kubeconfig x`, `-i key.pem`: what follows a flag is handed on. Programs that show files have no such flags. */
function isValueOfFlag(name: string, args: readonly Argument[], index: number): boolean {
  if (READERS.has(name) || takesPatternFirst(name)) return false;
  const value = args[index]?.value ?? '';
  return value.startsWith('-') || /^--?[\w-]+$/.test(args[index - 1]?.value ?? '');
}

function opensOne(code: string): boolean {
  for (const [, path = ''] of code.slice(0, LONGEST).matchAll(QUOTED)) if (namesSecretFile(path)) return true;
  return false;
}

function withoutWritten(script: string, commands: readonly SimpleCommand[], tag: string): string {
  let clean = script;
  for (const [index, command] of commands.entries()) {
    if (!isWriting(command)) continue;
    const from = index - command.pipe.index;
    for (const part of commands.slice(Math.max(0, from), index + 1)) {
      for (const written of textsOf(part)) {
        // Where the shell reads it differently than it is written, nothing of the command is kept.
        if (!clean.includes(written)) return clean.includes(tag) ? clean : tag;
        clean = clean.replaceAll(written, written.endsWith('\n') ? `${tag}\n` : tag);
      }
    }
  }
  return clean;
}

function isWriting({ name, args, redirections }: SimpleCommand): boolean {
  if (redirections.some(({ operator, target }) => INTO.has(operator) && isSecret(target))) return true;
  if (!args.some(isSecret)) return false;
  return (
    name === 'tee' ||
    (/^(?:g?sed|perl|ruby)$/.test(name) && args.some(({ value }) => /^-[a-z]*i|^--in-place/.test(value)))
  );
}

/** What a command says of its own: the here-document, the words of `echo`. */
function textsOf({ args, input }: SimpleCommand): string[] {
  const words = args
    .filter((arg) => !isSecret(arg) && !/^-[\w-]*$/.test(arg.value))
    .map(({ value }) => value);
  return [...(input ? [input] : []), ...words]
    .filter((text) => text.trim().length >= 3)
    .sort((a, b) => b.length - a.length);
}
