/** So far a word is read that goes on where the look ends. */
const LONGEST = 40;

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
    const kind = KINDS[code] ?? 0;
    if (kind === 0) {
      if (code === 10 || i >= last) return false;
      length = 0;
      kinds = 0;
      continue;
    }
    length++;
    kinds |= kind;
    if (kinds >= MIXED && length >= shortest) return true;
  }
  return false;
}

/** By character code: small letters, capitals, digits, the marks a token may have; 0 ends a word. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return 2;
  if (/[A-Z]/.test(character)) return 4;
  if (/\d/.test(character)) return 8;
  return /[+/_-]/.test(character) ? 1 : 0;
});
/** Small letters, capitals and digits, whatever marks. */
const MIXED = 2 + 4 + 8;
