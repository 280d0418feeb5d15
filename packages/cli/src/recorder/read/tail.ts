import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import type { Readable } from 'node:stream';
import * as zlib from 'node:zlib';
import { digest } from '../spool/digest.ts';

export interface Line {
  /** Byte offsets in the file; `end` is past the newline. */
  start: number;
  end: number;
  /** Without the newline. Valid only until the next `Lines` are asked for. */
  bytes: Buffer;
}

const chunkBytes = 1024 * 1024;
/** What is written while it is read mostly fits in here. */
const spareBytes = 4096;
const fenceBytes = 1024;
/** A longer line cannot become one string. */
export const longestLine = 256 * 1024 * 1024;

/** What one read brought, without a wait between its lines. */
export interface Lines extends Iterable<Line> {
  /** `fenceAt` from the bytes at hand; undefined where they do not reach back far enough. */
  fenceAt(offset: number): string | undefined;
}

/**
 * Whole lines from `offset` on. A tail without newline is held back, unless `torn` asks for it because the
 * writer is gone. A line too long to hold comes as its beginning, with `end` where it really ends.
 */
export async function* readLines(path: string, offset: number, torn = false): AsyncGenerator<Lines> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let skipped = 0;
  let at = offset;
  const take = (last: Buffer): Buffer => {
    const line = held.length === 0 ? last : Buffer.concat([...held, last]);
    held = [];
    heldBytes = 0;
    return line;
  };
  function* linesOf(chunk: Buffer): Generator<Line> {
    let from = 0;
    for (;;) {
      const newline = chunk.indexOf(10, from);
      if (newline < 0) break;
      const bytes = take(chunk.subarray(from, newline));
      const end = at + bytes.length + skipped + 1;
      skipped = 0;
      yield { start: at, end, bytes };
      at = end;
      from = newline + 1;
    }
    const rest = chunk.subarray(from);
    if (heldBytes + rest.length > longestLine) skipped += rest.length;
    else if (rest.length > 0) {
      held.push(Buffer.from(rest));
      heldBytes += rest.length;
    }
  }
  let start = offset;
  for await (const chunk of chunksFrom(path, offset)) {
    const first = start;
    start += chunk.length;
    yield {
      [Symbol.iterator]: () => linesOf(chunk),
      fenceAt(end) {
        const length = Math.min(end, fenceBytes);
        const from = end - length - first;
        return from < 0 ? undefined : fenceOf(chunk.subarray(from, from + length));
      },
    };
  }
  if (torn && heldBytes > 0) {
    const bytes = take(Buffer.alloc(0));
    const line = { start: at, end: at + bytes.length + skipped, bytes };
    yield { [Symbol.iterator]: () => [line].values(), fenceAt: () => undefined };
  }
}

async function* chunksFrom(path: string, offset: number): AsyncGenerator<Buffer> {
  if (path.endsWith('.zst')) return yield* unpacked(path, offset);
  // Synchronous: these bytes are mostly cached, and a trip through the thread pool costs more than the copy.
  const file = openSync(path, 'r');
  try {
    let at = offset;
    // Thousands of files are looked at for a few lines, or none: no megabyte for each.
    const left = fstatSync(file).size - offset;
    if (left <= 0) return;
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, left + spareBytes));
    for (;;) {
      const bytesRead = readSync(file, chunk, 0, chunk.length, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield chunk.subarray(0, bytesRead);
    }
  } finally {
    closeSync(file);
  }
}

/** Codex compresses old rollouts; offsets stay those of the plain text. */
async function* unpacked(path: string, offset: number): AsyncGenerator<Buffer> {
  const create = (zlib as { createZstdDecompress?: () => NodeJS.ReadWriteStream }).createZstdDecompress;
  if (!create) return;
  let skip = offset;
  for await (const chunk of createReadStream(path).pipe(create()) as unknown as Readable) {
    const bytes = chunk as Buffer;
    const rest = bytes.subarray(Math.min(skip, bytes.length));
    skip -= bytes.length - rest.length;
    if (rest.length > 0) yield rest;
  }
}

/** Digest of what stands just before `offset`; undefined when the file is shorter than that. */
export async function fenceAt(path: string, offset: number): Promise<string | undefined> {
  const length = Math.min(offset, fenceBytes);
  if (path.endsWith('.zst')) return packedFence(path, offset, length);
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    const bytesRead = readSync(file, bytes, 0, length, offset - length);
    return bytesRead === length ? fenceOf(bytes) : undefined;
  } finally {
    closeSync(file);
  }
}

async function packedFence(path: string, offset: number, length: number): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let have = 0;
  for await (const chunk of unpacked(path, offset - length)) {
    parts.push(chunk);
    have += chunk.length;
    if (have >= length) return fenceOf(Buffer.concat(parts).subarray(0, length));
  }
  return length === 0 ? fenceOf(Buffer.alloc(0)) : undefined;
}

const fenceOf = (bytes: Buffer): string => digest('sha256', bytes, 'base64url').slice(0, 22);
