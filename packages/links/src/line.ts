/** Lines are compared by hash, so that no code has to be kept or sent. */

/** A shorter line, such as `} else {`, stands in every file and says nothing. */
const shortest = 13;

/** The hash of an added line, or undefined for a line that is too short to say anything. */
export function lineHash(line: string): number | undefined {
  const text = line.trim();
  return text.length < shortest ? undefined : crc32(text);
}

/** Distinct hashes, ascending; of very many the smallest, which are a fair sample of all. */
export function sortedHashes(hashes: ReadonlySet<number>, max: number): number[] {
  return [...hashes].sort((a, b) => a - b).slice(0, max);
}

/** Each hash as four bytes, the lowest first, in base64. */
export function packHashes(hashes: readonly number[]): string {
  const bytes = new Uint8Array(hashes.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [index, hash] of hashes.entries()) view.setUint32(index * 4, hash, true);
  let text = '';
  for (let from = 0; from < bytes.length; from += 3 * 4096) {
    text += btoa(String.fromCharCode(...bytes.subarray(from, from + 3 * 4096)));
  }
  return text;
}

/** Undefined when the text is not what `packHashes` writes. */
export function unpackHashes(packed: string): number[] | undefined {
  let text: string;
  try {
    text = atob(packed);
  } catch {
    return undefined;
  }
  if (text.length % 4 !== 0) return undefined;
  const hashes = new Array<number>(text.length / 4);
  const byte = (at: number): number => text.charCodeAt(at);
  for (let index = 0; index < hashes.length; index++) {
    const at = index * 4;
    hashes[index] = (byte(at) | (byte(at + 1) << 8) | (byte(at + 2) << 16) | (byte(at + 3) << 24)) >>> 0;
  }
  return hashes;
}

/** CRC-32 of a text without the spaces around it, as eight hexadecimal digits. */
export const hashText = (text: string): string => crc32(text.trim()).toString(16).padStart(8, '0');

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

const encoder = new TextEncoder();

/** CRC-32 (IEEE) of the text in UTF-8. Most lines are ASCII, which needs no encoding. */
function crc32(text: string): number {
  let value = 0xffffffff;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 127) return crc32OfBytes(encoder.encode(text));
    value = (table[(value ^ code) & 0xff] as number) ^ (value >>> 8);
  }
  return (value ^ 0xffffffff) >>> 0;
}

function crc32OfBytes(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (let at = 0; at < bytes.length; at++) {
    value = (table[(value ^ (bytes[at] as number)) & 0xff] as number) ^ (value >>> 8);
  }
  return (value ^ 0xffffffff) >>> 0;
}
