/** The words of a text that two texts can be compared by; a plural is its singular. */
export function nameWords(text: string): string[] {
  const words: string[] = [];
  for (const [word] of text.matchAll(token)) {
    const parts = partsOf(word);
    words.push(...parts);
    if (parts.length > 1) words.push(plainly(word));
  }
  return words;
}

export const token = /\d+(?:[.,]\d+)*(?![\p{L}\d])|[\p{L}\d]+/gu;
const part = /\d+(?:[.,]\d+)*|\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|[\p{Lo}\p{Lm}]+/gu;

/** `OrderTotalTest` is taken apart, and so is `py312`. */
export const partsOf = (word: string): string[] => (word.match(part) ?? []).map(plainly);

export const isNumber = (word: string): boolean => /^\d/.test(word);

export function plainly(word: string): string {
  if (isNumber(word)) return word.replaceAll(',', '');
  const small = word.toLowerCase();
  return small.length > 3 && small.endsWith('s') && !small.endsWith('ss') ? small.slice(0, -1) : small;
}
