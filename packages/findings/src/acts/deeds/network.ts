import type { SimpleCommand } from '@debrief/shell';
import { type Classifier, type DeedDraft, hasFlag, operandsOf } from './deed.ts';

const clients = new Set(['curl', 'wget', 'http', 'https', 'xh']);
const shells = new Set(['sh', 'bash', 'zsh', 'python', 'python3', 'node', 'perl', 'ruby', 'pwsh']);
/** Installers that everybody uses; named, because the name is what a reader wants. */
const knownInstallers =
  /(?:sh\.rustup\.rs|raw\.githubusercontent\.com\/(?:nvm-sh|golangci|helm|anchore|aquasecurity|rancher|derailed)|get\.sdkman\.io|fnm\.vercel\.app|get\.volta\.sh|pyenv\.run|ollama\.com\/install|starship\.rs|ohmyposh\.dev|get\.k3s\.io|get\.helm\.sh|nixos\.org\/nix|install\.determinate\.systems|just\.systems|taskfile\.dev|get-ghcup\.haskell\.org|fly\.io\/install|deb\.nodesource\.com|claude\.ai\/install|opencode\.ai\/install|get\.scoop\.sh|chocolatey\.org\/install|dot\.net\/|cli\.codecov\.io|golangci-lint\.run|astral\.sh\/uv|get\.docker\.com|deno\.land\/install|bun\.sh\/install|install\.python-poetry\.org|get\.pnpm\.io|mise\.run|brew\.sh|Homebrew\/install)/;

export const isKnownInstaller = (address: string): boolean => knownInstallers.test(address);

const hostOf = (address: string): string | undefined => {
  const found =
    /^(?:[a-z][a-z0-9+.-]{0,20}:\/\/)?(?:[^@/\s]{0,200}@)?(\[[0-9a-fA-F:]{2,45}\]|[A-Za-z0-9.-]{1,253})(?::\d{1,5})?(?:[/?#]|$)/.exec(
      address,
    );
  return found?.[1]?.toLowerCase();
};

const isLocal = (host: string): boolean =>
  /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|0\.0\.0\.0|\[?::1\]?|host\.docker\.internal)$/.test(host) ||
  host.endsWith('.local') ||
  host.endsWith('.localhost') ||
  host.endsWith('.test') ||
  // A container's name has no dot.
  !host.includes('.');

/** Rule 33: data goes to a host. */
export const sending: Classifier = (command, _, { hasFailed }) => {
  const address = target(command);
  const host = address === undefined ? undefined : hostOf(address.value);
  if (host === undefined || isLocal(host) || hasFailed) return undefined;
  return {
    rule: 'net.send',
    severity:
      collectors.test(host) || address?.isPrecious
        ? 'high'
        : (address?.isOfMachine ?? false)
          ? 'medium'
          : 'low',
    target: host,
    host,
    what: `Sent ${address?.hasFile ? 'a file' : 'data'} to ${host}`,
    wish: 'send',
  };
};

/** Places where anybody can leave something, and whoever asks gets it. */
const collectors =
  /(?:^|\.)(?:webhook\.site|requestbin\.(?:com|net)|pipedream\.net|pastebin\.com|paste\.rs|dpaste\.(?:com|org)|transfer\.sh|file\.io|0x0\.st|ix\.io|termbin\.com|gist\.github\.com|ngrok(?:-free)?\.(?:io|app|dev)|oast\.\w{2,6}|interact\.sh|burpcollaborator\.net|discord(?:app)?\.com|api\.telegram\.org|bashupload\.com|catbox\.moe)$/;
