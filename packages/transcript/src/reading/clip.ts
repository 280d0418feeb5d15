import type { Entry } from '../entry.ts';
import { isObject, putField } from '../json.ts';

/** Most characters of text that a field of a stored entry keeps. */
export const fieldLength = 4096;
/** Most items that a list in a field keeps, and most of its levels. */
const max = { items: 400, depth: 12, sequences: 1000 };

/** An entry as it is stored: long fields are cut, and `clipped` says how long each of them is in truth. */
export type ClippedEntry = Entry & { clipped?: Record<string, number> };

/** These are short, or made of what the reader needs whole. */
const whole = new Set(['id', 'kind', 'at', 'lane', 'retracted', 'outcome', 'tool', 'sequences']);

/** The same fields with their long ones cut; a sub-agent's entries are lanes of their own and left out. */
export function clipFields(part: Partial<Entry>): {
  part: Record<string, unknown>;
  clipped: Record<string, number>;
} {
  const clipped: Record<string, number> = {};
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(part)) {
    if (name === 'entries') continue;
    if (whole.has(name) || typeof value === 'number' || value === undefined) kept[name] = value;
    else if (typeof value === 'string') {
      kept[name] = cut(value);
      if (value.length > fieldLength) clipped[name] = value.length;
    } else {
      const budget = { left: fieldLength, full: 0, isCut: false };
      kept[name] = clipValue(value, budget, 0);
      if (budget.isCut) clipped[name] = budget.full;
    }
  }
  return { part: kept, clipped };
}

const cut = (text: string, length = fieldLength): string =>
  text.length > length ? text.slice(0, length).toWellFormed() : text;

interface Budget {
  left: number;
  /** Characters of all texts in the field. */
  full: number;
  isCut: boolean;
}

function clipValue(value: unknown, budget: Budget, depth: number): unknown {
  if (typeof value === 'string') {
    budget.full += value.length;
    const kept = cut(value, Math.max(0, budget.left));
    budget.left -= kept.length;
    if (kept.length < value.length) budget.isCut = true;
    return kept;
  }
  if (depth > max.depth) {
    budget.isCut = true;
    return null;
  }
  if (Array.isArray(value)) {
    const kept: unknown[] = [];
    for (const item of value) {
      if (kept.length < max.items && budget.left > 0) kept.push(clipValue(item, budget, depth + 1));
      else {
        budget.isCut = true;
        budget.full += lengthOf(item);
      }
    }
    return kept;
  }
  if (!isObject(value)) return value;
  const kept: Record<string, unknown> = {};
  let count = 0;
  for (const [name, item] of Object.entries(value)) {
    budget.left -= name.length;
    if (count++ < max.items && budget.left > -fieldLength)
      putField(kept, cut(name, 200), clipValue(item, budget, depth + 1));
    else {
      budget.isCut = true;
      budget.full += lengthOf(item);
    }
  }
  return kept;
}

const lengthOf = (item: unknown): number => (typeof item === 'string' ? item.length : 1);

/** A new entry as it is stored. */
export function clipEntry(entry: Entry): ClippedEntry {
  const { part, clipped } = clipFields(entry);
  return stored(part, clipped);
}

/** A stored entry with a later part of it, as if the whole had been clipped at once. */
export function mergePart(
  old: ClippedEntry,
  write: { part: Partial<Entry>; sequences: readonly number[]; append: string },
): ClippedEntry {
  const { clipped: before = {}, ...rest } = old as ClippedEntry & Record<string, unknown>;
  const { part, clipped } = clipFields(write.part);
  const merged: Record<string, unknown> = { ...rest, ...part };
  const lengths: Record<string, number> = {};
  for (const [name, length] of Object.entries(before)) if (!(name in part)) lengths[name] = length;
  Object.assign(lengths, clipped);
  if (write.append !== '') append(merged, lengths, write.append);
  const sequences = (merged.sequences as number[]) ?? [];
  const total = (lengths.sequences ?? sequences.length) + write.sequences.length;
  merged.sequences = [...sequences, ...write.sequences];
  if (lengths.sequences !== undefined) lengths.sequences = total;
  return stored(merged, lengths);
}

function append(to: Record<string, unknown>, lengths: Record<string, number>, text: string): void {
  const known = typeof to.text === 'string' ? to.text : '';
  const length = (lengths.text ?? known.length) + text.length;
  to.text = lengths.text === undefined ? cut(known + text) : known;
  if (length > fieldLength) lengths.text = length;
}

/** The first and the last of very many sequences are kept. */
function stored(part: Record<string, unknown>, clipped: Record<string, number>): ClippedEntry {
  const sequences = part.sequences as number[] | undefined;
  if (sequences && sequences.length > max.sequences) {
    clipped.sequences ??= sequences.length;
    part.sequences = [...sequences.slice(0, max.sequences / 2), ...sequences.slice(-max.sequences / 2)];
  }
  const entry = { ...part, ...(Object.keys(clipped).length > 0 && { clipped }) };
  return entry as unknown as ClippedEntry;
}
