import { redactedMarker, wholeMatch } from '@debrief/redaction';

export const marker = redactedMarker;

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** As programs write it that keep to ASCII. */
const inAscii = (text: string): string =>
  inJson(text).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** JSON in JSON in JSON is as deep as agents write it. */
const deepest = 3;

/**
 * The ways a text is written in what agents record: as it is, and as it reads in JSON that is itself a string, such as
 * the arguments of a call. The longest first, so that none leaves a part of another.
 */
export function formsOf(text: string, depth = deepest): string[] {
  const forms = new Set([text]);
  for (const write of [inJson, inAscii]) {
    let form = write(text);
    for (let level = 1; level <= depth; level++, form = inJson(form)) forms.add(form);
  }
  return [...forms].sort((a, b) => b.length - a.length);
}

export interface Struck {
  text: string;
  count: number;
}

function strikeForm({ text, count }: Struck, form: string): Struck {
  let [pieces, copied, found] = ['', 0, 0];
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, copied)) {
    const [start, end] = wholeMatch(text, at, at + form.length, copied);
    pieces += text.slice(copied, start) + marker;
    copied = end;
    found++;
  }
  return found === 0 ? { text, count } : { text: pieces + text.slice(copied), count: count + found };
}

/** The text without the words, each time with the marker in their place, and how often they were there. */
export const strike = (text: string, forms: readonly string[]): Struck =>
  forms.reduce(strikeForm, { text, count: 0 });

/** From so many letters on the beginning of a word tells the word. */
const telling = 6;

const ellipsis = /(?:…|\.\.\.)$/;

/**
 * The same of a line that was cut off, such as a title: blanks in the words may have become one, and the words may go on
 * where the line ends.
 */
export function strikeLine(line: string, texts: readonly string[]): string {
  let struck = line;
  for (const text of texts) {
    const flat = text.replaceAll(/\s+/g, ' ').trim();
    struck = strike(struck, [...formsOf(text), ...(flat === '' ? [] : [flat])]).text;
    const tail = ellipsis.exec(struck)?.[0] ?? '';
    const body = struck.slice(0, struck.length - tail.length);
    for (let length = Math.min(flat.length - 1, body.length); length >= telling; length--)
      if (body.endsWith(flat.slice(0, length))) {
        struck = body.slice(0, body.length - length) + marker + tail;
        break;
      }
  }
  return struck;
}
