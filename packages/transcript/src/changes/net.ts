import type { FileChange, Hunk } from '../entry.ts';
import { applyHunks, recordedHunks } from './apply-hunks.ts';
import { digest } from './digest.ts';
import { Conflict, FileState } from './file-state.ts';
import { hunkLines, linesOf } from './lines.ts';
import { type Fragment, fragmentHunks, type NetHunk, stretchHunks } from './net-hunks.ts';
import type { SeenLines } from './seen.ts';

/**
 * One step of a file: a change with its whole text, `command` where only a command's name is known, or `seen`, lines that
 * the agent was shown (none: it was shown that the file is there).
 */
export type FileStep =
  | { change: FileChange }
  | { command: 'write' | 'delete' | 'move' }
  | { seen: SeenLines };

/**
 * Why a net change is not known to the byte: a command wrote the file; an edit does not fit what was known (somebody else
 * changed the file in between); the text was never shown; it was shown, but not its white space; a secret was taken out.
 */
export type NetDoubt = 'command' | 'changed' | 'unseen' | 'rendered' | 'redacted';

export interface NetChange {
  /**
   * `net`: the hunks are the whole difference. `partial`: they are the difference as far as it is known, and `loose` names
   * the steps that are not in them. `edits`: nothing could be put together.
   */
  known: 'net' | 'partial' | 'edits';
  change: 'add' | 'update' | 'delete' | 'move' | 'none' | 'command';
  hunks: NetHunk[];
  loose: number[];
  /** What keeps it from being `net`. */
  doubt?: NetDoubt;
}

/** What a file's edits come to, one after the other. */
export function netChange(steps: readonly FileStep[]): NetChange {
  const chain = new Chain();
  for (const [index, step] of steps.entries()) chain.take(step, index);
  return chain.result();
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
  /** The first thing that keeps the state from being all there is to know. */
  #doubt: NetDoubt | undefined;
  #taken = 0;
  /** Nothing is known of the file as it is. */
  #isNew = true;
  /** Digest of the whole file after the last step, where it is recorded. */
  #digest: number | undefined;

  take(step: FileStep, index: number): void {
    if ('seen' in step) {
      this.#see(step.seen);
      return;
    }
    if ('command' in step) {
      this.#lose(index, 'command');
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
      this.#link(change);
      this.#apply(change, index);
      this.#taken++;
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      if (this.#taken > 0 || this.#loose.length > 0 || this.#isNew) this.#lose(index, 'changed');
      else {
        this.#forget();
        this.take(step, index);
      }
    }
  }

  /** The session has not changed the file yet, but somebody has since it was seen: that is no longer known. */
  #forget(): void {
    this.#doubt ??= 'changed';
    this.#state = new FileState();
    this.#isNew = true;
  }

  #lose(index: number, doubt: NetDoubt): void {
    this.#loose.push(index);
    this.#lost = true;
    this.#doubt ??= doubt;
  }

  /** What the agent was shown of the file between two edits. */
  #see({ at, lines }: SeenLines): void {
    // Numbers of lines mean nothing once text was replaced in places that are not known.
    if (this.#lost || !this.#exists || this.#state === undefined || this.#fragments.length > 0) return;
    this.#existed ??= true;
    try {
      this.#state.learn(at, lines);
      this.#isNew = false;
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      if (this.#taken > 0 || this.#loose.length > 0) {
        this.#lost = true;
        this.#doubt ??= 'changed';
        return;
      }
      this.#forget();
      this.#state.learn(at, lines);
      this.#isNew = false;
    }
  }

  /** Where the whole file is recorded, it has to be what the step before left. */
  #link({ source }: FileChange): void {
    const [before, after] = source.kind === 'hunks' ? [source.before, source.after] : [];
    if (before !== undefined && this.#digest !== undefined && before !== this.#digest) throw new Conflict();
    this.#digest = after;
  }

  /** The whole file is known from here on, whatever it was. */
  #overwrite(change: FileChange, index: number): void {
    const { text } = change.source as { text: string };
    const lines = linesOf(text);
    this.#digest = digest(text);
    const isFirst = this.#taken === 0 && this.#loose.length === 0;
    if (isFirst && change.change === 'add') {
      this.#existed = false;
      this.#state = new FileState([]);
    }
    if (this.#existed === undefined && isFirst) {
      // It replaces a file nobody showed: later edits are known against it, itself only as it is.
      this.#loose.push(index);
      this.#doubt ??= 'unseen';
      this.#existed = true;
      this.#state = new FileState(lines);
      this.#exists = true;
      return;
    }
    const wasKnown = this.#existed === false || this.#state?.content() !== undefined;
    if (this.#state === undefined) this.#state = new FileState([]);
    if (!wasKnown && !this.#lost) {
      this.#lose(index, 'unseen');
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
      this.#doubt = undefined;
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
    const hunks = recordedHunks(source);
    if (this.#existed === undefined && change.change === 'add') {
      this.#existed = false;
      this.#state = new FileState([]);
    }
    this.#existed ??= true;
    // Numbers of lines mean nothing once text was replaced in places that are not known.
    if (this.#fragments.length > 0) for (const hunk of hunks) this.#fragment(hunk, index);
    else applyHunks(this.#state, source, index);
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
    if (state?.content() === undefined) this.#doubt ??= 'unseen';
    this.#digest = undefined;
    state?.overwrite([], index);
    this.#exists = false;
  }

  result(): NetChange {
    const hunks: NetHunk[] = [];
    for (const stretch of this.#state?.stretches() ?? []) hunks.push(...stretchHunks(stretch));
    for (const fragment of this.#fragments) hunks.push(...fragmentHunks(fragment));
    const doubt = this.#doubt ?? (this.#fragments.length > 0 ? 'unseen' : doubtOf(hunks));
    const isWhole = doubt === undefined && this.#loose.length === 0;
    const known = isWhole ? 'net' : hunks.length > 0 ? 'partial' : 'edits';
    return {
      known,
      change: this.#change(hunks),
      hunks,
      loose: this.#loose,
      ...(!isWhole && { doubt: doubt ?? 'unseen' }),
    };
  }

  #change(hunks: readonly NetHunk[]): NetChange['change'] {
    if (this.#existed === false) return this.#exists ? 'add' : 'none';
    if (!this.#exists) return 'delete';
    if (this.#moved) return 'move';
    if (hunks.length === 0 && this.#loose.length === 0) return 'none';
    return this.#existed === undefined ? 'command' : 'update';
  }
}

/** As the recorder writes in the place of a secret. */
const redacted = /\[REDACTED:[\w-]{1,64}(?::[0-9a-f]{4})?\]/;

/** Bytes that were no text came into the record as something else. */
const isMangled = (line: string): boolean => line.includes('\ufffd') || !line.isWellFormed();

function doubtOf(hunks: readonly NetHunk[]): NetDoubt | undefined {
  if (hunks.some(({ unsure, lines }) => unsure !== undefined || lines.some(isMangled))) return 'rendered';
  return hunks.some(({ lines }) => lines.some((line) => redacted.test(line))) ? 'redacted' : undefined;
}
