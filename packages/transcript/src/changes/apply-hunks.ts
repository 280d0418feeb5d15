import { parseUnified } from '../diff.ts';
import type { ChangeSource, Hunk } from '../entry.ts';
import type { FileState } from './file-state.ts';
import { hunkLines } from './lines.ts';

type HunkSource = Extract<ChangeSource, { kind: 'hunks' | 'patch' }>;

/** The hunks of an edit. Of a rendered patch no line is known to the byte. */
export function recordedHunks(source: HunkSource): Hunk[] {
  if (source.kind === 'hunks') return source.hunks;
  const hunks = parseUnified(source.text, true);
  if (!source.rendered) return hunks;
  return hunks.map((hunk) => ({ ...hunk, unsure: [...hunk.lines.keys()] }));
}

/** Does to a file what an edit with hunks did. Throws a `Conflict` where they do not fit what is known of it. */
export function applyHunks(state: FileState, source: HunkSource, edit: number): void {
  if (!applyOwn(state, source, edit)) spliceHunks(state, source, edit);
}

/** What the hunks leave unsure the edit's own texts tell, where the lines they stand in are known. */
function applyOwn(state: FileState, source: HunkSource, edit: number): boolean {
  if (source.kind !== 'hunks' || source.pairs?.length !== 1 || source.all) return false;
  for (const hunk of source.hunks) {
    const old = hunkLines(hunk).filter(({ sign }) => sign !== '+');
    state.learn(Math.max(0, hunk.oldStart - 1), old);
  }
  const [before, after] = source.pairs[0] as [string, string];
  return state.replace(before, after, false, edit);
}

/** Old starts of hunks all mean the file before the edit, so they are applied from the last to the first. */
function spliceHunks(state: FileState, source: HunkSource, edit: number): void {
  for (const hunk of recordedHunks(source).toReversed()) {
    const lines = hunkLines(hunk);
    const isInsertion = !lines.some(({ sign }) => sign !== '+');
    // Unified text names the line before an insertion, recorded hunks the line after it.
    const at = isInsertion && source.kind === 'patch' ? hunk.oldStart : hunk.oldStart - 1;
    state.splice(Math.max(0, at), lines, edit);
  }
}
