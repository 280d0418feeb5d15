import { structuredPatch } from 'diff';
import { hunksOf, parseUnified } from '../diff.ts';
import type { FileChange, Hunk } from '../entry.ts';
import { Conflict, FileState } from './file-state.ts';
import { hunkLines, linesOf } from './lines.ts';
import type { Stretch } from './stretch.ts';

/** One edit of a file: a change with its whole text, or `command` where only a command's name is known. */
export type FileStep = { change: FileChange } | { command: 'write' | 'delete' | 'move' };

/** A hunk of the net change and the steps it came from. A start of 0 in a file that has lines: its line is not known. */
export interface NetHunk extends Hunk {
  steps: number[];
}

export interface NetChange {
  /**
   * `net`: the hunks are the whole difference. `partial`: they are the difference as far as it is known, and `loose` names
   * the steps that are not in them. `edits`: nothing could be put together.
   */
  known: 'net' | 'partial' | 'edits';
  change: 'add' | 'update' | 'delete' | 'move' | 'none' | 'command';
  hunks: NetHunk[];
  loose: number[];
}

/** What a file's edits come to, one after the other. */
export function netChange(steps: readonly FileStep[]): NetChange {
  const chain = new Chain();
  for (const [index, step] of steps.entries()) chain.take(step, index);
  return chain.result();
}

interface Fragment {
  before: string;
  after: string;
  steps: Set<number>;
}

class Chain {
  /** Undefined while the file is known not to exist. */
  #state: FileState | undefined = new FileState();
  /** Whether the file was there before; undefined until an edit tells. */
  #existed: boolean | undefined;
  #exists = true;
  #moved = false;
  /** Texts replaced in a place that is not known. */
  readonly #fragments: Fragment[] = [];
  readonly #loose: number[] = [];
  /** From here on the file is not what the steps before made of it. */
  #lost = false;
  /** The state as it was when it was lost: what the steps before come to. */
  #isWhole = true;
  #taken = 0;

  take(step: FileStep, index: number): void {
    if ('command' in step) {
      this.#loose.push(index);
      this.#lost = true;
      this.#isWhole = false;
      return;
    }
    const { change } = step;
    if (change.change === 'move') this.#moved = true;
    if (change.source.kind === 'content' && change.change !== 'delete') {
      this.#overwrite(change, index);
      return;
    }
    if (this.#lost) {
      this.#loose.push(index);
      return;
    }
    try {
      this.#apply(change, index);
      this.#taken++;
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      this.#loose.push(index);
      this.#lost = true;
      this.#isWhole = false;
    }
  }

  /** The whole file is known from here on, whatever it was. */
  #overwrite(change: FileChange, index: number): void {
    const lines = linesOf((change.source as { text: string }).text);
    const isFirst = this.#taken === 0 && this.#loose.length === 0;
    if (isFirst && change.change === 'add') {
      this.#existed = false;
      this.#state = new FileState([]);
    }
    if (this.#existed === undefined && isFirst) {
      // It replaces a file nobody showed: later edits are known against it, itself only as it is.
      this.#loose.push(index);
      this.#isWhole = false;
      this.#existed = true;
      this.#state = new FileState(lines);
      this.#exists = true;
      return;
    }
    const wasKnown = this.#existed === false || this.#state?.content() !== undefined;
    if (this.#state === undefined) this.#state = new FileState([]);
    if (!wasKnown && !this.#lost) {
      this.#loose.push(index);
      this.#lost = true;
      this.#isWhole = false;
      return;
    }
    if (this.#lost && !wasKnown) {
      this.#loose.push(index);
      return;
    }
    this.#state.overwrite(lines, index);
    this.#exists = true;
    this.#taken++;
    if (this.#lost) {
      // A command changed the file in between; now all of it is known again.
      this.#lost = false;
      this.#isWhole = true;
      this.#loose.length = 0;
    }
  }

  #apply(change: FileChange, index: number): void {
    const { source } = change;
    if (change.change === 'delete') {
      this.#delete(change, index);
      return;
    }
    if (!this.#exists || this.#state === undefined) throw new Conflict();
    if (source.kind === 'replace') {
      for (const [before, after] of source.pairs) this.#replace(before, after, source.all === true, index);
      return;
    }
    if (source.kind !== 'hunks' && source.kind !== 'patch') return;
    const hunks = source.kind === 'hunks' ? source.hunks : parseUnified(source.text, true);
    if (this.#existed === undefined && change.change === 'add') {
      this.#existed = false;
      this.#state = new FileState([]);
    }
    this.#existed ??= true;
    // Numbers of lines mean nothing once text was replaced in places that are not known.
    if (this.#fragments.length > 0) for (const hunk of hunks) this.#fragment(hunk, index);
    else this.#hunks(hunks, source.kind === 'patch', index);
  }

  /** Hunks of one edit. Their old starts all mean the file before it, so they are applied from the last to the first. */
  #hunks(hunks: readonly Hunk[], isUnified: boolean, index: number): void {
    const state = this.#state as FileState;
    for (const hunk of [...hunks].reverse()) {
      const isInsertion = !hunkLines(hunk).some(({ sign }) => sign !== '+');
      // Unified text names the line before an insertion, recorded hunks the line after it.
      const at = isInsertion && isUnified ? hunk.oldStart : hunk.oldStart - 1;
      state.splice(Math.max(0, at), hunkLines(hunk), index);
    }
  }

