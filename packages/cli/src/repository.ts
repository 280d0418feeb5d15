import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';

const roots = new Map<string, string | undefined>();

/**
 * The folder above `cwd` that holds `.git`; undefined outside of repositories. A path of another system (`D:\\shop` in a
 * record that came to Linux) would be taken for one below the folder that this program runs in, so it has none.
 */
export function repositoryOf(cwd: string): string | undefined {
  if (!isAbsolute(cwd)) return undefined;
  if (roots.has(cwd)) return roots.get(cwd);
  const parent = dirname(cwd);
  const root = existsSync(join(cwd, '.git')) ? cwd : parent === cwd ? undefined : repositoryOf(parent);
  roots.set(cwd, root);
  return root;
}

/** Most agents name the branch in their records; for the others it is asked while the session runs. */
export function branchOf(root: string): string | undefined {
  try {
    let git = join(root, '.git');
    const link = /^gitdir: (.+)$/m.exec(safeRead(git) ?? '')?.[1];
    if (link) git = isAbsolute(link) ? link : resolve(root, link);
    return /^ref: refs\/heads\/(.+)$/m.exec(readFileSync(join(git, 'HEAD'), 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

function safeRead(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
