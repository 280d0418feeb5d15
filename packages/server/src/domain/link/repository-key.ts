/** Hosts on which `Acme/App` and `acme/app` are the same repository. */
const caseless = new Set(['github.com', 'gitlab.com', 'bitbucket.org']);

const withScheme = /^(?:git\+)?(https?|ssh|git|ftps?):\/\/(.*)$/is;
const scpForm = /^(?:[^@/\s]{1,200}@)?([^/:@\s]{1,255}):(?!\/\/)(.*)$/s;

/**
 * A remote as all machines know it: host and path, without scheme, user, token, port and `.git`. Undefined for what names
 * no host, such as a folder on the same machine.
 */
export function normaliseRemote(remote: string): string | undefined {
  const text = remote.trim();
  if (text.length > 2048) return undefined;
  const [host, path] = partsOf(text) ?? [];
  if (host === undefined || path === undefined || !/^[a-z0-9._-]{1,255}$/.test(host)) return undefined;
  const plain = path
    .replace(/[?#].*$/s, '')
    .split('/')
    .filter((part) => part !== '')
    .join('/')
    .replace(/\.git$/i, '');
  if (plain === '') return undefined;
  return `${host}/${caseless.has(host) ? plain.toLowerCase() : plain}`;
}

function partsOf(text: string): [host: string, path: string] | undefined {
  const [, , rest] = withScheme.exec(text) ?? [];
  if (rest !== undefined) {
    const slash = rest.indexOf('/');
    if (slash < 0) return undefined;
    const authority = rest.slice(0, slash);
    const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d{0,5}$/, '');
    return [host.toLowerCase(), rest.slice(slash + 1)];
  }
  // `C:\work\app` is a folder of Windows, not a host called C.
  if (/^[a-z]:[\\/]/i.test(text)) return undefined;
  const [, host, path] = scpForm.exec(text) ?? [];
  return host === undefined || path === undefined ? undefined : [host.toLowerCase(), path];
}

/** What a session's repository is called: its remote, else its machine and root (L10). */
export function repositoryKey(session: {
  environmentId: string;
  repoRoot: string | null;
  repoRemote: string | null;
}): string | null {
  const remote = session.repoRemote === null ? undefined : normaliseRemote(session.repoRemote);
  return remote ?? rootKey(session.environmentId, session.repoRoot);
}

export const rootKey = (environmentId: string, repoRoot: string | null): string | null =>
  repoRoot === null ? null : `${environmentId}:${repoRoot}`;
