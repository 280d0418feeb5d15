/** Paths as a shell sees them, without a file system: text in, text out. */

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** `C:\\Users\\x`, `C:/Users/x` and, in Git's own shell, `/c/Users/x` are one place. */
export const posixPath = (path: string): string =>
  /^[A-Za-z]:[\\/]/.test(path)
    ? `/${path.charAt(0).toLowerCase()}/${path.slice(3).replaceAll('\\', '/')}`
    : path;

const isAbsolute = (path: string): boolean => path.startsWith('/') || path === '~' || path.startsWith('~/');

/** The path from the root or from `~`, with `.` and `..` worked out; undefined when the folder is not known. */
export function resolvePath(cwd: string | undefined, given: string): string | undefined {
  const path = posixPath(given);
  if (!isAbsolute(path) && cwd === undefined) return undefined;
  const whole = isAbsolute(path) ? path : `${posixPath(cwd ?? '')}/${path}`;
  const root = whole.startsWith('~') ? '~' : '';
  const parts: string[] = [];
  for (const part of whole.slice(root.length).split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    // Above home is a folder whose name is not known.
    else if (parts.length > 0) parts.pop();
    else if (root === '~') return undefined;
  }
  return parts.length === 0 ? root || '/' : `${root}/${parts.join('/')}`;
}
