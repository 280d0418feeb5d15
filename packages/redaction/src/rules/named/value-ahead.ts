/** So far a value may stand from the word that announces it. */
const FAR = 120;
const SHORTEST = 8;
const LONG = 16;

/**
 * A quick look before expressions: whether a word follows soon that may be a value: with a digit or a mark inside, or
 * a long one. Most sentences about passwords and tokens have none.
 */
export function hasValueAhead(text: string, from: number): boolean {
  const last = Math.min(text.length, from + FAR);
  let [length, letters, isMarked] = [0, 0, false];
  for (let i = from; i < last; i++) {
    const kind = KINDS[text.charCodeAt(i)] ?? LETTER;
    if (kind === BREAK) {
      length = 0;
      letters = 0;
      isMarked = false;
      continue;
    }
    length++;
    if (kind === MARK) isMarked = true;
    letters = kind === LETTER ? letters + 1 : 0;
    if (letters >= LONG || (isMarked && length >= SHORTEST)) return true;
  }
  return false;
}

const BREAK = 0;
const LETTER = 1;
const MARK = 2;
const JOINT = 3;
/** By character code: what ends a word, what words are made of, and what only values have. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (code <= 32 || '"\'`,;<>()|'.includes(character)) return BREAK;
  if (/[\d!#$%^&*?~@+]/.test(character)) return MARK;
  return /[a-z]/i.test(character) ? LETTER : JOINT;
});