  #fragment(hunk: Hunk, index: number): void {
    const lines = hunkLines(hunk);
    const side = (sign: '+' | '-') =>
      lines
        .filter((line) => line.sign === ' ' || line.sign === sign)
        .map(({ text }) => text)
        .join('');
    this.#replace(side('-'), side('+'), false, index);
  }

  #replace(before: string, after: string, all: boolean, index: number): void {
    this.#existed ??= true;
    const state = this.#state as FileState;
    if (before === '') {
      // Some tools create a file by replacing nothing.
      const lines = state.content();
      if (!lines || lines.length > 0) throw new Conflict();
      state.overwrite(linesOf(after), index);
      return;
    }
    if (state.replace(before, after, all, index)) return;
    if (state.content() !== undefined) throw new Conflict();
    const holder = this.#fragments.find((one) => one.after.includes(before));
    if (holder) {
      holder.after = all
        ? holder.after.replaceAll(before, () => after)
        : holder.after.replace(before, () => after);
      holder.steps.add(index);
    } else this.#fragments.push({ before, after, steps: new Set([index]) });
  }

  #delete(change: FileChange, index: number): void {
    const { source } = change;
    this.#existed ??= true;
    if (source.kind === 'content' && this.#taken === 0) this.#state = new FileState(linesOf(source.text));
    const state = this.#state;
    if (state?.content() === undefined) this.#isWhole = false;
    state?.overwrite([], index);
    this.#exists = false;
  }

  result(): NetChange {
    const hunks: NetHunk[] = [];
    for (const stretch of this.#state?.stretches() ?? []) hunks.push(...stretchHunks(stretch));
    for (const fragment of this.#fragments) hunks.push(...fragmentHunks(fragment));
    const isWhole = this.#isWhole && this.#fragments.length === 0 && this.#loose.length === 0;
    const known = isWhole ? 'net' : hunks.length > 0 ? 'partial' : 'edits';
    return { known, change: this.#change(hunks), hunks, loose: this.#loose };
  }

  #change(hunks: readonly NetHunk[]): NetChange['change'] {
    if (this.#existed === false) return this.#exists ? 'add' : 'none';
    if (!this.#exists) return 'delete';
    if (this.#moved) return 'move';
    if (hunks.length === 0 && this.#loose.length === 0) return 'none';
    return this.#existed === undefined ? 'command' : 'update';
  }
}

const context = 3;

function stretchHunks({ oldStart, newStart, before, after }: Stretch): NetHunk[] {
  if (before.every(({ edit }) => edit === undefined) && after.every(({ edit }) => edit === undefined))
    return [];
  const [old, fresh] = [before, after].map((lines) => lines.map(({ text }) => text).join('')) as [
    string,
    string,
  ];
  const patch = structuredPatch('', '', old, fresh, '', '', { context, maxEditLength: 2000 });
  const hunks = patch?.hunks ?? [everything(before.length, after.length, old, fresh)];
  return hunks.map((hunk) => {
    const steps = new Set<number>();
    const oldFirst = hunk.oldLines === 0 ? Math.max(0, hunk.oldStart - 1) : hunk.oldStart;
    const newFirst = hunk.newLines === 0 ? Math.max(0, hunk.newStart - 1) : hunk.newStart;
    let at = Math.max(0, hunk.oldStart - 1);
    let to = Math.max(0, hunk.newStart - 1);
    for (const line of hunk.lines) {
      if (line.startsWith('\\')) continue;
      const edit = line.startsWith('-')
        ? before[at]?.edit
        : line.startsWith('+')
          ? after[to]?.edit
          : undefined;
      if (edit !== undefined) steps.add(edit);
      if (!line.startsWith('+')) at++;
      if (!line.startsWith('-')) to++;
    }
    return {
      // Of an empty side git names the line before it.
      oldStart: oldFirst + oldStart,
      oldLines: hunk.oldLines,
      newStart: newFirst + newStart,
      newLines: hunk.newLines,
      lines: hunk.lines,
      steps: [...steps].sort((a, b) => a - b),
    };
  });
}

/** When a comparison would take too long: all of one, then all of the other. */
function everything(oldLines: number, newLines: number, old: string, fresh: string): Hunk {
  const signed = (sign: string, text: string) =>
    linesOf(text).flatMap((line) =>
      line.endsWith('\n') ? [sign + line.slice(0, -1)] : [sign + line, '\\ No newline at end of file'],
    );
  return {
    oldStart: oldLines > 0 ? 1 : 0,
    oldLines,
    newStart: newLines > 0 ? 1 : 0,
    newLines,
    lines: [...signed('-', old), ...signed('+', fresh)],
  };
}

function fragmentHunks({ before, after, steps }: Fragment): NetHunk[] {
  if (before === after) return [];
  const source = { kind: 'replace' as const, pairs: [[before, after]] as [string, string][] };
  return hunksOf({ path: '', change: 'update', added: 0, removed: 0, source }).map((hunk) => ({
    ...hunk,
    oldStart: 0,
    newStart: 0,
    steps: [...steps].sort((a, b) => a - b),
  }));
}
