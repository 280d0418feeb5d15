import { structuredPatch } from 'diff';
import { digest } from './changes/digest.ts';
import type { ChangeSource, FileChange, Hunk } from './entry.ts';
import { isObject, list, num, str } from './json.ts';

/** `diff` (jsdiff) does the line comparison: no dependencies, runs in a browser, bounded by `maxEditLength`. */
function compare(before: string, after: string): Hunk[] {
  const patch = structuredPatch('', '', before, after, '', '', { context: 3, maxEditLength: 500 });
  if (patch === undefined) return [whole(before, after)];
  return patch.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
    oldStart,
    oldLines,
    newStart,
    newLines,
    lines: lines.filter((line) => !line.startsWith('\\')),
  }));
}

function whole(before: string, after: string): Hunk {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  return {
    oldStart: old.length > 0 ? 1 : 0,
    oldLines: old.length,
    newStart: fresh.length > 0 ? 1 : 0,
    newLines: fresh.length,
    lines: [...old.map((line) => `-${line}`), ...fresh.map((line) => `+${line}`)],
  };
}

function linesOf(content: string): string[] {
  if (content === '') return [];
  return (content.endsWith('\n') ? content.slice(0, -1) : content).split('\n');
}

/** The hunks of a change, computed when somebody looks. */
export function hunksOf(change: FileChange): Hunk[] {
  const { source } = change;
  switch (source.kind) {
    case 'hunks':
      return source.hunks;
    case 'replace':
      return source.pairs.flatMap(([before, after]) => compare(before, after));
    case 'content':
      return [change.change === 'delete' ? whole(source.text, '') : whole('', source.text)];
    case 'patch':
      return parseUnified(source.text);
    case 'none':
      return [];
  }
}

/** A change between two whole texts. */
export function wholeChange(
  path: string,
  before: string,
  after: string,
  change: 'add' | 'update' = 'update',
): FileChange {
  if (change === 'add') return fileChange(path, 'add', { kind: 'content', text: after });
  const patch = structuredPatch('', '', before, after, '', '', { context: 3, maxEditLength: 500 });
  // Too different to be compared in time: all of one is replaced by all of the other.
  const hunks = patch?.hunks ?? [whole(before, after)];
  const digests = { before: digest(before), after: digest(after) };
  const isCut = patch === undefined && [before, after].some((text) => text !== '' && !text.endsWith('\n'));
  return fileChange(
    path,
    'update',
    isCut
      ? { kind: 'replace', pairs: [[before, after]] }
      : { kind: 'hunks', hunks: hunks.map(plainHunk), ...digests },
  );
}

const plainHunk = ({ oldStart, oldLines, newStart, newLines, lines }: Hunk): Hunk => ({
  oldStart,
  oldLines,
  newStart,
  newLines,
  lines,
});

/**
 * A diff that a tool printed. Tools trim and reindent what they print, or overlook white space; only where its changed lines are
 * those of the edit's own texts is it the file's own.
 */
export function printedPatch(text: string, pairs: readonly (readonly [string, string])[] = []): ChangeSource {
  const own = pairs.flatMap(([before, after]) => compare(before, after));
  const isOwn = own.length > 0 && changedLines(own) === changedLines(parseUnified(text));
  return { kind: 'patch', text, ...(!isOwn && { rendered: true as const }) };
}

const changedLines = (hunks: readonly Hunk[]): string =>
  hunks
    .flatMap(({ lines }) => lines.filter((line) => !line.startsWith(' ')))
    .sort()
    .join('\n');

/** A change with its lines counted. */
export function fileChange(
  path: string,
  change: FileChange['change'],
  source: ChangeSource,
  movedTo?: string,
): FileChange {
  const { added, removed } = count(change, source);
  return { path, change, added, removed, source, ...(movedTo !== undefined && { movedTo }) };
}

function count(change: FileChange['change'], source: ChangeSource): { added: number; removed: number } {
  if (source.kind === 'content') {
    const lines = lineCount(source.text);
    return change === 'delete' ? { added: 0, removed: lines } : { added: lines, removed: 0 };
  }
  const hunks = hunksOf({ path: '', change, added: 0, removed: 0, source });
  let added = 0;
  let removed = 0;
  for (const hunk of hunks) {
    for (const line of hunk.lines) {
      if (line.startsWith('+')) added++;
      else if (line.startsWith('-')) removed++;
    }
  }
  return { added, removed };
}

