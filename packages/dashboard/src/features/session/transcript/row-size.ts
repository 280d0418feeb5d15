import type { Entry } from '@debrief/transcript';

/**
 * How high a row will be. The list adds up the heights of all rows anew whenever one differs from its guess, so
 * guesses are remembered by what a row looks like: after the first of a shape the next ones are exact. Shapes are
 * numbers, so that a guess costs two look-ups in arrays.
 */
export class RowSizes {
  private readonly ids = new Map<string, number>();
  private readonly sizes: number[] = [];
  private readonly known = new WeakMap<Entry, { open?: number; folded?: number }>();

  shape(entry: Entry, open: boolean): number {
    let known = this.known.get(entry);
    if (!known) {
      known = {};
      this.known.set(entry, known);
    }
    const state = open ? 'open' : 'folded';
    known[state] ??= this.idOf(entry, open);
    return known[state];
  }

  size(shape: number): number {
    return this.sizes[shape] ?? 32;
  }

  learn(shape: number, size: number): void {
    this.sizes[shape] = size;
  }

  private idOf(entry: Entry, open: boolean): number {
    const name = shapeOf(entry, open);
    const found = this.ids.get(name);
    if (found !== undefined) return found;
    const id = this.sizes.length;
    this.ids.set(name, id);
    this.sizes.push(firstGuess(entry, open));
    return id;
  }
}

const lineLength = 95;

/** Rows of one shape are nearly always of one height. */
function shapeOf(entry: Entry, open: boolean): string {
  if (entry.kind === 'prompt' || entry.kind === 'reply') return `${entry.kind} ${linesOf(entry.text)}`;
  if (!open) return entry.kind === 'subagent' ? 'subagent' : 'line';
  if (entry.kind === 'plan') return `plan ${entry.items.length}`;
  if (entry.kind === 'tool') {
    const changes = entry.changes?.map((change) => Math.min(30, change.added + change.removed)).join() ?? '';
    return `${entry.tool} ${changes} ${Math.min(41, newlines(entry.output ?? ''))} ${entry.outcome}`;
  }
  return `${entry.kind} ${'text' in entry ? linesOf(entry.text ?? '') : 0}`;
}

function firstGuess(entry: Entry, open: boolean): number {
  if (entry.kind === 'prompt' || entry.kind === 'reply') return 36 + linesOf(entry.text) * 21;
  if (!open) return 32;
  if (entry.kind === 'plan') return 40 + entry.items.length * 22;
  if (entry.kind === 'tool' && entry.changes) return 90 + Math.min(24, entry.changes[0]?.added ?? 0) * 19;
  return 220;
}

const linesOf = (text: string): number => Math.min(80, Math.ceil(text.length / lineLength) + newlines(text));

function newlines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0 && lines < 80; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
