/** Letters and digits: what is left of a text when its markup and its line ends are gone. */
const isWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

interface Words {
  text: string;
  /** Where each unit of the text stands in the source. */
  at: number[];
}

function wordsOf(source: string): Words {
  let text = '';
  const at: number[] = [];
  let index = 0;
  for (const character of source) {
    if (isWord(character)) {
      text += character;
      for (let unit = 0; unit < character.length; unit++) at.push(index + unit);
    }
    index += character.length;
  }
  return { text, at };
}

/**
 * Where words that somebody selected on the page stand in the text they were drawn from. The page shows Markdown
 * without its signs, so only letters and digits are compared; of several places the one that fits what is drawn before
 * the selection is meant. Undefined when the words are not in the text.
 */
export function rangeInSource(
  source: string,
  selected: string,
  drawnBefore: string,
  max = 2_000,
): [from: number, to: number] | undefined {
  const whole = wordsOf(source);
  const wanted = wordsOf(selected).text;
  if (wanted === '') return undefined;
  const expected = wordsOf(drawnBefore).text.length;
  let best = -1;
  for (let at = whole.text.indexOf(wanted); at >= 0; at = whole.text.indexOf(wanted, at + 1)) {
    if (best >= 0 && Math.abs(at - expected) >= Math.abs(best - expected)) break;
    best = at;
  }
  if (best < 0) return undefined;
  const from = whole.at[best] as number;
  const to = (whole.at[best + wanted.length - 1] as number) + 1;
  return [from, Math.min(to, from + max)];
}

/** The words a thread is about, on one line. */
export function quoteOf(source: string, [from, to]: readonly [number, number], max = 160): string {
  const words = source.slice(from, to).toWellFormed().replace(/\s+/g, ' ').trim();
  return words.length > max ? `${words.slice(0, max).toWellFormed()}…` : words;
}
