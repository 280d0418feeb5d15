import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';

/** Where git keeps what belongs to one checked-out folder. Found by reading files: no git is run for it. */
export interface Worktree {
  root: string;
  /** HEAD and its log are here: `.git`, or `.git/worktrees/<name>` of the repository a worktree belongs to. */
  gitDir: string;
  /** Objects, branches and configuration are here. */
  commonDir: string;
}

/** No file of these is longer; one that is comes from nobody's git. */
const longest = 64 * 1024;

async function readShort(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile() || found.size > longest) return undefined;
  return readFile(path, 'utf8').catch(() => undefined);
}

const from = (folder: string, path: string): string => (isAbsolute(path) ? path : resolve(folder, path));

export async function worktreeOf(root: string): Promise<Worktree | undefined> {
  const git = join(root, '.git');
  const link = /^gitdir: ([^\n\0]+)/.exec((await readShort(git)) ?? '')?.[1];
  const gitDir = link === undefined ? git : from(root, link.trim());
  const common = (await readShort(join(gitDir, 'commondir')))?.trim();
  if ((await readShort(join(gitDir, 'HEAD'))) === undefined) return undefined;
  return { root, gitDir, commonDir: common ? from(gitDir, common) : gitDir };
}

/** The branch that is checked out; undefined on a detached HEAD. */
export async function branchIn({ gitDir }: Worktree): Promise<string | undefined> {
  const head = (await readShort(join(gitDir, 'HEAD'))) ?? '';
  return /^ref: refs\/heads\/([^\n\0]+)/.exec(head)?.[1]?.trim();
}

/** The address of `origin`, or of the first remote, without what may be a password. */
export async function remoteOf({ commonDir }: Worktree): Promise<string | undefined> {
  const config = (await readShort(join(commonDir, 'config'))) ?? '';
  let remote: string | undefined;
  const urls = new Map<string, string>();
  for (const line of config.split('\n')) {
    const section = /^\s*\[([^\]]*)\]/.exec(line)?.[1];
    if (section !== undefined) remote = /^remote "([^"]*)"$/.exec(section.trim())?.[1];
    const url = remote === undefined ? undefined : /^\s*url\s*=\s*(\S+)\s*$/.exec(line)?.[1];
    if (remote !== undefined && url !== undefined && !urls.has(remote)) urls.set(remote, url);
  }
  const [first] = urls.values();
  const url = urls.get('origin') ?? first;
  return url === undefined ? undefined : withoutPassword(url);
}

/** `https://user:token@host/path` loses its user; `git@host:path` holds none that is secret. */
const withoutPassword = (url: string): string => url.replace(/^([a-z][a-z\d+.-]{0,20}:\/\/)[^/@]*@/i, '$1');

/** How the log of HEAD looks: another text means that HEAD has moved. */
export async function headStamp({ gitDir }: Worktree): Promise<string | undefined> {
  const found = await stat(join(gitDir, 'logs', 'HEAD'), { bigint: true }).catch(() => undefined);
  return found && `${found.ino}:${found.size}:${found.mtimeNs}`;
}
