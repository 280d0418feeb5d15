const encoder = new TextEncoder();
const bytes = new Uint8Array(16_384);
const words = new Uint32Array(bytes.buffer);

/**
 * Tells whether two long texts are the same, by 53 bits; not for security, and not for ids, which stay as they are.
 * Each edit has two whole files, so it reads four bytes at a time: six times as fast as `hash`, which was a quarter of
 * folding a session.
 */
export function digest(text: string): number {
  let a = 0xdeadbeef ^ text.length;
  let b = 0x41c6ce57;
  for (let at = 0; at < text.length; ) {
    const { read, written } = encoder.encodeInto(text.slice(at, at + bytes.length), bytes);
    bytes.fill(0, written, written + 3);
    const end = (written + 3) >> 2;
    for (let index = 0; index < end; index++) {
      const word = words[index] as number;
      a = Math.imul(a ^ word, 2654435761);
      a = (a << 15) | (a >>> 17);
      b = Math.imul(b ^ word, 1597334677);
      b = (b << 13) | (b >>> 19);
    }
    at += read;
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}
