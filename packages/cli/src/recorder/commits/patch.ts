import { type CommitFile, lineHash } from '@debrief/links';

/** What a patch changes: files with counts, and hashes of the lines it adds. */
export interface PatchFacts {
  files: CommitFile[];
  hashes: Set<number>;
}

/** Reads a patch as git prints it, byte by byte in Latin-1. Lines of a file always begin with ' ', '+' or '-'. */
export function readPatch(patch: string): PatchFacts {
  const files: CommitFile[] = [];
  const hashes = new Set<number>();
  let file: CommitFile | undefined;
  /** Lines of the current hunk that are still to come, on both sides. */
  let [old, fresh] = [0, 0];
  for (const line of linesOf(patch)) {
    const isInside = old > 0 || fresh > 0;
    if (isInside && line[0] === '+') {
      fresh--;
      if (file) file.added++;
      const hash = lineHash(utf8(line.slice(1)));
      if (hash !== undefined) hashes.add(hash);
    } else if (isInside && line[0] === '-') {
      old--;
      if (file) file.removed++;
    } else if (isInside && line[0] === ' ') {
      old--;
      fresh--;
    } else if (line.startsWith('@@ ')) [old, fresh] = hunkOf(line);
    else if (line.startsWith('diff --git ')) {
      file = { path: pathInHeader(line), added: 0, removed: 0 };
      files.push(file);
    } else if (file) file.path = pathOf(line) ?? file.path;
  }
  return { files: files.filter(({ path }) => path !== ''), hashes };
}

/** Without making a list of them: a patch may have millions. */
function* linesOf(text: string): Iterable<string> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    yield text.slice(from, end < 0 ? text.length : end);
    if (end < 0) return;
    from = end + 1;
  }
}

function hunkOf(line: string): [old: number, fresh: number] {
  const [, old, fresh] = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line) ?? [];
  return [Number(old ?? 1), Number(fresh ?? 1)];
}

/** `diff --git a/x b/x`: both halves are the same unless a later line names the new one. */
function pathInHeader(line: string): string {
  const names = line.slice('diff --git '.length);
  if (names.startsWith('"')) return unquoted(names.slice(0, (names.length - 1) / 2)).slice(2);
  return utf8(names.slice(2, (names.length - 1) / 2));
}

/** The lines of a header that name the file after the change, or the one before when it is gone. */
function pathOf(line: string): string | undefined {
  for (const [start, isPrefixed] of names) {
    if (!line.startsWith(start)) continue;
    const name = line.slice(start.length).replace(/\t$/, '');
    if (name === '/dev/null') return undefined;
    const path = name.startsWith('"') ? unquoted(name) : utf8(name);
    return isPrefixed ? path.slice(2) : path;
  }
  return undefined;
}

const names: [start: string, isPrefixed: boolean][] = [
  ['--- ', true],
  ['+++ ', true],
  ['rename to ', false],
  ['copy to ', false],
];

const escapes: Record<string, string> = { a: '\x07', b: '\b', t: '\t', n: '\n', v: '\v', f: '\f', r: '\r' };

/** Git quotes names with odd characters as C does. */
function unquoted(name: string): string {
  const inner = name.slice(1, -1);
  const bytes = inner.replace(/\\([0-7]{3}|.)/g, (_, code: string) =>
    code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8) & 255) : (escapes[code] ?? code),
  );
  return utf8(bytes);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is about bytes
const ascii = /^[\x00-\x7f]*$/;

const utf8 = (bytes: string): string =>
  ascii.test(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString('utf8');
