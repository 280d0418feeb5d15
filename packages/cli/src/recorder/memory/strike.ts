import { type Sentence, sentencesOf, wholeOf } from './sentence.ts';
import { atRoot, deepest, isFields, timeOf, type Where, whereOfText, whereUnder } from './words-in.ts';

/** In the place of what was written during a pause. */
export const PAUSED = 'written-in-a-pause';
export const pausedMarker = `[REDACTED:${PAUSED}]`;

export interface Strike {
  record: unknown;
  /** How often something was struck. */
  struck: number;
}

export interface Known {
  knows(sentence: Sentence, where: Where): boolean;
  /** Whether a longer sentence begins like this one. */
  knowsBeginning(sentence: Sentence): boolean;
  /** Whether a part of the record was written during a pause, as its time or id says. */
  isHeld(object: Readonly<Record<string, unknown>>, at: number | undefined): boolean;
}

/** A repeat up to this length is struck whole when a part of it is known; a longer one when half of it is. */
const shortRepeat = 250;

export function strikeRecord(record: unknown, known: Known): Strike {
  let struck = 0;

  function all(value: unknown, depth: number): unknown {
    if (typeof value === 'string') {
      struck++;
      return pausedMarker;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (depth > deepest) return null;
    if (Array.isArray(value)) return value.map((one) => all(one, depth + 1));
    return mapped(value as Record<string, unknown>, (key, one) =>
      whereUnder(value as Record<string, unknown>, key, { voice: 'person', isRepeat: true, depth })
        ? all(one, depth + 1)
        : one,
    );
  }

  function some(value: unknown, where: Where): unknown {
    if (typeof value === 'string') {
      const text = strikeText(value, whereOfText(value, where), known);
      if (text !== value) struck++;
      return text;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (where.depth > deepest) return all(value, where.depth);
    const inside = { ...where, depth: where.depth + 1 };
    if (Array.isArray(value)) return mappedList(value, (one) => some(one, inside));
    const object = value as Record<string, unknown>;
    if (where.depth > 0 && known.isHeld(object, timeOf(object))) return all(object, where.depth);
    return mapped(object, (key, one) => {
      const under = whereUnder(object, key, where);
      return under ? some(one, under) : one;
    });
  }

  const clean =
    isFields(record) || Array.isArray(record) || typeof record === 'string'
      ? some(record, atRoot(record))
      : record;
  return { record: clean, struck };
}

/** The same object when nothing in it changes. */
function mapped(
  object: Record<string, unknown>,
  change: (key: string, value: unknown) => unknown,
): Record<string, unknown> {
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(object)) {
    const value = change(key, object[key]);
    if (value === object[key]) continue;
    copy ??= { ...object };
    copy[key] = value;
  }
  return copy ?? object;
}

function mappedList(list: unknown[], change: (value: unknown) => unknown): unknown[] {
  let copy: unknown[] | undefined;
  for (const [index, one] of list.entries()) {
    const value = change(one);
    if (value === one) continue;
    copy ??= [...list];
    copy[index] = value;
  }
  return copy ?? list;
}

function strikeText(text: string, where: Where, memory: Known): string {
  const sentences = sentencesOf(text);
  const whole = wholeOf(sentences);
  if (!whole) return text;
  if (memory.knows(whole, where)) return pausedMarker;
  const hits = sentences.length === 1 ? [] : sentences.filter((sentence) => memory.knows(sentence, where));
  const last = sentences.at(-1) as Sentence;
  const isCut = where.isRepeat || /(?:…|\.\.\.)\s*$/.test(text.slice(-8));
  if (
    isCut &&
    !hits.includes(last) &&
    (memory.knowsBeginning(last) || (hits.length > 0 && /…|\.\.\./.test(text.slice(last.end))))
  )
    hits.push(last);
  if (hits.length === 0) return text;
  const known = hits.reduce((sum, { start, end }) => sum + end - start, 0);
  if (where.isRepeat && (text.length <= shortRepeat || 2 * known >= text.length)) return pausedMarker;
  let out = '';
  let at = 0;
  for (const { start, end } of hits) {
    out += text.slice(at, start) + pausedMarker;
    at = end;
  }
  return out + text.slice(at);
}
