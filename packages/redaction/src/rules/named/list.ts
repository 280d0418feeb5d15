import type { SecretName } from './name.ts';
import { quotedAt, type ValuePlace } from './place.ts';

/** From the name of many to the first of them: `tokens: ["…"`, `api_keys = [`, `passwords:` and a line with a hyphen. */
const OPENING =
  /\\{0,3}["'`]?\]?\s{0,3}(?::|=>?)\s{0,3}(?:\[(?:\s|\\{1,3}[nrt]){0,40}|(?:\r?\n|\\{1,3}n)[ \t]{0,40}- )/y;
const BETWEEN =
  /\\{0,3}["'`](?:,(?:\s|\\{1,3}[nrt]){0,40}|(?:\r?\n|\\{1,3}n)[ \t]{0,40}- )|(?:\r?\n|\\{1,3}n)[ \t]{0,40}- /y;
const BARE = /[^\s"'`\\,:[\]{}]{8,400}/y;
/** Looked at apart: a bare value behind which no line ends would be given back letter by letter. */
const LINE_END = /\r?\n|\\{1,3}n|$/y;
const MOST = 40;

/** The values of a list, each as an argument of a call is judged: most lists of tokens are lists of words. */
export function listBehind(text: string, name: SecretName): ValuePlace[] {
  OPENING.lastIndex = name.end;
  if (!OPENING.test(text)) return [];
  const places: ValuePlace[] = [];
  let from = OPENING.lastIndex;
  for (let count = 0; count < MOST; count++) {
    const place = quotedAt(text, from) ?? bareAt(text, from);
    if (!place) break;
    places.push({ ...place, quoted: true, kind: 'code' });
    BETWEEN.lastIndex = place.start + place.value.length;
    if (!BETWEEN.test(text)) break;
    from = BETWEEN.lastIndex;
  }
  return places;
}

function bareAt(text: string, from: number): { value: string; start: number } | undefined {
  BARE.lastIndex = from;
  const value = BARE.exec(text)?.[0];
  if (value === undefined) return undefined;
  LINE_END.lastIndex = BARE.lastIndex;
  return LINE_END.test(text) ? { value, start: from } : undefined;
}
