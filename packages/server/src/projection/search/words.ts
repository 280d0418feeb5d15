/** A word as the index knows it, and where it stands in the text. */
export interface Word {
  word: string;
  start: number;
  end: number;
}

const longestWord = 64;
const runs = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
/** Written without spaces between words: each character counts as a word, and a query as a phrase of them. */
const unspaced = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u;

/** Lower case, without accents, compatibility forms resolved: what makes two spellings one word. */
function fold(text: string): string {
  if (/^[a-z0-9]+$/.test(text)) return text.slice(0, longestWord);
  const plain = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}\p{Co}]/gu, '')
    .normalize('NFC');
  return plain.slice(0, longestWord).toWellFormed();
}

/** The words of a text; both engines index exactly these, so that they find the same. */
export function wordsOf(text: string): Word[] {
  const found: Word[] = [];
  const add = (part: string, start: number) => {
    const word = fold(part);
    if (word !== '') found.push({ word, start, end: start + part.length });
  };
  for (const { 0: run, index } of text.matchAll(runs)) {
    if (!unspaced.test(run)) {
      add(run, index);
      continue;
    }
    let pending = 0;
    let at = 0;
    for (const character of run) {
      if (unspaced.test(character)) {
        if (at > pending) add(run.slice(pending, at), index + pending);
        add(character, index + at);
        pending = at + character.length;
      }
      at += character.length;
    }
    if (at > pending) add(run.slice(pending), index + pending);
  }
  return found;
}

/** The organization as a word of its own, so that a search never even looks at the others' text. */
export const scopeWord = (organizationId: string): string => organizationId.replace('_', '').toLowerCase();

/** A tsvector as PostgreSQL writes it, made of our words instead of its own parser's; empty without any. */
export function tsvectorOf(text: string, organizationId: string): string {
  const places = new Map<string, number[]>();
  for (const [index, { word }] of wordsOf(text).entries()) {
    const known = places.get(word);
    if (known) known.push(index + 1);
    else places.set(word, [index + 1]);
  }
  if (places.size === 0) return '';
  const entries = [...places].map(([word, at]) => `'${word}':${at.slice(0, 255).join(',')}`);
  return `'${scopeWord(organizationId)}' ${entries.join(' ')}`;
}

/**
 * Chunks of the embedded database are numbered so that newest first is simply downwards: the second the session
 * started in, then a running number. Seconds since 2020 take 31 bits until 2088 and leave 22 of a safe integer.
 */
export const chunksPerSecond = 2 ** 22;

export const firstChunkId = (startedAt: number): number =>
  Math.max(0, Math.floor((startedAt - Date.UTC(2020, 0, 1)) / 1000)) * chunksPerSecond;
