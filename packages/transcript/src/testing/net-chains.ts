import assert from 'node:assert/strict';
import { createPatch, structuredPatch } from 'diff';
import { hunkLines, linesOf } from '../changes/lines.ts';
import type { FileStep } from '../changes/net.ts';
import { fileChange } from '../diff.ts';
import type { FileChange, Hunk } from '../entry.ts';

export const hunksBetween = (before: string, after: string) =>
  structuredPatch('', '', before, after, '', '', { context: 3 }).hunks;

export const step = (change: FileChange['change'], source: FileChange['source']): FileStep => ({
  change: fileChange('f', change, source),
});

/** The same numbers every run. */
function random(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    state ^= state >>> 13;
    return (state >>> 0) % below;
  };
}

export interface Made {
  before: string | undefined;
  after: string | undefined;
  steps: FileStep[];
  /** Lines that the shortest difference adds and removes, of all that leave the lines alone which no edit showed. */
  fewest: [added: number, removed: number];
  /** Whether the edits together showed every line of the file before. */
  isAllShown: boolean;
}

/** The lines of a file while it is edited, each with its number in the file before where it was there already. */
class Tracked {
  readonly #before: string[];
  #lines: { text: string; base?: number }[];
  readonly #shown = new Set<number>();

  constructor(before: string) {
    this.#before = linesOf(before);
    this.#lines = this.#before.map((text, base) => ({ text, base }));
  }

  edit(hunks: readonly Hunk[]): void {
    for (const hunk of [...hunks].reverse()) {
      let at = Math.max(0, hunk.oldStart - 1);
      for (const { sign, text } of hunkLines(hunk)) {
        if (sign === '+') this.#lines.splice(at++, 0, { text });
        else {
          const old = this.#lines[at];
          assert.equal(old?.text, text);
          if (old?.base !== undefined) this.#shown.add(old.base);
          if (sign === '-') this.#lines.splice(at, 1);
          else at++;
        }
      }
    }
  }

  /** Lines whose text an edit showed. */
  known(): { text: string; at: number }[] {
    return this.#lines.flatMap(({ text, base }, at) =>
      base === undefined || this.#shown.has(base) ? [{ text, at }] : [],
    );
  }

  replace(at: number, text: string): void {
    // A last line without a line break is gone once it is empty.
    this.#lines.splice(at, 1, ...(text === '' ? [] : [{ text }]));
  }

  isAllShown(): boolean {
    return this.#shown.size === this.#before.length;
  }

  fewest(): [added: number, removed: number] {
    const sum: [number, number] = [0, 0];
    let [old, fresh]: [number, string[]] = [0, []];
    const part = (to: number) => {
      const before = this.#before.slice(old, to);
      const common = longestCommon(before, fresh);
      sum[0] += fresh.length - common;
      sum[1] += before.length - common;
    };
    for (const { text, base } of this.#lines) {
      if (base === undefined || this.#shown.has(base)) fresh.push(text);
      else {
        part(base);
        [old, fresh] = [base + 1, []];
      }
    }
    part(this.#before.length);
    return sum;
  }
}

/** How many lines two texts have in common, in order: the plain table, so that it shares nothing with what is tested. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const line of a) {
    const next = [0];
    for (let at = 0; at < b.length; at++) {
      next.push(
        line === b[at] ? (row[at] as number) + 1 : Math.max(row[at + 1] as number, next[at] as number),
      );
    }
    row = next;
  }
  return row.at(-1) as number;
}

const words = [
  'alpha',
  'beta',
  '{',
  '}',
  '',
  'return x;',
  'if (a) {',
  '-- sql',
  '++i;',
  '+++ b',
  '--- a',
  'ünï',
  '\ttab',
];

/** A file and a chain of edits of every kind, with what the file really was and became. */
export function chain(seed: number): Made {
  const pick = random(seed);
  const line = () => `${words[pick(words.length)]}${pick(3) === 0 ? pick(50) : ''}`;
  const text = (count: number) =>
    Array.from({ length: count }, line).join('\n') + (count > 0 && pick(6) > 0 ? '\n' : '');
  const isNew = pick(4) === 0;
  const before = isNew ? undefined : text(1 + pick(60));
  let now = before;
  const tracked = new Tracked(before ?? '');
  const steps: FileStep[] = [];
  const mutate = (whole: string): string => {
    const lines = whole.split('\n');
    for (let changes = 1 + pick(3); changes > 0; changes--) {
      const at = pick(lines.length);
      const how = pick(3);
      if (how === 0) lines.splice(at, 0, ...Array.from({ length: 1 + pick(4) }, line));
      else if (how === 1) lines.splice(at, 1 + pick(4));
      else lines[at] = line();
    }
    return lines.join('\n');
  };
  for (let left = 1 + pick(8); left > 0; left--) {
    if (now === undefined) {
      now = text(pick(20));
      steps.push(step('add', { kind: 'content', text: now }));
      continue;
    }
    const after: string = mutate(now);
    if (after === now) continue;
    const hunks = hunksBetween(now, after);
    switch (pick(9)) {
      case 0:
      case 1:
      case 2:
        steps.push(step('update', { kind: 'hunks', hunks }));
        break;
      case 3:
        steps.push(step('update', { kind: 'patch', text: createPatch('f', now, after) }));
        break;
      case 4: {
        // A tool that replaces text wants it to be there once, and known: everything is.
        if (!isNew || now === '') continue;
        const [from, to] = [pick(now.length), 1 + pick(20)];
        const part = now.slice(from, from + to);
        if (now.indexOf(part) !== now.lastIndexOf(part) || part === '') continue;
        const fresh = line();
        steps.push(step('update', { kind: 'replace', pairs: [[part, fresh]] }));
        now = now.replace(part, () => fresh);
        continue;
      }
      case 5:
        if (!isNew) continue;
        steps.push(step('update', { kind: 'content', text: after }));
        break;
      case 6:
        if (!isNew || pick(3) > 0) continue;
        steps.push(step('delete', { kind: 'none' }));
        now = undefined;
        continue;
      case 7: {
        // In a file that was there before: a part of one line that an edit showed.
        const known = isNew ? [] : tracked.known().filter(({ text }) => text.trim().length > 2);
        const at = known[pick(Math.max(1, known.length))];
        const part = at?.text.replace(/\n$/, '').slice(pick(2));
        if (!at || !part || now.indexOf(part) !== now.lastIndexOf(part)) continue;
        const fresh = line();
        steps.push(step('update', { kind: 'replace', pairs: [[part, fresh]] }));
        now = now.replace(part, () => fresh);
        tracked.replace(
          at.at,
          at.text.replace(part, () => fresh),
        );
        continue;
      }
      default:
        steps.push(step('move', { kind: 'hunks', hunks }));
    }
    if (!isNew) tracked.edit(hunks);
    now = after;
  }
  const fewest: [number, number] = isNew ? [linesOf(now ?? '').length, 0] : tracked.fewest();
  return { before, after: now, steps, fewest, isAllShown: isNew || tracked.isAllShown() };
}
