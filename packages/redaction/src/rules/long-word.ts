/** A quick look before an expression: whether a word as long as a token stands nearby, on the same line. */
export function hasLongWord(text: string, at: number, shortest: number, far: number): boolean {
  const last = Math.min(text.length, at + far + shortest);
  let length = 0;
  for (let i = at; i < last; i++) {
    const code = text.charCodeAt(i);
    if (code === 10) return false;
    length = isTokenCode(code) ? length + 1 : 0;
    if (length >= shortest && isMixed(text, i - length + 1)) return true;
  }
  return false;
}

/** Small and capital letters and a digit: hashes, names and paths lack one of them. */
function isMixed(text: string, from: number): boolean {
  let kinds = 0;
  for (let i = from; i < text.length && i - from < 300; i++) {
    const code = text.charCodeAt(i);
    if (!isTokenCode(code)) return false;
    kinds |= code >= 97 ? 1 : code >= 65 && code <= 90 ? 2 : code >= 48 && code <= 57 ? 4 : 0;
    if (kinds === 7) return true;
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
