/** A quick look before an expression: whether a word as long as a token ends nearby, on the same line. */
export function hasLongWord(text: string, at: number, shortest: number, far: number): boolean {
  const last = Math.min(text.length, at + far + shortest);
  let length = 0;
  for (let i = at; i < last; i++) {
    const code = text.charCodeAt(i);
    if (code === 10) return false;
    length = isTokenCode(code) ? length + 1 : 0;
    if (length >= shortest) return true;
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
