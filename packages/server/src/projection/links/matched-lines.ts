/** Which of a commit's lines are among those that were written: one bit for each. */
export function matchedLines(
  lines: Uint8Array,
  written: ReadonlySet<number>,
): { count: number; bits: Uint8Array } {
  const view = new DataView(lines.buffer, lines.byteOffset, lines.byteLength);
  const total = Math.floor(lines.byteLength / 4);
  const bits = new Uint8Array(Math.ceil(total / 8));
  let count = 0;
  for (let at = 0; at < total; at++) {
    if (!written.has(view.getUint32(at * 4, true))) continue;
    bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
    count++;
  }
  return { count, bits };
}
