import { readFile, realpath } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { hunksOf } from '@debrief/transcript';
import { exitCodes, Failure } from '../failure.ts';
import { repositoryOf } from '../repository.ts';
import { runGit } from './git.ts';

/** A file of a repository, as git names it. */
export interface RepositoryFile {
  root: string;
  /** From the root, with slashes. */
  path: string;
}

export async function repositoryFile(given: string): Promise<RepositoryFile> {
  const file = await realpath(resolve(given)).catch(() => resolve(given));
  const root = repositoryOf(dirname(file));
  if (root === undefined) throw new Failure(`"${given}" is in no git repository.`, exitCodes.usage);
  return { root, path: relative(root, file).split(sep).join('/') };
}

/** Who committed a line; `undefined` for a line that is not committed as it stands. */
export interface Blamed {
  sha: string;
  /** What the file was called in that commit. */
  path: string;
  /** Milliseconds since 1970. */
  authoredAt: number;
  /** Shown here, sent nowhere. */
  subject: string;
}

export interface BlamedLine {
  text: string;
  commit: Blamed | undefined;
}

/**
 * Reads the last commit and never the file through git: a repository may name programs that git would run on files of the
 * working tree.
 */
export async function blame({ root, path }: RepositoryFile, line: number): Promise<BlamedLine> {
  const now = await readFile(resolve(root, path), 'utf8').catch(() => undefined);
  if (now === undefined) throw new Failure(`There is no file "${path}" in ${root}.`, exitCodes.usage);
  const text = now.split('\n')[line - 1];
  if (text === undefined) {
    throw new Failure(`${path} has ${now.split('\n').length} lines, not ${line}.`, exitCodes.usage);
  }
  const committed = await runGit(['cat-file', 'blob', `HEAD:${path}`], { root }).catch(() => undefined);
  const then = committed === undefined ? undefined : lineBefore(committed.toString('utf8'), now, line);
  if (then === undefined) return { text, commit: undefined };
  const printed = await runGit(
    ['blame', '--porcelain', '--no-textconv', '-L', `${then},${then}`, 'HEAD', '--', path],
    { root },
  );
  return { text, commit: blamedIn(printed.toString('utf8'), path) };
}

/** Which line of the committed file a line of the file is; undefined for one that was added or changed since. */
export function lineBefore(before: string, after: string, line: number): number | undefined {
  if (before === after) return line;
  let shift = 0;
  const source = { kind: 'replace' as const, pairs: [[before, after]] as [string, string][] };
  for (const { oldStart, oldLines, newStart, newLines, lines } of hunksOf({
    ...{ path: '', change: 'update', added: 0, removed: 0 },
    source,
  })) {
    if (line < newStart) break;
    if (line < newStart + newLines) return withinHunk(lines, oldStart, newStart, line);
    shift = oldStart + oldLines - newStart - newLines;
  }
  return line + shift;
}

function withinHunk(
  lines: readonly string[],
  oldStart: number,
  newStart: number,
  line: number,
): number | undefined {
  let [old, fresh] = [oldStart, newStart];
  for (const text of lines) {
    if (text.startsWith('-')) old++;
    else {
      if (fresh === line) return text.startsWith('+') ? undefined : old;
      fresh++;
      if (!text.startsWith('+')) old++;
    }
  }
  return undefined;
}

function blamedIn(printed: string, path: string): Blamed | undefined {
  const [head = '', ...lines] = printed.split('\n');
  const sha = /^([0-9a-f]{40}|[0-9a-f]{64}) /.exec(head)?.[1];
  const field = (name: string): string | undefined =>
    lines.find((one) => one.startsWith(`${name} `))?.slice(name.length + 1);
  if (sha === undefined) return undefined;
  return {
    sha,
    path: field('filename') ?? path,
    authoredAt: Number(field('author-time') ?? 0) * 1000,
    subject: field('summary') ?? '',
  };
}
