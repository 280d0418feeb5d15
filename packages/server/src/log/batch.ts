import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type ByteText, bytesOf, byteText } from '../domain/session/byte-text.ts';
import type { LoggedEvent } from '../domain/session/log-ports.ts';
import { digest } from './digest.ts';

/** Bits of the `encoding` column. */
const compressed = 1;
/** Every line begins with its own acceptance time: the batch was merged from several. */
const timed = 2;

/** Below this, zstd costs more than it saves (docs/performance.md, Looking for the next gain). */
export const worthCompressing = 4096;
const fastest = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

export interface PackedBatch {
  encoding: number;
  body: Uint8Array;
}

/** All of a batch but its events. */
export interface BatchHead {
  first: number;
  count: number;
  at: number;
  encoding: number;
}

export interface StoredBatch extends BatchHead, PackedBatch {}

export function packSync(lines: Uint8Array, flags = 0): PackedBatch {
  if (lines.byteLength < worthCompressing) return { encoding: flags, body: lines };
  return { encoding: flags | compressed, body: zstdCompressSync(lines, fastest) };
}

/** A batch ready to be stored, and what tells it from another one. */
export interface PackedLines extends PackedBatch {
  fingerprint: string;
}

export const packLines = (lines: Uint8Array): PackedLines => ({
  ...packSync(lines),
  fingerprint: digest(lines),
});

export const unpack = ({ encoding, body }: PackedBatch): ByteText =>
  byteText(encoding & compressed ? zstdDecompressSync(body) : body);

/** The events of a batch, cut out without parsing a payload. */
export function eventsOf(batch: BatchHead, text: ByteText): LoggedEvent[] {
  const lines = text.split('\n');
  lines.pop();
  const hasTimes = (batch.encoding & timed) !== 0;
  return lines.map((line, index) => {
    const start = hasTimes ? line.indexOf('\t') + 1 : 0;
    const tab = line.indexOf('\t', start);
    return {
      sequence: batch.first + index,
      type: line.slice(start, tab) as ByteText,
      payload: line.slice(tab + 1) as ByteText,
      at: hasTimes ? Number(line.slice(0, start - 1)) : batch.at,
    };
  });
}

const mergedEvents = 256;
const mergedBytes = 1024 * 1024;

export interface Merge {
  merged: StoredBatch;
  replaces: StoredBatch[];
}

/** Which neighbours of a closed session to put together, and the result: up to 256 events or 1 MB a batch. */
export function mergeNeighbours(batches: readonly StoredBatch[]): Merge[] {
  const merges: Merge[] = [];
  let group: StoredBatch[] = [];
  let lines = '' as ByteText;
  let count = 0;
  const flush = () => {
    const first = group[0];
    if (first && group.length > 1) {
      const packed = packSync(bytesOf(lines), timed);
      merges.push({ merged: { first: first.first, count, at: first.at, ...packed }, replaces: group });
    }
    group = [];
    lines = '' as ByteText;
    count = 0;
  };
  for (const batch of batches) {
    const text = eventsOf(batch, unpack(batch))
      .map((event) => `${event.at}\t${event.type}\t${event.payload}\n`)
      .join('');
    const previous = group.at(-1);
    // Events of a batch are numbered from its first: a hole, as an old backup leaves one, must stay between two.
    const follows = !previous || previous.first + previous.count === batch.first;
    if (!follows || count + batch.count > mergedEvents || lines.length + text.length > mergedBytes) flush();
    group.push(batch);
    lines = (lines + text) as ByteText;
    count += batch.count;
  }
  flush();
  return merges;
}
