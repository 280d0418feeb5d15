import type { Entry } from '@debrief/transcript';
import { isError, isPrompt, type Lens, lensOf } from './entries.ts';

/** One line of the virtual list. */
export interface Row {
  key: string;
  entry: Entry;
  /** How many sub-agents around it. */
  depth: number;
}

export interface View {
  hidden: ReadonlySet<Lens>;
  /** Only prompts and the last answer to each. */
  focused: boolean;
  /** Sub-agents whose entries are shown in place. */
  open: ReadonlySet<string>;
}

/**
 * The rows a view shows. A plain walk over all entries: a few milliseconds for a hundred thousand, so it is done
 * anew for each state of the screen instead of being kept up to date.
 */
export function rowsOf(entries: readonly Entry[], view: View): Row[] {
  const rows: Row[] = [];
  if (view.focused) focusedRows(entries, rows);
  else allRows(entries, view, 0, rows);
  return rows;
}

function allRows(entries: readonly Entry[], view: View, depth: number, rows: Row[]): void {
  for (const entry of entries) {
    if (isBlank(entry)) continue;
    if (view.hidden.has(lensOf(entry))) continue;
    rows.push({ key: entry.id, entry, depth });
    if (entry.kind === 'subagent' && view.open.has(entry.id)) allRows(entry.entries, view, depth + 1, rows);
  }
}

function focusedRows(entries: readonly Entry[], rows: Row[]): void {
  let answer: Entry | undefined;
  const flush = () => {
    if (answer) rows.push({ key: answer.id, entry: answer, depth: 0 });
    answer = undefined;
  };
  for (const entry of entries) {
    if (isPrompt(entry)) {
      flush();
      rows.push({ key: entry.id, entry, depth: 0 });
    } else if (entry.kind === 'reply' && entry.text.trim() !== '') answer = entry;
    else if (entry.kind === 'error' || entry.kind === 'interruption') answer = entry;
  }
  flush();
}

/** Nothing to show: an empty reply around a tool call, a thought that was recorded but not written down. */
const isBlank = (entry: Entry): boolean =>
  (entry.kind === 'reply' && entry.text.trim() === '' && !entry.attachments?.length) ||
  (entry.kind === 'thinking' && entry.text.trim() === '');

export interface OutlineItem {
  id: string;
  sequence: number;
  text: string;
  at: string | undefined;
  steps: number;
  errors: number;
}

/** The prompts, each with what followed it. */
export function outlineOf(entries: readonly Entry[]): OutlineItem[] {
  const items: OutlineItem[] = [];
  for (const entry of entries) {
    if (entry.kind === 'prompt' && isPrompt(entry)) {
      items.push({
        id: entry.id,
        sequence: entry.sequences[0] ?? 0,
        text: entry.text.trim().slice(0, 200) || '(no text)',
        at: entry.at,
        steps: 0,
        errors: 0,
      });
      continue;
    }
    const current = items.at(-1);
    if (!current) continue;
    if ('outcome' in entry) current.steps++;
    if (isError(entry)) current.errors++;
  }
  return items;
}

/** Where an event is shown: the entry it belongs to, or the nearest one before it, with the sub-agents around. */
export function placeOf(
  entries: readonly Entry[],
  sequence: number,
): { entry: Entry; around: string[] } | undefined {
  let best: { entry: Entry; around: string[]; distance: number } | undefined;
  const visit = (list: readonly Entry[], around: string[]) => {
    for (const entry of list) {
      if (isBlank(entry)) continue;
      const distance = distanceTo(entry.sequences, sequence);
      // Of an entry and what is nested in it, the nested one is meant.
      if (
        best === undefined ||
        distance < best.distance ||
        (distance === best.distance && around.length > best.around.length)
      )
        best = { entry, around, distance };
      if (entry.kind === 'subagent') visit(entry.entries, [...around, entry.id]);
    }
  };
  visit(entries, []);
  return best && { entry: best.entry, around: best.around };
}

function distanceTo(sequences: readonly number[], sequence: number): number {
  let distance = Number.POSITIVE_INFINITY;
  for (const one of sequences)
    distance = Math.min(distance, one <= sequence ? sequence - one : (one - sequence) * 2);
  return distance;
}

/** The next row in a direction that satisfies a condition; -1 when there is none. */
export function nextRow(
  rows: readonly Row[],
  from: number,
  step: 1 | -1,
  wanted: (entry: Entry) => boolean,
): number {
  for (let at = from + step; at >= 0 && at < rows.length; at += step) {
    const row = rows[at];
    if (row && wanted(row.entry)) return at;
  }
  return -1;
}
