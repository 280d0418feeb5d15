import * as zlib from 'node:zlib';

/** Length and CRC-32 in front of each frame, so that a torn or rotten tail shows. */
const prefixBytes = 8;

const table = new Uint32Array(256).map((_, index) => {
  let c = index;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

/** The same without zlib's. */
export function slowCrc32(data: Uint8Array, start = 0): number {
  let c = ~start >>> 0;
  for (const byte of data) c = (table[(c ^ byte) & 255] as number) ^ (c >>> 8);
  return ~c >>> 0;
}

/** zlib.crc32 came with Node 20.15. */
export const crc32: (data: Uint8Array, start?: number) => number =
  (zlib as { crc32?: typeof slowCrc32 }).crc32 ?? slowCrc32;

export function encodeFrame(parts: readonly Uint8Array[]): Buffer[] {
  const prefix = Buffer.alloc(prefixBytes);
  let length = 0;
  let sum = 0;
  for (const part of parts) {
    length += part.length;
    sum = crc32(part, sum);
  }
  prefix.writeUInt32LE(length, 0);
  prefix.writeUInt32LE(sum, 4);
  return [prefix, ...parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength))];
}

export interface DecodedFrame {
  /** Where the frame begins, prefix included. */
  start: number;
  end: number;
  body: Buffer;
}

/** The whole frames at the beginning of `data`; `good` is where the first bad or missing one would begin. */
export function decodeFrames(data: Buffer): { frames: DecodedFrame[]; good: number } {
  const frames: DecodedFrame[] = [];
  let at = 0;
  while (at + prefixBytes <= data.length) {
    const end = at + prefixBytes + data.readUInt32LE(at);
    if (end > data.length) break;
    const body = data.subarray(at + prefixBytes, end);
    if (crc32(body) !== data.readUInt32LE(at + 4)) break;
    frames.push({ start: at, end, body });
    at = end;
  }
  return { frames, good: at };
}
