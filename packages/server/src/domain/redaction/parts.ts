import type { Target } from './wanted.ts';
import { formsOf } from './words.ts';

/** The end of a part of a record that was too long for one event. */
export interface PartEnd {
  id: string;
  index: number;
  sequence: number;
  length: number;
  tail: string;
}

const most = 16;

/** What the CLI writes around a part (packages/transcript/src/envelope.ts). */
function partOf(payload: string): { id: string; index: number; text: string } | undefined {
  if (!payload.startsWith('{"debrief":{') || !payload.slice(0, 300).includes('"part":{')) return undefined;
  const { debrief, text } = JSON.parse(payload) as {
    debrief?: { part?: { id?: unknown; index?: unknown } };
    text?: unknown;
  };
  const { id, index } = debrief?.part ?? {};
  if (typeof id !== 'string' || typeof index !== 'number' || typeof text !== 'string') return undefined;
  return { id, index, text };
}

/**
 * Finds words that begin in one part of a record and end in the next. `ends` is what is known of the parts before, and
 * is brought up to date.
 */
export function acrossParts(
  text: string,
  ends: PartEnd[],
  { sequence, payload }: { sequence: number; payload: string },
): Target[] {
  const part = partOf(payload);
  if (!part) return [];
  const forms = formsOf(text);
  const before = ends.findIndex(({ id, index }) => id === part.id && index === part.index - 1);
  const [end] = before < 0 ? [] : ends.splice(before, 1);
  const longest = Math.max(...forms.map((form) => form.length)) - 1;
  ends.push({
    ...{ id: part.id, index: part.index, sequence, length: part.text.length },
    tail: part.text.slice(-longest),
  });
  if (ends.length > most) ends.shift();
  return end ? straddling(forms, end, sequence, part.text.slice(0, longest)) : [];
}

function straddling(forms: readonly string[], end: PartEnd, sequence: number, head: string): Target[] {
  const { tail, length } = end;
  const joined = tail + head;
  for (const form of forms) {
    const at = joined.indexOf(form, Math.max(0, tail.length - form.length + 1));
    if (at < 0 || at >= tail.length) continue;
    const to = at + form.length - tail.length;
    const range = [length - tail.length + at, length] as const;
    return [
      { sequence: end.sequence, pointer: '/text', range, words: tail.slice(at) },
      { sequence, pointer: '/text', range: [0, to], words: head.slice(0, to) },
    ];
  }
  return [];
}
