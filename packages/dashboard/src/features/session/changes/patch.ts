import type { Changes } from '@debrief/contract';

type Hunks = NonNullable<Changes['file']>['hunks'];

export interface PatchFile {
  path: string;
  /** The path it was moved from. */
  was?: string;
  change: string;
  hunks: Hunks;
}

/**
 * A file's name in a patch: the way to it from the folder, which `git apply` is run in. Undefined for a file that is not
 * in that folder: no patch can reach it.
 */
export function patchName(path: string, folder: string | undefined): string | undefined {
  const isWindows = /^[A-Za-z]:[\\/]|^\\\\/.test(path);
  const plain = (text: string) => (isWindows ? text.replaceAll('\\', '/') : text).replace(/^(?:\.\/)+/, '');
  const name = plain(path);
  const isAbsolute = isWindows || name.startsWith('/');
  const root = folder === undefined ? undefined : `${withoutSlash(plain(folder))}/`;
  const isInside =
    root !== undefined &&
    (isWindows ? name.toLowerCase().startsWith(root.toLowerCase()) : name.startsWith(root));
  const found = isInside ? name.slice(root.length) : isAbsolute ? undefined : name;
  return found === undefined || found === '' || found.split('/').includes('..') ? undefined : found;
}

const withoutSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path);

/** The folder that all absolute paths are in, for a session whose own folder is not known. */
export function commonFolder(paths: readonly string[]): string | undefined {
  const absolute = paths.filter((path) => /^(?:\/|[A-Za-z]:[\\/])/.test(path));
  const [first, ...others] = absolute.map((path) => path.split(/(?<=[\\/])/).slice(0, -1));
  if (first === undefined) return undefined;
  const differs = first.findIndex((part, at) => others.some((other) => other[at] !== part));
  const folder = (differs < 0 ? first : first.slice(0, differs)).join('');
  return folder.length > 1 ? folder : undefined;
}

/** The escapes that git knows. */
const escapes: Record<string, string> = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

const octal = (text: string): string =>
  [...new TextEncoder().encode(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');

/** A path as git writes it in a header: quoted where it holds something that would break the line. */
const quoted = (path: string): string =>
  /["\\\p{Cc}]|\s$/u.test(path)
    ? `"${path.replace(/["\\\p{Cc}]/gu, (one) => escapes[one] ?? octal(one))}"`
    : path;

/** Behind a name with a space in it git wants a tab, so that it knows where it ends. */
const headed = (path: string): string => (/ /.test(path) ? `${quoted(path)}\t` : quoted(path));

/** The net changes as one patch, which `git apply` and `patch` take. */
export function toPatch(files: readonly PatchFile[]): string {
  return files
    .filter(({ hunks, change }) => hunks.length > 0 || ['move', 'add', 'delete'].includes(change))
    .map(patchOf)
    .join('');
}

function patchOf(file: PatchFile): string {
  const before = file.was ?? file.path;
  const lines = [`diff --git ${quoted(`a/${before}`)} ${quoted(`b/${file.path}`)}`];
  if (file.change === 'add') lines.push('new file mode 100644');
  if (file.change === 'delete') lines.push('deleted file mode 100644');
  if (before !== file.path) lines.push(`rename from ${quoted(before)}`, `rename to ${quoted(file.path)}`);
  if (file.hunks.length > 0) {
    lines.push(`--- ${file.change === 'add' ? '/dev/null' : headed(`a/${before}`)}`);
    lines.push(`+++ ${file.change === 'delete' ? '/dev/null' : headed(`b/${file.path}`)}`);
  } else if (file.change === 'add') lines.push('index 0000000..e69de29');
  else if (file.change === 'delete') lines.push('index e69de29..0000000');
  for (const hunk of file.hunks) {
    lines.push(`@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`);
    lines.push(...hunk.lines);
  }
  return `${lines.join('\n')}\n`;
}