/** Secrets, data of a database, and whole folders. */
const precious =
  /(?:^|[\s"'(@=/])(?:\.env[\w.]{0,20}|\.npmrc|\.netrc|\.aws\/credentials|id_(?:rsa|ed25519|ecdsa)|[\w./-]{1,100}\.(?:pem|key|p12|pfx|sql|dump|sqlite3?|db|tar|tgz|tar\.gz|zip))(?:$|[\s"');,])/;

interface Sent {
  value: string;
  hasFile: boolean;
  /** What was sent comes from the machine: a file, what a command printed, a variable. */
  isOfMachine: boolean;
  isPrecious: boolean;
}

/** A text that was written into the command itself tells nothing of the machine. */
const sent = (value: string, hasFile: boolean, { args, pipe }: SimpleCommand): Sent => ({
  value,
  hasFile,
  isOfMachine:
    (hasFile && !args.some(({ value: one }) => /@\S{0,200}(?:test|fixture|sample)/i.test(one))) ||
    pipe.index > 0 ||
    args.some(({ value: one, isKnown }) => !isKnown && /\$\(|`|^\(|<\(/.test(one)),
  isPrecious: args.some(
    ({ value: one, isKnown }) =>
      (/^@|=@/.test(one) || !isKnown || hasFile) &&
      precious.test(one) &&
      !/(?:^|[/@])(?:dist|build|out|target)\//.test(one),
  ),
});

function target(command: SimpleCommand): Sent | undefined {
  const { name, args, pipe } = command;
  if (clients.has(name)) {
    const body = args.some(
      ({ value }) =>
        /^(?:-d|--data(?:-raw|-binary|-urlencode|-ascii)?|-F|--form|-T|--upload-file|--post-(?:data|file)|--json|--body-(?:data|file))(?:=|$)/.test(
          value,
        ) || /^-[sSfLkivgN]{0,9}[dFT]/.test(value),
    );
    const method = methodOf(command);
    if (!body && (method === undefined || method === 'GET' || method === 'HEAD')) return undefined;
    const hasFile = args.some(({ value }) => /^@|=@|^-T$|^--upload-file|^--(?:post|body)-file/.test(value));
    const url = operandsOf(command).find(
      ({ value }) =>
        /^(?:https?|s?ftps?):\/\//.test(value) ||
        // HTTPie needs no scheme.
        (name !== 'curl' && name !== 'wget' && /^[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}(?:[:/]|$)/.test(value)),
    );
    return url ? sent(url.value, hasFile, command) : undefined;
  }
  if (name === 'scp' || name === 'rsync' || name === 'sftp') {
    const last = operandsOf(command).at(-1)?.value ?? '';
    return /^[^/:]{1,200}:/.test(last) ? sent(last.slice(0, last.indexOf(':')), true, command) : undefined;
  }
  if ((name === 'nc' || name === 'ncat') && !hasFlag(command, '-l', '-z')) {
    const host = operandsOf(command)[0]?.value;
    return host === undefined ? undefined : sent(host, false, command);
  }
  // `tar c src | ssh host 'cat > x.tar'`.
  if (name === 'ssh' && pipe.index > 0 && operandsOf(command).length > 1) {
    const host = operandsOf(command)[0]?.value ?? '';
    return { ...sent(host.slice(host.lastIndexOf('@') + 1), false, command), isOfMachine: true };
  }
  if (name === 'rclone' && /^(?:copy|sync|move|copyto|moveto)$/.test(operandsOf(command)[0]?.value ?? '')) {
    const last = operandsOf(command).at(-1)?.value ?? '';
    return /^[\w-]{1,60}:/.test(last)
      ? { ...sent(`${last.slice(0, last.indexOf(':'))}.remote`, true, command), isOfMachine: true }
      : undefined;
  }
  if (/^(?:mail|mailx|mutt|sendmail|swaks)$/.test(name)) {
    const to = args.map(({ value }) => value).find((value) => /^[^@\s]{1,64}@[\w.-]{3,100}$/.test(value));
    return to === undefined ? undefined : sent(to.slice(to.indexOf('@') + 1), true, command);
  }
  const [verb, noun, from = '', to = ''] = operandsOf(command).map(({ value }) => value);
  // An upload to a bucket: `aws s3 cp dump.sql s3://bucket/`.
  const isCopied =
    (name === 'aws' && verb === 's3' && /^(?:cp|mv|sync)$/.test(noun ?? '')) || name === 'gsutil';
  const bucket = /^(?:s3|gs):\/\/([\w.-]{3,100})/.exec(name === 'gsutil' ? from : to)?.[1];
  if (isCopied && bucket !== undefined && !/^(?:s3|gs):/.test(name === 'gsutil' ? (noun ?? '') : from))
    return { ...sent(`${bucket}.bucket`, true, command), isOfMachine: false };
  if (name === 'gh' && verb === 'gist' && noun === 'create') return sent('gist.github.com', true, command);
  return undefined;
}

function methodOf({ name, args }: SimpleCommand): string | undefined {
  const at = args.findIndex(({ value }) => value === '-X' || value === '--request' || value === '--method');
  if (at >= 0) return args[at + 1]?.value.toUpperCase();
  // HTTPie has no option for it: `http POST address name=value`.
  const word = args.find(({ value }) => /^(?:GET|HEAD|POST|PUT|PATCH|DELETE)$/.test(value));
  if (word && name !== 'curl' && name !== 'wget') return word.value;
  return args
    .map(({ value }) => /^(?:-X|--(?:request|method)=)([A-Za-z]{3,7})$/.exec(value)?.[1])
    .find(Boolean)
    ?.toUpperCase();
}

/** `bash <(curl …)`, `sh -c "$(wget …)"`, `eval "$(curl …)"`. */
const substituted =
  /^["']?(?:<\(|\$\(|`)\s{0,20}(?:curl|wget)\s|^\(.{0,80}(?:irm|iwr|Invoke-RestMethod|Invoke-WebRequest|DownloadString)/i;
const inText = /https?:\/\/[^\s"'`)]{1,300}/;

/** Rule 34: what a host answers is run. */
export const pipedToShell: Classifier = (command) => {
  const address = fetchedToRun(command);
  const from = address === undefined ? undefined : hostOf(address);
  if (address === undefined || (from !== undefined && from !== 'a' && isLocal(from))) return undefined;
  const isKnown = knownInstallers.test(address);
  return {
    rule: 'net.pipe-shell',
    severity: isKnown ? 'low' : 'medium',
    target: hostOf(address) ?? address,
    what: `Ran what ${hostOf(address) ?? 'a host'} answered${isKnown ? ', a well-known installer' : ''}`,
    wish: 'depend',
  } satisfies DeedDraft;
};

function fetchedToRun(command: SimpleCommand): string | undefined {
  if (clients.has(command.name) && command.pipe.after.some((name) => shells.has(name))) {
    return operandsOf(command).find(({ value }) => /[./]/.test(value))?.value ?? 'a host';
  }
  if (!shells.has(command.name) && !['eval', 'source', '.'].includes(command.name)) return undefined;
  const script = command.args.find(({ value, isKnown }) => !isKnown && substituted.test(value));
  return script && (inText.exec(script.value)?.[0] ?? 'a host');
}
