/** So far a word is read that goes on where the look ends. */
const LONGEST = 300;

/**
 * A quick look before an expression: whether a word as long as a token stands nearby, on the same line, with small and
 * capital letters and a digit: hashes, names and paths lack one of them.
 */
export function hasLongWord(text: string, at: number, shortest: number, far: number): boolean {
  const last = at + far + shortest;
  const end = Math.min(text.length, last + LONGEST);
  let [length, kinds] = [0, 0];
  for (let i = at; i < end; i++) {
    const code = text.charCodeAt(i);
    if (!isTokenCode(code)) {
      if (code === 10 || i >= last) return false;
      length = 0;
      kinds = 0;
      continue;
    }
    length++;
    kinds |= code >= 97 ? 1 : code >= 65 && code <= 90 ? 2 : code >= 48 && code <= 57 ? 4 : 0;
    if (kinds === 7 && length >= shortest) return true;
  }
  return false;
}

const isTokenCode = (code: number) =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 47 && code <= 57) ||
  code === 43 ||
  code === 45 ||
  code === 95;
