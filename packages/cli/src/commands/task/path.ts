import { posix } from 'node:path';
import { Failure } from '../../failure.ts';
import { harmless, oneLine } from '../../text.ts';

const longest = 1000;

/** Whether a path of a repository can be written below a folder, here and elsewhere. */
export function isPlainPath(path: string): boolean {
  return (
    path.length > 0 &&
    path.length <= longest &&
    // What is no UTF-8 came as this character.
    !path.includes('\ufffd') &&
    !path.includes('\\') &&
    !/\p{Cc}/u.test(path) &&
    harmless(path) === path &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !/^\.git$/i.test(part))
  );
}

export function plainPath(path: string): string {
  if (!isPlainPath(path))
    throw new Failure(`"${oneLine(path, 200)}" is no path that can go into a task folder.`);
  return path;
}

/** Refuses two files of one path, and a file below a file: what is unpacked would go through it. */
export function checkPaths(paths: readonly string[]): void {
  const seen = new Set<string>();
  for (const path of paths) {
    if (seen.has(plainPath(path))) throw new Failure(`"${oneLine(path, 200)}" is twice in the commit.`);
    seen.add(path);
  }
  for (const path of paths) {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      if (seen.has(path.slice(0, at)))
        throw new Failure(`"${oneLine(path, 200)}" is below a file of the commit.`);
    }
  }
}

/** Whether a symbolic link of a repository stays within it. */
export const staysWithin = (path: string, target: string): boolean =>
  isPlainPath(target.replaceAll(/(^|\/)\.\.?(?=\/|$)/g, '$1_').replace(/\/$/, '')) &&
  !posix.isAbsolute(target) &&
  !/^\.\.(?:\/|$)/.test(posix.normalize(posix.join(posix.dirname(path), target)));