function lineCount(content: string): number {
  if (content === '') return 0;
  let lines = content.endsWith('\n') ? 0 : 1;
  for (let i = content.indexOf('\n'); i >= 0; i = content.indexOf('\n', i + 1)) lines++;
  return lines;
}

/**
 * Hunks out of unified diff text; tolerant of headers and cut-off counts. `\ No newline` is left out unless it is asked for.
 */
export function parseUnified(patch: string, keepsEndings = false): Hunk[] {
  const hunks: Hunk[] = [];
  let current: Hunk | undefined;
  let [old, fresh] = [0, 0];
  const isComplete = () => current === undefined || (old >= current.oldLines && fresh >= current.newLines);
  const add = (line: string) => {
    current?.lines.push(line);
    if (!line.startsWith('+')) old++;
    if (!line.startsWith('-')) fresh++;
  };
  for (const line of patch.split('\n')) {
    const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (header) {
      current = {
        oldStart: Number(header[1]),
        oldLines: Number(header[2] ?? 1),
        newStart: Number(header[3]),
        newLines: Number(header[4] ?? 1),
        lines: [],
      };
      [old, fresh] = [0, 0];
      hunks.push(current);
    } else if (line.startsWith('\\')) {
      if (keepsEndings) current?.lines.push(line);
    } else if (/^(diff |index |--- |\+\+\+ )/.test(line)) {
      // A `---` line inside a hunk is a removed `--`; only outside, or before the next header, is it a file header.
      if (isComplete()) current = undefined;
      else add(line);
    } else if (current && !isComplete() && /^[ +-]/.test(line)) add(line);
    else if (current && !isComplete() && line === '') add(' ');
  }
  return hunks;
}

/** Hunks recorded as data (Claude's `structuredPatch`), taken by reference. */
export function recordedHunks(value: unknown): Hunk[] | undefined {
  const hunks = list(value).filter(
    (hunk): hunk is Hunk =>
      isObject(hunk) &&
      num(hunk.oldStart) !== undefined &&
      num(hunk.newStart) !== undefined &&
      Array.isArray(hunk.lines) &&
      hunk.lines.every((line) => typeof line === 'string'),
  );
  return hunks.length > 0 ? hunks : undefined;
}

/** The `*** Begin Patch` language of Codex' apply_patch, one change per file. */
export function parseApplyPatch(patch: string): FileChange[] {
  const changes: FileChange[] = [];
  const sections = patch.split(/^\*\*\* (?=(?:Add|Update|Delete) File: )/m).slice(1);
  for (const section of sections) {
    const [head = '', ...body] = section.split('\n');
    const match = /^(Add|Update|Delete) File: (.+)$/.exec(head.trim());
    const path = str(match?.[2])?.trim();
    if (match === null || path === undefined) continue;
    const moved = body.find((line) => line.startsWith('*** Move to: '))?.slice('*** Move to: '.length);
    const change = match[1] === 'Add' ? 'add' : match[1] === 'Delete' ? 'delete' : moved ? 'move' : 'update';
    const source: ChangeSource =
      change === 'add'
        ? {
            kind: 'content',
            text: patchLines(
              body.filter((line) => line.startsWith('+')),
              '+',
            ),
          }
        : change === 'delete'
          ? { kind: 'none' }
          : { kind: 'replace', pairs: sectionPairs(body) };
    changes.push(fileChange(path, change, source, moved?.trim()));
  }
  return changes;
}

const isPatchLine = (line: string): boolean => /^[ +-]/.test(line) || line === '';

/** One side of patch lines as text; an empty line is an empty line of context. */
const patchLines = (lines: readonly string[], side: '+' | '-'): string =>
  lines
    .filter((line) => line[0] === side || (line[0] ?? ' ') === ' ')
    .map((line) => `${line.slice(1)}\n`)
    .join('');

/** The language names no lines, only what stands there: each `@@` part is a text and what replaces it. */
function sectionPairs(body: readonly string[]): [before: string, after: string][] {
  const sections: string[][] = [[]];
  for (const line of body) {
    if (line.startsWith('@@')) sections.push([]);
    else if (!line.startsWith('***') && isPatchLine(line)) sections.at(-1)?.push(line);
  }
  return sections.flatMap((all): [string, string][] => {
    // The line break before the next `***` is no line of the file.
    const lines = all.at(-1) === '' ? all.slice(0, -1) : all;
    const [before, after] = [patchLines(lines, '-'), patchLines(lines, '+')];
    return before === after ? [] : [[before, after]];
  });
}
