/** Paths as a shell sees them, without a file system: text in, text out. */

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const isAbsolute = (path: string): boolean => path.startsWith('/') || path === '~' || path.startsWith('~/');

/** The path from the root or from `~`, with `.` and `..` worked out; undefined when the folder is not known. */
export function resolvePath(cwd: string | undefined, path: string): string | undefined {
  if (!isAbsolute(path) && cwd === undefined) return undefined;
  const whole = isAbsolute(path) ? path : `${cwd}/${path}`;
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
