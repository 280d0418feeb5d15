import { recordKinds } from '@debrief/redaction';
import { mapStrings } from './json-strings.ts';
import { formsOf, marker, strike } from './words.ts';

/** A string of an event, or a part of it, and what it says as long as nobody has taken it out. */
export interface Target {
  sequence: number;
  /** JSON Pointer to a string. */
  pointer: string;
  /** In UTF-16 units; absent where all of it is meant. */
  range?: readonly [from: number, to: number];
  words: string;
}

/** What is to be taken out of a session. */
export interface Wanted {
  /** Wherever it is. */
  text?: string;
  targets: readonly Target[];
}

/** Every text that is to be taken out. */
export const textsOf = ({ text, targets }: Wanted): string[] => [
  ...new Set([...(text === undefined ? [] : [text]), ...targets.map(({ words }) => words)]),
];

export interface RedactedPayload {
  /** Absent where it stays as it is. */
  payload?: string;
  /** How often words were taken out. */
  count: number;
  /** How often they were left because the record is read by them. */
  kept: number;
}

export type RedactPayload = (sequence: number, payload: string) => RedactedPayload;

function strikeTargets(value: string, targets: readonly Target[]): { text: string; count: number } {
  let [text, count] = [value, 0];
  // From the end, so that the places before stay where they are.
  const inOrder = targets.toSorted((a, b) => (b.range?.[0] ?? 0) - (a.range?.[0] ?? 0));
  for (const { range: [from, to] = [0, value.length], words } of inOrder) {
    // Once it is taken out something else stands there: doing it again changes nothing.
    if (value.slice(from, to) !== words) continue;
    text = text.slice(0, from) + marker + text.slice(to);
    count++;
  }
  return { text, count };
}

/** Takes words out of payloads, one after the other; what was done before is not done again. */
export function redaction({ text, targets }: Wanted): RedactPayload {
  const forms = text === undefined ? [] : formsOf(text);
  const bySequence = Map.groupBy(targets, ({ sequence }) => sequence);
  return (sequence, payload) => {
    const own = bySequence.get(sequence);
    const pointers = own && Map.groupBy(own, ({ pointer }) => pointer);
    // Without an escape the words stand there as they are, or not at all.
    const isLikely = forms.length > 0 && (payload.includes('\\') || payload.includes(text as string));
    if (!pointers && !isLikely) return { count: 0, kept: 0 };
    let [count, kept] = [0, 0];
    const redacted = mapStrings(payload, ({ value, isName, name, pointer }) => {
      const meant = !isName && pointers?.get(pointer());
      const aimed = meant ? strikeTargets(value, meant) : { text: value, count: 0 };
      const struck = strike(aimed.text, forms);
      if (struck.count > 0 && name !== undefined && recordKinds.has(name)) {
        kept += struck.count;
        count += aimed.count;
        return aimed.text;
      }
      count += aimed.count + struck.count;
      return aimed.count + struck.count > 0 ? struck.text : undefined;
    });
    return { count, kept, ...(redacted !== payload && { payload: redacted }) };
  };
}

/** The string that a pointer leads to; undefined where there is none. */
export function stringAt(payload: string, wanted: string): string | undefined {
  let found: string | undefined;
  mapStrings(payload, ({ value, isName, pointer }) => {
    if (!isName && pointer() === wanted) found = value;
    return undefined;
  });
  return found;
}
