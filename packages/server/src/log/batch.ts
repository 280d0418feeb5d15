import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { LoggedEvent } from '../domain/session/log-ports.ts';
import { digest } from './digest.ts';

/** Bits of the `encoding` column. */
const compressed = 1;
/** Every line begins with its own acceptance time: the batch was merged from several. */
const timed = 2;

/** Below this, zstd costs more than it saves (docs/performance-archive.md, Looking for the next gain). */
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

/** How many batches are handed out at once as they are stored; they may be as large as their senders like. */
export const keptAtOnce = { batches: 100, bytes: 2 * 1024 * 1024 };

export interface StoredBatch extends BatchHead, PackedBatch {}

export function packSync(lines: Uint8Array, flags = 0): PackedBatch {
  if (lines.byteLength < worthCompressing) return { encoding: flags, body: lines };
  return { encoding: flags | compressed, body: zstdCompressSync(lines, fastest) };
}

/** How often a batch was rewritten stands above the flags, so that whoever has read it before notices. */
const firstRewrite = 4;
const rewrites = 8000;

/** Other lines in the place of a batch's. */
export function repackedAs(encoding: number, lines: Uint8Array): PackedBatch {
  const packed = packSync(lines, encoding & timed);
  const times = (Math.floor(encoding / firstRewrite) + 1) % rewrites;
  return { ...packed, encoding: packed.encoding + times * firstRewrite };
}

/** A batch ready to be stored, and what tells it from another one. */
export interface PackedLines extends PackedBatch {
  fingerprint: string;
}

export const packLines = (lines: Uint8Array): PackedLines => ({
  ...packSync(lines),
  fingerprint: digest(lines),
});

/** The lines of a batch. */
export const unpack = ({ encoding, body }: PackedBatch): Buffer =>
  encoding & compressed
    ? zstdDecompressSync(body)
    : Buffer.from(body.buffer, body.byteOffset, body.byteLength);

const tab = 0x09;
const newline = 0x0a;

/** The events of a batch, or those of them with the sequences asked for, cut out without parsing or decoding a payload. */
export function eventsOf(
  batch: BatchHead,
  lines: Buffer,
  { from, to }: { from: number; to: number } = { from: 0, to: Infinity },
): LoggedEvent[] {
  const hasTimes = (batch.encoding & timed) !== 0;
  const events: LoggedEvent[] = [];
  let start = 0;
  for (let sequence = batch.first; sequence <= to; sequence++) {
    const end = lines.indexOf(newline, start);
    if (end < 0) break;
    if (sequence >= from) {
      const type = hasTimes ? lines.indexOf(tab, start) + 1 : start;
      const payload = lines.indexOf(tab, type) + 1;
      events.push({
        sequence,
        type: lines.toString('utf8', type, payload - 1),
        payload: lines.subarray(payload, end),
        at: hasTimes ? Number(lines.toString('latin1', start, type - 1)) : batch.at,
      });
    }
    start = end + 1;
  }
  return events;
}

const mergedEvents = 256;
const mergedBytes = 1024 * 1024;

const timedLines = (events: readonly LoggedEvent[]): Buffer =>
  Buffer.concat(
    events.flatMap(({ at, type, payload }) => [Buffer.from(`${at}\t${type}\t`), payload, Buffer.from('\n')]),
  );

export interface Merge {
  merged: StoredBatch;
  replaces: StoredBatch[];
}

/** Which neighbours of a closed session to put together, and the result: up to 256 events or 1 MB a batch. */
export function mergeNeighbours(batches: readonly StoredBatch[]): Merge[] {
  const merges: Merge[] = [];
  let group: StoredBatch[] = [];
  let lines: Buffer[] = [];
  let bytes = 0;
  let count = 0;
  const flush = () => {
    const first = group[0];
    if (first && group.length > 1) {
      const packed = packSync(Buffer.concat(lines), timed);
      merges.push({ merged: { first: first.first, count, at: first.at, ...packed }, replaces: group });
    }
    group = [];
    lines = [];
    bytes = 0;
    count = 0;
  };
  for (const batch of batches) {
    const more = timedLines(eventsOf(batch, unpack(batch)));
    const previous = group.at(-1);
    // Events of a batch are numbered from its first: a hole, as an old backup leaves one, must stay between two.
    const follows = !previous || previous.first + previous.count === batch.first;
    if (!follows || count + batch.count > mergedEvents || bytes + more.length > mergedBytes) flush();
    group.push(batch);
    lines.push(more);
    bytes += more.length;
    count += batch.count;
  }
  flush();
  return merges;
}
