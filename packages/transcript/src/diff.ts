import { structuredPatch } from 'diff';
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

/** Hunks out of unified diff text; tolerant of headers, `\ No newline` and cut-off counts. */
export function parseUnified(patch: string): Hunk[] {
  const hunks: Hunk[] = [];
  let current: Hunk | undefined;
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
      hunks.push(current);
    } else if (/^(diff |index |--- |\+\+\+ )/.test(line)) {
      // A `---` line inside a hunk is a removed `--`; only outside, or before the next header, is it a file header.
      if (current === undefined || complete(current)) current = undefined;
      else current.lines.push(line);
    } else if (current && /^[ +-]/.test(line) && !complete(current)) current.lines.push(line);
    else if (current && line === '' && !complete(current)) current.lines.push(' ');
  }
  return hunks;
}

function complete(hunk: Hunk): boolean {
  let old = 0;
  let fresh = 0;
  for (const line of hunk.lines) {
    if (!line.startsWith('+')) old++;
    if (!line.startsWith('-')) fresh++;
  }
  return old >= hunk.oldLines && fresh >= hunk.newLines;
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
    const lines = body.filter((line) => /^[ +-]/.test(line) && !line.startsWith('***'));
    const hunk: Hunk = {
      oldStart: 1,
      oldLines: lines.filter((line) => !line.startsWith('+')).length,
      newStart: 1,
      newLines: lines.filter((line) => !line.startsWith('-')).length,
      lines,
    };
    const change = match[1] === 'Add' ? 'add' : match[1] === 'Delete' ? 'delete' : moved ? 'move' : 'update';
    changes.push(
      fileChange(path, change, { kind: 'hunks', hunks: lines.length > 0 ? [hunk] : [] }, moved?.trim()),
    );
  }
  return changes;
}
